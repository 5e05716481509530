import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { createActor } from '#test/support/actor.ts';
import { whenBusy } from '#test/support/when-busy.ts';
import { firstPostCount } from '../../db/demo.ts';
import { PLAN } from '../../db/demo/plan.ts';
import { signInDemoAdmins } from './demo-admins.ts';
import { dataFolder, plaza, postgresPid, readFirstRun, runPlaza, untilGone } from './plaza-process.ts';

const PEOPLE = '{ adminGetUsers(first: 100) { nodes { username } } }';

test('a first start prints all addresses and credentials, and a second start keeps the data', async (t) => {
  const folder = await dataFolder(t);
  // Each call uses an IP address of its own, because sign-ins are limited by address.
  // `MAIL` is what a login shell says of a mailbox.
  const env = { DATA_DIR: folder, TRUSTED_PROXIES: '1', MAIL: '/var/mail/root' };
  const ends: (() => unknown)[] = [];
  t.after(() => ends.forEach((end) => end()));
  const actorAt = (url: string, token: string | null) =>
    createActor(url, { token, onEnd: (end) => ends.push(end) });

  const first = plaza(t, { args: ['start'], env });
  await first.ready();
  const note = await readFirstRun(folder);

  // A machine that is busy with other tests may take longer than anybody is kept waiting for.
  const skip = first.stdout().includes('still being painted') && '!!! THE MACHINE IS TOO SLOW FOR THIS !!!';

  await t.test('a line for each step comes before, and no other', { skip }, async () => {
    const migrations = (await readdir('migrations')).filter((name) => name.endsWith('.sql')).length;
    assert.deepEqual(first.stdout().split('\n').slice(0, 7), [
      'Database started',
      `Schema migrated: ${migrations} migrations`,
      `Filling the demo world: ${firstPostCount()} posts`,
      '',
      'Plaza is ready.',
      '',
      `  App      ${note.appUrl}`,
    ]);
  });

  await t.test('the first page has all its pictures when it is ready', { skip }, async () => {
    const [, token = ''] = /"Bearer (\S+)"/.exec(first.stdout()) ?? [];
    const { feed } = await actorAt(note.webUrl, token).do(`{
      feed(first: 20) { nodes { text author { avatar { url } } media { state url } } }
    }`);
    const mediaCounts = new Map(PLAN.mediaPosts.map(({ text, media }) => [text, media.length]));
    for (const { text, author, media } of feed.nodes) {
      assert.ok(author.avatar.url, text);
      assert.equal(media.length, mediaCounts.get(text) ?? 0, text);
      for (const item of media) assert.ok(item.state === 'READY' && item.url, text);
    }
    const shown = feed.nodes.map((post: { text: string }) => post.text);
    const followed = new Set(
      PLAN.follows.flatMap((edge) => (edge.follower === 'nora' ? [edge.followee] : ['nora'])),
    );
    const expected = PLAN.mediaPosts.filter((post) => post.isFirst && followed.has(post.author));
    assert.ok(expected.length > 5);
    for (const { text } of expected) assert.ok(shown.includes(text), text);
  });

  await t.test('only the owner can read the note, and the printed summary contains the same', async () => {
    assert.equal((await stat(path.join(folder, 'first-run.json'))).mode & 0o777, 0o600);
    const [, summary = ''] = first.stdout().split('Plaza is ready.');
    const printed = [...summary.matchAll(/https?:\/\/\S+|\S+@\S+|Bearer [^"]+|^ {11}\S+/gm)].map(([text]) =>
      text.trim(),
    );
    const user = note.users[0];
    assert.deepEqual(printed, [
      note.appUrl,
      note.url,
      note.webUrl,
      note.adminUrl,
      note.panelUrl,
      note.readyUrl,
      note.mailsUrl,
      note.admin.email,
      note.admin.password,
      user?.email,
      user?.password,
      note.authorization,
    ]);
    assert.equal(note.users.length, 16);
    assert.deepEqual(note.users[0], {
      username: 'nora',
      email: 'nora@plaza.example',
      password: 'plaza-demo',
    });
    assert.equal(first.stderr(), '');
  });

  await t.test('the printed token signs in to an account with content', async () => {
    const [, token = ''] = /"Bearer (\S+)"/.exec(first.stdout()) ?? [];
    const nora = actorAt(note.webUrl, token);
    const { me, feed } = await nora.do(`{
      me { user { username bio postCount followingCount } }
      feed(first: 20) { nodes { text author { username } } }
    }`);
    assert.equal(me.user.username, 'nora');
    assert.match(me.user.bio, /^Bookseller/);
    assert.ok(me.user.postCount >= 3 && me.user.followingCount >= 5, JSON.stringify(me));
    assert.equal(feed.nodes.length, 20);
    const authors = new Set(feed.nodes.map((post: { author: { username: string } }) => post.author.username));
    assert.ok(authors.size >= 5, [...authors].join(', '));
  });

  await t.test('all users in the note can sign in', async () => {
    for (const { username, email, password } of note.users) {
      const { login } = await actorAt(note.webUrl, null).do(
        `mutation ($input: LoginInput!) { login(input: $input) { user { username } errors { code } } }`,
        { input: { email, password } },
      );
      assert.equal(login.user.username, username);
    }
  });

  await t.test('the noted admin can sign in', async () => {
    const admin = await signInAdmin(actorAt(note.adminUrl, null), note.admin);
    const { adminMe } = await admin.do('{ adminMe { email role } }');
    assert.deepEqual(adminMe, { email: 'admin@plaza.example', role: 'OWNER' });
  });

  await t.test('an admin of each role can sign in, one by a code of the second factor', async (t) => {
    await signInDemoAdmins(t, { url: note.adminUrl, demoAdmins: note.demoAdmins });
  });

  await t.test('a second process on the same folder is refused', async () => {
    const other = await runPlaza(t, { args: ['start'], env });
    assert.equal(other.code, 1);
    assert.match(other.stderr, /^The data folder \S+ is in use by another running instance\. .*\n$/);
  });

  const postgres = await postgresPid(folder);

  await t.test(
    'a stop answers running operations, tells sockets to reconnect and leaves no process',
    async () => {
      const [, token = ''] = /"Bearer (\S+)"/.exec(first.stdout()) ?? [];
      const socket = new WebSocket(note.webUrl.replace('http', 'ws'), 'graphql-transport-ws');
      const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)));
      await new Promise((resolve) => socket.once('open', resolve));
      socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }));
      await new Promise((resolve) => socket.once('message', resolve));

      const stranger = actorAt(note.webUrl, null);
      const { email, password } = note.users[1] ?? assert.fail('nobody');
      const document =
        'mutation ($input: LoginInput!) { login(input: $input) { user { username } errors { code } } }';
      // Verifying a password takes long enough for the signal to arrive during the operation.
      const underWay = stranger.ask(document, { input: { email, password } });
      await new Promise((resolve) => setTimeout(resolve, 15));
      const stoppedMs = performance.now();
      first.kill('SIGTERM');
      assert.equal((await underWay).data.login.user.username, 'mateo.ruiz');
      assert.equal(await closed, 1012);
      assert.deepEqual(await first.exited, { code: 0, signal: null });
      assert.ok(performance.now() - stoppedMs < whenBusy(10_000, 1));
      await untilGone(postgres);
    },
  );

  await t.test('the second start has the same users and the same admin', async () => {
    const second = plaza(t, { args: ['start'], env });
    await second.ready();
    const secondNote = await readFirstRun(folder);
    assert.equal(second.stdout().split('Plaza')[0], 'Database started\n\n');
    assert.deepEqual(secondNote.users, note.users);
    assert.deepEqual(secondNote.admin, note.admin);
    assert.deepEqual(secondNote.demoAdmins, note.demoAdmins);
    const admin = await signInAdmin(actorAt(secondNote.adminUrl, null), secondNote.admin);
    const { adminGetUsers } = await admin.do(PEOPLE);
    const names = adminGetUsers.nodes.map((user: { username: string }) => user.username);
    assert.equal(new Set(names).size, names.length);
    for (const { username } of note.users) assert.ok(names.includes(username), username);
  });
});

async function signInAdmin(
  actor: ReturnType<typeof createActor>,
  credentials: { email: string; password: string },
): Promise<ReturnType<typeof createActor>> {
  const { adminLogin } = await actor.do(
    'mutation ($input: AdminLoginInput!) { adminLogin(input: $input) { accessToken errors { code } } }',
    { input: credentials },
  );
  actor.token = adminLogin.accessToken;
  return actor;
}
