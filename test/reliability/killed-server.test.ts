import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#test/support/transport/free-port.ts';
import { testDatabase } from '#test/support/database.ts';
import { tcpProxy } from '#test/support/transport/tcp-proxy.ts';
import { dataFolder, plaza, type PlazaProcess } from '../start/plaza-process.ts';
import { createCrowd, followWithClient, until, upTo } from './crowd.ts';

const MEMBERS = 20;
const PACE = { messages: 750, perSecond: 500 };

test('a group of twenty gets every message once and in order, through kills of server and worker and cut sockets', async (t) => {
  const { connectionString } = await testDatabase(t);
  const port = await freePort();
  const env = {
    DATABASE_URL: connectionString,
    DATA_DIR: await dataFolder(t),
    PORT: String(port),
    TRUSTED_PROXIES: '1',
    LOG_LEVEL: 'info',
  };
  const startBoth = async (): Promise<PlazaProcess[]> => {
    const processes = ['serve', 'worker'].map((command) => plaza(t, { args: [command], env }));
    await Promise.all(processes.map((process) => process.ready()));
    return processes;
  };
  let running = await startBoth();
  const url = `http://127.0.0.1:${port}/web/graphql`;
  const crowd = await createCrowd(t, url, MEMBERS);
  const proxy = await tcpProxy(t, { hostname: '127.0.0.1', port });
  const wsUrl = `ws://127.0.0.1:${proxy.port}/web/graphql`;
  const readers = crowd.members.map((member) =>
    followWithClient(t, { url, wsUrl, member, conversationId: crowd.conversationId }),
  );
  const cutAfter = async (more: number): Promise<void> => {
    const enough = crowd.acknowledged.size + more;
    await until('more messages are acknowledged', () => crowd.acknowledged.size >= enough);
    await proxy.cut();
    await proxy.restore();
  };

  const killed = { code: null, signal: 'SIGKILL' } as const;
  for (const { signal, exit } of [
    { signal: 'SIGKILL', exit: killed },
    { signal: 'SIGKILL', exit: killed },
    // Graceful shutdown: sockets are told to reconnect, and running operations are answered.
    { signal: 'SIGTERM', exit: { code: 0, signal: null } },
  ] as const) {
    const writing = crowd.writeSteadily(PACE);
    await cutAfter(200);
    await cutAfter(200);
    for (const process of running) process.kill(signal);
    assert.deepEqual(await Promise.all(running.map(({ exited }) => exited)), [exit, exit]);
    await writing;
    running = await startBoth();
  }
  await crowd.writeSteadily({ messages: MEMBERS, perSecond: 100 });

  const texts = await crowd.read();
  assert.deepEqual(crowd.acknowledged.difference(new Set(texts)), new Set());
  assert.equal(new Set(texts).size, texts.length);
  assert.ok((crowd.refusals.get('NONE') ?? 0) > 0, 'the kills fell among the messages');
  assert.deepEqual([...crowd.refusals.keys()], ['NONE']);
  await until('all readers have heard all', () => readers.every(({ seqs }) => seqs.length >= texts.length));
  // A duplicate would arrive immediately after.
  await sleep(300);
  for (const heard of readers) assert.deepEqual(heard, { seqs: upTo(texts.length), errors: [] });
});
