import { X } from 'lucide-react';
import { IconButton } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { WrittenPlace } from './written.ts';

const NAME_MAX = 100;

/** Where a post is written, as its author names it. */
export function PlaceFields({
  place,
  onChange,
}: {
  readonly place: WrittenPlace;
  readonly onChange: (place: WrittenPlace | null) => void;
}) {
  const { compose, messages } = useTexts();
  return (
    <div className="compose-option">
      <Field
        name="location"
        label={messages.placeName}
        hint={compose.placeHint}
        maxLength={NAME_MAX}
        autoComplete="off"
        dir="auto"
        required
        autoFocus={place.name === ''}
        value={place.name}
        onChange={({ target }) => onChange({ ...place, name: target.value })}
      />
      <IconButton label={compose.removePlace} onClick={() => onChange(null)}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  );
}
