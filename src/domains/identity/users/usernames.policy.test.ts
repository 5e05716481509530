import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { AppError } from '#platform/errors.ts';
import { defaultLimits } from '#platform/limits.ts';
import { testWorld } from '#test/support/world.ts';
import { assertCooledDown, ruleProblemOf, skeletonOf } from './usernames.policy.ts';
import { candidatesFor } from './usernames.suggestions.ts';

describe('what the rules say of a name', () => {
  const judged: Readonly<Record<string, readonly string[]>> = {
    'nothing against what is plain': [
      'ada',
      'a.b',
      '_a_',
      '007',
      'a__b',
      'a._b',
      '__1',
      'x'.repeat(30),
      'adm1n',
    ],
    'INVALID for what breaks one': [
      'ad',
      'x'.repeat(31),
      '___',
      '_._',
      '.ada',
      'ada.',
      'a..b',
      'a-b',
      'a b',
      'adä',
      'ad\na',
      '',
    ],
    'RESERVED for the names of the service, and what looks like them': [
      'admin',
      'plaza',
      'p1aza',
      'r00t',
      '_admin_',
      '_null',
      'sign.in',
      'no__reply',
      'undefined',
      'rnedia',
      'vvebmaster',
    ],
  };
  for (const [verdict, names] of Object.entries(judged)) {
    test(verdict, () => {
      const due = verdict.startsWith('nothing') ? null : verdict.split(' ')[0];
      const found = names.map((name) => [name, ruleProblemOf(name, defaultLimits)]);
      assert.deepEqual(
        found,
        names.map((name) => [name, due]),
      );
    });
  }
});

test('what looks alike has one skeleton, here as in the database', async (t) => {
  const alike = [
    ['bob', 'b0b', '_bob', 'bob_'],
    ['ada.byron', 'ada_byron', 'ada._byron', 'ada__byron'],
    ['lena', '1ena'],
    ['emma', 'ernrna'],
    ['wanda', 'vvanda'],
  ];
  assert.deepEqual(
    alike.map((names) => new Set(names.map(skeletonOf)).size),
    alike.map(() => 1),
  );
  assert.equal(new Set(['bob', 'bo.b', 'bobo', 'bab', 'vwv', 'rnn', 'nm'].map(skeletonOf)).size, 7);

  const { app } = await testWorld(t);
  const unit = fc.constantFrom('0', '1', 'l', 'o', 'r', 'n', 'm', 'v', 'w', '.', '_', 'a', '9');
  const names = fc.array(fc.string({ unit, minLength: 1, maxLength: 12 }), { minLength: 50, maxLength: 50 });
  await fc.assert(
    fc.asyncProperty(names, async (texts) => {
      const { rows } = await sql<{ skeleton: string }>`
        select username_skeleton(name) as skeleton from unnest(${texts}::text[]) with ordinality as given (name, place)
        order by place`.execute(app.services.db);
      assert.deepEqual(
        rows.map(({ skeleton }) => skeleton),
        texts.map(skeletonOf),
      );
    }),
    { numRuns: 20 },
  );
});

test('candidates are near the wish, keep the rules, look all different, and are always the same', () => {
  const wish = { username: ['ada'], displayName: ['ada', 'king', 'lovelace'] };
  const names = candidatesFor(wish, defaultLimits);
  assert.deepEqual(names.slice(0, 9), [
    'ada',
    'ada.king.lovelace',
    'adakinglovelace',
    'ada.lovelace',
    'adalovelace',
    'a.lovelace',
    'alovelace',
    'ada.l',
    'adal',
  ]);
  assert.equal(names.length, 60);
  assert.deepEqual(candidatesFor(wish, defaultLimits), names);

  const unit = fc.constantFrom('a', 'b', 'r', 'n', 'v', 'w', '0', '1');
  const words = fc.array(fc.string({ unit, minLength: 1, maxLength: 40 }), { maxLength: 4 });
  fc.assert(
    fc.property(words, words, (username, displayName) => {
      const found = candidatesFor({ username, displayName }, defaultLimits);
      assert.ok(found.length >= 40 && found.length <= 60, `${found.length}`);
      assert.deepEqual(new Set(found.map((name) => ruleProblemOf(name, defaultLimits))), new Set([null]));
      assert.equal(new Set(found.map(skeletonOf)).size, found.length);
    }),
  );
});

test('near a reserved name there is nothing to be had', () => {
  const names = candidatesFor({ username: ['admin'], displayName: ['plaza'] }, defaultLimits);
  assert.deepEqual(
    names.filter((name) => !/^someone\d+$/.test(name)),
    [],
  );
});

test('a name can be changed again to the second after a fortnight', () => {
  const changedAt = new Date('2026-11-20T12:00:00.000Z');
  const waits = (now: string): number | undefined => {
    try {
      assertCooledDown(changedAt, new Date(now));
    } catch (error) {
      assert.ok(error instanceof AppError && error.code === 'RATE_LIMITED');
      return error.details.retryAfterSeconds;
    }
    return undefined;
  };
  assert.equal(waits('2026-11-20T12:00:00.000Z'), 14 * 86_400);
  assert.equal(waits('2026-12-04T11:59:59.001Z'), 1);
  assert.equal(waits('2026-12-04T12:00:00.000Z'), undefined);
  assert.doesNotThrow(() => assertCooledDown(null, changedAt));
});
