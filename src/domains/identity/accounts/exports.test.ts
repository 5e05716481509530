import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { Client } from 'pg';
import { REQUEST_EXPORT } from '#test/support/people/accounts.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { waitingForLocks } from '#test/support/locks.ts';
import { recordedMails } from '#test/support/people/recorded-mails.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { runSql } from '#test/support/test-server.ts';
import { emittedNames, refused, unchanged } from '#test/support/unchanged.ts';
import { unzip } from '#test/support/transport/unzip.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const EXPORTS = '{ myDataExports { nodes { id state sizeBytes url createdAt expiresAt } } }';
const DAY_MS = 86_400_000;

const proofOf = ({ password }: { password: string }) => ({ input: { password } });

test('a user requests a data export, gets a mail when it is ready and downloads it', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await ada.do('mutation { createPost(input: { text: "Grüße 👋🏽" }) { errors { code } } }');
  const { dataExport } = (await ada.do(REQUEST_EXPORT, proofOf(ada))).requestDataExport;
  assert.match(dataExport.id, /^dataexport_/);
  const pending = { state: 'PENDING', sizeBytes: null, url: null, expiresAt: null };
  assert.deepEqual(dataExport, { ...pending, id: dataExport.id, createdAt: dataExport.createdAt });
  // A repeated request returns the same pending export.
  const again = await unchanged(world, () => ada.do(REQUEST_EXPORT, proofOf(ada)));
  assert.equal(again.requestDataExport.dataExport.id, dataExport.id);

  await world.runJobs();
  await world.runJobs();
  const [ready, ...older] = (await ada.do(EXPORTS)).myDataExports.nodes;
  assert.deepEqual(older, []);
  assert.equal(ready.state, 'READY');
  const lifeMs = Date.parse(ready.expiresAt) - Date.parse(ready.createdAt);
  assert.ok(Math.abs(lifeMs - 7 * DAY_MS) < 60_000, `${lifeMs}`);
  const response = await fetch(ready.url);
  assert.deepEqual(
    [response.status, response.headers.get('content-type'), response.headers.get('content-disposition')],
    [200, 'application/zip', 'attachment'],
  );
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.equal(bytes.length, ready.sizeBytes);
  const files = await unzip(bytes);
  const [post] = JSON.parse(files.get('posts.json')?.toString() ?? '[]');
  assert.equal(post.text, 'Grüße 👋🏽');
  assert.match(files.get('README.txt')?.toString() ?? '', /posts\.json \(1\)\n {2}Your posts/);
  assert.deepEqual(JSON.parse(files.get('followers.json')?.toString() ?? ''), []);
  assert.deepEqual(
    (await recordedMails(world, ada.email)).map(({ subject }) => subject),
    ['Your data is ready'],
  );
  assert.equal((await emittedNames(world)).filter((name) => name === 'account.exportReady').length, 1);

  // The export is visible only to its owner.
  assert.deepEqual(await ben.do(EXPORTS), { myDataExports: { nodes: [] } });
  const node = 'query ($id: ID!) { node(id: $id) { id ... on DataExport { url } } }';
  assert.deepEqual(await ben.do(node, { id: ready.id }), { node: null });
  assert.deepEqual(await world.anonymous().do(node, { id: ready.id }), { node: null });
  assert.deepEqual(await ada.do(node, { id: ready.id }), { node: { id: ready.id, url: ready.url } });
  world.clock.advance('16m');
  assert.equal((await fetch(ready.url)).status, 404);
});

