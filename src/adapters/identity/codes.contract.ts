import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import type { IdentityPort } from '#ports/identity.ts';
import { IdentityError } from '#ports/identity.ts';
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { suite, test } from 'node:test';
import type { IdentitySubject } from './identity.contract.ts';
import { assertRefused } from './identity.contract.ts';

const PASSWORD = 'correct horse battery';
const NEW_PASSWORD = 'another battery staple';
const ALICE = { email: 'alice@example.com', password: PASSWORD };
const NOT_CODES = [
  '',
  '.',
  '..',
  'x',
  '\0',
  'é',
  "' OR 1=1 --",
  'A'.repeat(24),
  `${'A'.repeat(54)}.zzzzzz.${'A'.repeat(22)}`,
  'x'.repeat(100_000),
];

type MakeSubject = (t: TestContext) => Promise<IdentitySubject>;

/** Contract of identity providers for mailed codes; each adapter runs it against itself. */
export function codesContract(name: string, makeSubject: MakeSubject): void {
  suite(`codes contract: ${name}`, () => {
    describeResetting(makeSubject);
    describeResetCodes(makeSubject);
    describeVerifying(makeSubject);
    describeVerificationCodes(makeSubject);
    describeChangingAddresses(makeSubject);
  });
}

function describeResetting(makeSubject: MakeSubject): void {
  test('a mailed code sets a new password and ends every sign-in', async (t) => {
    const { identity, clock, revokesAccessTokens } = await makeSubject(t);
    const phone = await identity.signUp(ALICE);
    const laptop = await identity.signIn(ALICE);
    await identity.verify(laptop.accessToken);
    clock.advance(2 * SECOND_MS);
    const code = await resetCode(identity, ALICE.email);
    assert.deepEqual(await identity.resetPassword({ code, newPassword: NEW_PASSWORD }), {
      subject: phone.identity.subject,
    });
    await assertRefused(identity.signIn(ALICE), 'CREDENTIALS_REFUSED');
    await assertRefused(identity.refresh(phone.refreshToken), 'REFRESH_REFUSED');
    await assertRefused(identity.refresh(laptop.refreshToken), 'REFRESH_REFUSED');
    if (revokesAccessTokens) await assertRefused(identity.verify(laptop.accessToken), 'TOKEN_REVOKED');
    const returned = await identity.signIn({ ...ALICE, password: NEW_PASSWORD });
    assert.equal(returned.identity.subject, phone.identity.subject);
    assert.deepEqual(await identity.verify(returned.accessToken), returned.identity);
  });

  test('an address without an account gets no code, in any form', async (t) => {
    const { identity } = await makeSubject(t);
    const { identity: alice } = await identity.signUp(ALICE);
    for (const email of [
      'bob@example.com',
      '',
      'not an address',
      'alice@example.com, bob@example.com',
      '\0',
    ]) {
      assert.equal(await identity.createPasswordResetCode(email), null);
    }
    const code = await resetCode(identity, 'Alice@Example.com');
    assert.deepEqual(await identity.resetPassword({ code, newPassword: NEW_PASSWORD }), {
      subject: alice.subject,
    });
    await identity.deleteSubject(alice.subject);
    assert.equal(await identity.createPasswordResetCode(ALICE.email), null);
  });

  test('a password reset leaves passwords and sign-ins of other accounts unchanged', async (t) => {
    const { identity, clock } = await makeSubject(t);
    const bob = { email: 'bob@example.com', password: PASSWORD };
    await identity.signUp(ALICE);
    const { refreshToken } = await identity.signUp(bob);
    clock.advance(2 * SECOND_MS);
    const code = await resetCode(identity, ALICE.email);
    await identity.resetPassword({ code, newPassword: NEW_PASSWORD });
    await identity.refresh(refreshToken);
    await identity.signIn(bob);
  });
}

