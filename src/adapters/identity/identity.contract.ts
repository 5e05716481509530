import { HOUR_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import type { IdentityErrorCode, IdentityPort, IssuedTokens } from '#ports/identity.ts';
import { IdentityError } from '#ports/identity.ts';
import type { MovableClock } from '#test/support/clock.ts';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { suite, test } from 'node:test';

/** One provider under test, with the means to forge tokens that differ in one claim. */
export type IdentitySubject = {
  readonly identity: IdentityPort;
  readonly clock: MovableClock;
  /** Signs any claims with the provider's own key. */
  readonly sign: (claims: Record<string, unknown>) => Promise<string>;
  readonly publicKeyPem: () => Promise<string>;
  /** False for a provider that can only end all sign-ins of a user. */
  readonly endsSingleSessions: boolean;
  /** False for a provider whose access tokens stay valid until they expire. */
  readonly revokesAccessTokens: boolean;
  /** False for a provider whose other reset codes stay valid when one was used. */
  readonly endsOtherCodes: boolean;
  /** False for a provider that ends all sign-ins when the password changes. */
  readonly keepsSignIns: boolean;
};

export async function assertRefused(work: Promise<unknown>, code: IdentityErrorCode): Promise<IdentityError> {
  const error = await work.then(
    () => assert.fail(`It was accepted and should be refused with ${code}.`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof IdentityError)) throw error;
  assert.equal(error.code, code);
  return error;
}

const PASSWORD = 'correct horse battery';
const ALICE = { email: 'alice@example.com', password: PASSWORD };

/** Contract of identity providers; each adapter runs it against itself. */
export function identityContract(
  name: string,
  makeSubject: (t: TestContext) => Promise<IdentitySubject>,
): void {
  suite(`identity contract: ${name}`, () => {
    describePasswords(makeSubject);
    describeSessions(makeSubject);
    describeAccessTokens(makeSubject);
    describeForgeries(makeSubject);
  });
}

type MakeSubject = (t: TestContext) => Promise<IdentitySubject>;

function describePasswords(makeSubject: MakeSubject): void {
  test('a sign-up returns a token of the new account', async (t) => {
    const { identity, clock } = await makeSubject(t);
    const issued = await identity.signUp(ALICE);
    assert.equal(issued.identity.provider, identity.provider);
    assert.equal(issued.identity.email, 'alice@example.com');
    assert.equal(issued.identity.isEmailVerified, false);
    assert.deepEqual(issued.expiresAt, issued.identity.expiresAt);
    assert.ok(issued.expiresAt > clock.now());
    assert.deepEqual(await identity.verify(issued.accessToken), issued.identity);
  });

  test('an address can be signed up once, in any case', async (t) => {
    const { identity } = await makeSubject(t);
    await identity.signUp(ALICE);
    await assertRefused(identity.signUp({ ...ALICE, password: 'another good one' }), 'EMAIL_TAKEN');
    await assertRefused(identity.signUp({ ...ALICE, email: 'Alice@Example.com' }), 'EMAIL_TAKEN');
    await identity.signIn(ALICE);
  });

  test('of five concurrent sign-ups with one address one succeeds', async (t) => {
    const { identity } = await makeSubject(t);
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () =>
        identity.signUp(ALICE).then(
          () => 'SIGNED_UP',
          (error: unknown) => (error instanceof IdentityError ? error.code : error),
        ),
      ),
    );
    const slower = outcomes.filter((outcome) => outcome !== 'SIGNED_UP');
    assert.deepEqual(slower, ['EMAIL_TAKEN', 'EMAIL_TAKEN', 'EMAIL_TAKEN', 'EMAIL_TAKEN']);
    await identity.signIn(ALICE);
  });

  test('a weak password and a malformed address are refused and leave no account', async (t) => {
    const { identity } = await makeSubject(t);
    await assertRefused(identity.signUp({ ...ALICE, password: 'five5' }), 'PASSWORD_TOO_WEAK');
    await assertRefused(identity.signUp({ ...ALICE, password: '' }), 'PASSWORD_TOO_WEAK');
    await assertRefused(identity.signUp({ ...ALICE, email: 'not an address' }), 'EMAIL_INVALID');
    await identity.signUp(ALICE);
  });

  test('a wrong password and an unknown account get the same refusal', async (t) => {
    const { identity } = await makeSubject(t);
    await identity.signUp(ALICE);
    const wrong = await assertRefused(
      identity.signIn({ ...ALICE, password: 'not her password' }),
      'CREDENTIALS_REFUSED',
    );
    const unknown = await assertRefused(
      identity.signIn({ ...ALICE, email: 'bob@example.com' }),
      'CREDENTIALS_REFUSED',
    );
    assert.equal(wrong.message, unknown.message);
    await assertRefused(identity.signIn({ ...ALICE, password: '' }), 'CREDENTIALS_REFUSED');
    await assertRefused(identity.signIn({ ...ALICE, email: 'not an address' }), 'CREDENTIALS_REFUSED');
    await assertRefused(identity.signIn({ ...ALICE, password: 'x'.repeat(5_000) }), 'CREDENTIALS_REFUSED');
  });
}

