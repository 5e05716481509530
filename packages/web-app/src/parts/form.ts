import type { SyntheticEvent } from 'react';

/** Texts of the fields of a form that is sent, by their names; the page itself is not left. */
export function fieldsOf(event: SyntheticEvent<HTMLFormElement>): Readonly<Record<string, string>> {
  event.preventDefault();
  const entries = [...new FormData(event.currentTarget)];
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