function describeResetCodes(makeSubject: MakeSubject): void {
  test('an invalid reset code changes nothing', async (t) => {
    const { identity } = await makeSubject(t);
    const { identity: alice, refreshToken } = await identity.signUp(ALICE);
    const genuine = await resetCode(identity, ALICE.email);
    const ofAnotherKind = await identity.createEmailVerificationCode(alice.subject);
    const tampered = [`${genuine}x`, genuine.slice(0, -1), flipFirst(genuine)];
    for (const code of [...NOT_CODES, ofAnotherKind, ...tampered]) {
      await assertRefused(identity.resetPassword({ code, newPassword: NEW_PASSWORD }), 'CODE_INVALID');
    }
    await identity.signIn(ALICE);
    await identity.refresh(refreshToken);
    await identity.resetPassword({ code: genuine, newPassword: NEW_PASSWORD });
    assert.equal((await identity.verifyEmail(ofAnotherKind)).subject, alice.subject);
  });

  test('a reset code works once', async (t) => {
    const { identity } = await makeSubject(t);
    await identity.signUp(ALICE);
    const code = await resetCode(identity, ALICE.email);
    await identity.resetPassword({ code, newPassword: NEW_PASSWORD });
    await assertRefused(identity.resetPassword({ code, newPassword: 'a third one, longer' }), 'CODE_INVALID');
    await identity.signIn({ ...ALICE, password: NEW_PASSWORD });
  });

  test('of many concurrent uses of one reset code one sets the password', async (t) => {
    const { identity } = await makeSubject(t);
    await identity.signUp(ALICE);
    const code = await resetCode(identity, ALICE.email);
    const passwords = Array.from({ length: 6 }, (_, index) => `new password ${index}`);
    const outcomes = await Promise.all(
      passwords.map((newPassword) => outcomeOf(identity.resetPassword({ code, newPassword }))),
    );
    const winner = outcomes.indexOf('DONE');
    assert.deepEqual(outcomes.with(winner, 'CODE_INVALID'), Array(6).fill('CODE_INVALID'));
    for (const [index, password] of passwords.entries()) {
      const expected = index === winner ? 'DONE' : 'CREDENTIALS_REFUSED';
      assert.equal(await outcomeOf(identity.checkPassword({ ...ALICE, password })), expected);
    }
  });

  test('a reset code expires after an hour', async (t) => {
    const { identity, clock } = await makeSubject(t);
    await identity.signUp(ALICE);
    const early = await resetCode(identity, ALICE.email);
    clock.advance(59 * MINUTE_MS);
    await identity.resetPassword({ code: early, newPassword: NEW_PASSWORD });
    const late = await resetCode(identity, ALICE.email);
    clock.advance(60 * MINUTE_MS);
    await assertRefused(
      identity.resetPassword({ code: late, newPassword: 'a third one, longer' }),
      'CODE_INVALID',
    );
    await identity.signIn({ ...ALICE, password: NEW_PASSWORD });
  });

  test('a weak password is refused and leaves the code valid', async (t) => {
    const { identity } = await makeSubject(t);
    await identity.signUp(ALICE);
    const code = await resetCode(identity, ALICE.email);
    for (const newPassword of ['', 'five5'])
      await assertRefused(identity.resetPassword({ code, newPassword }), 'PASSWORD_TOO_WEAK');
    await identity.signIn(ALICE);
    await identity.resetPassword({ code, newPassword: NEW_PASSWORD });
  });

  test('a newer code makes the older one invalid, where the provider can', async (t) => {
    const { identity, endsOtherCodes } = await makeSubject(t);
    await identity.signUp(ALICE);
    const older = await resetCode(identity, ALICE.email);
    const newer = await resetCode(identity, ALICE.email);
    assert.notEqual(newer, older);
    if (endsOtherCodes)
      await assertRefused(identity.resetPassword({ code: older, newPassword: PASSWORD }), 'CODE_INVALID');
    await identity.resetPassword({ code: newer, newPassword: NEW_PASSWORD });
    await identity.signIn({ ...ALICE, password: NEW_PASSWORD });
  });

  test('the code of a deleted account sets no password', async (t) => {
    const { identity } = await makeSubject(t);
    const { identity: alice } = await identity.signUp(ALICE);
    const code = await resetCode(identity, ALICE.email);
    await identity.deleteSubject(alice.subject);
    await assertRefused(identity.resetPassword({ code, newPassword: NEW_PASSWORD }), 'CODE_INVALID');
    await assertRefused(identity.signIn({ ...ALICE, password: NEW_PASSWORD }), 'CREDENTIALS_REFUSED');
  });
}

