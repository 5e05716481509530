import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEmbeddedPostgres } from '@plaza/embedded-postgres-server';
import { createLogger } from '#platform/kernel/logger.ts';
import { freePort } from '#test/support/transport/free-port.ts';
import { runSql } from '#test/support/test-server.ts';
import { dataFolder, plaza, postgresPid, runPlaza } from '../start/plaza-process.ts';
import { until } from './crowd.ts';
import { createTippingCrowd } from './tipping-crowd.ts';

const RESTARTS = 4;
const TIPS_BETWEEN_RESTARTS = 200;
/** Characters of a process's log that a failure shows: what it said while it stopped. */
const LOG_SHOWN = 4_000;

const takesConnections = (connectionString: string): Promise<boolean> =>
  runSql(connectionString, 'select').then(
    () => true,
    () => false,
  );

test('no acknowledged tip is lost and none is sent twice while PostgreSQL is shut down immediately four times', async (t) => {
  const folder = await dataFolder(t);
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: createLogger({ level: 'silent' }) });
  t.after(() => postgres.stop());
  const { connectionString } = postgres;
  const port = await freePort();
  const env = {
    DATABASE_URL: connectionString,
    DATA_DIR: await dataFolder(t),
    PORT: String(port),
    TRUSTED_PROXIES: '1',
    LOG_LEVEL: 'info',
  };
  assert.equal((await runPlaza(t, { args: ['migrate'], env })).code, 0);
  const running = ['serve', 'worker'].map((command) => plaza(t, { args: [command], env }));
  await Promise.all(running.map((process) => process.ready()));
  const url = `http://127.0.0.1:${port}/web/graphql`;
  const crowd = await createTippingCrowd(t, { url, connectionString });

  const restartsMs: number[] = [];
  const recoveriesMs: number[] = [];
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const enough = crowd.acknowledged() + TIPS_BETWEEN_RESTARTS;
    await until('more tips are acknowledged', () => crowd.acknowledged() >= enough);
    const pid = await postgresPid(folder);
    // PostgreSQL's immediate shutdown: no statement is finished and no data is flushed.
    const killedMs = performance.now();
    process.kill(pid, 'SIGQUIT');
    await until('another server runs', async () => (await postgresPid(folder).catch(() => pid)) !== pid);
    await until('it takes connections', () => takesConnections(connectionString));
    const readyMs = performance.now();
    restartsMs.push(Math.round(readyMs - killedMs));
    recoveriesMs.push(await crowd.recovered(readyMs));
  }
  await crowd.finish();
  t.diagnostic(
    `${crowd.acknowledged()} tips; connections after ${restartsMs.join(', ')} ms, tips again ${recoveriesMs.join(', ')} ms later`,
  );
  assert.ok(crowd.retried() > RESTARTS, 'the shutdowns fell among the tips');
  await crowd.assertBooks();
  for (const each of running) each.kill('SIGTERM');
  for (const { exited, stdout } of running) {
    const { code, signal } = await exited;
    assert.deepEqual({ code, signal }, { code: 0, signal: null }, stdout().slice(-LOG_SHOWN));
  }
});
