import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../parts/button.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { WrittenPlace } from './written.ts';

const WAIT_MAX_MS = 15_000;

/** Steps of a degree that are told, of about 100 metres: a post does not tell the door of its author. */
const STEPS = 1_000;

const rounded = (degrees: number): number => Math.round(degrees * STEPS) / STEPS;

/** Asks the device where it is, once it is pressed. */
export function PlaceButton({
  hasPlace,
  onPlace,
}: {
  readonly hasPlace: boolean;
  readonly onPlace: (place: WrittenPlace) => void;
}) {
  const { compose, messages } = useTexts();
  const [state, setState] = useState<'idle' | 'asking' | 'unknown'>('idle');
  const ask = (): void => {
    setState('asking');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setState('idle');
        onPlace({ name: '', latitude: rounded(latitude), longitude: rounded(longitude) });
      },
      () => setState('unknown'),
      { timeout: WAIT_MAX_MS },
    );
  };
  return (
    <>
      <IconButton label={compose.addPlace} disabled={hasPlace || state === 'asking'} onClick={ask}>
        <MapPin aria-hidden="true" />
      </IconButton>
      <span className="compose-left" role="status">
        {state === 'asking' && messages.locating}
        {state === 'unknown' && messages.noLocation}
      </span>
    </>
  );
}
