import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD_COST } from '#platform/secrets/passwords.ts';
import type { Actor } from '#test/support/actor.ts';
import { allRows, columnsMentioning } from '#test/support/all-rows.ts';
import { firebaseWorld } from '#test/support/people/firebase-world.ts';
import { recordedMails } from '#test/support/people/recorded-mails.ts';
import { emittedNames, refused, unchanged } from '#test/support/unchanged.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const REQUEST_RESET = `mutation ($email: String!) {
  requestPasswordReset(input: { email: $email }) { email errors { code path } } }`;
const RESET = `mutation ($code: String!, $newPassword: String!) {
  resetPassword(input: { code: $code, newPassword: $newPassword }) { endedSessionCount errors { code path } } }`;
const CHANGE = `mutation ($currentPassword: String!, $newPassword: String!) {
  changePassword(input: { currentPassword: $currentPassword, newPassword: $newPassword }) {
    endedSessionCount errors { code path } } }`;
const REQUEST_VERIFICATION = 'mutation { requestEmailVerification { email errors { code path } } }';
const VERIFY =
  'mutation ($code: String!) { verifyEmail(input: { code: $code }) { email errors { code path } } }';
const LOGIN = 'mutation ($input: LoginInput!) { login(input: $input) { user { id } errors { code path } } }';
const REQUEST_CHANGE = `mutation ($email: String!, $password: String!) {
  requestEmailChange(input: { email: $email, password: $password }) { email errors { code path } } }`;
const CHANGE_EMAIL =
  'mutation ($code: String!) { changeEmail(input: { code: $code }) { email errors { code path } } }';
const NEW_PASSWORD = 'a new one, and longer';
const CODE_REFUSED = [{ code: 'VALIDATION_FAILED', path: ['code'] }];
const CREDENTIALS_REFUSED = [{ code: 'INVALID_CREDENTIALS', path: null }];

/** Two rounds: jobs of the first one may enqueue mails. */
async function sendMails(world: World): Promise<void> {
  await world.runJobs();
  await world.runJobs();
}

/** The code in the newest mail to an address. */
async function mailedCode(world: World, to: string): Promise<string> {
  await sendMails(world);
  const mail = (await recordedMails(world, to)).at(-1);
  const [, code] = /The code is (\S+)\. /.exec(mail?.text ?? '') ?? [];
  return code ?? assert.fail(`no code in ${mail?.text}`);
}

const login = (world: World, { email }: Person, password: string): Promise<unknown[]> =>
  world
    .anonymous()
    .ask(LOGIN, { input: { email, password } })
    .then(({ data }) => data.login.errors);

async function assertSignedOut(actor: Actor): Promise<void> {
  const { errors } = await actor.ask('{ me { id } }');
  assert.equal(errors?.[0]?.extensions['reason'], 'REVOKED');
}

test('a user who forgot the password sets a new one by a mailed code and is signed out everywhere', async (t) => {
  const world = await testWorld(t, {
    env: { WEB_APP_URL: 'https://app.example.com' },
    passwordCost: PASSWORD_COST,
  });
  const ada = await world.user('ada');
  const live = await ada.subscribe('subscription { messageAdded { cursor } }');
  const { requestPasswordReset } = await world.anonymous().do(REQUEST_RESET, { email: ' ADA@example.com ' });
  assert.deepEqual(requestPasswordReset, { email: 'ada@example.com', errors: [] });
  const code = await mailedCode(world, ada.email);
  const [mail] = await recordedMails(world, ada.email);
  assert.equal(mail?.subject, 'Choose a new password');
  assert.ok(mail.text.includes(`https://app.example.com/reset-password?code=${encodeURIComponent(code)}`));

  const weak = await refused(world, world.anonymous(), RESET, { code, newPassword: 'short' });
  assert.deepEqual(weak, [{ code: 'VALIDATION_FAILED', path: ['newPassword'] }]);
  const { resetPassword } = await world.anonymous().do(RESET, { code, newPassword: NEW_PASSWORD });
  assert.deepEqual(resetPassword, { endedSessionCount: 1, errors: [] });
  await assertSignedOut(ada);
  await assert.rejects(live.next(), { code: 4403 });
  assert.deepEqual(await login(world, ada, ada.password), CREDENTIALS_REFUSED);
  assert.deepEqual(await login(world, ada, NEW_PASSWORD), []);
  assert.deepEqual(
    await refused(world, world.anonymous(), RESET, { code, newPassword: NEW_PASSWORD }),
    CODE_REFUSED,
  );

  // The last sign-in sent no device.
  const events = ['credentials.passwordChanged', 'session.revoked', 'session.newDevice'];
  assert.deepEqual(await emittedNames(world), events);
  await sendMails(world);
  const subjects = (await recordedMails(world, ada.email)).map(({ subject }) => subject);
  assert.deepEqual(subjects.toSorted(), [
    'Choose a new password',
    'New sign-in to your account',
    'Your password was changed',
  ]);
});

