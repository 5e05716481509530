import asyncHooks from 'node:async_hooks';
import process from 'node:process';

/**
 * Loaded into every test process before the runner. The runner tracks every promise to attribute uncaught errors to tests,
 * which takes a fifth of the CPU time. Tests of a process run one after the other, so an uncaught error is attributed to
 * the running test here: it fails that test at its end, and the runner still fails the process.
 */
const { createHook } = asyncHooks;
Object.assign(asyncHooks, {
  createHook: (callbacks: asyncHooks.HookCallbacks) => createHook({ ...callbacks, trackPromises: false }),
});

// Imported after the replacement, because the runner reads `createHook` when it is loaded.
const { after, afterEach } = await import('node:test');

const uncaught: unknown[] = [];
process.on('uncaughtException', (error) => uncaught.push(error));
process.on('unhandledRejection', (reason) => uncaught.push(reason));
afterEach(() => {
  const errors = uncaught.splice(0);
  if (errors.length > 0) throw new AggregateError(errors, 'Uncaught errors');
});

/** Time for a process to end after its last test. The limits of the runner are for tests, so what a test has left open could keep it running. */
const ENDS_WITHIN_MS = 60_000;
after(() => {
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ');
    process.stderr.write(`Still open a minute after the last test: ${open}\n`);
    process.exit(1);
  }, ENDS_WITHIN_MS).unref();
});
