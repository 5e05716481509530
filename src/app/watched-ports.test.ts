import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from '#platform/kernel/logger.ts';
import { freePort } from '#test/support/transport/free-port.ts';
import { runSql } from '#test/support/test-server.ts';
import { firebaseWorld } from '#test/support/people/firebase-world.ts';
import { whenBusy } from '#test/support/when-busy.ts';
import { testWorld, type World } from '#test/support/world.ts';

type Line = { readonly level: number; readonly msg: string; readonly port?: string; readonly fault?: string };

function heldLog() {
  const lines: Line[] = [];
  // A line of the log, whose fields are as they are.
  const log = createLogger({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line) as Line) });
  /** Lines of the log about ports, and all other warnings. */
  const told = (): string[] =>
    lines.flatMap(({ level, msg, port, fault }) =>
      port !== undefined ? [`${msg}: ${port} ${fault}`] : level >= 40 ? [msg] : [],
    );
  return { log, told };
}

async function readyOf(world: World): Promise<unknown> {
  const response = await fetch(new URL('/ready', world.opsUrl));
  // The answer of the product.
  const { missing, degraded } = (await response.json()) as Record<string, unknown>;
  return [response.status, missing, degraded];
}

test('a mail server that is away is one line for all mails that wait, and degrades the process', async (t) => {
  const { log, told } = heldLog();
  const smtp = `smtp://127.0.0.1:${await freePort()}`;
  const env = { MAILER: 'smtp', SMTP_URL: smtp, MAIL_FROM: 'mail@plaza.example' };
  const world = await testWorld(t, { env, log });
  for (const name of ['ada', 'ben', 'cem']) await world.user(name);
  await world.runJobs();
  const RESET =
    'mutation ($email: String!) { requestPasswordReset(input: { email: $email }) { errors { code } } }';
  for (const name of ['ada', 'ben', 'cem']) {
    await world.anonymous().do(RESET, { email: `${name}@example.com` });
  }
  await world.runJobs();
  assert.deepEqual(told(), ['a port fails: mail away']);
  assert.deepEqual(await readyOf(world), [200, [], ['mail']]);
});

test('a provider of payments that is away is named to the client, by /ready and in one line, until a call succeeds', async (t) => {
  const { log, told } = heldLog();
  const world = await testWorld(t, { log });
  const ada = await world.user('ada');
  const SETUP = 'mutation { createPaymentSetup { clientSecret errors { code } } }';
  await runSql(world.connectionString, 'alter table payment_sandbox.objects rename to elsewhere');
  for (let times = 0; times < 3; times += 1) {
    const { errors } = await ada.ask(SETUP);
    const [{ message, extensions } = assert.fail('it was not refused')] = errors ?? [];
    assert.deepEqual(
      [message, extensions.code],
      ['The provider of payments cannot be reached: try again shortly.', 'SERVICE_UNAVAILABLE'],
    );
  }
  assert.deepEqual(told(), ['a port fails: payments away']);
  assert.deepEqual(await readyOf(world), [200, [], ['payments']]);
  await runSql(world.connectionString, 'alter table payment_sandbox.elsewhere rename to objects');
  await ada.do(SETUP);
  assert.deepEqual(told(), ['a port fails: payments away', 'a port works again: payments away']);
  assert.deepEqual(await readyOf(world), [200, [], []]);
});

test('a provider of identities that breaks is named to the client, by /ready and in one line, until a call succeeds', async (t) => {
  const { log, told } = heldLog();
  const { world, firebase } = await firebaseWorld(t, {}, log);
  await world.user('ada');
  const LOGIN = `mutation { login(input: { email: "ada@example.com", password: "correct horse battery", device: { platform: WEB } }) {
    accessToken errors { code } } }`;
  firebase.setState('broken');
  for (let times = 0; times < 5; times += 1) {
    const { errors } = await world.anonymous().ask(LOGIN);
    const [{ message, extensions } = assert.fail('it was not refused')] = errors ?? [];
    assert.deepEqual(
      [message, extensions.code],
      ['The identity provider cannot be reached: try again shortly.', 'SERVICE_UNAVAILABLE'],
    );
  }
  assert.deepEqual(told(), ['a port fails: identity away']);
  assert.deepEqual(await readyOf(world), [200, [], ['identity']]);
  firebase.setState('well');
  await world.anonymous().ask(LOGIN);
  assert.deepEqual(told(), ['a port fails: identity away', 'a port works again: identity away']);
  assert.deepEqual(await readyOf(world), [200, [], []]);

  firebase.setState('silent');
  const underWay = world
    .anonymous()
    .ask(LOGIN)
    .catch(() => null);
  const startedMs = performance.now();
  await world.app.close();
  assert.ok(performance.now() - startedMs <= whenBusy(5_000, 1));
  await underWay;
});
