import type { MovableClock } from '#test/support/clock.ts';
import { movableClock } from '#test/support/clock.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import type { IdentityPort } from '#ports/identity.ts';
import type { FirebaseServer } from '#test/support/people/firebase-server.ts';
import { firebaseServer } from '#test/support/people/firebase-server.ts';
import { decodeJwt, generateKeyPair, SignJWT } from 'jose';
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { codesContract } from './codes.contract.ts';
import { createFirebaseIdentity } from './firebase.ts';
import type { IdentitySubject } from './identity.contract.ts';
import { assertRefused, identityContract } from './identity.contract.ts';
import { passwordsContract } from './passwords.contract.ts';

const ALICE = { email: 'alice@example.com', password: 'correct horse battery' };

const makeSubject = async (t: TestContext): Promise<IdentitySubject> => {
  const { identity, clock, server } = await firebase(t);
  return {
    identity,
    clock,
    sign: (claims) => server.sign(claims),
    publicKeyPem: async () => server.publicKeyPem,
    endsSingleSessions: false,
    revokesAccessTokens: true,
    endsOtherCodes: false,
    keepsSignIns: false,
  };
};

identityContract('firebase', makeSubject);
codesContract('firebase', makeSubject);
passwordsContract('firebase', makeSubject);

test('certificates are fetched once and a sign-in is checked once in some seconds', async (t) => {
  const { identity, clock, server } = await firebase(t);
  const { accessToken } = await identity.signUp(ALICE);
  await Promise.all(Array.from({ length: 50 }, () => identity.verify(accessToken)));
  clock.advance(4 * SECOND_MS);
  await identity.verify(accessToken);
  assert.equal(server.answered.get('certificates'), 1);
  assert.equal(server.answered.get('lookup'), 1);
  clock.advance(2 * SECOND_MS);
  await identity.verify(accessToken);
  assert.equal(server.answered.get('lookup'), 2);
  assert.equal(server.answered.get('accessToken'), 1);
});

test('revoking the sign-ins of an account refuses the old tokens within seconds and accepts a new sign-in', async (t) => {
  const { identity, clock, server } = await firebase(t);
  const old = await identity.signUp(ALICE);
  await identity.verify(old.accessToken);
  clock.advance(2 * SECOND_MS);
  server.revoke(old.identity.subject);
  clock.advance(5 * SECOND_MS);
  await assertRefused(identity.verify(old.accessToken), 'TOKEN_REVOKED');
  await assertRefused(identity.refresh(old.refreshToken), 'REFRESH_REFUSED');
  const renewed = await identity.signIn(ALICE);
  assert.deepEqual(await identity.verify(renewed.accessToken), renewed.identity);
});

test('a disabled account is refused everywhere and its sign-in fails like a wrong password', async (t) => {
  const { identity, server } = await firebase(t);
  const alice = await identity.signUp(ALICE);
  server.disable(alice.identity.subject);
  await assertRefused(identity.verify(alice.accessToken), 'TOKEN_REVOKED');
  await assertRefused(identity.refresh(alice.refreshToken), 'REFRESH_REFUSED');
  const disabled = await assertRefused(identity.signIn(ALICE), 'CREDENTIALS_REFUSED');
  const wrong = await assertRefused(
    identity.signIn({ ...ALICE, password: 'wrong one' }),
    'CREDENTIALS_REFUSED',
  );
  assert.equal(disabled.message, wrong.message);
});

test('a token signed by another key under the provider’s key id is refused', async (t) => {
  const { identity } = await firebase(t);
  const { accessToken } = await identity.signUp(ALICE);
  const { privateKey } = await generateKeyPair('RS256');
  for (const kid of ['the-only-key', 'unknown-key']) {
    const forged = await new SignJWT(decodeJwt(accessToken))
      .setProtectedHeader({ alg: 'RS256', kid })
      .sign(privateKey);
    await assertRefused(identity.verify(forged), 'TOKEN_INVALID');
  }
});

test('a token without the time of its sign-in is refused', async (t) => {
  const { identity, server } = await firebase(t);
  const { auth_time: _, ...claims } = decodeJwt((await identity.signUp(ALICE)).accessToken);
  await assertRefused(identity.verify(await server.sign(claims)), 'TOKEN_INVALID');
});

test('unsigned tokens stay refused when the environment tells the SDK to use an emulator', async (t) => {
  const clock = movableClock();
  const server = await firebaseServer(t, clock);
  const { accessToken } = await (await open(t, server, clock)).signUp(ALICE);
  t.after(() => delete process.env['FIREBASE_AUTH_EMULATOR_HOST']);
  process.env['FIREBASE_AUTH_EMULATOR_HOST'] = new URL(server.baseUrl).host;
  const misled = await open(t, server, clock);
  const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
  await assertRefused(misled.verify(`${header}.${accessToken.split('.')[1]}.`), 'TOKEN_INVALID');
});

test('a failing provider is distinguished from a refusal, and called again when it recovers', async (t) => {
  const { identity, server } = await firebase(t);
  const alice = await identity.signUp(ALICE);
  server.setState('broken');
  await assertRefused(identity.signUp({ ...ALICE, email: 'bob@example.com' }), 'PROVIDER_UNAVAILABLE');
  await assertRefused(identity.signIn(ALICE), 'PROVIDER_UNAVAILABLE');
  await assertRefused(identity.refresh(alice.refreshToken), 'PROVIDER_UNAVAILABLE');
  await assertRefused(identity.verify(alice.accessToken), 'PROVIDER_UNAVAILABLE');
  await assertRefused(identity.deleteSubject(alice.identity.subject), 'PROVIDER_UNAVAILABLE');
  server.setState('well');
  assert.deepEqual(await identity.verify(alice.accessToken), alice.identity);
  assert.equal(server.answered.get('lookup'), 1);
});

