import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, ValidationFailed } from '#platform/kernel/errors.ts';
import { parsePoll, type PollInput } from './polls.policy.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const inMs = (ms: number): Date => new Date(NOW.getTime() + ms);

const parsed = (input: Partial<PollInput>) => parsePoll({ options: ['Tea', 'Coffee'], ...input }, NOW);

/** Paths and constraints of the refusals. */
function problemsOf(input: Partial<PollInput>): unknown[] {
  try {
    parsed(input);
    return [];
  } catch (error) {
    const problems = error instanceof ValidationFailed ? error.problems : [error];
    return problems.map((problem) => {
      assert.ok(problem instanceof AppError);
      assert.equal(problem.code, 'VALIDATION_FAILED');
      return [problem.inputPath.join('.'), problem.details.constraint, problem.details.limit];
    });
  }
}

test('an omitted setting means single choice, hidden voters, results ALWAYS and no end', () => {
  assert.deepEqual(parsed({}), {
    optionTexts: ['Tea', 'Coffee'],
    isMultipleChoice: false,
    isAnonymous: true,
    results: 'ALWAYS',
    closesAt: null,
  });
});

test('a poll needs 2 to 10 options, each of 1 to 100 characters on one line', () => {
  const options = (count: number) => Array.from({ length: count }, (_, index) => `Option ${index}`);
  assert.deepEqual(problemsOf({ options: options(1) }), [['poll.options', 'minItems', 2]]);
  assert.deepEqual(problemsOf({ options: options(11) }), [['poll.options', 'maxItems', 10]]);
  assert.equal(parsed({ options: options(2) }).optionTexts.length, 2);
  assert.equal(parsed({ options: options(10) }).optionTexts.length, 10);
  assert.deepEqual(problemsOf({ options: ['Tea', ' \u200b '] }), [['poll.options.1', 'minLength', 1]]);
  assert.deepEqual(problemsOf({ options: ['🇺🇦'.repeat(101), 'a\0'] }), [
    ['poll.options.0', 'maxLength', 100],
    ['poll.options.1', 'printable', undefined],
  ]);
  const texts = ['🇺🇦'.repeat(100), ' Cafe\u0301  au\tlait \r\n'];
  assert.deepEqual(parsed({ options: texts }).optionTexts, ['🇺🇦'.repeat(100), 'Café au lait']);
});

test('an option with a line break is refused, in a draft, too', () => {
  for (const text of ['Tea\nCoffee', 'Tea\rCoffee', 'Tea\u2028Coffee']) {
    assert.deepEqual(problemsOf({ options: ['Milk', text] }), [['poll.options.1', 'oneLine', undefined]]);
  }
});

test('options with equal text are refused, in whatever letters', () => {
  const repeated = [['poll.options', 'distinct', undefined]];
  assert.deepEqual(problemsOf({ options: ['Tea', 'Tea'] }), repeated);
  assert.deepEqual(problemsOf({ options: ['Café', 'Coffee', ' Cafe\u0301'] }), repeated);
  assert.deepEqual(problemsOf({ options: ['Tea', 'tea'] }), repeated);
  assert.deepEqual(problemsOf({ options: ['Tea', 'ＴＥＡ'] }), repeated);
  for (const unseen of ['\u200b', '\u200d', '\u2060', '\u00ad', '\ufe0f', '\u3164', '\u202d', ' \u200b']) {
    assert.deepEqual(
      problemsOf({ options: ['a', `a${unseen}`] }),
      repeated,
      unseen.codePointAt(0)?.toString(16),
    );
  }
  assert.deepEqual(problemsOf({ options: ['don’t', "don't"] }), repeated);
  const england = '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';
  const scotland = '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}';
  for (const apart of [
    ['Café', 'Cafe'],
    ['👨‍👩‍👧', '👨👩👧'],
    [england, scotland],
    ['نامه\u200cای', 'نامهای'],
  ]) {
    assert.deepEqual(parsed({ options: apart }).optionTexts, apart);
  }
});

test('`closesAt` must be 5 minutes to 30 days ahead', () => {
  for (const ms of [5 * MINUTE_MS, 30 * DAY_MS]) {
    assert.deepEqual(parsed({ closesAt: inMs(ms) }).closesAt, inMs(ms));
  }
  for (const ms of [-DAY_MS, 0, 5 * MINUTE_MS - 1, 30 * DAY_MS + 1]) {
    assert.deepEqual(problemsOf({ closesAt: inMs(ms) }), [['poll.closesAt', 'range', undefined]]);
  }
});

test('`durationMinutes` counts from the publication, 5 minutes to 30 days, and stands in place of `closesAt`', () => {
  for (const minutes of [5, 43_200]) {
    assert.deepEqual(parsed({ durationMinutes: minutes }).closesAt, inMs(minutes * MINUTE_MS));
  }
  for (const durationMinutes of [-1, 0, 4, 43_201]) {
    assert.deepEqual(problemsOf({ durationMinutes }), [['poll.durationMinutes', 'range', undefined]]);
  }
  assert.deepEqual(problemsOf({ durationMinutes: 60, closesAt: inMs(DAY_MS) }), [
    ['poll.durationMinutes', 'exclusive', undefined],
  ]);
});
