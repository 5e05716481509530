/**
 * Runs all tests, or those of the given patterns: `npm test`. Loading the product takes longer than most files take
 * to run, so a few of them share a process, compiled code is cached, and slow files start first.
 */
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { run } from 'node:test';
import type { RunOptions } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';

const ALL = [
  'src/**/*.test.ts',
  'test/**/*.test.ts',
  'client/test/**/*.test.ts',
  'packages/*/src/**/*.test.ts',
];
/** Slow files, which start first, each in a process of its own: a slow file that starts last would run alone. */
const LONG = [
  'test/transport/fuzz.test.ts',
  'test/start/killed.test.ts',
  'client/test/next.test.ts',
  'client/test/walk.test.ts',
  'client/test/package.test.ts',
  'client/test/lists.test.ts',
  'src/domains/foundation/polls/votes-at-once.test.ts',
  'src/domains/content/feed/timelines-definition.test.ts',
  'src/domains/content/feed/pull-plans.test.ts',
  'src/domains/messaging/inbox/inbox-definition.test.ts',
  'test/reliability/rolling-restart.test.ts',
  'test/reliability/killed-server.test.ts',
  'test/reliability/killed-tips.test.ts',
  'test/reliability/killed-database-tips.test.ts',
  'test/money/money-books.test.ts',
  'test/reliability/database-away.test.ts',
  'src/platform/outbox/followers/event-followers.test.ts',
  'src/platform/outbox/event-log/completed-ids.test.ts',
  'src/platform/outbox/event-log/relay-plans.test.ts',
  'test/visibility/access.test.ts',
  'test/pages/explorer.test.ts',
  'test/start/first-start.test.ts',
  'test/start/demo.test.ts',
  'test/pages/guides.test.ts',
  'test/start/stopping.test.ts',
  'test/start/signals.test.ts',
  'test/start/refusals.test.ts',
  'test/promises/idempotency.test.ts',
  'test/visibility/taken-back.test.ts',
  'test/transport/crowd.test.ts',
  'test/limits/charges.test.ts',
  'test/limits/cost-readers.test.ts',
  'test/pages/screens.test.ts',
  'test/pages/start-page.test.ts',
  'src/domains/identity/sign-ins/sign-ins.test.ts',
  'src/domains/foundation/media/recordings-repeated.test.ts',
];
const FILES_PER_PROCESS = 20;
/** More processes than cores: tests wait for the database, for processes and for sockets. */
const PROCESSES = 3;
/** Of each test, several times what the slowest takes. Processes that do not end are ended by `runner-hooks.ts`. */
const TEST_TIMEOUT_MS = 15 * 60_000;
/** Of the whole run, which takes a fifth of it on two cores of their own. */
const RUN_TIMEOUT_MS = 75 * 60_000;

const CACHE = path.resolve('node_modules/.cache/tests');
const GROUPS = path.join(CACHE, 'groups');

const patterns = process.argv.length > 2 ? process.argv.slice(2) : ALL;
const found = new Set(globSync(patterns));
const long = LONG.filter((file) => found.delete(file));
rmSync(GROUPS, { recursive: true, force: true });
mkdirSync(GROUPS, { recursive: true });

// The types omit some options.
const options: RunOptions & { readonly globalSetupPath: string } = {
  files: [...long, ...groupsOf([...found].toSorted())],
  concurrency: PROCESSES,
  execArgv: ['--import', path.resolve('test/support/runner-hooks.ts')],
  timeout: TEST_TIMEOUT_MS,
  signal: AbortSignal.timeout(RUN_TIMEOUT_MS),
  globalSetupPath: path.resolve('test/support/global-setup.ts'),
  env: { ...process.env, NODE_COMPILE_CACHE: path.join(CACHE, 'compiled') },
};
run(options)
  .on('test:fail', () => (process.exitCode = 1))
  .pipe(new spec())
  .pipe(process.stdout);

/** Runs neighbouring files in one process, by a module that imports them: their tests run sequentially, like those of one file. */
function groupsOf(files: readonly string[]): string[] {
  const groups: string[] = [];
  for (let start = 0; start < files.length; start += FILES_PER_PROCESS) {
    const imports = files
      .slice(start, start + FILES_PER_PROCESS)
      .map((file) => `import '${pathToFileURL(file).href}';\n`);
    const group = path.join(GROUPS, `${String(start)}.mjs`);
    writeFileSync(group, imports.join(''));
    groups.push(group);
  }
  return groups;
}
