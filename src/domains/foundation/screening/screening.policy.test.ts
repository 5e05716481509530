import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whenBusy } from '#test/support/when-busy.ts';
import { blockedBy, foldedEntry, highestScores, judge } from './screening.policy.ts';
import type { Thresholds } from './screening.types.ts';

const row = (category: Thresholds['category'], given: Partial<Thresholds>): Thresholds => ({
  kind: 'POST',
  category,
  nudge: null,
  sensitive: null,
  hold: null,
  reject: null,
  version: 1,
  changedAt: new Date(0),
  ...given,
});

const THRESHOLDS = [
  row('INSULT', { nudge: 0.6, hold: 0.85 }),
  row('SEXUAL', { sensitive: 0.6, hold: 0.9 }),
  row('SEXUAL_MINORS', { hold: 0.6, reject: 0.9 }),
  row('PROFANITY', {}),
];

test('the strictest threshold that is reached decides, at the score itself and not below', () => {
  const outcomeOf = (scores: Parameters<typeof judge>[0]): unknown[] =>
    Object.values(judge(scores, THRESHOLDS));
  assert.deepEqual(outcomeOf({}), ['ALLOW', null]);
  assert.deepEqual(outcomeOf({ PROFANITY: 1, HATE: 1 }), ['ALLOW', null]);
  assert.deepEqual(outcomeOf({ INSULT: 0.59 }), ['ALLOW', null]);
  assert.deepEqual(outcomeOf({ INSULT: 0.6 }), ['NUDGE', 'INSULT']);
  assert.deepEqual(outcomeOf({ INSULT: 0.6, SEXUAL: 0.8 }), ['NUDGE', 'INSULT']);
  assert.deepEqual(outcomeOf({ SEXUAL: 0.89 }), ['SENSITIVE', 'SEXUAL']);
  assert.deepEqual(outcomeOf({ INSULT: 0.86, SEXUAL: 0.95 }), ['HOLD', 'SEXUAL']);
  assert.deepEqual(outcomeOf({ SEXUAL_MINORS: 0.89, SEXUAL: 0.2 }), ['HOLD', 'SEXUAL_MINORS']);
  assert.deepEqual(outcomeOf({ SEXUAL_MINORS: 0.9, INSULT: 1 }), ['REJECT', 'SEXUAL_MINORS']);
});

test('of several parts each category has its highest score, and parts that were not judged have none', () => {
  const items = [
    { scores: [{ category: 'HATE', score: 0.2 }], isLanguageKnown: true },
    null,
    {
      scores: [
        { category: 'HATE', score: 0.4 },
        { category: 'SPAM', score: 0.1 },
      ],
      isLanguageKnown: false,
    },
  ] as const;
  assert.deepEqual(highestScores(items), { HATE: 0.4, SPAM: 0.1 });
  assert.deepEqual(highestScores([]), {});
});

test('entries are folded like texts, and the strictest action of all that match counts', () => {
  assert.equal(foldedEntry('WORD', '  Crème-BRÛLÉE '), 'creme brulee');
  assert.equal(foldedEntry('WORD', 'a b c d e'), null);
  assert.equal(foldedEntry('WORD', '…'), null);
  assert.equal(foldedEntry('LINK', 'HTTPS://www.Evil.Example/a?b'), 'evil.example');
  assert.equal(foldedEntry('LINK', 'evil'), null);
  const blocked = {
    WORD: new Map([
      ['creme brulee', 'HOLD'],
      ['pudding', 'REJECT'],
    ] as const),
    LINK: new Map([['evil.example', 'HOLD']] as const),
  };
  assert.equal(blockedBy(blocked, ['Crème, brûlée!']), 'HOLD');
  assert.equal(blockedBy(blocked, ['creme brulee', 'and PUDDING']), 'REJECT');
  assert.equal(blockedBy(blocked, ['http://a.b.evil.example:80/']), 'HOLD');
  assert.equal(blockedBy(blocked, ['brulee creme', 'puddings', 'evil.example.org', 'devil.example']), null);
});

test('hostile texts take time in proportion to their length', () => {
  const blocked = {
    WORD: new Map([['a b c d', 'REJECT']] as const),
    LINK: new Map([['evil.example', 'REJECT']] as const),
  };
  for (const pattern of ['a', 'a.', 'a ', '-', '.', 'a-', 'a b c ', 'ﷺ']) {
    const startedAt = performance.now();
    assert.equal(blockedBy(blocked, [pattern.repeat(20_000)]), null);
    const tookMs = performance.now() - startedAt;
    assert.ok(tookMs < whenBusy(2_000, 1), `${pattern} took ${tookMs} ms`);
  }
});
