import fc from 'fast-check';
import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
} from 'graphql';
import { defaultLimits } from '#domains/modules.ts';

/** Ids of existing objects, one of each type, so that every field also gets ids of another type. */
export type KnownIds = readonly string[];

/** Values for the arguments of a field: mostly of their type, sometimes hostile. */
export function hostileArguments(
  args: readonly GraphQLArgument[],
  knownIds: KnownIds,
): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  return recordOf(args, knownIds);
}

/** Every nullable type allows null and absence. */
function recordOf(
  fields: readonly (GraphQLArgument | GraphQLInputField)[],
  knownIds: KnownIds,
): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const values = Object.fromEntries(fields.map(({ name, type }) => [name, valueOf(type, name, knownIds)]));
  const requiredKeys = fields.filter(({ type }) => isNonNullType(type)).map(({ name }) => name);
  return fc.record(values, { requiredKeys });
}

function valueOf(type: GraphQLInputType, name: string, knownIds: KnownIds): fc.Arbitrary<unknown> {
  const given = presentValue(getNullableType(type), name, knownIds);
  const weight = 1;
  return isNonNullType(type)
    ? fc.oneof({ weight: 60, arbitrary: given }, { weight, arbitrary: OF_NO_TYPE })
    : fc.oneof({ weight: 6, arbitrary: given }, { weight, arbitrary: fc.constant(null) });
}

function presentValue(type: GraphQLInputType, name: string, knownIds: KnownIds): fc.Arbitrary<unknown> {
  if (isListType(type)) return listOf(valueOf(type.ofType, name, knownIds));
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    if (!type.isOneOf) return recordOf(fields, knownIds);
    const single = fields.map((field) =>
      valueOf(field.type, field.name, knownIds).map((given) => ({ [field.name]: given })),
    );
    return fc.oneof(
      { weight: 1, arbitrary: recordOf(fields, knownIds) },
      { weight: 12, arbitrary: fc.oneof(...single) },
    );
  }
  if (isEnumType(type)) {
    const values = type.getValues().map((value) => value.name);
    return fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...values) }, fc.constantFrom(...ENUM_LIKE));
  }
  if (isNonNullType(type)) return presentValue(type.ofType, name, knownIds);
  if (type.name === 'ID') return idOf(name, knownIds);
  if (type.name === 'String') return textOf(name);
  return SCALARS[type.name] ?? OF_NO_TYPE;
}

function listOf(item: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const { listInputItems } = defaultLimits;
  const repeated = fc.constantFrom(2, listInputItems, listInputItems + 1);
  return fc.oneof(
    { weight: 8, arbitrary: fc.array(item, { maxLength: 3 }) },
    fc.tuple(item, repeated).map(([value, times]) => Array<unknown>(times).fill(value)),
    fc.array(item, { minLength: listInputItems, maxLength: listInputItems }),
    // GraphQL accepts a single value for a list of one.
    item,
  );
}

const UNKNOWN_UUID_SUFFIX = '01h455vb4pex5vsknk084sn02q';

/** Mostly the type that the name suggests, as `userId` a user. */
function idOf(name: string, knownIds: KnownIds): fc.Arbitrary<unknown> {
  const known = fc.constantFrom(...knownIds);
  const meant = knownIds.filter((id) => id.startsWith(`${name.replace(/Ids?$/, '')}_`));
  return fc.oneof(
    { weight: 20, arbitrary: meant.length > 0 ? fc.constantFrom(...meant) : known },
    { weight: 3, arbitrary: known },
    known.map((id) => id.replace(/_.*/, `_${UNKNOWN_UUID_SUFFIX}`)),
    known.map((id) => id.toUpperCase()),
    known.map((id) => id.slice(0, -1)),
    known.map((id) => ` ${id}\u0000`),
    // The largest well-formed suffix, and the first that does not fit 128 bits.
    known.map((id) => id.replace(/_.*/, `_7${'z'.repeat(25)}`)),
    known.map((id) => id.replace(/_.*/, `_8${'0'.repeat(25)}`)),
    fc.constantFrom('', '_', 'user_', `user_${'0'.repeat(20_000)}`, 0, -1, 2 ** 53, '__proto__', true),
    HOSTILE_TEXT,
  );
}

/** A name that suggests its content usually gets it, or nothing would pass the first check. */
function textOf(name: string): fc.Arbitrary<string> {
  const plausible = PLAUSIBLE_TEXT.find(([pattern]) => pattern.test(name))?.[1] ?? fc.constant('text');
  return fc.oneof({ weight: 3, arbitrary: plausible }, { weight: 4, arbitrary: HOSTILE_TEXT });
}

