import { SECOND_MS } from '#platform/kernel/clock.ts';
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { suite, test } from 'node:test';
import type { IdentitySubject } from './identity.contract.ts';
import { assertRefused } from './identity.contract.ts';

const PASSWORD = 'correct horse battery';
const NEW_PASSWORD = 'another battery staple';
const ALICE = { email: 'alice@example.com', password: PASSWORD };

type MakeSubject = (t: TestContext) => Promise<IdentitySubject>;

/** Contract of identity providers for existing passwords; each adapter runs it against itself. */
export function passwordsContract(name: string, makeSubject: MakeSubject): void {
  suite(`passwords contract: ${name}`, () => {
    describeChecking(makeSubject);
    describeChanging(makeSubject);
  });
}

function describeChecking(makeSubject: MakeSubject): void {
  test('the right password is accepted, and every other one gets the same refusal', async (t) => {
    const { identity } = await makeSubject(t);
    const { identity: alice } = await identity.signUp(ALICE);
    assert.deepEqual(await identity.checkPassword(ALICE), { subject: alice.subject });
    const wrong = await assertRefused(
      identity.checkPassword({ ...ALICE, password: 'not her password' }),
      'CREDENTIALS_REFUSED',
    );
    const unknown = await assertRefused(
      identity.checkPassword({ ...ALICE, email: 'bob@example.com' }),
      'CREDENTIALS_REFUSED',
    );
    assert.equal(wrong.message, unknown.message);
    for (const given of [{ password: '' }, { email: '' }, { email: 'not an address' }])
      await assertRefused(identity.checkPassword({ ...ALICE, ...given }), 'CREDENTIALS_REFUSED');
  });
}

function describeChanging(makeSubject: MakeSubject): void {
  test('a changed password replaces the old one, and the caller stays signed in', async (t) => {
    const { identity, clock, keepsSignIns } = await makeSubject(t);
    const issued = await identity.signUp(ALICE);
    const { subject } = issued.identity;
    clock.advance(2 * SECOND_MS);
    const change = { subject, email: ALICE.email, currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    const renewed = await identity.changePassword(change);
    await assertRefused(identity.checkPassword(ALICE), 'CREDENTIALS_REFUSED');
    assert.deepEqual(await identity.checkPassword({ ...ALICE, password: NEW_PASSWORD }), { subject });
    if (keepsSignIns) {
      assert.equal(renewed, null);
      const refreshed = await identity.refresh(issued.refreshToken);
      assert.equal(refreshed.identity.sessionKey, issued.identity.sessionKey);
    } else {
      assert.ok(renewed);
      assert.equal(renewed.identity.subject, subject);
      await assertRefused(identity.refresh(issued.refreshToken), 'REFRESH_REFUSED');
      await assertRefused(identity.verify(issued.accessToken), 'TOKEN_REVOKED');
      assert.deepEqual(await identity.verify(renewed.accessToken), renewed.identity);
      await identity.refresh(renewed.refreshToken);
    }
  });

  test("a password change without the account's current password changes nothing", async (t) => {
    const { identity } = await makeSubject(t);
    const alice = await identity.signUp(ALICE);
    const bob = await identity.signUp({ email: 'bob@example.com', password: PASSWORD });
    const change = {
      subject: alice.identity.subject,
      email: ALICE.email,
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
    };
    const refused = [
      { currentPassword: 'not her password' },
      { currentPassword: '' },
      { email: 'bob@example.com' },
      { email: 'nobody@example.com' },
      { subject: bob.identity.subject },
      { subject: 'nobody' },
    ];
    for (const given of refused)
      await assertRefused(identity.changePassword({ ...change, ...given }), 'CREDENTIALS_REFUSED');
    for (const newPassword of ['', 'five5'])
      await assertRefused(identity.changePassword({ ...change, newPassword }), 'PASSWORD_TOO_WEAK');
    await identity.refresh(alice.refreshToken);
    await identity.checkPassword(ALICE);
    await identity.checkPassword({ email: 'bob@example.com', password: PASSWORD });
  });
}
