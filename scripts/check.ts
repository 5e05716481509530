/**
 * Runs every check of the project, two at a time: `npm run check`. With `--without-tests` it omits the tests,
 * for a caller that runs them separately.
 */
import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';

type Step = { readonly name: string; readonly command: string };
type Outcome = { readonly step: Step; readonly isPassed: boolean };

/** Slowest first, so that both lanes end together. The tests use several processes and run alone, last. */
const STEPS: readonly Step[] = [
  { name: 'lint', command: 'npm run --silent lint' },
  { name: 'format', command: 'npm run --silent format:check' },
  { name: 'types', command: 'npm run --silent types' },
  { name: 'boundaries', command: 'npm run --silent boundaries' },
  { name: 'unused', command: 'npm run --silent unused' },
  { name: 'schema', command: 'npm run --silent schema:check' },
  { name: 'documents', command: 'npm run --silent documents:check' },
  { name: 'database', command: 'npm run --silent db:check' },
];
const TESTS: Step = { name: 'tests', command: 'npm run --silent test' };
const PARALLEL_STEPS = 2;
const STEP_TIMEOUT_MS = 30 * 60_000;

const isWithoutTests = process.argv.includes('--without-tests');
const outcomes = await runInLanes(STEPS, PARALLEL_STEPS);
if (!isWithoutTests) outcomes.push(await run(TESTS));

const failed = outcomes.filter((outcome) => !outcome.isPassed).map((outcome) => outcome.step.name);
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function runInLanes(steps: readonly Step[], lanes: number): Promise<Outcome[]> {
  const waiting = [...steps];
  const done: Outcome[] = [];
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) done.push(await run(step));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return done;
}

/** Runs one step; its output appears only when it fails. */
async function run(step: Step): Promise<Outcome> {
  const startedMs = performance.now();
  const { isPassed, output } = await execute(step.command);
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  console.log(`${isPassed ? 'ok  ' : 'FAIL'} ${step.name.padEnd(12)} ${seconds.padStart(6)} s`);
  if (!isPassed) console.log(output.trimEnd());
  return { step, isPassed };
}

function execute(command: string): Promise<{ isPassed: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, {
      shell: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: STEP_TIMEOUT_MS,
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => {
      resolve({ isPassed: false, output: error.message });
    });
    child.on('close', (code, signal) => {
      const stopped = signal ? `\nStopped by ${signal}.` : '';
      resolve({ isPassed: code === 0, output: Buffer.concat(chunks).toString() + stopped });
    });
  });
}
