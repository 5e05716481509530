import type { Limits } from '#platform/kernel/limits.ts';
import { tooLarge } from '#platform/kernel/result-meter.ts';

export type ResultSize = {
  /** Scalars and lists of scalars, as the cost plan counts them. */
  readonly scalars: number;
};

type Sum = {
  scalars: number;
  bytes: number;
  readonly bytesMax: number;
  readonly ofText: (text: string) => number;
};

/** No character of a JavaScript string takes more in UTF-8. */
const BYTES_OF_UNIT = 3;

/**
 * Measures a result before it is serialised: its texts are shared with the rows that they come from, so a result that is
 * too large has cost little until here.
 * @throws AppError QUERY_TOO_COMPLEX when its names and values have too many bytes
 */
export function measureResult(data: unknown, { resultBytes }: Pick<Limits, 'resultBytes'>): ResultSize {
  const quick: Sum = { scalars: 0, bytes: 0, bytesMax: resultBytes, ofText: (text) => text.length };
  add(data, quick);
  if (quick.bytes * BYTES_OF_UNIT > resultBytes) {
    add(data, { scalars: 0, bytes: 0, bytesMax: resultBytes, ofText: Buffer.byteLength });
  }
  return quick;
}

/** Quotes, a colon and a comma. */
const BYTES_AROUND_NAME = 4;
const BYTES_OF_NUMBER = 5;

function add(value: unknown, sum: Sum): void {
  if (typeof value === 'string') sum.bytes += sum.ofText(value) + 2;
  else if (typeof value !== 'object' || value === null) sum.bytes += BYTES_OF_NUMBER;
  else if (Array.isArray(value)) for (const item of value) add(item, sum);
  else addFields(value, sum);
  if (sum.bytes > sum.bytesMax) throw tooLarge('bytes', sum.bytesMax);
}

function addFields(fields: object, sum: Sum): void {
  // Results have no inherited properties.
  for (const name in fields) {
    const value = (fields as Record<string, unknown>)[name]; // an object of a result is a record
    sum.bytes += name.length + BYTES_AROUND_NAME;
    if (isScalar(value) && name !== '__typename') sum.scalars += 1;
    const before = sum.scalars;
    add(value, sum);
    // The position of a page costs nothing.
    if (name === 'pageInfo') sum.scalars = before;
  }
}

function isScalar(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && (typeof value[0] !== 'object' || value[0] === null);
  return typeof value !== 'object' || value === null;
}