test('a signed-in caller who does not prove to be the owner gets no export', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const attempts: readonly (readonly [proof: object, code: string, path: string[] | null])[] = [
    [{}, 'VALIDATION_FAILED', ['password']],
    [{ password: 'a guess' }, 'INVALID_CREDENTIALS', null],
    [{ email: ben.email, password: 'a guess' }, 'INVALID_CREDENTIALS', null],
    [{ providerToken: ben.token }, 'INVALID_CREDENTIALS', null],
  ];
  for (const [input, code, place] of attempts) {
    const [error] = await refused(world, ada, REQUEST_EXPORT, { input });
    assert.deepEqual([error?.code, error?.path], [code, place]);
  }
  // The token of the sign-in itself proves nothing after five minutes.
  world.clock.advance('6m');
  const [stale] = await refused(world, ada, REQUEST_EXPORT, { input: { providerToken: ada.token } });
  assert.equal(stale?.code, 'INVALID_CREDENTIALS');
  assert.deepEqual(await ada.do(EXPORTS), { myDataExports: { nodes: [] } });
  await ada.do(REQUEST_EXPORT, proofOf(ada));
});

test('the next export is refused for a day, and the file is deleted after a week', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await exported(world, ada);
  world.clock.advance('23h');
  const soon = await world.signIn(ada);
  const [error] = await refused(world, soon, REQUEST_EXPORT, proofOf(soon));
  const { retryAfterSeconds, ...refusal } = error as unknown as { retryAfterSeconds: number };
  assert.deepEqual(refusal, { __typename: 'RateLimitedError', code: 'RATE_LIMITED', path: null });
  assert.ok(retryAfterSeconds > 3_540 && retryAfterSeconds <= 3_600, `${retryAfterSeconds}`);
  world.clock.advance('1h');
  const later = await world.signIn(ada);
  await exported(world, later);
  assert.equal((await archivesOf(world)).length, 2);

  // Expired on time, before the sweep has run.
  world.clock.advance(7 * DAY_MS - 3_600_000);
  const states = async () =>
    (await (await world.signIn(ada)).do(EXPORTS)).myDataExports.nodes.map(
      (node: { state: string; url: string | null }) => [node.state, node.url !== null],
    );
  assert.deepEqual(await states(), [
    ['READY', true],
    ['EXPIRED', false],
  ]);
  await runCron(world, 'accounts.sweepExports');
  assert.equal((await archivesOf(world)).length, 1);
  world.clock.advance('2h');
  await runCron(world, 'accounts.sweepExports');
  assert.deepEqual(await archivesOf(world), []);
  assert.deepEqual(await states(), [
    ['EXPIRED', false],
    ['EXPIRED', false],
  ]);
});

test('twenty concurrent requests create one export', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const devices = await Promise.all(Array.from({ length: 4 }, () => world.signIn(ada)));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => devices[index % 4]!.do(REQUEST_EXPORT, proofOf(ada))), // of four
  );
  const ids = new Set(answers.map(({ requestDataExport }) => requestDataExport.dataExport.id));
  assert.equal(ids.size, 1);
  const rows = await world.app.services.db.selectFrom('data_exports').select('id').execute();
  assert.equal(rows.length, 1);
});

test('an export that fails at every attempt is FAILED, leaves no file, and can be requested again immediately', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await runSql(world.connectionString, 'alter table messages rename to messages_away');
  await ada.do(REQUEST_EXPORT, proofOf(ada));
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const [{ state }] = (await (await world.signIn(ada)).do(EXPORTS)).myDataExports.nodes;
    assert.equal(state, 'PENDING', `before attempt ${attempt}`);
    await world.runJobs();
    world.clock.advance('20m');
  }
  const device = await world.signIn(ada);
  const [failed] = (await device.do(EXPORTS)).myDataExports.nodes;
  assert.deepEqual([failed.state, failed.url, failed.expiresAt], ['FAILED', null, null]);
  assert.deepEqual(await archivesOf(world), []);
  assert.deepEqual(
    (await recordedMails(world, ada.email)).filter(({ subject }) => subject === 'Your data is ready'),
    [],
  );
  await runSql(world.connectionString, 'alter table messages_away rename to messages');
  await exported(world, device);
});

