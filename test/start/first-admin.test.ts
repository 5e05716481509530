import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActor } from '#test/support/actor.ts';
import { freePort } from '#test/support/transport/free-port.ts';
import { dataFolder, plaza, runPlaza } from './plaza-process.ts';

const LOGIN = `mutation { adminLogin(input: { email: "eve@example.com", password: "correct horse battery" }) {
  accessToken errors { code } } }`;

test('in production the start says that no admin exists, and one is made beside it on the embedded database', async (t) => {
  const port = await freePort();
  const env = {
    NODE_ENV: 'production',
    DATA_DIR: await dataFolder(t),
    PORT: String(port),
    PUBLIC_URL: 'https://api.example.com',
    MAILER: 'smtp',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Plaza <mail@example.com>',
    PAYMENTS: 'embedded',
    CALL_SERVER: 'none',
    ADMIN_TOKEN_SECRET: 'a'.repeat(32),
    MEDIA_LINK_SECRET: 'b'.repeat(32),
    IDENTITY_SECRET: 'c'.repeat(32),
    ADMIN_TOTP_SECRET: 'd'.repeat(32),
  };
  const first = plaza(t, { args: ['start'], env });
  await first.says('Plaza is ready.');
  await first.says('no admin exists');
  assert.match(first.stdout(), /"level":40,.*"msg":"no admin exists: make one beside this process by/);

  const args = ['admin:create', '--email', 'eve@example.com', '--name', 'Eve'];
  const create = () => runPlaza(t, { args, env: { ...env, ADMIN_PASSWORD: 'correct horse battery' } });
  const created = await create();
  assert.deepEqual([created.code, created.stderr], [0, '']);
  const again = await create();
  assert.deepEqual([again.code, again.stderr], [2, 'An admin with this e-mail address already exists.\n']);
  const onEnd = (end: () => unknown): void =>
    t.after(async () => {
      await end();
    });
  const eve = createActor(`http://127.0.0.1:${port}/admin/graphql`, { token: null, onEnd });
  assert.ok((await eve.do(LOGIN)).adminLogin.accessToken);
  first.kill('SIGINT');
  assert.deepEqual(await first.exited, { code: 0, signal: null });

  const second = plaza(t, { args: ['start'], env });
  await second.says('Plaza is ready.');
  assert.doesNotMatch(second.stdout(), /no admin exists/);
});