test('codes survive a failing provider, and every process can use them', async (t) => {
  const { identity, clock, server } = await firebase(t);
  const { identity: alice } = await identity.signUp(ALICE);
  const code = (await identity.createPasswordResetCode(ALICE.email)) ?? '';
  const verification = await identity.createEmailVerificationCode(alice.subject);
  const reset = { code, newPassword: 'another battery staple' };
  const change = { ...reset, ...alice, email: ALICE.email, currentPassword: ALICE.password };
  server.setState('broken');
  await assertRefused(identity.createPasswordResetCode(ALICE.email), 'PROVIDER_UNAVAILABLE');
  await assertRefused(identity.createEmailVerificationCode(alice.subject), 'PROVIDER_UNAVAILABLE');
  await assertRefused(identity.resetPassword(reset), 'PROVIDER_UNAVAILABLE');
  await assertRefused(identity.verifyEmail(verification), 'PROVIDER_UNAVAILABLE');
  await assertRefused(identity.changePassword(change), 'PROVIDER_UNAVAILABLE');
  await assertRefused(identity.checkPassword(ALICE), 'PROVIDER_UNAVAILABLE');
  server.setState('well');
  const other = await open(t, server, clock);
  assert.deepEqual(await other.resetPassword(reset), { subject: alice.subject });
  assert.equal((await other.verifyEmail(verification)).subject, alice.subject);
});

test('the expiry of a code cannot be extended, although the provider would still accept it', async (t) => {
  const { identity, clock, server } = await firebase(t);
  const { identity: alice } = await identity.signUp(ALICE);
  const code = await identity.createEmailVerificationCode(alice.subject);
  clock.advance('2d');
  const [bare, , seal] = code.split('.');
  const end = Math.floor(clock.now().getTime() / SECOND_MS + 3_600).toString(36);
  for (const made of [code, `${bare}.${end}.${seal}`, bare ?? ''])
    await assertRefused(identity.verifyEmail(made), 'CODE_INVALID');
  assert.equal(server.answered.get('useCode'), undefined);
});

test('a disabled account gets no codes and can use none', async (t) => {
  const { identity, server } = await firebase(t);
  const { identity: alice } = await identity.signUp(ALICE);
  const code = (await identity.createPasswordResetCode(ALICE.email)) ?? '';
  const verification = await identity.createEmailVerificationCode(alice.subject);
  server.disable(alice.subject);
  assert.equal(await identity.createPasswordResetCode(ALICE.email), null);
  await assertRefused(identity.createEmailVerificationCode(alice.subject), 'TOKEN_REVOKED');
  await assertRefused(
    identity.resetPassword({ code, newPassword: 'another battery staple' }),
    'CODE_INVALID',
  );
  await assertRefused(identity.verifyEmail(verification), 'CODE_INVALID');
  await assertRefused(identity.checkPassword(ALICE), 'CREDENTIALS_REFUSED');
});

test('failing to fetch the certificates makes the provider unavailable and not the token invalid', async (t) => {
  const { identity, clock, server } = await firebase(t);
  const alice = await identity.signUp(ALICE);
  const fresh = await open(t, server, clock);
  server.setState('broken');
  await assertRefused(fresh.verify(alice.accessToken), 'PROVIDER_UNAVAILABLE');
  server.setState('well');
  assert.deepEqual(await fresh.verify(alice.accessToken), alice.identity);
});

test('a provider that does not answer times out', async (t) => {
  const { identity, server } = await firebase(t);
  const alice = await identity.signUp(ALICE);
  server.setState('silent');
  const startedAt = performance.now();
  await Promise.all([
    assertRefused(identity.signIn(ALICE), 'PROVIDER_UNAVAILABLE'),
    assertRefused(identity.verify(alice.accessToken), 'PROVIDER_UNAVAILABLE'),
  ]);
  // Far from the 5 s of the adapter and from the 25 s of the SDK, so that load does not matter.
  assert.ok(performance.now() - startedAt < 15_000);
});

test('a wrong API key is an error of the installation and not of the caller', async (t) => {
  const clock = movableClock();
  const server = await firebaseServer(t, clock);
  const identity = await open(t, { ...server, apiKey: 'another' }, clock);
  await assertRefused(identity.signIn(ALICE), 'PROVIDER_UNAVAILABLE');
});

test('passwords are never sent to an address that is neither encrypted nor local', async (t) => {
  const clock = movableClock();
  const server = await firebaseServer(t, clock);
  const baseUrls = ['http://identity.example', 'http://127.0.0.1.identity.example', 'ftp://127.0.0.1'];
  for (const baseUrl of baseUrls) {
    await assert.rejects(open(t, { ...server, baseUrl }, clock), /must begin with https/);
  }
});

async function firebase(
  t: TestContext,
): Promise<{ identity: IdentityPort; clock: MovableClock; server: FirebaseServer }> {
  const clock = movableClock();
  const server = await firebaseServer(t, clock);
  return { identity: await open(t, server, clock), clock, server };
}

async function open(t: TestContext, server: FirebaseServer, clock: Clock): Promise<IdentityPort> {
  const { projectId, apiKey, serviceAccount, httpAgent, baseUrl } = server;
  const identity = await createFirebaseIdentity({
    projectId,
    apiKey,
    serviceAccount,
    httpAgent,
    restBaseUrl: baseUrl,
    tokenBaseUrl: baseUrl,
    clock,
  });
  t.after(() => identity.close());
  return identity;
}