test('an export whose job is lost is FAILED after a day', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await ada.do(REQUEST_EXPORT, proofOf(ada));
  await world.app.relay.drain();
  await runSql(world.connectionString, 'delete from graphile_worker._private_jobs');
  world.clock.advance('23h');
  await runCron(world, 'accounts.sweepExports');
  assert.equal((await (await world.signIn(ada)).do(EXPORTS)).myDataExports.nodes[0].state, 'PENDING');
  world.clock.advance('2h');
  await runCron(world, 'accounts.sweepExports');
  const device = await world.signIn(ada);
  assert.equal((await device.do(EXPORTS)).myDataExports.nodes[0].state, 'FAILED');
  await exported(world, device);
});

test('an archive that is written while its account is erased is deleted', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await ada.do(REQUEST_EXPORT, proofOf(ada));
  await world.app.relay.drain();
  const holder = new Client({ connectionString: world.connectionString });
  await holder.connect();
  await holder.query('begin; lock table messages in access exclusive mode');
  const writing = world.runJobs();
  await waitingForLocks(world, 1);
  await runSql(world.connectionString, `delete from data_exports where user_id = '${uuidOf(ada.id)}'`);
  await holder.query('commit');
  await holder.end();
  await writing;
  assert.deepEqual(await archivesOf(world), []);
});

test('a restricted or suspended user can still export their data', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await restrict(world, ada, { kind: 'SUSPENSION' });
  const stranger = world.anonymous();
  const input = { email: ada.email, password: ada.password };
  assert.deepEqual(
    await refused(world, stranger, REQUEST_EXPORT, { input: { ...input, password: 'a guess' } }),
    [{ __typename: 'PlainError', code: 'INVALID_CREDENTIALS', path: null }],
  );
  const { requestDataExport } = await stranger.do(REQUEST_EXPORT, { input });
  assert.equal(requestDataExport.dataExport.state, 'PENDING');
  await world.runJobs();
  const { dataExport } = (await unchanged(world, () => stranger.do(REQUEST_EXPORT, { input })))
    .requestDataExport;
  assert.deepEqual([dataExport.id, dataExport.state], [requestDataExport.dataExport.id, 'READY']);
  const files = await unzip(Buffer.from(await (await fetch(dataExport.url)).arrayBuffer()));
  const [restriction] = JSON.parse(files.get('restrictions.json')?.toString() ?? '[]');
  assert.equal(restriction.kind, 'SUSPENSION');
  assert.ok(!files.get('restrictions.json')?.toString().includes('a test'), 'what admins noted is theirs');
});

test('the exports of a user are paged', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await runSql(
    world.connectionString,
    `insert into data_exports (id, user_id, state, created_at)
     select gen_random_uuid(), '${uuidOf(ada.id)}', 'FAILED', now() from generate_series(1, 7)`,
  );
  const document = `query ($after: String) { myDataExports(first: 3, after: $after) {
    nodes { id } pageInfo { hasNextPage endCursor } } }`;
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const { myDataExports } = await ada.do(document, { after });
    ids.push(...myDataExports.nodes.map((node: { id: string }) => uuidOf(node.id)));
    after = myDataExports.pageInfo.hasNextPage ? myDataExports.pageInfo.endCursor : null;
  } while (after !== null);
  assert.equal(ids.length, 7);
  assert.deepEqual(ids, ids.toSorted().toReversed());
});

/** Requests an export and runs its job. */
async function exported(world: World, who: Person): Promise<void> {
  await who.do(REQUEST_EXPORT, proofOf(who));
  await world.runJobs();
  assert.equal((await who.do(EXPORTS)).myDataExports.nodes[0].state, 'READY');
}

/** Names of the archives in the storage, and of partly written files. */
async function archivesOf({ dataDir }: World): Promise<string[]> {
  const names = await readdir(path.join(dataDir, 'files'), { recursive: true }).catch(() => []);
  return names.filter((name) => name.includes('exports~') || name.startsWith(`temporary${path.sep}`));
}
