import assert from 'node:assert/strict';
import { test } from 'node:test';
import { totpCodeOf, totpStepOf } from '#domains/identity/admin-factors/totp.ts';
import { type Actor, createActor } from '#test/support/actor.ts';
import { PNG } from '#test/support/content/uploads.ts';
import { testDatabase } from '#test/support/database.ts';
import { freePort } from '#test/support/transport/free-port.ts';
import { dataFolder, plaza, runPlaza } from './plaza-process.ts';

const NAMES = ['ADMIN_TOKEN_SECRET', 'MEDIA_LINK_SECRET', 'IDENTITY_SECRET'];
const secretsOf = (word: string, suffix = ''): Record<string, string> =>
  Object.fromEntries(NAMES.map((name) => [`${name}${suffix}`, `${word} ${name} of at least 32 characters`]));

const REGISTER = `mutation { register(input: {
  email: "ada@example.com", password: "correct horse battery", username: "ada", displayName: "Ada", device: { platform: WEB }
}) { accessToken refreshToken errors { code } } }`;
const REFRESH = `mutation ($token: String!) { refreshSession(input: { refreshToken: $token }) {
  accessToken refreshToken errors { code } } }`;
const LOGIN = `mutation { adminLogin(input: { email: "eve@example.com", password: "correct horse battery" }) {
  accessToken refreshToken errors { code } } }`;
const ADMIN_REFRESH = `mutation ($token: String!) { adminRefreshSession(input: { refreshToken: $token }) {
  accessToken refreshToken errors { code } } }`;
const LOGIN_BY_FACTOR = `mutation ($input: AdminLoginInput!) { adminLogin(input: $input) { accessToken errors { code } } }`;
const UPLOAD = `mutation ($file: Upload!) { uploadMedia(input: { file: $file }) { media { url } errors { code } } }`;

test('what a secret has signed counts while it is the previous one, new things are signed by the current one, and then it is forgotten', async (t) => {
  const { connectionString } = await testDatabase(t);
  const [port, opsPort] = [await freePort(), await freePort()];
  const place = { DATABASE_URL: connectionString, DATA_DIR: await dataFolder(t) };
  const addresses = { PORT: String(port), OPS_PORT: String(opsPort) };
  const onEnd = (end: () => unknown): void =>
    t.after(async () => {
      await end();
    });
  const actorAt = (path: string) => createActor(`http://127.0.0.1:${port}${path}`, { token: null, onEnd });
  const user = actorAt('/web/graphql');
  const admin = actorAt('/admin/graphql');
  const uploaded = async (): Promise<string> => {
    const answer = await user.upload(UPLOAD, { file: null }, { file: new Blob([new Uint8Array(PNG)]) });
    return answer.data.uploadMedia.media.url;
  };
  async function served<Result>(
    secrets: Record<string, string>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const server = plaza(t, { args: ['serve'], env: { ...place, ...addresses, ...secrets } });
    await server.ready();
    const result = await work();
    server.kill('SIGINT');
    await server.exited;
    return result;
  }
  /** Whether each still counts: the user's token, the admin's, the link to a file. */
  async function counts(signed: { user: string; admin: string; url: string }): Promise<boolean[]> {
    [user.token, admin.token] = [signed.user, signed.admin];
    const me = await user.ask('{ me { user { username } } }');
    const adminMe = await admin.ask('{ adminMe { email } }');
    const file = await fetch(signed.url);
    return [
      me.data?.me?.user.username === 'ada',
      adminMe.data?.adminMe?.email === 'eve@example.com',
      file.ok,
    ];
  }

  const created = await runPlaza(t, {
    args: ['admin:create', '--email', 'eve@example.com', '--name', 'Eve'],
    env: { ...place, ...secretsOf('first'), ADMIN_PASSWORD: 'correct horse battery' },
  });
  assert.equal(created.code, 0, created.stderr);

  const first = await served(secretsOf('first'), async () => {
    const { register } = await user.do(REGISTER);
    const { adminLogin } = await admin.do(LOGIN);
    user.token = register.accessToken;
    const url = await uploaded();
    return { user: register, admin: adminLogin, url };
  });
  const signedFirst = { user: first.user.accessToken, admin: first.admin.accessToken, url: first.url };

  const both = { ...secretsOf('second'), ...secretsOf('first', '_PREVIOUS') };
  const signedSecond = await served(both, async () => {
    assert.deepEqual(await counts(signedFirst), [true, true, true]);
    const { refreshSession } = await user.do(REFRESH, { token: first.user.refreshToken });
    const { adminRefreshSession } = await admin.do(ADMIN_REFRESH, { token: first.admin.refreshToken });
    user.token = refreshSession.accessToken;
    const signed = { user: refreshSession.accessToken, admin: adminRefreshSession.accessToken };
    return { ...signed, url: await uploaded() };
  });

  await served(secretsOf('second'), async () => {
    assert.deepEqual(await counts(signedSecond), [true, true, true]);
    assert.deepEqual(await counts(signedFirst), [false, false, false]);
  });
});