function describeVerifying(makeSubject: MakeSubject): void {
  test('a mailed code verifies the address, and later tokens say so', async (t) => {
    const { identity } = await makeSubject(t);
    const issued = await identity.signUp(ALICE);
    const { subject } = issued.identity;
    const code = await identity.createEmailVerificationCode(subject);
    assert.equal((await identity.refresh(issued.refreshToken)).identity.isEmailVerified, false);
    assert.deepEqual(await identity.verifyEmail(code), { subject, email: 'alice@example.com' });
    const refreshed = await identity.refresh(issued.refreshToken);
    assert.equal(refreshed.identity.isEmailVerified, true);
    assert.equal((await identity.signIn(ALICE)).identity.isEmailVerified, true);
  });

  test('a verified address can be verified again', async (t) => {
    const { identity } = await makeSubject(t);
    const { identity: alice } = await identity.signUp(ALICE);
    for (const _time of [1, 2]) {
      const code = await identity.createEmailVerificationCode(alice.subject);
      assert.equal((await identity.verifyEmail(code)).subject, alice.subject);
    }
  });

  test('an unknown account gets no verification code', async (t) => {
    const { identity } = await makeSubject(t);
    const { identity: alice } = await identity.signUp(ALICE);
    const code = await identity.createEmailVerificationCode(alice.subject);
    await identity.deleteSubject(alice.subject);
    await assertRefused(identity.createEmailVerificationCode(alice.subject), 'TOKEN_REVOKED');
    await assertRefused(identity.createEmailVerificationCode('nobody'), 'TOKEN_REVOKED');
    await assertRefused(identity.createEmailVerificationCode(''), 'TOKEN_REVOKED');
    await assertRefused(identity.verifyEmail(code), 'CODE_INVALID');
  });
}

function describeVerificationCodes(makeSubject: MakeSubject): void {
  test('an invalid verification code verifies nothing', async (t) => {
    const { identity } = await makeSubject(t);
    const issued = await identity.signUp(ALICE);
    const genuine = await identity.createEmailVerificationCode(issued.identity.subject);
    const ofAnotherKind = await resetCode(identity, ALICE.email);
    const tampered = [`${genuine}x`, genuine.slice(0, -1), flipFirst(genuine)];
    for (const code of [...NOT_CODES, ofAnotherKind, ...tampered])
      await assertRefused(identity.verifyEmail(code), 'CODE_INVALID');
    assert.equal((await identity.refresh(issued.refreshToken)).identity.isEmailVerified, false);
    await identity.verifyEmail(genuine);
    await identity.resetPassword({ code: ofAnotherKind, newPassword: NEW_PASSWORD });
  });

  test('a verification code works once, also when it is used concurrently', async (t) => {
    const { identity } = await makeSubject(t);
    const { identity: alice } = await identity.signUp(ALICE);
    const code = await identity.createEmailVerificationCode(alice.subject);
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => outcomeOf(identity.verifyEmail(code))),
    );
    assert.deepEqual(outcomes.toSorted(), [...Array(5).fill('CODE_INVALID'), 'DONE']);
    await assertRefused(identity.verifyEmail(code), 'CODE_INVALID');
  });

  test('a verification code expires after a day', async (t) => {
    const { identity, clock } = await makeSubject(t);
    const { identity: alice } = await identity.signUp(ALICE);
    const early = await identity.createEmailVerificationCode(alice.subject);
    clock.advance(23 * HOUR_MS);
    await identity.verifyEmail(early);
    const late = await identity.createEmailVerificationCode(alice.subject);
    clock.advance(24 * HOUR_MS);
    await assertRefused(identity.verifyEmail(late), 'CODE_INVALID');
  });
}

