import type { Limits } from '#platform/kernel/limits.ts';
import { tooLarge } from '#platform/kernel/result-meter.ts';
import { KeptResult } from '#platform/caches/row-results.ts';
import { type CostPlan, INTROSPECTION_COST, OBJECT_COST, pointsOf, SCALAR_COST } from './cost.ts';

type Sum = {
  /** Parts of a point, as the cost plan counts them. */
  cost: number;
  bytes: number;
  readonly bytesMax: number;
  /** Whether texts are counted in bytes, or faster in code units. */
  readonly isExact: boolean;
  readonly charges: CostPlan['charges'];
};

/** No character of a JavaScript string takes more in UTF-8. */
const BYTES_OF_UNIT = 3;

/**
 * Measures a result before it is serialised: its texts are shared with the rows that they come from, so a result that is
 * too large has cost little until here.
 * @returns the points of what came back
 * @throws AppError QUERY_TOO_COMPLEX when its names and values have too many bytes
 */
export function measureResult(
  data: object | null | undefined,
  { charges }: Pick<CostPlan, 'charges'>,
  { resultBytes }: Pick<Limits, 'resultBytes'>,
): number {
  const quick: Sum = { cost: 0, bytes: 0, bytesMax: resultBytes, isExact: false, charges };
  if (data) addFields(data, quick);
  if (data && quick.bytes * BYTES_OF_UNIT > resultBytes)
    addFields(data, { ...quick, bytes: 0, isExact: true });
  return pointsOf(quick.cost);
}

/** Quotes, a colon and a comma. */
const BYTES_AROUND_NAME = 4;
const BYTES_OF_NUMBER = 5;

function addFields(fields: object, sum: Sum): void {
  if (fields instanceof KeptResult) {
    addKept(fields, sum);
    return;
  }
  // Locals, because a page has thousands of values.
  let scalars = 0;
  let bytes = 0;
  // Results have no inherited properties.
  for (const name in fields) {
    const value = (fields as Record<string, unknown>)[name]; // an object of a result is a record
    if (value instanceof KeptResult && value.isJoined) {
      addKept(value, sum);
      continue;
    }
    bytes += name.length + BYTES_AROUND_NAME;
    if (typeof value === 'object') {
      addObjects(name, value, sum);
    } else {
      if (name !== '__typename') scalars += 1;
      bytes += bytesOf(value, sum);
    }
  }
  sum.cost += scalars * SCALAR_COST;
  sum.bytes += bytes;
  if (sum.bytes > sum.bytesMax) throw tooLarge('bytes', sum.bytesMax);
}

function addKept(kept: KeptResult, sum: Sum): void {
  if (kept.cost === null) {
    const inner = { ...sum, cost: 0, bytes: 0 };
    addFields(kept.fields(), inner);
    kept.cost = inner.cost;
  }
  sum.cost += kept.cost;
  sum.bytes += sum.isExact ? Buffer.byteLength(kept.text) : kept.text.length;
  if (sum.bytes > sum.bytesMax) throw tooLarge('bytes', sum.bytesMax);
}

function bytesOf(scalar: unknown, { isExact }: Sum): number {
  if (typeof scalar !== 'string') return BYTES_OF_NUMBER;
  return 2 + (isExact ? Buffer.byteLength(scalar) : scalar.length);
}

/** An object that could not be found was looked up, and is charged like one that could. */
function addObjects(name: string, value: object | null, sum: Sum): void {
  const charge = sum.charges.get(name);
  if (!charge || charge === 'INTROSPECTION') {
    sum.cost += charge ? INTROSPECTION_COST : SCALAR_COST;
    addValue(value, sum);
    return;
  }
  const before = sum.cost;
  const isPage = charge === 'ITEMS' && Array.isArray(value);
  sum.cost += (isPage ? value.length : 1) * OBJECT_COST;
  if (value === null) sum.bytes += BYTES_OF_NUMBER;
  else if (!Array.isArray(value)) addFields(value, sum);
  else for (const item of value) addItem(item, sum);
  if (charge === 'FREE') sum.cost = before;
}

function addItem(item: unknown, sum: Sum): void {
  if (typeof item === 'object' && item !== null) addFields(item, sum);
  else sum.bytes += BYTES_OF_NUMBER;
}

/** Adds the bytes of a scalar, a list of scalars or a value of JSON. */
function addValue(value: unknown, sum: Sum): void {
  if (typeof value !== 'object' || value === null) sum.bytes += bytesOf(value, sum);
  else if (Array.isArray(value)) for (const item of value) addValue(item, sum);
  else {
    for (const [name, field] of Object.entries(value)) {
      sum.bytes += name.length + BYTES_AROUND_NAME;
      addValue(field, sum);
    }
  }
}
