/**
 * Runs all tests, or those of the given patterns: `npm test`. With `--changed` it runs those that the changes since the last commit
 * can break, with `--changed=<commit>` since another one. With `--record` it also writes how long each file took, by which the next
 * runs are ordered. Compiled code is cached.
 */
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { startTestServer, TEST_SERVER_VARIABLE } from '#test/support/test-server.ts';
import { changedTests } from './testing/changed.ts';
import { readDurations, writeDurations } from './testing/durations.ts';
import { resultsOf } from './testing/results.ts';
import { type Batch, batchesOf, workThrough } from './testing/schedule.ts';

const ALL = [
  'src/**/*.test.ts',
  'test/**/*.test.ts',
  'client/test/**/*.test.ts',
  'packages/*/src/**/*.test.ts',
];
/** More processes than cores: tests wait for the database, for processes and for sockets. */
const WORKERS = 3;
const LONG_WORKERS = 2;
/** Of each test, several times what the slowest takes. Processes that do not end are ended by `runner-hooks.ts`. */
const TEST_TIMEOUT_MS = 15 * 60_000;
/** Of the whole run, which takes a third of it on two cores of their own. */
const RUN_TIMEOUT_MS = 80 * 60_000;

const CACHE = path.resolve('node_modules/.cache/tests');
const BATCHES = path.join(CACHE, 'batches');

const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const patterns = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const known = /^--(record|changed(=.+)?)$/;
const unknown = options.find((option) => !known.test(option));
if (unknown !== undefined)
  throw new Error(`${unknown} is no option: use --changed, --changed=<commit> or --record.`);

const durations = readDurations();
const batches = batchesOf(chosenFiles(), durations);
rmSync(BATCHES, { recursive: true, force: true });
mkdirSync(BATCHES, { recursive: true });

const deadline = AbortSignal.timeout(RUN_TIMEOUT_MS);
const results = resultsOf();
const server = await startTestServer();
const env = {
  ...process.env,
  NODE_COMPILE_CACHE: path.join(CACHE, 'compiled'),
  [TEST_SERVER_VARIABLE]: server.connectionString,
};
Readable.from(results.events()).pipe(new spec()).pipe(process.stdout);
try {
  await workThrough(batches, { workers: WORKERS, longWorkers: LONG_WORKERS }, runBatch);
} finally {
  await server.stop();
}
results.end();
if (results.hasFailed()) process.exitCode = 1;
if (options.includes('--record')) writeDurations(new Map([...durations, ...results.seconds()]));

function chosenFiles(): string[] {
  const found = globSync(patterns.length > 0 ? patterns : ALL);
  const changed = options.find((option) => option.startsWith('--changed'));
  return changed === undefined ? found : changedTests(found, changed.split('=')[1] ?? 'HEAD');
}

/** Runs the files of a batch in one process, by a module that imports them: their tests run sequentially, like those of one file. */
async function runBatch({ files }: Batch): Promise<void> {
  const [only = '', ...others] = files;
  const entry = others.length === 0 ? only : path.join(BATCHES, `${only.replaceAll('/', '.')}.mjs`);
  if (others.length > 0) {
    writeFileSync(entry, files.map((file) => `import '${pathToFileURL(file).href}';\n`).join(''));
  }
  await results.add(
    run({
      files: [entry],
      execArgv: ['--import', path.resolve('test/support/runner-hooks.ts')],
      timeout: TEST_TIMEOUT_MS,
      signal: deadline,
      env,
    }),
  );
}
