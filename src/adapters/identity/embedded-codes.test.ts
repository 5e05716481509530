import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/kernel/clock.ts';
import type { IdentityPort, PasswordCredentials } from '#ports/identity.ts';
import { IdentityError } from '#ports/identity.ts';
import { embedded } from '#test/support/people/embedded-identity.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Pool } from 'pg';
import { createEmbeddedIdentity } from './embedded.ts';
import { SESSION_LIFE_MS } from './embedded-library.ts';
import { assertRefused } from './identity.contract.ts';

const ALICE = { email: 'alice@example.com', password: 'correct horse battery' };
const NEW_PASSWORD = 'another battery staple';

test('an unknown address takes as long as a known one', async (t) => {
  const { identity } = await embedded(t);
  await identity.signUp(ALICE);
  await assertEven(identity.signIn);
  await assertEven(identity.checkPassword);
});

test('the stored tables do not reveal codes', async (t) => {
  const { identity, pool } = await embedded(t);
  const { identity: alice } = await identity.signUp(ALICE);
  const codes = [
    await identity.createPasswordResetCode(ALICE.email),
    await identity.createEmailVerificationCode(alice.subject),
  ];
  const { rows } = await pool.query('select * from auth.verification');
  assert.equal(rows.length, 2);
  for (const code of codes) {
    assert.match(code ?? '', /^[A-Za-z0-9]{24}$/);
    assert.ok(code && !JSON.stringify(rows).includes(code));
  }
});

test('codes expire by the product’s clock', async (t) => {
  const { identity, clock } = await embedded(t);
  clock.advance(400 * DAY_MS);
  const { identity: alice } = await identity.signUp(ALICE);
  const reset = await identity.createPasswordResetCode(ALICE.email);
  const verification = await identity.createEmailVerificationCode(alice.subject);
  clock.advance(59 * MINUTE_MS);
  await identity.resetPassword({ code: reset ?? '', newPassword: NEW_PASSWORD });
  clock.advance(DAY_MS - 61 * MINUTE_MS);
  assert.equal((await identity.verifyEmail(verification)).email, ALICE.email);
});

test('a code is bound to the address that it was made for', async (t) => {
  const { identity, pool } = await embedded(t);
  const { identity: alice } = await identity.signUp(ALICE);
  const code = await identity.createEmailVerificationCode(alice.subject);
  await pool.query(`update auth."user" set email = 'alice@elsewhere.example'`);
  await assertRefused(identity.verifyEmail(code), 'CODE_INVALID');
  await identity.signUp({ ...ALICE, password: 'the next one to have it' });
  await assertRefused(identity.verifyEmail(code), 'CODE_INVALID');
  const { rows } = await pool.query(
    'select count(*)::int as verified from auth."user" where "emailVerified"',
  );
  assert.deepEqual(rows, [{ verified: 0 }]);
});

test('a concurrent sign-in with the old password does not outlive a reset', async (t) => {
  const { identity, options } = await embedded(t);
  const other = createEmbeddedIdentity(options);
  t.after(() => other.close());
  await identity.signUp(ALICE);
  for (let round = 0; round < 3; round += 1) {
    const password = round === 0 ? ALICE.password : `password ${round}`;
    const code = (await identity.createPasswordResetCode(ALICE.email)) ?? '';
    const attempts = Array.from({ length: 12 }, () =>
      other.signIn({ ...ALICE, password }).catch((error: unknown) => error),
    );
    await identity.resetPassword({ code, newPassword: `password ${round + 1}` });
    for (const outcome of await Promise.all(attempts)) {
      if (outcome instanceof IdentityError) assert.equal(outcome.code, 'CREDENTIALS_REFUSED');
      // Anything else is the result of `signIn`; for another error the next line fails.
      else
        await assertRefused(
          other.refresh((outcome as { refreshToken: string }).refreshToken),
          'REFRESH_REFUSED',
        );
    }
  }
});

test('a new password invalidates open reset codes', async (t) => {
  const { identity } = await embedded(t);
  const { identity: alice } = await identity.signUp(ALICE);
  const code = (await identity.createPasswordResetCode(ALICE.email)) ?? '';
  const change = { subject: alice.subject, email: ALICE.email, currentPassword: ALICE.password };
  await identity.changePassword({ ...change, newPassword: NEW_PASSWORD });
  await assertRefused(identity.resetPassword({ code, newPassword: 'a third one, longer' }), 'CODE_INVALID');
});

test('of several concurrent changes from one password one succeeds', async (t) => {
  const { identity } = await embedded(t);
  const { identity: alice } = await identity.signUp(ALICE);
  const change = { subject: alice.subject, email: ALICE.email, currentPassword: ALICE.password };
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      identity
        .changePassword({ ...change, newPassword: `new password ${index}` })
        .catch((error: unknown) => (error instanceof IdentityError ? error.code : error)),
    ),
  );
  assert.deepEqual(outcomes.toSorted(), [...Array(4).fill('CREDENTIALS_REFUSED'), null]);
  const winner = outcomes.indexOf(null);
  assert.deepEqual(await identity.checkPassword({ ...ALICE, password: `new password ${winner}` }), {
    subject: alice.subject,
  });
});