test('a reset request is answered alike for every address, and nothing is mailed to an unknown one', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const answers = [];
  for (const email of [ada.email, 'nobody@example.com']) {
    const text = JSON.stringify(await world.anonymous().ask(REQUEST_RESET, { email }));
    answers.push(text.replaceAll(email, 'EMAIL'));
  }
  assert.equal(answers[0], answers[1]);
  await sendMails(world);
  assert.equal((await recordedMails(world, 'nobody@example.com')).length, 0);
  assert.equal((await recordedMails(world, ada.email)).length, 1);
  assert.deepEqual(await refused(world, world.anonymous(), REQUEST_RESET, { email: 'nonsense' }), [
    { code: 'VALIDATION_FAILED', path: ['email'] },
  ]);
});

test('password resets are limited to five an hour for one e-mail address, from all IP addresses', async (t) => {
  const world = await testWorld(t);
  const email = 'nobody@example.com';
  for (let count = 0; count < 5; count += 1) await world.anonymous().do(REQUEST_RESET, { email });
  assert.deepEqual(await refused(world, world.anonymous(), REQUEST_RESET, { email }), [
    { code: 'RATE_LIMITED', path: null },
  ]);
});

test('of several reset codes the newest is valid, whoever asked for it, and the owner has it', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await world.anonymous().do(REQUEST_RESET, { email: ada.email });
  const older = await mailedCode(world, ada.email);
  await world.anonymous().do(REQUEST_RESET, { email: ada.email });
  const newer = await mailedCode(world, ada.email);
  assert.notEqual(newer, older);
  const attempt = { code: older, newPassword: NEW_PASSWORD };
  assert.deepEqual(await refused(world, world.anonymous(), RESET, attempt), CODE_REFUSED);
  await world.anonymous().do(RESET, { code: newer, newPassword: NEW_PASSWORD });
  assert.deepEqual(await login(world, ada, NEW_PASSWORD), []);
});

