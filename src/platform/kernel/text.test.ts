import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AppError, ValidationFailed } from './errors.ts';
import { invalid, parseInput } from './parse-input.ts';
import { indentedTextSchema, lineSchema, nameSchema, textSchema } from './text.ts';
import { z } from 'zod';

const parse = (text: string, bounds = { min: 0, max: 10 }): string => textSchema(bounds).parse(text);

/** The lowest `max` that accepts a text. */
function charactersOf(text: string): number {
  let max = 0;
  while (!textSchema({ min: 0, max }).safeParse(text).success) max += 1;
  return max;
}

/** Constraint and limit of a refused text; null when it is accepted. */
function problemOf(text: string, bounds = { min: 1, max: 10 }): unknown[] | null {
  try {
    parseInput(z.object({ text: textSchema(bounds) }), { text });
    return null;
  } catch (error) {
    assert.ok(error instanceof ValidationFailed);
    const [problem, ...others] = error.problems;
    assert.ok(problem);
    assert.deepEqual([problem.code, problem.inputPath, others], ['VALIDATION_FAILED', ['text'], []]);
    return [problem.details.constraint, problem.details.limit];
  }
}

test('text length counts graphemes', () => {
  const texts = ['', 'abc', 'e\u0301', '👩🏽‍🚀', '👨‍👩‍👧‍👦', '🇺🇦🇺🇦', 'நி', 'a\r\nb', 'z\u0300\u0301\u0302', '한글'];
  assert.deepEqual(texts.map(charactersOf), [0, 3, 1, 1, 1, 2, 1, 3, 1, 2]);
});

test('text is trimmed, composed to NFC and has one kind of line end', () => {
  assert.equal(parse('  a\r\nb\rc\n\td \u00a0\u2003'), 'a\nb\nc\n\td');
  assert.equal(parse('e\u0301'), '\u00e9');
  assert.equal(parse('\u1112\u1161\u11ab'), '\ud55c');
});

test('indented text keeps the spaces of its first line', () => {
  const indented = (text: string): string => indentedTextSchema({ min: 0, max: 30 }).parse(text);
  assert.equal(indented('  if x:\r\n    y\r\n'), '  if x:\n    y');
  assert.equal(indented(' \n\t\n\n\ta\n\n b \n \t\n'), '\ta\n\n b');
  assert.equal(indented(' \n '), '');
  assert.equal(indented('\u2003e\u0301 '), '\u2003\u00e9');
});

test('white space of single-line text becomes a single space', () => {
  assert.equal(lineSchema({ min: 1, max: 10 }).parse(' Ada\r\n\t\u2003 Byron\n'), 'Ada Byron');
});

test('text of invisible characters alone is empty, but invisible parts of visible text stay', () => {
  for (const nothing of [
    '',
    ' \n',
    '\u2800 ',
    '\u200b',
    '\u200b \u2060\ufeff',
    '\u3164',
    '\ufe0f',
    '\u00ad',
  ]) {
    assert.equal(parse(nothing), '');
    assert.deepEqual(problemOf(nothing), ['minLength', 1]);
  }
  assert.equal(parse('a\u200bb'), 'a\u200bb');
  assert.equal(parse('❤\ufe0f'), '❤\ufe0f');
});

test('signs of direction that fill a request take milliseconds, whichever of them close nothing', () => {
  const half = 42_000;
  for (const [opening, closing] of [
    ['\u2066', '\u202c'],
    ['\u202a', '\u2069'],
    ['\u2066', '\u2069'],
  ] as const) {
    const start = performance.now();
    const parsed = textSchema({ min: 0, max: 2 }).safeParse(
      `a${opening.repeat(half)}${closing.repeat(half)}`,
    );
    assert.equal(parsed.success, false);
    // A search through all open signs for each closing one would take eight seconds.
    assert.ok(performance.now() - start < 1_000);
  }
});

test('control characters and lone surrogates are refused', () => {
  for (const wrong of ['a\0b', 'a\u001b[0m', 'a\u0085b', 'a\u007f', 'a\ud800b', '\udc00']) {
    assert.deepEqual(problemOf(wrong), ['printable', undefined], JSON.stringify(wrong));
  }
  assert.equal(problemOf('a\tb\nc'), null);
});