function describeChangingAddresses(makeSubject: MakeSubject): void {
  const NEW = { email: 'alice@new.example', password: PASSWORD };

  test('a code from the new mailbox replaces the address, which is verified, and old codes end', async (t) => {
    const { identity, clock } = await makeSubject(t);
    const { identity: alice } = await identity.signUp(ALICE);
    const { subject } = alice;
    const code = await changeCode(identity, { subject, email: NEW.email });
    clock.advance(2 * SECOND_MS);
    await identity.signIn(ALICE);
    const reset = await resetCode(identity, ALICE.email);
    assert.deepEqual(await identity.changeEmail(code), { subject, email: NEW.email });
    await assertRefused(identity.signIn(ALICE), 'CREDENTIALS_REFUSED');
    await assertRefused(identity.resetPassword({ code: reset, newPassword: NEW_PASSWORD }), 'CODE_INVALID');
    const signedIn = await identity.signIn(NEW);
    assert.deepEqual(
      [signedIn.identity.subject, signedIn.identity.email, signedIn.identity.isEmailVerified],
      [subject, NEW.email, true],
    );
    await identity.signUp({ ...ALICE, password: 'of the next one to have it' });
    await assertRefused(identity.changeEmail(code), 'CODE_INVALID');
  });

  test('an invalid code changes no address, and a code expires after a day', async (t) => {
    const { identity, clock } = await makeSubject(t);
    const { identity: alice } = await identity.signUp(ALICE);
    const late = await changeCode(identity, { subject: alice.subject, email: NEW.email });
    const verification = await identity.createEmailVerificationCode(alice.subject);
    for (const code of [...NOT_CODES, verification, `${late}x`, late.slice(0, -1), flipFirst(late)])
      await assertRefused(identity.changeEmail(code), 'CODE_INVALID');
    const again = await changeCode(identity, { subject: alice.subject, email: NEW.email });
    await assertRefused(identity.verifyEmail(again), 'CODE_INVALID');
    clock.advance(24 * HOUR_MS);
    await assertRefused(identity.changeEmail(again), 'CODE_INVALID');
    await identity.signIn(ALICE);
  });

  test('a taken address gets no code, and one that is taken meanwhile is not changed to', async (t) => {
    const { identity } = await makeSubject(t);
    const { identity: alice } = await identity.signUp(ALICE);
    const { subject } = alice;
    await identity.signUp({ email: 'bob@example.com', password: PASSWORD });
    assert.equal(await identity.createEmailChangeCode({ subject, email: 'bob@example.com' }), null);
    assert.equal(await identity.createEmailChangeCode({ subject, email: ALICE.email }), null);
    const code = await changeCode(identity, { subject, email: NEW.email });
    await identity.signUp(NEW);
    await assertRefused(identity.changeEmail(code), 'CODE_INVALID');
    assert.equal((await identity.signIn(ALICE)).identity.subject, subject);
    const gone = { subject: 'nobody', email: 'somebody@new.example' };
    await assertRefused(identity.createEmailChangeCode(gone), 'TOKEN_REVOKED');
  });
}

async function changeCode(
  identity: IdentityPort,
  change: { subject: string; email: string },
): Promise<string> {
  const code = await identity.createEmailChangeCode(change);
  assert.ok(code);
  return code;
}

async function resetCode(identity: IdentityPort, email: string): Promise<string> {
  const code = await identity.createPasswordResetCode(email);
  assert.ok(code);
  return code;
}

const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'DONE',
    (error: unknown) => (error instanceof IdentityError ? error.code : error),
  );

const flipFirst = (code: string): string => `${code.startsWith('A') ? 'B' : 'A'}${code.slice(1)}`;