function describeSessions(makeSubject: MakeSubject): void {
  test('each sign-in has a session key of its own, which its refreshes keep', async (t) => {
    const { identity, clock } = await makeSubject(t);
    const phone = await identity.signUp(ALICE);
    clock.advance(2 * SECOND_MS);
    const laptop = await identity.signIn(ALICE);
    assert.equal(laptop.identity.subject, phone.identity.subject);
    assert.notEqual(laptop.identity.sessionKey, phone.identity.sessionKey);

    clock.advance(2 * HOUR_MS);
    const refreshed = await identity.refresh(phone.refreshToken);
    assert.equal(refreshed.identity.sessionKey, phone.identity.sessionKey);
    assert.equal(refreshed.identity.subject, phone.identity.subject);
    assert.notEqual(refreshed.accessToken, phone.accessToken);
    assert.deepEqual(await identity.verify(refreshed.accessToken), refreshed.identity);
    const again = await identity.refresh(refreshed.refreshToken);
    assert.equal(again.identity.sessionKey, phone.identity.sessionKey);
  });

  test('a refresh token that was never issued is refused', async (t) => {
    const { identity } = await makeSubject(t);
    const { accessToken } = await identity.signUp(ALICE);
    for (const made of ['', 'x', 'A'.repeat(32), '\0', "' OR 1=1 --", 'x'.repeat(100_000), accessToken]) {
      await assertRefused(identity.refresh(made), 'REFRESH_REFUSED');
    }
  });

  test('an ended session cannot be refreshed, the others can', async (t) => {
    const { identity, clock, endsSingleSessions } = await makeSubject(t);
    const phone = await identity.signUp(ALICE);
    clock.advance(2 * SECOND_MS);
    const laptop = await identity.signIn(ALICE);
    await identity.endSession(phone.identity);
    await identity.endSession(phone.identity);
    if (endsSingleSessions) await assertRefused(identity.refresh(phone.refreshToken), 'REFRESH_REFUSED');
    else await identity.refresh(phone.refreshToken);
    await identity.refresh(laptop.refreshToken);
  });

  test('a session cannot be ended by another user', async (t) => {
    const { identity } = await makeSubject(t);
    const alice = await identity.signUp(ALICE);
    const bob = await identity.signUp({ ...ALICE, email: 'bob@example.com' });
    await identity.endSession({ subject: bob.identity.subject, sessionKey: alice.identity.sessionKey });
    await identity.refresh(alice.refreshToken);
  });

  test('a deleted account cannot be used, and its address can sign up again', async (t) => {
    const { identity, revokesAccessTokens } = await makeSubject(t);
    const alice = await identity.signUp(ALICE);
    await identity.verify(alice.accessToken);
    await identity.deleteSubject(alice.identity.subject);
    await identity.deleteSubject(alice.identity.subject);
    await assertRefused(identity.signIn(ALICE), 'CREDENTIALS_REFUSED');
    await assertRefused(identity.refresh(alice.refreshToken), 'REFRESH_REFUSED');
    if (revokesAccessTokens) await assertRefused(identity.verify(alice.accessToken), 'TOKEN_REVOKED');
    const returned = await identity.signUp(ALICE);
    assert.notEqual(returned.identity.subject, alice.identity.subject);
  });
}