const HOSTILE_TEXT: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' \t\n\r',
    '\u0000',
    'before\u0000after',
    '\ud800',
    'a\udfff\ud800b',
    '\u0001\u0008\u001b[31m\u007f\u0085',
    '\u202eabc\u2066\u05d0\u0627',
    '\u200b\u200d\ufeff\u2060',
    '\ufffe\uffff\u{10ffff}',
    `'; drop table users; --`,
    `\\'; select pg_sleep(5); --`,
    '%_%\\',
    '$1 $$ ${1} {{1}} :name ?',
    '<script>alert(1)</script><img src=x onerror=alert(1)>',
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u{1f3ff}'.repeat(40),
    `a${'\u0301'.repeat(500)}`,
    '\ufdfa'.repeat(500),
    '%00',
    '%c0%ae%c0%ae/..\\..\\etc',
    '\r\nSet-Cookie: a=b',
    '__proto__',
    'constructor',
    'null',
    'NaN',
    'x'.repeat(20_000),
    '\u{1f600}'.repeat(10_000),
    ' '.repeat(20_000),
    `${'a'.repeat(10_000)}@${'a.'.repeat(5_000)}`,
    `(${'a+'.repeat(5_000)})+$`,
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  // Single code units, so that surrogates can be lone.
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
    .map((units) => String.fromCharCode(...units)),
);

const base64url = (text: string): string => Buffer.from(text).toString('base64url');

const PLAUSIBLE_TEXT: readonly [RegExp, fc.Arbitrary<string>][] = [
  [/email/i, fc.stringMatching(/^[a-z]{8}@example\.com$/)],
  // A changed password stays the same, so that the user can sign in again.
  [/^newPassword$/, fc.constantFrom('correct horse battery', 'x', 'x'.repeat(5_000))],
  [/password/i, fc.constantFrom('correct horse battery', 'x'.repeat(73), 'x'.repeat(5_000))],
  [/username/i, fc.stringMatching(/^[a-z]{4,12}$/)],
  [/token/i, fc.constantFrom('a.b.c', `${base64url('{"alg":"none"}')}.${base64url('{"sub":"admin"}')}.`)],
  [/key/i, fc.constantFrom('one', 'two', 'x'.repeat(255), 'x'.repeat(256))],
  [
    /^(?:after|before)$/,
    fc.oneof(
      fc.constantFrom('MA', '0', '-1', '99999999999999999999', base64url('["a",null,{}]'), base64url('{}')),
      fc.json().map(base64url),
    ),
  ],
];

const ENUM_LIKE = ['', 'NOT_A_VALUE', 'web', '__proto__', 'constructor', 0, true] as const;

const NUMBERS = [
  0,
  -0,
  1,
  -1,
  20,
  100,
  101,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  -(2 ** 31) - 1,
  2 ** 53,
  1e308,
  0.5,
];

const nested = (levels: number): unknown => JSON.parse('{"a":['.repeat(levels) + ']}'.repeat(levels));

/** Parsed, because only JSON.parse makes `__proto__` a key of its own. */
const PROTOTYPE_KEYS: readonly unknown[] = [
  JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}},"toString":null,"then":1}'),
  JSON.parse('{"toJSON":"x","hasOwnProperty":1,"length":-1}'),
];

const JSON_VALUE: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue() },
  fc.constantFrom(
    ...PROTOTYPE_KEYS,
    nested(15),
    nested(16),
    nested(17),
    nested(500),
    Array.from({ length: 4_000 }, () => 0),
    Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`key${index}`, index])),
    '\u0000',
    { '\u0000': '\u0000' },
    { '\ud800': '\udfff' },
    'x'.repeat(20_000),
    1e308,
  ),
);

const DATES = [
  '2026-11-20T09:30:00.000Z',
  '0001-01-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '9999-12-31T23:59:59-23:59',
  '2026-02-29T00:00:00Z',
  '2016-12-31T23:59:60Z',
  '+275760-09-13T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  'now',
  0,
  8.64e15,
];

const SCALARS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  Int: fc.oneof(fc.constantFrom(...NUMBERS), fc.integer(), fc.integer({ min: 1, max: 100 })),
  Float: fc.oneof(fc.constantFrom(...NUMBERS), fc.double()),
  Boolean: fc.boolean(),
  DateTime: fc.constantFrom(...DATES),
  JSON: JSON_VALUE,
  Upload: fc.constantFrom(...PROTOTYPE_KEYS, 'file', {
    path: '/etc/passwd',
    filename: 'a',
    mimetype: 'image/png',
  }),
};

const OF_NO_TYPE: fc.Arbitrary<unknown> = fc.constantFrom(
  null,
  '',
  0,
  -1,
  [],
  {},
  [[]],
  ...PROTOTYPE_KEYS,
  '\u0000',
  true,
);