test('apps of admins go on working while ADMIN_TOTP_SECRET is replaced; without the previous one, who has given no code needs a recovery code', async (t) => {
  const { connectionString } = await testDatabase(t);
  const port = await freePort();
  const place = { DATABASE_URL: connectionString, DATA_DIR: await dataFolder(t) };
  const password = 'correct horse battery';
  const emails = { eve: 'eve@example.com', gus: 'gus@example.com' };
  const onEnd = (end: () => unknown): void =>
    t.after(async () => {
      await end();
    });
  const stranger = (): Actor => createActor(`http://127.0.0.1:${port}/admin/graphql`, { token: null, onEnd });
  async function served<Result>(
    secrets: Record<string, string>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const addresses = { PORT: String(port), OPS_PORT: '0' };
    const server = plaza(t, { args: ['serve'], env: { ...place, ...addresses, ...secrets } });
    await server.ready();
    const result = await work();
    server.kill('SIGINT');
    await server.exited;
    return result;
  }
  const secretOf = (word: string): string => `${word} secret of at least 32 characters`;
  const codeOf = (secret: string, distance = 0): string =>
    totpCodeOf(secret, totpStepOf(new Date()) + distance);
  async function enrolled(email: string): Promise<{ secret: string; recoveryCode: string }> {
    const admin = stranger();
    const { adminLogin } = await admin.do(LOGIN_BY_FACTOR, { input: { email, password } });
    admin.token = adminLogin.accessToken;
    const { adminEnrollTotp } = await admin.do('mutation { adminEnrollTotp { secret } }');
    const { secret } = adminEnrollTotp;
    const { adminConfirmTotp } = await admin.do(
      'mutation ($code: String!) { adminConfirmTotp(input: { code: $code }) { recoveryCodes } }',
      { code: codeOf(secret, -1) },
    );
    return { secret, recoveryCode: adminConfirmTotp.recoveryCodes[0] };
  }
  /** Whether the admin gets in. */
  async function signsIn(given: { email: string; code?: string; recoveryCode?: string }): Promise<boolean> {
    const { data } = await stranger().ask(LOGIN_BY_FACTOR, { input: { password, ...given } });
    const { accessToken, errors } = data.adminLogin;
    assert.deepEqual(errors, accessToken === null ? [{ code: 'INVALID_CREDENTIALS' }] : []);
    return accessToken !== null;
  }

  for (const [name, email] of Object.entries(emails)) {
    const args = ['admin:create', '--email', email, '--name', name];
    const created = await runPlaza(t, { args, env: { ...place, ADMIN_PASSWORD: password } });
    assert.equal(created.code, 0, created.stderr);
  }
  const first = await served({ ADMIN_TOTP_SECRET: secretOf('first') }, async () => ({
    eve: await enrolled(emails.eve),
    gus: await enrolled(emails.gus),
  }));
  const both = {
    ADMIN_TOTP_SECRET: secretOf('second'),
    ADMIN_TOTP_SECRET_PREVIOUS: secretOf('first'),
  };
  await served(both, async () => {
    assert.equal(await signsIn({ email: emails.eve, code: codeOf(first.eve.secret) }), true);
  });
  await served({ ADMIN_TOTP_SECRET: secretOf('second') }, async () => {
    const { eve, gus } = first;
    // The code of the next step: that of this one may be taken.
    assert.equal(await signsIn({ email: emails.eve, code: codeOf(eve.secret, 1) }), true);
    assert.equal(await signsIn({ email: emails.gus, code: codeOf(gus.secret) }), false);
    assert.equal(await signsIn({ email: emails.gus, recoveryCode: gus.recoveryCode }), true);
  });
});
