import { DAY_MS, MINUTE_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import type { IdentityPort, IssuedTokens } from '#ports/identity.ts';
import { EMBEDDED_ISSUER, embedded } from '#test/support/people/embedded-identity.ts';
import { getMigrations } from 'better-auth/db/migration';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { Pool } from 'pg';
import { codesContract } from './codes.contract.ts';
import { createEmbeddedIdentity } from './embedded.ts';
import { SESSION_LIFE_MS } from './embedded-library.ts';
import type { IdentitySubject } from './identity.contract.ts';
import { assertRefused, identityContract } from './identity.contract.ts';
import { passwordsContract } from './passwords.contract.ts';

const ALICE = { email: 'alice@example.com', password: 'correct horse battery' };

const makeSubject = async (t: TestContext): Promise<IdentitySubject> => {
  const { identity, clock, library } = await embedded(t);
  return {
    identity,
    clock,
    sign: async (payload) => (await library.api.signJWT({ body: { payload } })).token,
    publicKeyPem: async () => {
      const [key] = (await library.api.getJwks()).keys;
      assert.ok(key);
      return String(createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' }));
    },
    endsSingleSessions: true,
    revokesAccessTokens: false,
    endsOtherCodes: true,
    keepsSignIns: true,
  };
};

identityContract('embedded', makeSubject);
codesContract('embedded', makeSubject);
passwordsContract('embedded', makeSubject);

test("the migrated tables match the library's expectation", async (t) => {
  const { library } = await embedded(t);
  const plan = await getMigrations(library.options);
  assert.deepEqual(plan.toBeCreated, []);
  assert.deepEqual(plan.toBeAdded, []);
  assert.deepEqual(plan.toBeAddedIndexes, []);
  assert.deepEqual(plan.schemaProblems, []);
});

test('passwords of 8 to 128 characters are accepted, shorter and longer ones are not', async (t) => {
  const { identity } = await embedded(t);
  await assertRefused(identity.signUp({ ...ALICE, password: 'x'.repeat(7) }), 'PASSWORD_TOO_WEAK');
  await assertRefused(identity.signUp({ ...ALICE, password: 'x'.repeat(129) }), 'PASSWORD_TOO_WEAK');
  await identity.signUp({ email: 'short@example.com', password: 'x'.repeat(8) });
  await identity.signUp({ email: 'long@example.com', password: 'x'.repeat(128) });
  await assertRefused(
    identity.signUp({ ...ALICE, email: `${'a'.repeat(250)}@example.com` }),
    'EMAIL_INVALID',
  );
});

test('an access token lives 15 minutes by the product’s clock', async (t) => {
  const { identity, clock } = await embedded(t);
  clock.advance(400 * DAY_MS);
  const { identity: signedIn } = await identity.signUp(ALICE);
  assert.equal(signedIn.expiresAt.getTime() - signedIn.issuedAt.getTime(), 15 * MINUTE_MS);
  assert.ok(Math.abs(signedIn.issuedAt.getTime() - clock.now().getTime()) < MINUTE_MS);
});

test('a sign-in lives 30 days after its last refresh, and its row is deleted at the next sign-in', async (t) => {
  const { identity, clock, pool } = await embedded(t);
  const phone = await identity.signUp(ALICE);
  const laptop = await identity.signIn(ALICE);
  clock.advance(SESSION_LIFE_MS - MINUTE_MS);
  await identity.refresh(phone.refreshToken);
  clock.advance(2 * MINUTE_MS);
  await identity.refresh(phone.refreshToken);
  await assertRefused(identity.refresh(laptop.refreshToken), 'REFRESH_REFUSED');
  assert.equal(await countSessions(pool), 2);
  await identity.signIn(ALICE);
  assert.equal(await countSessions(pool), 2);
  clock.advance(SESSION_LIFE_MS);
  await assertRefused(identity.refresh(phone.refreshToken), 'REFRESH_REFUSED');
});

test('a cached token is verified without the database', async (t) => {
  const { identity } = await embedded(t);
  const first = await identity.signUp(ALICE);
  const second = await identity.signIn(ALICE);
  await identity.verify(first.accessToken);
  await identity.close();
  assert.deepEqual(await identity.verify(first.accessToken), first.identity);
  assert.deepEqual(await identity.verify(second.accessToken), second.identity);
});

test('two processes accept each other’s tokens', async (t) => {
  const one = await embedded(t);
  const other = createEmbeddedIdentity(one.options);
  t.after(() => other.close());
  const [alice, bob] = await Promise.all([
    one.identity.signUp(ALICE),
    other.signUp({ ...ALICE, email: 'bob@example.com' }),
  ]);
  assert.deepEqual(await other.verify(alice.accessToken), alice.identity);
  assert.deepEqual(await one.identity.verify(bob.accessToken), bob.identity);
  assert.equal((await other.refresh(alice.refreshToken)).identity.sessionKey, alice.identity.sessionKey);
});

test('processes that start first at once make one signing key', async (t) => {
  const { options, pool } = await embedded(t);
  const processes = Array.from({ length: 4 }, () => createEmbeddedIdentity(options));
  t.after(() => Promise.all(processes.map((each) => each.close())));
  await Promise.all(
    processes.map((each, number) => each.signUp({ ...ALICE, email: `number${number}@example.com` })),
  );
  const { rows } = await pool.query<{ keys: number }>('select count(*)::int as keys from auth.jwks');
  assert.deepEqual(rows, [{ keys: 1 }]);
});

test('with a new secret a new key signs, and tokens of the one before count until that secret is forgotten', async (t) => {
  const { identity, options } = await embedded(t);
  const old = await identity.signUp(ALICE);
  const newSecret = 'a new secret of forty characters, for it.';
  const open = (secrets: { secret: string; previousSecret: string | null }): IdentityPort => {
    const opened = createEmbeddedIdentity({ ...options, ...secrets });
    t.after(() => opened.close());
    return opened;
  };
  const during = open({ secret: newSecret, previousSecret: options.secret });
  const renewed = await during.refresh(old.refreshToken);
  assert.deepEqual(await during.verify(old.accessToken), old.identity);
  assert.deepEqual(await during.verify(renewed.accessToken), renewed.identity);
  // A process that has the old secret still, beside one that has the new one.
  const behind = open({ secret: options.secret, previousSecret: null });
  assert.deepEqual(await behind.verify(renewed.accessToken), renewed.identity);
  const afterwards = open({ secret: newSecret, previousSecret: null });
  assert.deepEqual(await afterwards.verify(renewed.accessToken), renewed.identity);
  await assertRefused(afterwards.verify(old.accessToken), 'TOKEN_INVALID');
});

test('a new key is loaded at its first use, and made-up key ids cannot trigger repeated loads', async (t) => {
  const { identity, clock, pool } = await embedded(t);
  const alice = await identity.signUp(ALICE);
  await identity.verify(alice.accessToken);

  const first = await addKey(pool, 'key-one', clock);
  assert.equal((await identity.verify(await first())).subject, 'somebody');

  const second = await addKey(pool, 'key-two', clock);
  const token = await second();
  await assertRefused(identity.verify(token), 'TOKEN_INVALID');
  clock.advance(10 * SECOND_MS);
  assert.equal((await identity.verify(token)).subject, 'somebody');
  assert.deepEqual(await identity.verify(alice.accessToken), alice.identity);
});

test('an unavailable database is distinguished from a refusal', async (t) => {
  const { options } = await embedded(t);
  const identity = createEmbeddedIdentity({ ...options, connectionString: 'postgres://u@127.0.0.1:1/none' });
  t.after(() => identity.close());
  await assertRefused(identity.signUp(ALICE), 'PROVIDER_UNAVAILABLE');
  await assertRefused(identity.signIn(ALICE), 'PROVIDER_UNAVAILABLE');
  await assertRefused(identity.refresh('A'.repeat(32)), 'PROVIDER_UNAVAILABLE');
});

const POOL_CONNECTIONS = 4;

test('the embedded provider recovers when its connections are cut', async (t) => {
  const { identity, pool } = await embedded(t);
  const alice = await identity.signUp(ALICE);
  await pool.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  // Each dead connection of the pool causes one error; then none is left.
  let again: IssuedTokens | null = null;
  for (let tries = 0; again === null && tries <= POOL_CONNECTIONS; tries += 1) {
    again = await identity.refresh(alice.refreshToken).catch(() => null);
  }
  assert.equal(again?.identity.sessionKey, alice.identity.sessionKey);
});

test('the embedded provider connects to the database only', async (t) => {
  const { identity, options } = await embedded(t);
  const sockets: Socket[] = [];
  // Node publishes on this channel each socket about to connect.
  const note = (message: unknown): number => sockets.push((message as { socket: Socket }).socket);
  subscribe('net.client.socket', note);
  t.after(() => unsubscribe('net.client.socket', note));
  const alice = await identity.signUp(ALICE);
  await identity.signIn(ALICE);
  await identity.refresh(alice.refreshToken);
  await identity.verify(alice.accessToken);
  const ports = new Set(sockets.map((socket) => socket.remotePort));
  assert.deepEqual([...ports], [Number(new URL(options.connectionString).port)]);
});

test('the embedded provider works with few connections under many concurrent calls', async (t) => {
  const { identity, pool } = await embedded(t);
  const people = Array.from({ length: 12 }, (_, index) => ({ ...ALICE, email: `p${index}@example.com` }));
  const issued = await Promise.all(people.map((person) => identity.signUp(person)));
  assert.equal(new Set(issued.map(({ identity: { subject } }) => subject)).size, 12);
  const { rows } = await pool.query<{ connections: number }>(
    'SELECT count(*)::int AS connections FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  // Four connections of the provider; this test's own pool has one, which runs the query.
  assert.equal(rows[0]?.connections, 4);
});

async function countSessions(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ sessions: number }>(
    'SELECT count(*)::int AS sessions FROM auth.session',
  );
  assert.ok(rows[0]);
  return rows[0].sessions;
}

/** Stores a key as another process would, and returns a function that signs a valid token with it. */
async function addKey(pool: Pool, kid: string, clock: Clock): Promise<() => Promise<string>> {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  await pool.query(
    `INSERT INTO auth.jwks (id, "publicKey", "privateKey", "createdAt", alg, crv)
     VALUES ($1, $2, 'not needed to verify', now(), 'EdDSA', 'Ed25519')`,
    [kid, JSON.stringify(await exportJWK(publicKey))],
  );
  const now = Math.floor(clock.now().getTime() / 1_000);
  return () =>
    new SignJWT({ sid: 'session', email: 'somebody@example.com', email_verified: true })
      .setProtectedHeader({ alg: 'EdDSA', kid })
      .setSubject('somebody')
      .setIssuer(EMBEDDED_ISSUER)
      .setAudience('user')
      .setIssuedAt(now)
      .setExpirationTime(now + 600)
      .sign(privateKey);
}
