import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { type Actor, createActor } from '#test/support/actor.ts';
import { testDatabase } from '#test/support/database.ts';
import { dataFolder, plaza, runPlaza, type PlazaProcess } from './plaza-process.ts';

test('one database, several processes', async (t) => {
  const { connectionString } = await testDatabase(t);
  const ends: (() => unknown)[] = [];
  t.after(() => ends.forEach((end) => end()));
  const env = { DATABASE_URL: connectionString, DATA_DIR: await dataFolder(t), TRUSTED_PROXIES: '1' };

  await t.test(
    'migrate creates the schema of an empty database, and a second run changes nothing',
    async () => {
      await emptyDatabase(connectionString);
      const first = await runPlaza(t, { args: ['migrate'], env });
      assert.equal(first.code, 0, first.stderr);
      assert.match(first.stdout, /"applied":[1-9]\d*,"msg":"the database is at the newest schema"/);
      const second = await runPlaza(t, { args: ['migrate'], env });
      assert.match(second.stdout, /"applied":0,"msg":"the database is at the newest schema"/);
    },
  );

  await t.test('admin:create creates an admin once', async () => {
    const args = ['admin:create', '--email', 'olga@example.com', '--name', 'Olga', '--role', 'SUPPORT'];
    const withPassword = { ...env, ADMIN_PASSWORD: PASSWORD };
    const made = await runPlaza(t, { args, env: withPassword });
    assert.deepEqual(
      { code: made.code, stdout: made.stdout, stderr: made.stderr },
      { code: 0, stdout: 'SUPPORT olga@example.com can sign in now.\n', stderr: '' },
    );
    const again = await runPlaza(t, { args, env: withPassword });
    assert.deepEqual(
      { code: again.code, stderr: again.stderr },
      { code: 2, stderr: 'An admin with this e-mail address already exists.\n' },
    );
    const without = await runPlaza(t, { args, env });
    assert.equal(without.code, 2);
    assert.match(without.stderr, /^Give --email, --name, ADMIN_PASSWORD and a --role of OWNER, /);
  });

  const here = plaza(t, { args: ['serve'], env });
  const there = plaza(t, { args: ['serve'], env });
  const worker = plaza(t, { args: ['worker'], env });
  await Promise.all([here.ready(), there.ready(), worker.ready()]);

  await t.test('a worker answers on a private listener of its own, and shows what it has done', async () => {
    const ops = opsUrlOf(worker);
    assert.deepEqual(await (await fetch(`${ops}/health`)).json(), { status: 'up' });
    const ready = await fetch(`${ops}/ready`);
    assert.deepEqual(
      [ready.status, await ready.json()],
      [200, { ready: true, missing: [], degraded: [], stopping: false }],
    );
    const metrics = await (await fetch(`${ops}/metrics`)).text();
    for (const name of ['outbox_rows', 'event_log_lag', 'live_bus_connected', 'nodejs_heap_size_used_bytes'])
      assert.match(metrics, new RegExp(`^${name} [0-9]`, 'm'));
  });

  const actorAt = (process: PlazaProcess): Actor =>
    createActor(`${urlOf(process)}/web/graphql`, { token: null, onEnd: (end) => ends.push(end) });

  await t.test('an event of one process reaches subscribers of another', async () => {
    const ada = await registered(actorAt(here), 'ada');
    const ben = await registered(actorAt(there), 'ben');
    const { startConversation } = await ada.do(
      'mutation ($id: ID!) { startConversation(input: { userIds: [$id] }) { conversation { id } errors { code } } }',
      { id: ben.id },
    );
    const conversationId: unknown = startConversation.conversation.id;
    await ben.do(
      'mutation ($id: ID!) { acceptConversation(input: { conversationId: $id }) { errors { code } } }',
      { id: conversationId },
    );
    const messages = await ben.subscribe(
      'subscription { messageAdded { message { seq content { text } } } }',
    );
    const typing = await ben.subscribe('subscription { typingIndicator { isTyping user { username } } }');
    for (const [seq, text] of [
      [1, 'Hello'],
      [2, 'from the other side'],
    ] as const) {
      await ada.do(
        'mutation ($id: ID!, $text: String!) { sendMessage(input: { conversationId: $id, text: $text }) { errors { code } } }',
        { id: conversationId, text },
      );
      assert.deepEqual((await messages.next()).data.messageAdded.message, { seq, content: { text } });
    }
    await ada.do(
      'mutation ($id: ID!) { setTyping(input: { conversationId: $id, isTyping: true }) { errors { code } } }',
      { id: conversationId },
    );
    assert.deepEqual((await typing.next()).data, {
      typingIndicator: { isTyping: true, user: { username: 'ada' } },
    });
    messages.close();
    typing.close();
  });

  await t.test(
    'a session revoked in one process is refused and its sockets are closed in the other',
    async () => {
      const phone = await registered(actorAt(here), 'cleo');
      const { login } = await phone.do(
        'mutation ($input: LoginInput!) { login(input: $input) { accessToken session { id } errors { code } } }',
        { input: { email: 'cleo@example.com', password: PASSWORD } },
      );
      const laptop = actorAt(there);
      laptop.token = login.accessToken;
      const live = await laptop.subscribe('subscription { messageAdded { cursor } }');
      const { revokeOtherSessions } = await phone.do(
        'mutation { revokeOtherSessions { sessionIds errors { code } } }',
      );
      assert.deepEqual(revokeOtherSessions.sessionIds, [login.session.id]);
      // `next` itself fails when no event arrives within 5 seconds.
      await assert.rejects(live.next(), { code: 4403 });
      const { errors } = await laptop.ask('{ me { id } }');
      assert.deepEqual(
        [errors?.[0]?.extensions.code, errors?.[0]?.extensions['reason']],
        ['UNAUTHENTICATED', 'REVOKED'],
      );
      assert.deepEqual(await phone.do('{ me { user { id } } }'), { me: { user: { id: phone.id } } });
    },
  );

  const POSTS = `mutation { ${Array.from({ length: 5 }, (_, index) => `p${index}: createPost(input: { text: "Hello" }) { errors { code } }`).join(' ')} }`;
  const LOGIN = 'mutation ($input: LoginInput!) { login(input: $input) { errors { code } } }';
  const poster = await registered(actorAt(here), 'dora');

  async function postsAt(process: PlazaProcess): Promise<string[]> {
    const actor = actorAt(process);
    actor.token = poster.token;
    const payloads = Object.values<{ errors: { code: string }[] }>((await actor.ask(POSTS)).data);
    return [...new Set(payloads.map(({ errors }) => errors[0]?.code ?? 'OK'))];
  }

  async function wrongPasswordAt(process: PlazaProcess): Promise<string> {
    const input = { email: 'dora@example.com', password: 'a wrong password' };
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    return (await actorAt(process).ask(LOGIN, { input }, headers)).data.login.errors[0].code;
  }

  await t.test('a budget of one person is that of all processes, and so are wrong passwords', async () => {
    const codes = [];
    for (let turn = 0; turn < 8; turn += 1) codes.push(await postsAt(turn % 2 ? here : there));
    assert.deepEqual(codes, [...Array(6).fill(['OK']), ...Array(2).fill(['RATE_LIMITED'])]);
    const tries = [];
    for (let turn = 0; turn < 12; turn += 1) tries.push(await wrongPasswordAt(turn % 2 ? here : there));
    assert.deepEqual(tries, [...Array(10).fill('INVALID_CREDENTIALS'), ...Array(2).fill('RATE_LIMITED')]);
  });

  await t.test('a process that starts anew gives no budget back', async () => {
    const anew = plaza(t, { args: ['serve'], env });
    await anew.ready();
    assert.deepEqual([await postsAt(anew), await wrongPasswordAt(anew)], [['RATE_LIMITED'], 'RATE_LIMITED']);
    anew.kill('SIGTERM');
    await anew.exited;
  });

  await t.test('each process stops gracefully, independently of the others', async () => {
    for (const process of [worker, here, there]) {
      process.kill('SIGTERM');
      assert.deepEqual(await process.exited, { code: 0, signal: null }, process.stdout());
      assert.equal(process.stderr(), '');
    }
  });
});

const PASSWORD = 'correct horse battery';

async function emptyDatabase(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(
    'drop schema public, auth, graphile_worker, payment_sandbox cascade; create schema public',
  );
  await client.end();
}

function opsUrlOf(process: PlazaProcess): string {
  const [, url] = /"opsUrl":"([^"]+)"/.exec(process.stdout()) ?? [];
  return url ?? assert.fail('it does not say where it listens privately');
}

function urlOf(process: PlazaProcess): string {
  const [, url] = /"url":"([^"]+)"/.exec(process.stdout()) ?? [];
  return url ?? assert.fail('it does not say where it listens');
}

async function registered(actor: Actor, username: string): Promise<Actor & { id: string }> {
  const { register } = await actor.do(
    'mutation ($input: RegisterInput!) { register(input: $input) { accessToken user { id } errors { code } } }',
    {
      input: {
        email: `${username}@example.com`,
        password: PASSWORD,
        username,
        displayName: username,
      },
    },
  );
  actor.token = register.accessToken;
  return Object.assign(actor, { id: register.user.id });
}
