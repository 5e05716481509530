/** The names of a record whose type lists all of them. */
export function namesOf<Fields extends object>(record: Fields): (keyof Fields & string)[] {
  // A value may have more names than its type says; records that are made here have no others.
  return Object.keys(record) as (keyof Fields & string)[];
}

/** As `Object.entries`, with the names of the record's type. */
export function entriesOf<Fields extends object>(
  record: Fields,
): (readonly [keyof Fields & string, Fields[keyof Fields & string]])[] {
  return namesOf(record).map((name) => [name, record[name]] as const);
}

/** A record with the same names and other values. */
export function mapValues<Name extends string, From, To>(
  record: Readonly<Record<Name, From>>,
  change: (value: From, name: Name) => To,
): Record<Name, To> {
  const entries = namesOf(record).map((name) => [name, change(record[name], name)] as const);
  // Each name of the record has an entry.
  return Object.fromEntries(entries) as Record<Name, To>;
}