test('text bounds count graphemes and also bound the combining marks', () => {
  assert.equal(problemOf('👩🏽‍🚀'.repeat(10)), null);
  assert.deepEqual(problemOf('👩🏽‍🚀'.repeat(11)), ['maxLength', 10]);
  assert.deepEqual(problemOf('ab', { min: 3, max: 10 }), ['minLength', 3]);
  // Sixteen code units for each grapheme; the letter and its first mark compose to one.
  assert.equal(problemOf(`a${'\u0301'.repeat(160)}`), null);
  assert.deepEqual(problemOf(`a${'\u0301'.repeat(161)}`), ['maxLength', 10]);
});

test('parsing text is idempotent, and parsed text is within the bounds', () => {
  const anything = fc.string({ unit: 'binary', maxLength: 30 });
  const schemas = [textSchema({ min: 0, max: 12 }), lineSchema({ min: 0, max: 12 })];
  fc.assert(
    fc.property(anything, fc.constantFrom(...schemas), (text, schema) => {
      const once = schema.safeParse(text);
      if (!once.success) return;
      assert.equal(schema.parse(once.data), once.data);
      assert.ok(charactersOf(once.data) <= 12);
      assert.equal(once.data, once.data.normalize('NFC').trim());
    }),
    { numRuns: 1_000 },
  );
});

test('every broken rule of an input is a problem of its own, with its path', () => {
  const schema = z.object({ names: z.array(lineSchema({ min: 1, max: 3 })), kind: z.enum(['A', 'B']) });
  assert.throws(
    () => parseInput(schema, { names: ['fine'.slice(1), '', 'long name'], kind: 'C' }),
    (error) => {
      assert.ok(error instanceof ValidationFailed);
      assert.deepEqual(
        error.problems.map(({ inputPath, details }) => ({ inputPath, details })),
        [
          { inputPath: ['names', '1'], details: { constraint: 'minLength', limit: 1 } },
          { inputPath: ['names', '2'], details: { constraint: 'maxLength', limit: 3 } },
          { inputPath: ['kind'], details: { constraint: 'invalid_value' } },
        ],
      );
      return true;
    },
  );
  assert.deepEqual(parseInput(schema, { names: [' a '], kind: 'A' }), { names: ['a'], kind: 'A' });
});

test('a problem found by a service has the same form as one of the schema', () => {
  const problem = invalid(['mediaIds'], 'Too many.', 'maxItems', 10);
  assert.ok(problem instanceof AppError);
  assert.deepEqual(
    [problem.code, problem.message, problem.inputPath],
    ['VALIDATION_FAILED', 'Too many.', ['mediaIds']],
  );
  assert.deepEqual(problem.details, { constraint: 'maxItems', limit: 10 });
  assert.deepEqual(invalid(['a'], 'No.', 'rule').details, { constraint: 'rule' });
});

test('a name loses what turns it around or cannot be seen, and keeps what its script or emoji needs', () => {
  const cleaned = (name: string): string => nameSchema({ min: 0, max: 50 }).parse(name);
  for (const [name, expected] of [
    ['Ada\u202enimda', 'Adanimda'],
    ['\u2066Ada\u2069\u200e', 'Ada'],
    ['ad\u200dm\u200bi\u00ad\ufeffn', 'admin'],
    ['\u2800\u3164', ''],
    ['a\ufdd0b\u{1fffe}', 'ab'],
    [`e${'\u0301'.repeat(20)}`, `\u00e9${'\u0301'.repeat(3)}`],
  ] as const) {
    assert.equal(cleaned(name), expected);
  }
  for (const name of [
    '👩\u200d👩\u200d👧',
    '👩🏽\u200d🚀',
    '❤\ufe0f\u200d🔥',
    '🏴\u{e0067}\u{e0062}\u{e007f}',
    'می\u200cخواهم',
    'क्\u200dष',
    'Nguyễn',
  ]) {
    assert.equal(cleaned(name), name);
  }
});