test('checking a password leaves no sign-in, and deleting an account leaves no code', async (t) => {
  const { identity, pool } = await embedded(t);
  const { identity: alice } = await identity.signUp(ALICE);
  await identity.checkPassword(ALICE);
  assert.equal(await countRows(pool, 'session'), 1);
  await identity.createPasswordResetCode(ALICE.email);
  await identity.createEmailVerificationCode(alice.subject);
  await identity.signUp({ ...ALICE, email: 'bob@example.com' });
  await identity.createPasswordResetCode('bob@example.com');
  assert.equal(await countRows(pool, 'verification'), 3);
  await identity.deleteSubject(alice.subject);
  assert.equal(await countRows(pool, 'verification'), 1);
});

test('each sign-in deletes some expired sign-ins of all users, once an hour', async (t) => {
  const { identity, clock, pool } = await embedded(t);
  await identity.signUp(ALICE);
  const bob = await identity.signUp({ ...ALICE, email: 'bob@example.com' });
  await identity.signIn(ALICE);
  await pool.query(
    `insert into auth.session (id, "expiresAt", token, "updatedAt", "userId")
     select 'old-' || number, now() + number * interval '1 ms', 'old-' || number, now(), $1
     from generate_series(1, $2) as number`,
    [bob.identity.subject, 520],
  );
  clock.advance(HOUR_MS - MINUTE_MS);
  await identity.signIn(ALICE);
  assert.equal(await countOld(pool), 520);
  clock.advance(2 * MINUTE_MS);
  await identity.signIn(ALICE);
  assert.equal(await countOld(pool), 20);
  await identity.signIn(ALICE);
  assert.equal(await countOld(pool), 20);
  clock.advance(HOUR_MS);
  await identity.signIn(ALICE);
  assert.equal(await countOld(pool), 0);
  await identity.refresh(bob.refreshToken);
  clock.advance(SESSION_LIFE_MS);
  await identity.signIn(ALICE);
  assert.equal(await countRows(pool, 'session'), 1);
});

test('an unavailable database is distinguished from a refusal', async (t) => {
  const { options } = await embedded(t);
  const identity = createEmbeddedIdentity({ ...options, connectionString: 'postgres://u@127.0.0.1:1/none' });
  t.after(() => identity.close());
  const code = 'A'.repeat(24);
  const change = { ...ALICE, subject: 'x', currentPassword: ALICE.password, newPassword: NEW_PASSWORD };
  await assertRefused(identity.checkPassword(ALICE), 'PROVIDER_UNAVAILABLE');
  await assertRefused(identity.changePassword(change), 'PROVIDER_UNAVAILABLE');
  await assertRefused(identity.createPasswordResetCode(ALICE.email), 'PROVIDER_UNAVAILABLE');
  await assertRefused(identity.resetPassword({ code, newPassword: NEW_PASSWORD }), 'PROVIDER_UNAVAILABLE');
  await assertRefused(identity.createEmailVerificationCode('x'), 'PROVIDER_UNAVAILABLE');
  await assertRefused(identity.verifyEmail(code), 'PROVIDER_UNAVAILABLE');
});

const ATTEMPTS = 15;
const ROUNDS = 4;

/** Load on the machine makes single rounds uneven; a timing leak makes every round uneven. */
async function assertEven(ask: IdentityPort['signIn'] | IdentityPort['checkPassword']): Promise<void> {
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const known: number[] = [];
    const unknown: number[] = [];
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      known.push(await elapsedMs(ask, { email: ALICE.email, password: 'not her password' }));
      unknown.push(await elapsedMs(ask, { email: 'nobody@example.com', password: 'not her password' }));
    }
    const ratio = median(unknown) / median(known);
    if (ratio > 0.65 && ratio < 1.35) return;
    ratios.push(ratio);
  }
  assert.fail(`unknown / known = ${ratios.join(', ')}`);
}

async function elapsedMs(
  ask: (credentials: PasswordCredentials) => Promise<unknown>,
  credentials: PasswordCredentials,
): Promise<number> {
  const startedAt = performance.now();
  await assertRefused(ask(credentials), 'CREDENTIALS_REFUSED');
  return performance.now() - startedAt;
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;

async function countRows(pool: Pool, table: 'session' | 'verification'): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from auth.${table}`);
  return rows[0]?.count ?? -1;
}

async function countOld(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from auth.session where id like 'old-%'`,
  );
  return rows[0]?.count ?? -1;
}
