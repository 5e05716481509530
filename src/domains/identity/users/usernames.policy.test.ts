import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { AppError } from '#platform/kernel/errors.ts';
import { defaultLimits } from '#domains/modules.ts';
import { testWorld } from '#test/support/world.ts';
import { assertUsernameCooldown, ruleProblemOf, usernameSkeletonOf } from './usernames.policy.ts';
import { candidatesFor } from './usernames.suggestions.ts';

describe('usernames are accepted or refused by the rules', () => {
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
      'dream_team',
      'unofficial',
      'plazas',
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
      'adm1n',
      '5upport',
      'plaza.support',
      'plaza_official',
      'official.plaza',
      'plazasupport',
      'nora_official',
      'nora.5taff',
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

test('confusable usernames have one skeleton, in the code as in the database', async (t) => {
  const alike = [
    ['bob', 'b0b', '_bob', 'bob_', 'bo.b'],
    ['ada.byron', 'ada_byron', 'ada._byron', 'ada__byron', 'adabyron'],
    ['lena', '1ena', 'iena'],
    ['aiko', 'a1ko', 'ai_ko', 'alko'],
    ['sina', '5ina'],
    ['emma', 'ernrna'],
    ['wanda', 'vvanda'],
  ];
  assert.deepEqual(
    alike.map((names) => new Set(names.map(usernameSkeletonOf)).size),
    alike.map(() => 1),
  );
  assert.equal(new Set(['bob', 'bobo', 'bab', 'vwv', 'rnn', 'nm'].map(usernameSkeletonOf)).size, 6);

  const { app } = await testWorld(t);
  const unit = fc.constantFrom(
    '0',
    '1',
    'l',
    'i',
    '5',
    's',
    'o',
    'r',
    'n',
    'm',
    'v',
    'w',
    '.',
    '_',
    'a',
    '9',
  );
  const names = fc.array(fc.string({ unit, minLength: 1, maxLength: 12 }), { minLength: 50, maxLength: 50 });
  await fc.assert(
    fc.asyncProperty(names, async (texts) => {
      const { rows } = await sql<{ skeleton: string }>`
        select username_skeleton(name) as skeleton from unnest(${texts}::text[]) with ordinality as given (name, place)
        order by place`.execute(app.services.db);
      assert.deepEqual(
        rows.map(({ skeleton }) => skeleton),
        texts.map(usernameSkeletonOf),
      );
    }),
    { numRuns: 20 },
  );
});

test('suggestions are near the wish, valid, not confusable with each other, and deterministic', () => {
  const wish = { username: ['ada'], displayName: ['ada', 'king', 'lovelace'] };
  const names = candidatesFor(wish, defaultLimits);
  assert.deepEqual(names.slice(0, 9), [
    'ada',
    'ada.king.lovelace',
    'ada.lovelace',
    'a.lovelace',
    'ada.l',
    'lovelace.ada',
    'ada64',
    'ada45',
    'ada35',
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
      assert.equal(new Set(found.map(usernameSkeletonOf)).size, found.length);
    }),
  );
});

test('suggestions near a reserved username contain none of its words', () => {
  const names = candidatesFor({ username: ['admin'], displayName: ['plaza'] }, defaultLimits);
  assert.deepEqual(
    names.filter((name) => !/^someone\d+$/.test(name)),
    [],
  );
});

test('a username can be changed again exactly 14 days after the last change', () => {
  const changedAt = new Date('2026-11-20T12:00:00.000Z');
  const waits = (now: string): number | undefined => {
    try {
      assertUsernameCooldown(changedAt, new Date(now));
    } catch (error) {
      assert.ok(error instanceof AppError && error.code === 'RATE_LIMITED');
      return error.details.retryAfterSeconds;
    }
    return undefined;
  };
  assert.equal(waits('2026-11-20T12:00:00.000Z'), 14 * 86_400);
  assert.equal(waits('2026-12-04T11:59:59.001Z'), 1);
  assert.equal(waits('2026-12-04T12:00:00.000Z'), undefined);
  assert.doesNotThrow(() => assertUsernameCooldown(null, changedAt));
});
