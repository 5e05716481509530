import { Field } from './field.tsx';

/** The time of a field of the browser, which is in the admin's own zone; none for an empty one. */
export const momentOf = (local: string): string | undefined =>
  local ? new Date(local).toISOString() : undefined;

/** A time as such a field writes it; to the minute. */
export function localOf(moment: string | null | undefined): string {
  if (!moment) return '';
  const at = new Date(moment);
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

type MomentFieldProps = { label: string; value: string; onChange: (value: string) => void };

export const MomentField = ({ label, value, onChange }: MomentFieldProps) => (
  <Field label={label}>
    <input type="datetime-local" value={value} onChange={({ target }) => onChange(target.value)} />
  </Field>
);
