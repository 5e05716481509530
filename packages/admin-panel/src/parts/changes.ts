/** The fields of a form that differ from those with which it began; the rest stays as other admins have made it meanwhile. */
export function changesOf<Fields extends object>(before: Fields, now: Fields): Partial<Fields> {
  const known = new Map(Object.entries(before));
  // These are entries of `now`.
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => value !== known.get(name)),
  ) as Partial<Fields>;
}
