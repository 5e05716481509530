import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '#test/support/database.ts';
import { freePort } from '#test/support/transport/free-port.ts';
import { dataFolder, isAlive, npmRun, postgresPid, untilGone } from './plaza-process.ts';

/** A process that outlives npm keeps the output open, so the test would wait for ever. */
const TIMEOUT_MS = 60_000;

for (const command of ['serve', 'worker']) {
  test(
    `SIGTERM to "npm run ${command}" ends the process that npm started, in good order`,
    { timeout: TIMEOUT_MS },
    async (t) => {
      const { connectionString } = await testDatabase(t);
      const env = {
        DATABASE_URL: connectionString,
        DATA_DIR: await dataFolder(t),
        OPS_PORT: String(await freePort()),
      };
      const npm = npmRun(t, { args: [command], env });
      await npm.ready();
      const pid = pidOf(npm.stdout());
      assert.equal(isAlive(pid), true);
      npm.kill('SIGTERM');
      await npm.exited;
      await untilGone(pid);
      assert.match(npm.stdout(), /"signal":"SIGTERM","msg":"stopping"/);
      assert.match(npm.stdout(), /"msg":"stopped"/);
    },
  );
}

test(
  'Ctrl-C in a terminal, which reaches npm and the process at once, stops in good order',
  { timeout: TIMEOUT_MS },
  async (t) => {
    const folder = await dataFolder(t);
    const env = { DATA_DIR: folder, DEMO: 'off' };
    const npm = npmRun(t, { args: ['start'], env });
    await npm.ready();
    const postgres = await postgresPid(folder);
    // The terminal sends SIGINT to the whole group, and npm passes its own on.
    process.kill(-npm.pid, 'SIGINT');
    await npm.exited;
    assert.match(npm.stdout(), /"signal":"SIGINT","msg":"stopping"/);
    assert.match(npm.stdout(), /"msg":"stopped"/);
    await untilGone(postgres);
  },
);

function pidOf(output: string): number {
  const [, pid] = /"pid":(\d+)/.exec(output) ?? [];
  return Number(pid ?? assert.fail(`no line of the log names the process: ${output}`));
}
