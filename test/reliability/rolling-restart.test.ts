import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#test/support/transport/free-port.ts';
import { startBalancer, type Upstream } from '#test/support/transport/balancer.ts';
import { testDatabase } from '#test/support/database.ts';
import { dataFolder, plaza, type PlazaProcess } from '../start/plaza-process.ts';
import { createCrowd, until } from './crowd.ts';

/** Each of the two servers once. */
const RESTARTS = 2;
const REQUESTS_MIN = 1_500;
const CLIENTS = 8;
const PAUSE_MS = 20;
/** Keeps each member below the 60 messages a minute of `sendMessage`, however fast the machine is. */
const WRITING_PAUSE_MS = 1_100;
/** Long enough for a balancer that asks each second to notice, also on a slow machine. */
const DRAIN_SECONDS = '3';

test('two rolling restarts behind a balancer that repeats nothing fail none of 1 500 requests', async (t) => {
  const { connectionString } = await testDatabase(t);
  const shared = {
    DATABASE_URL: connectionString,
    DATA_DIR: await dataFolder(t),
    TRUSTED_PROXIES: '1',
    LOG_LEVEL: 'info',
    DRAIN_SECONDS,
  };
  const start = async ({ port, opsPort }: Upstream): Promise<PlazaProcess> => {
    const env = { ...shared, PORT: String(port), OPS_PORT: String(opsPort) };
    const server = plaza(t, { args: ['serve'], env });
    await server.ready();
    return server;
  };
  const upstreams = [await freeUpstream(), await freeUpstream()] as const;
  const servers = await Promise.all(upstreams.map(start));
  const balancer = `${await startBalancer(t, upstreams)}/web/graphql`;
  const crowd = await createCrowd(t, balancer, 3);

  const statuses = new Map<number | string, number>();
  let sent = 0;
  let isOver = false;
  const requesting = Array.from({ length: CLIENTS }, async (_, client) => {
    const token = crowd.members[client % crowd.members.length]?.token;
    while (!isOver) {
      const status = await ask(balancer, { token, id: crowd.conversationId });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      sent += 1;
      await sleep(PAUSE_MS);
    }
  });
  const writing = (async () => {
    while (!isOver) {
      await crowd.write(1);
      await sleep(WRITING_PAUSE_MS);
    }
  })();

  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const index = restart % upstreams.length;
    const upstream = upstreams[index] ?? assert.fail('there are two');
    servers[index]?.kill('SIGTERM');
    assert.deepEqual(await servers[index]?.exited, { code: 0, signal: null });
    servers[index] = await start(upstream);
    // The next check lets the balancer use the new one before the other one goes.
    await sleep(2_000);
  }
  await until('there were enough requests', () => sent >= REQUESTS_MIN);
  isOver = true;
  await Promise.all([...requesting, writing]);

  assert.deepEqual([...statuses.keys()], [200], JSON.stringify([...statuses]));
  assert.deepEqual([...crowd.refusals], []);
  const texts = await crowd.read();
  assert.deepEqual(new Set(texts), crowd.acknowledged);
  assert.equal(texts.length, crowd.acknowledged.size);
});

const freeUpstream = async (): Promise<Upstream> => ({ port: await freePort(), opsPort: await freePort() });

/** @returns 200 only for an answer without errors */
async function ask(
  url: string,
  { token, id }: { token: string | null | undefined; id: string },
): Promise<number | string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: READ, variables: { id } }),
    });
    // The answer of this very document; anything else is counted as a failure.
    const body = (await response.json()) as { errors?: readonly { message: string }[] };
    return body.errors?.[0]?.message ?? response.status;
  } catch (error) {
    return String(error);
  }
}

const READ = `query ($id: ID!) { conversation(id: $id) { id } me { user { username } } }`;
