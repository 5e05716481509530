import { useEffect, useState } from 'react';

/** Values that a link of a mail brings: read once, and taken out of the address, which is kept and shown. */
export function useFromMail<Name extends string>(names: readonly Name[]): Readonly<Record<Name, string>> {
  const [brought] = useState(() => {
    // As they are: a router reads a code of digits as a number.
    const given = new URLSearchParams(location.search);
    return Object.fromEntries(names.map((name) => [name, given.get(name) ?? '']));
  });
  useEffect(() => {
    history.replaceState(history.state, '', location.pathname);
  }, []);
  // Each of the names is in it.
  return brought as Record<Name, string>;
}