function describeAccessTokens(makeSubject: MakeSubject): void {
  test('a token is valid up to the moment it expires', async (t) => {
    const { identity, clock } = await makeSubject(t);
    const issued = await identity.signUp(ALICE);
    clock.advance(issued.expiresAt.getTime() - clock.now().getTime() - 5 * SECOND_MS);
    assert.equal((await identity.verify(issued.accessToken)).subject, issued.identity.subject);
    clock.advance(5 * SECOND_MS);
    await assertRefused(identity.verify(issued.accessToken), 'TOKEN_EXPIRED');
  });

  test('a token first seen after its expiry is refused as expired', async (t) => {
    const { identity, sign, claims } = await withClaims(await makeSubject(t));
    const expired = await sign({ ...claims, iat: claims.iat - 8 * 3_600, exp: claims.iat - 1 });
    await assertRefused(identity.verify(expired), 'TOKEN_EXPIRED');
  });

  test('a text that is no token is refused', async (t) => {
    const { identity, issued } = await withClaims(await makeSubject(t));
    const garbage = [
      '',
      '.',
      '..',
      'a.b.c',
      '{}',
      '\0',
      'é.é.é',
      'x'.repeat(100_000),
      'e30.e30.e30',
      issued.refreshToken,
    ];
    for (const text of garbage) await assertRefused(identity.verify(text), 'TOKEN_INVALID');
  });
}

function describeForgeries(makeSubject: MakeSubject): void {
  test('claims signed with the provider’s key are accepted (control for the refusals below)', async (t) => {
    const { identity, sign, claims, issued } = await withClaims(await makeSubject(t));
    assert.deepEqual(await identity.verify(await sign(claims)), issued.identity);
  });

  test('a tampered token is refused, even after the genuine one was accepted', async (t) => {
    const { identity, claims, issued } = await withClaims(await makeSubject(t));
    await identity.verify(issued.accessToken);
    const [header, , signature] = issued.accessToken.split('.');
    const payload = encode({ ...claims, sub: 'somebody-else' });
    await assertRefused(identity.verify(`${header}.${payload}.${signature}`), 'TOKEN_INVALID');
    const flipped = signature?.startsWith('A') ? `B${signature.slice(1)}` : `A${signature?.slice(1)}`;
    await assertRefused(identity.verify(issued.accessToken.replace(/[^.]+$/, flipped)), 'TOKEN_INVALID');
    await assertRefused(identity.verify(issued.accessToken.replace(/[^.]+$/, '')), 'TOKEN_INVALID');
  });

  test('a token without a signature is refused', async (t) => {
    const { identity, claims, header } = await withClaims(await makeSubject(t));
    for (const alg of ['none', 'None', 'NONE']) {
      await assertRefused(
        identity.verify(`${encode({ ...header, alg })}.${encode(claims)}.`),
        'TOKEN_INVALID',
      );
    }
  });

  test('a token signed with the public key as if it were a shared secret is refused', async (t) => {
    const { identity, claims, header, publicKeyPem } = await withClaims(await makeSubject(t));
    const secret = new TextEncoder().encode(await publicKeyPem());
    const forged = await new SignJWT(claims).setProtectedHeader({ ...header, alg: 'HS256' }).sign(secret);
    await assertRefused(identity.verify(forged), 'TOKEN_INVALID');
  });

  test('a token of another kind, such as an administrator’s, is refused', async (t) => {
    const { identity, claims } = await withClaims(await makeSubject(t));
    const secret = new TextEncoder().encode('the secret of the administrators’ tokens');
    const admin = await new SignJWT({ ...claims, aud: 'admin' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(secret);
    await assertRefused(identity.verify(admin), 'TOKEN_INVALID');
  });

  test('a token of another issuer, for another audience or without a subject is refused', async (t) => {
    const { identity, sign, claims } = await withClaims(await makeSubject(t));
    await assertRefused(
      identity.verify(await sign({ ...claims, iss: 'https://elsewhere.example' })),
      'TOKEN_INVALID',
    );
    await assertRefused(identity.verify(await sign({ ...claims, aud: 'another-product' })), 'TOKEN_INVALID');
    await assertRefused(identity.verify(await sign({ ...claims, sub: '' })), 'TOKEN_INVALID');
  });

  test('a token from the future is refused', async (t) => {
    const { identity, sign, claims } = await withClaims(await makeSubject(t));
    const future = await sign({ ...claims, iat: claims.iat + 3_600, exp: claims.iat + 7_200 });
    await assertRefused(identity.verify(future), 'TOKEN_INVALID');
  });
}

type SignedInSubject = IdentitySubject & {
  readonly issued: IssuedTokens;
  readonly claims: Record<string, unknown> & { iat: number };
  readonly header: { alg: string; kid: string };
};

async function withClaims(subject: IdentitySubject): Promise<SignedInSubject> {
  const issued = await subject.identity.signUp(ALICE);
  const { iat, ...claims } = decodeJwt(issued.accessToken);
  const { alg, kid } = decodeProtectedHeader(issued.accessToken);
  assert.ok(iat && alg && kid);
  return { ...subject, issued, claims: { ...claims, iat }, header: { alg, kid } };
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
