import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { ValidationFailed } from './errors.ts';
import { parseInput } from './parse-input.ts';

const REFUSALS: readonly (readonly [
  string,
  z.ZodType,
  value: unknown,
  message: string,
  constraint: string,
  limit?: number,
])[] = [
  ['long text', z.string().max(3), 'four', 'Must have at most 3 characters.', 'maxLength', 3],
  ['short text', z.string().min(3), 'ab', 'Must have at least 3 characters.', 'minLength', 3],
  ['empty text', z.string().min(1), '', 'Must not be empty.', 'minLength', 1],
  ['text of another length', z.string().length(1), 'ab', 'Must have exactly 1 character.', 'maxLength', 1],
  ['a large number', z.number().max(3), 4, 'Must be at most 3.', 'maxLength', 3],
  ['a number at an open bound', z.number().lt(3), 3, 'Must be less than 3.', 'maxLength', 3],
  ['a small number', z.number().min(3), 2, 'Must be at least 3.', 'minLength', 3],
  ['zero', z.number().positive(), 0, 'Must be more than 0.', 'minLength', 0],
  ['a long list', z.array(z.unknown()).max(1), [1, 2], 'Must have at most 1 item.', 'maxLength', 1],
  ['a short list', z.array(z.unknown()).min(2), [1], 'Must have at least 2 items.', 'minLength', 2],
  ['an empty list', z.array(z.unknown()).min(1), [], 'Must not be empty.', 'minLength', 1],
  [
    'a list of another length',
    z.array(z.unknown()).length(2),
    [1],
    'Must have exactly 2 items.',
    'minLength',
    2,
  ],
  ['a large set', z.set(z.unknown()).max(1), new Set([1, 2]), 'Must have at most 1 item.', 'maxLength', 1],
  ['a small set', z.set(z.unknown()).min(2), new Set([1]), 'Must have at least 2 items.', 'minLength', 2],
  [
    'a late time',
    z.date().max(new Date(0)),
    new Date(1),
    'Must not be after 1970-01-01T00:00:00.000Z.',
    'maxLength',
    0,
  ],
  [
    'an early time',
    z.date().min(new Date(0)),
    new Date(-1),
    'Must not be before 1970-01-01T00:00:00.000Z.',
    'minLength',
    0,
  ],
  ['another type than a string', z.string(), 1, 'Must be a string.', 'invalid_type'],
  ['a missing number', z.number(), undefined, 'Must be a number.', 'invalid_type'],
  ['a fraction', z.int(), 1.5, 'Must be a whole number.', 'invalid_type'],
  ['another type than a list', z.array(z.string()), 'a', 'Must be a list.', 'invalid_type'],
  ['a type without a name', z.null(), 1, 'Must have another type.', 'invalid_type'],
  ['a malformed e-mail address', z.email(), 'a@', 'Must be an e-mail address.', 'format'],
  ['a malformed URL', z.url(), 'a', 'Must be a URL.', 'format'],
  ['a malformed UUID', z.uuid(), 'a', 'Must be a UUID.', 'format'],
  ['a malformed time', z.iso.datetime(), 'a', 'Must be a time, such as 2026-01-31T12:00:00Z.', 'format'],
  ['text off its pattern', z.string().regex(/b/), 'a', 'Must have the required format.', 'format'],
  ['an unknown name', z.enum(['A', 'B']), 'C', 'Must be one of A, B.', 'invalid_value'],
  ['another literal', z.literal('A'), 'C', 'Must be A.', 'invalid_value'],
  ['an odd number', z.number().multipleOf(2), 3, 'Must be a multiple of 2.', 'not_multiple_of'],
  ['an unknown field', z.strictObject({}), { a: 1 }, 'Must not have a.', 'unrecognized_keys'],
  ['no member of a union', z.union([z.string(), z.int()]), null, 'Must be a valid value.', 'invalid_union'],
  ['a broken rule without a message', z.string().refine(() => false), 'a', 'Must be a valid value.', 'rule'],
];

for (const [what, schema, value, message, constraint, limit] of REFUSALS) {
  test(`the input ${what} is refused with an instruction`, () => {
    assert.deepEqual(problemsOf(z.object({ field: schema }), { field: value }), [
      { path: ['field'], message, details: { constraint, ...(limit === undefined ? {} : { limit }) } },
    ]);
  });
}

test("a schema's own message takes precedence over the general one", () => {
  const schema = z.object({ list: z.array(z.string().max(1, 'Use one letter.')), name: z.string().max(1) });
  assert.deepEqual(problemsOf(schema, { list: ['a', 'bc'], name: 'bc' }), [
    { path: ['list', '1'], message: 'Use one letter.', details: { constraint: 'maxLength', limit: 1 } },
    {
      path: ['name'],
      message: 'Must have at most 1 character.',
      details: { constraint: 'maxLength', limit: 1 },
    },
  ]);
});

function problemsOf(schema: z.ZodType, input: unknown): unknown {
  try {
    return parseInput(schema, input);
  } catch (error) {
    assert.ok(error instanceof ValidationFailed);
    return error.problems.map(({ inputPath, message, details }) => ({ path: inputPath, message, details }));
  }
}
