import type { JoinedCall } from '@plaza/client';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useChosenDevices } from '../devices/chosen-devices.ts';

/** The voices of a call, at the chosen loudspeaker; pictures are on the call's screen alone. */
export function Sounds({ of: { streams } }: { readonly of: JoinedCall }) {
  const { calls } = useTexts();
  const { speaker } = useChosenDevices();
  const ref = useRef<HTMLDivElement>(null);
  const [isHeldBack, setIsHeldBack] = useState(false);
  const elements = (): HTMLAudioElement[] => [...(ref.current?.querySelectorAll('audio') ?? [])];

  useEffect(() => {
    for (const [slot, element] of elements().entries()) element.srcObject = streams[slot] ?? null;
  }, [streams]);
  useEffect(() => {
    // A loudspeaker that is gone leaves the sound where it was.
    if (canChooseSpeaker())
      for (const element of elements()) void element.setSinkId(speaker).catch(() => undefined);
  }, [speaker, streams]);

  // Browsers hold sound back on pages that nobody has used since they were loaded.
  const look = (): void =>
    setIsHeldBack(!navigator.userActivation.hasBeenActive && elements().some(({ paused }) => paused));
  const play = (): void => {
    for (const element of elements()) void element.play().catch(() => undefined);
    setIsHeldBack(false);
  };
  return (
    <div ref={ref}>
      {streams.map((_stream, slot) => (
        <audio key={slot} autoPlay onLoadedMetadata={look} />
      ))}
      {isHeldBack && (
        <p className="call-return" role="alert">
          <span className="row-texts">{calls.soundHeldBack}</span>
          <Button kind="main" onClick={play}>
            {calls.hear}
          </Button>
        </p>
      )}
    </div>
  );
}

export const canChooseSpeaker = (): boolean => 'setSinkId' in HTMLMediaElement.prototype;
