import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '#test/support/database.ts';
import { freePort } from '#test/support/transport/free-port.ts';
import { dataFolder, plaza, type PlazaProcess } from '../start/plaza-process.ts';
import { until } from './crowd.ts';
import { createTippingCrowd } from './tipping-crowd.ts';

/** Of both processes, so that eight are killed. */
const KILLS = 4;
const TIPS_BETWEEN_KILLS = 100;

test('no acknowledged tip is lost and none is sent twice while server and worker are killed, eight times in all', async (t) => {
  const { connectionString } = await testDatabase(t);
  const port = await freePort();
  const env = {
    DATABASE_URL: connectionString,
    DATA_DIR: await dataFolder(t),
    PORT: String(port),
    TRUSTED_PROXIES: '1',
    LOG_LEVEL: 'info',
  };
  const start = (): PlazaProcess[] =>
    ['serve', 'worker'].map((command) => plaza(t, { args: [command], env }));
  let running = start();
  await Promise.all(running.map((process) => process.ready()));
  const url = `http://127.0.0.1:${port}/web/graphql`;
  const crowd = await createTippingCrowd(t, { url, connectionString });

  const startsMs: number[] = [];
  const recoveriesMs: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const enough = crowd.acknowledged() + TIPS_BETWEEN_KILLS;
    await until('more tips are acknowledged', () => crowd.acknowledged() >= enough);
    for (const process of running) process.kill('SIGKILL');
    await Promise.all(running.map(({ exited }) => exited));
    const startedMs = performance.now();
    running = start();
    await Promise.all(running.map((process) => process.ready()));
    const readyMs = performance.now();
    startsMs.push(Math.round(readyMs - startedMs));
    recoveriesMs.push(await crowd.recovered(readyMs));
  }
  await crowd.finish();
  t.diagnostic(
    `${crowd.acknowledged()} tips; ready after ${startsMs.join(', ')} ms, tips again ${recoveriesMs.join(', ')} ms later`,
  );
  assert.ok(crowd.retried() > KILLS, 'the kills fell among the tips');
  await crowd.assertBooks();
});
