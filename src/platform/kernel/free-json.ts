const values = new WeakSet<object>();

/** Marks the value of a `JSON` scalar, in which a field that is null differs from one that is left out. @returns the value itself */
export function markFreeJson<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) values.add(value);
  return value;
}

export const isFreeJson = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && values.has(value);
