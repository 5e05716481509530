import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#test/support/transport/free-port.ts';
import { testDatabase } from '#test/support/database.ts';
import { databaseProxy } from '#test/support/transport/database-proxy.ts';
import { whenBusy } from '#test/support/when-busy.ts';
import { dataFolder, plaza, postgresPid } from '../start/plaza-process.ts';
import { createCrowd, followWithClient, until, upTo } from './crowd.ts';

/** Far above the time of a refusal, far below any timeout of the product. */
const FAST_MS = 2_000;

test('requests fail fast while the database is unavailable and succeed when it is back', async (t) => {
  const { connectionString } = await testDatabase(t);
  const proxy = await databaseProxy(t, connectionString);
  const [port, opsPort] = [await freePort(), await freePort()];
  const server = plaza(t, {
    args: ['serve'],
    env: {
      DATABASE_URL: proxy.connectionString,
      DATA_DIR: await dataFolder(t),
      PORT: String(port),
      OPS_PORT: String(opsPort),
      TRUSTED_PROXIES: '1',
      LOG_LEVEL: 'info',
    },
  });
  await server.ready();
  const url = `http://127.0.0.1:${port}/web/graphql`;
  const ready = async (): Promise<number> => (await fetch(`http://127.0.0.1:${opsPort}/ready`)).status;
  const crowd = await createCrowd(t, url, 3);
  const [member] = crowd.members;
  assert.ok(member);
  const heard = followWithClient(t, { url, member, conversationId: crowd.conversationId });
  await crowd.write(3);
  await until('the reader has heard all', () => heard.seqs.length === 9);
  assert.equal(await ready(), 200);

  await proxy.cut();
  await until('the server has noticed', async () => (await ready()) === 503);
  const startedMs = performance.now();
  const read = await member.ask('query ($id: ID!) { conversation(id: $id) { id } }', {
    id: crowd.conversationId,
  });
  assert.deepEqual(read.data, { conversation: null });
  assert.deepEqual(
    read.errors?.map(({ message, extensions }) => ({ message, ...extensions })),
    [{ message: 'The database cannot be reached: try again shortly.', code: 'SERVICE_UNAVAILABLE' }],
  );
  await crowd.write(1);
  assert.deepEqual(crowd.refusals, new Map([['SERVICE_UNAVAILABLE', 3]]));
  assert.ok(performance.now() - startedMs < whenBusy(FAST_MS, 1));
  const latecomer = followWithClient(t, { url, member, conversationId: crowd.conversationId });
  await sleep(500);

  await proxy.restore();
  await until('the server is ready again', async () => (await ready()) === 200);
  await crowd.write(3);
  assert.equal((await crowd.read()).length, 18);
  await until('both readers have heard all', () => heard.seqs.length >= 18 && latecomer.seqs.length >= 18);
  assert.deepEqual(heard, { seqs: upTo(18), errors: [] });
  assert.deepEqual(latecomer, { seqs: upTo(18), errors: [] });
});

test('killing PostgreSQL under load loses no acknowledged message', async (t) => {
  const folder = await dataFolder(t);
  const [port, opsPort] = [await freePort(), await freePort()];
  const ready = async (): Promise<number> => (await fetch(`http://127.0.0.1:${opsPort}/ready`)).status;
  const server = plaza(t, {
    args: ['start'],
    env: {
      DATA_DIR: folder,
      PORT: String(port),
      OPS_PORT: String(opsPort),
      TRUSTED_PROXIES: '1',
      DEMO: 'off',
    },
  });
  await server.ready();
  const url = `http://127.0.0.1:${port}/web/graphql`;
  const crowd = await createCrowd(t, url, 5);
  const heard = followWithClient(t, { url, member: crowd.members[0]!, conversationId: crowd.conversationId }); // there are five

  for (const dieAfter of [20, 80]) {
    const writing = crowd.write(20);
    await until(`${dieAfter} messages are acknowledged`, () => crowd.acknowledged.size >= dieAfter);
    // PostgreSQL's immediate shutdown: no statement is finished and no data is flushed.
    process.kill(await postgresPid(folder), 'SIGQUIT');
    await writing;
    await until('the database is back', async () => (await ready()) === 200);
  }
  await crowd.write(5);

  const texts = await crowd.read();
  assert.deepEqual(crowd.acknowledged.difference(new Set(texts)), new Set());
  assert.deepEqual([...crowd.refusals.keys()], ['SERVICE_UNAVAILABLE']);
  await until('the reader has heard all', () => heard.seqs.length >= texts.length);
  await sleep(300);
  assert.deepEqual(heard, { seqs: upTo(texts.length), errors: [] });
  server.kill('SIGTERM');
  assert.deepEqual(await server.exited, { code: 0, signal: null }, server.stdout());
});