test('a user moves the account to another address by a code from its mailbox, and the former one is told', async (t) => {
  const world = await testWorld(t, { env: { WEB_APP_URL: 'https://app.example.com' } });
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const given = { email: ' ADA@new.example ', password: ada.password };
  const { requestEmailChange } = await ada.do(REQUEST_CHANGE, given);
  assert.deepEqual(requestEmailChange, { email: 'ada@new.example', errors: [] });
  const code = await mailedCode(world, 'ada@new.example');
  const [mail] = await recordedMails(world, 'ada@new.example');
  assert.equal(mail?.subject, 'Confirm your new e-mail address');
  assert.ok(mail.text.includes(`https://app.example.com/change-email?code=${code}`));
  assert.equal((await ada.do('{ me { email } }')).me.email, ada.email);

  const { changeEmail } = await world.anonymous().do(CHANGE_EMAIL, { code });
  assert.deepEqual(changeEmail, { email: 'ada@new.example', errors: [] });
  // The session goes on.
  assert.deepEqual((await ada.do('{ me { email isEmailVerified } }')).me, {
    email: 'ada@new.example',
    isEmailVerified: true,
  });
  await sendMails(world);
  const told = (await recordedMails(world, ada.email)).map(({ subject }) => subject);
  assert.deepEqual(told, ['Your e-mail address was changed']);
  assert.deepEqual(await login(world, ada, ada.password), CREDENTIALS_REFUSED);
  assert.deepEqual(await login(world, { ...ada, email: 'ada@new.example' }, ada.password), []);
  assert.deepEqual(await refused(world, world.anonymous(), CHANGE_EMAIL, { code }), CODE_REFUSED);

  // Nothing tells a taken address from a free one.
  const taken = { email: ben.email, password: ada.password };
  assert.deepEqual(await ada.do(REQUEST_CHANGE, taken), {
    requestEmailChange: { email: ben.email, errors: [] },
  });
  await sendMails(world);
  assert.deepEqual(await recordedMails(world, ben.email), []);
  const wrong = { email: 'ada@third.example', password: 'not her password' };
  assert.deepEqual(await refused(world, ada, REQUEST_CHANGE, wrong), CREDENTIALS_REFUSED);
  const same = { ...given, email: 'ada@new.example' };
  assert.deepEqual(await refused(world, ada, REQUEST_CHANGE, same), [
    { code: 'VALIDATION_FAILED', path: ['email'] },
  ]);
});

test('a newer code for the e-mail address makes the older one invalid', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await ada.do(REQUEST_VERIFICATION);
  const older = await mailedCode(world, ada.email);
  await ada.do(REQUEST_VERIFICATION);
  const newer = await mailedCode(world, ada.email);
  assert.deepEqual(await refused(world, world.anonymous(), VERIFY, { code: older }), CODE_REFUSED);
  await world.anonymous().do(VERIFY, { code: newer });
});

test('no row has a code or the text of a mail in clear before the mail is sent', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await world.anonymous().do(REQUEST_RESET, { email: ada.email });
  await ada.do(REQUEST_VERIFICATION);
  const seen = await allRows(world);
  // The first round makes the code for the password; its mail waits.
  await world.runJobs();
  seen.push(...(await allRows(world)));
  await sendMails(world);
  const mails = await recordedMails(world, ada.email);
  assert.equal(mails.length, 2);
  const codes = mails.map(({ text }) => /The code is (\S+)\. /.exec(text)?.[1] ?? assert.fail(text));
  seen.push(...(await allRows(world)));
  const found = columnsMentioning(seen, [...codes, 'The code is']);
  // Where the embedded adapter delivers, outside of production.
  assert.deepEqual(found, ['public.recorded_mails.html', 'public.recorded_mails.text']);
  assert.equal(seen.filter(({ line }) => line.includes('"sealed"')).length > 0, true);
});

test('a reset code is valid for an hour', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ask = async (): Promise<string> => {
    await world.anonymous().do(REQUEST_RESET, { email: ada.email });
    return mailedCode(world, ada.email);
  };
  const code = await ask();
  const attempt = (given: string) =>
    refused(world, world.anonymous(), RESET, { code: given, newPassword: NEW_PASSWORD });
  for (const wrong of ['nonsense', `${code}x`, '0'.repeat(500)]) {
    assert.deepEqual(await attempt(wrong), CODE_REFUSED, wrong);
  }
  world.clock.advance('61m');
  assert.deepEqual(await attempt(code), CODE_REFUSED);
  assert.deepEqual(await login(world, ada, ada.password), []);
});

