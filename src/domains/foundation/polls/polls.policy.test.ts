import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, ValidationFailed } from '#platform/errors.ts';
import { parsePoll, type PollInput } from './polls.policy.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const inMs = (ms: number): Date => new Date(NOW.getTime() + ms);

const parsed = (input: Partial<PollInput>) => parsePoll({ options: ['Tea', 'Coffee'], ...input }, NOW);

/** Paths and constraints of what is wrong. */
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

test('what is left out is a single choice with names and results from the beginning, open without end', () => {
  assert.deepEqual(parsed({}), {
    optionTexts: ['Tea', 'Coffee'],
    isMultipleChoice: false,
    isAnonymous: false,
    results: 'ALWAYS',
    closesAt: null,
  });
});

test('there are 2 to 10 options, each with a text of 1 to 100 characters on one line', () => {
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
  const texts = ['🇺🇦'.repeat(100), ' Cafe\u0301 \r\n au\tlait '];
  assert.deepEqual(parsed({ options: texts }).optionTexts, ['🇺🇦'.repeat(100), 'Café au lait']);
});

test('no two options read the same', () => {
  const repeated = [['poll.options', 'distinct', undefined]];
  assert.deepEqual(problemsOf({ options: ['Tea', 'Tea'] }), repeated);
  assert.deepEqual(problemsOf({ options: ['Café', 'Coffee', ' Cafe\u0301'] }), repeated);
  assert.deepEqual(problemsOf({ options: ['Tea', 'tea'] }), []);
});

test('a poll that closes by itself is open for 5 minutes to 30 days', () => {
  for (const ms of [5 * MINUTE_MS, 30 * DAY_MS]) {
    assert.deepEqual(parsed({ closesAt: inMs(ms) }).closesAt, inMs(ms));
  }
  for (const ms of [-DAY_MS, 0, 5 * MINUTE_MS - 1, 30 * DAY_MS + 1]) {
    assert.deepEqual(problemsOf({ closesAt: inMs(ms) }), [['poll.closesAt', 'range', undefined]]);
  }
});
