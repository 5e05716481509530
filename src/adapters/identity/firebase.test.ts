import type { MovableClock } from '#test/support/clock.ts';
import { movableClock } from '#test/support/clock.ts';
import type { Clock } from '#platform/clock.ts';
import { SECOND_MS } from '#platform/clock.ts';
import type { IdentityPort } from '#ports/identity.ts';
import type { FirebaseServer } from '#test/support/firebase-server.ts';
import { firebaseServer } from '#test/support/firebase-server.ts';
import { decodeJwt, generateKeyPair, SignJWT } from 'jose';
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { codesContract } from './codes.contract.ts';
import { createFirebaseIdentity, STANDING_LIFE_MS } from './firebase.ts';
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
    endsOlderCodes: false,
    keepsSignIns: false,
  };
};

identityContract('firebase', makeSubject);
codesContract('firebase', makeSubject);
passwordsContract('firebase', makeSubject);

test('the certificates are fetched once and a sign-in is asked about once in some seconds', async (t) => {
  const { identity, clock, server } = await firebase(t);
  const { accessToken } = await identity.signUp(ALICE);
  await Promise.all(Array.from({ length: 50 }, () => identity.verify(accessToken)));
  clock.advance(STANDING_LIFE_MS - SECOND_MS);
  await identity.verify(accessToken);
  assert.equal(server.answered.get('certificates'), 1);
  assert.equal(server.answered.get('lookup'), 1);
  clock.advance(2 * SECOND_MS);
  await identity.verify(accessToken);
  assert.equal(server.answered.get('lookup'), 2);
  assert.equal(server.answered.get('accessToken'), 1);
});

test('revoking a person’s sign-ins refuses the old tokens within seconds and lets a new sign-in through', async (t) => {
  const { identity, clock, server } = await firebase(t);
  const old = await identity.signUp(ALICE);
  await identity.verify(old.accessToken);
  clock.advance(2 * SECOND_MS);
  server.revoke(old.identity.subject);
  clock.advance(STANDING_LIFE_MS);
  await assertRefused(identity.verify(old.accessToken), 'TOKEN_REVOKED');
  await assertRefused(identity.refresh(old.refreshToken), 'REFRESH_REFUSED');
  const renewed = await identity.signIn(ALICE);
  assert.deepEqual(await identity.verify(renewed.accessToken), renewed.identity);
});

test('a disabled account is refused everywhere and its sign-in answers like a wrong password', async (t) => {
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

test('a token signed by somebody else under the provider’s key id is refused', async (t) => {
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

test('a token that does not say when its sign-in was is refused', async (t) => {
  const { identity, server } = await firebase(t);
  const { auth_time: _, ...claims } = decodeJwt((await identity.signUp(ALICE)).accessToken);
  await assertRefused(identity.verify(await server.sign(claims)), 'TOKEN_INVALID');
});

test('unsigned tokens stay refused when the environment tells the SDK that it faces an emulator', async (t) => {
  const clock = movableClock();
  const server = await firebaseServer(t, clock);
  const { accessToken } = await (await open(t, server, clock)).signUp(ALICE);
  t.after(() => delete process.env['FIREBASE_AUTH_EMULATOR_HOST']);
  process.env['FIREBASE_AUTH_EMULATOR_HOST'] = new URL(server.baseUrl).host;
  const misled = await open(t, server, clock);
  const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
  await assertRefused(misled.verify(`${header}.${accessToken.split('.')[1]}.`), 'TOKEN_INVALID');
});

test('a provider that is broken is told apart from a refusal, and asked again when it is back', async (t) => {
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

test('codes survive a provider that is broken, and every process can use them', async (t) => {
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

test('nobody can make a code last longer, though the provider would still take it', async (t) => {
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

test('certificates that cannot be fetched are the provider’s fault and not the token’s', async (t) => {
  const { identity, clock, server } = await firebase(t);
  const alice = await identity.signUp(ALICE);
  const fresh = await open(t, server, clock);
  server.setState('broken');
  await assertRefused(fresh.verify(alice.accessToken), 'PROVIDER_UNAVAILABLE');
  server.setState('well');
  assert.deepEqual(await fresh.verify(alice.accessToken), alice.identity);
});

test('a provider that does not answer is given up after its time', async (t) => {
  const { identity, server } = await firebase(t);
  const alice = await identity.signUp(ALICE);
  server.setState('silent');
  const startedAt = performance.now();
  await Promise.all([
    assertRefused(identity.signIn(ALICE), 'PROVIDER_UNAVAILABLE'),
    assertRefused(identity.verify(alice.accessToken), 'PROVIDER_UNAVAILABLE'),
  ]);
  // Far from the 5 s of the adapter and from the 25 s of the SDK, so that a busy machine does not matter.
  assert.ok(performance.now() - startedAt < 15_000);
});

test('a wrong API key is a fault of the installation and not of the caller', async (t) => {
  const clock = movableClock();
  const server = await firebaseServer(t, clock);
  const identity = await open(t, { ...server, apiKey: 'another' }, clock);
  await assertRefused(identity.signIn(ALICE), 'PROVIDER_UNAVAILABLE');
});

test('passwords never go to an address that is neither encrypted nor on this machine', async (t) => {
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