test('a user who changes the password stays signed in only in the current session', async (t) => {
  const world = await testWorld(t, { passwordCost: PASSWORD_COST });
  const phone = await world.user('ada');
  const laptop = await world.signIn(phone);
  const attempt = (currentPassword: string, newPassword: string) =>
    refused(world, phone, CHANGE, { currentPassword, newPassword });
  assert.deepEqual(await attempt('wrong', NEW_PASSWORD), CREDENTIALS_REFUSED);
  assert.deepEqual(await attempt(phone.password, 'short'), [
    { code: 'VALIDATION_FAILED', path: ['newPassword'] },
  ]);
  assert.deepEqual(await attempt(phone.password, ''), [{ code: 'VALIDATION_FAILED', path: ['newPassword'] }]);

  const { changePassword } = await phone.do(CHANGE, {
    currentPassword: phone.password,
    newPassword: NEW_PASSWORD,
  });
  assert.deepEqual(changePassword, { endedSessionCount: 1, errors: [] });
  assert.deepEqual(await phone.do('{ me { user { id } } }'), { me: { user: { id: phone.id } } });
  await assertSignedOut(laptop);
  assert.deepEqual(await login(world, phone, phone.password), CREDENTIALS_REFUSED);
  assert.deepEqual(await login(world, phone, NEW_PASSWORD), []);
});

test('when the provider ends every sign-in at a password change, the caller gets new tokens', async (t) => {
  const { world } = await firebaseWorld(t);
  const phone = await world.user('ada');
  // Tokens have the time of the sign-in in whole seconds.
  world.clock.advance('2s');
  const laptop = await world.signIn(phone);
  world.clock.advance('2s');
  const { changePassword } = await phone.do(
    CHANGE.replace('endedSessionCount', 'endedSessionCount accessToken'),
    {
      currentPassword: phone.password,
      newPassword: NEW_PASSWORD,
    },
  );
  assert.equal(changePassword.endedSessionCount, 2);
  for (const old of [phone, laptop]) await assertSignedOut(old);
  phone.token = changePassword.accessToken;
  const { mySessions } = await phone.do('{ mySessions { nodes { platform isCurrent } } }');
  assert.deepEqual(mySessions, { nodes: [{ platform: 'WEB', isCurrent: true }] });
});

test('an e-mail address is verified by the mailed code', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const MINE = '{ me { email isEmailVerified } }';
  assert.deepEqual(await ada.do(MINE), { me: { email: ada.email, isEmailVerified: false } });
  await ada.do(REQUEST_VERIFICATION);
  const code = await mailedCode(world, ada.email);
  assert.deepEqual(await refused(world, world.anonymous(), VERIFY, { code: 'nonsense' }), CODE_REFUSED);
  const resetting = await unchanged(world, () =>
    world.anonymous().ask(RESET, { code, newPassword: NEW_PASSWORD }),
  );
  assert.deepEqual(resetting.data.resetPassword.errors, CODE_REFUSED);

  const { verifyEmail } = await world.anonymous().do(VERIFY, { code });
  assert.equal(verifyEmail.email, ada.email);
  assert.deepEqual(await ada.do(MINE), { me: { email: ada.email, isEmailVerified: true } });
  // Nothing is mailed to a verified address.
  await ada.do(REQUEST_VERIFICATION);
  await sendMails(world);
  assert.equal((await recordedMails(world, ada.email)).length, 1);

  await ben.do(REQUEST_VERIFICATION);
  const late = await mailedCode(world, ben.email);
  world.clock.advance('25h');
  assert.deepEqual(await refused(world, world.anonymous(), VERIFY, { code: late }), CODE_REFUSED);
});

test('a sign-in on a new device is notified by mail', async (t) => {
  const world = await testWorld(t, { env: { WEB_APP_URL: 'https://app.example.com' } });
  const ada = await world.user('ada');
  await world.anonymous().do(LOGIN, {
    input: {
      email: ada.email,
      password: ada.password,
      device: { platform: 'WEB', deviceName: '<b>Tablet</b>' },
    },
  });
  await sendMails(world);
  const [mail, ...others] = await recordedMails(world, ada.email);
  assert.deepEqual(others, []);
  assert.equal(mail?.subject, 'New sign-in to your account');
  assert.ok(
    mail.text.includes('Device: <b>Tablet</b>.') && mail.text.includes('https://app.example.com/sessions'),
  );
  assert.ok(mail.html.includes('Device: &lt;b&gt;Tablet&lt;/b&gt;.'), mail.html);
});
