import { types } from 'pg';

/** Parsers of column values: bigint to number, timestamptz to Date, date and numeric to text, JSON parsed. */
export const valueParsers = {
  getTypeParser(oid: number): (text: string) => unknown {
    // Our sessions use the text format only; the package's own parsers are typed as returning `any`.
    return PARSERS.get(oid) ?? (types.getTypeParser(oid, 'text') as (text: string) => unknown);
  },
};

const OID_INT8 = 20;
const OID_INT8_ARRAY = 1016;
const OID_DATE = 1082;
const OID_TIMESTAMPTZ = 1184;
const OID_TIMESTAMPTZ_ARRAY = 1185;

const PARSERS = new Map<number, (text: string) => unknown>([
  [OID_INT8, parseBigint],
  [OID_INT8_ARRAY, (text) => parseFlatArray(text, parseBigint)],
  // A calendar day has no time zone, and a Date would give it one.
  [OID_DATE, (text) => text],
  [OID_TIMESTAMPTZ, parseTimestamp],
  [OID_TIMESTAMPTZ_ARRAY, (text) => parseFlatArray(text, parseTimestamp)],
]);

function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The bigint ${text} is beyond the safe integers.`);
  return value;
}

const UTC_TIMESTAMP = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/;

/** PostgreSQL writes `2026-11-20 12:00:00.123+00` in our sessions; digits after milliseconds are dropped. */
function parseTimestamp(text: string): Date {
  if (!UTC_TIMESTAMP.test(text))
    throw new RangeError(`The timestamp ${text} is outside of what a Date can hold.`);
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
}

/** Arrays of values without escapes: `{1,2,NULL}` or `{"2026-11-20 12:00:00+00"}`. */
function parseFlatArray<T>(text: string, parse: (item: string) => T): (T | null)[] {
  const inner = text.slice(1, -1);
  if (inner === '') return [];
  return inner.split(',').map((item) => (item === 'NULL' ? null : parse(item.replaceAll('"', ''))));
}
