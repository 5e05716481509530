import path from 'node:path';
import type { TestsStream } from 'node:test';

type TestEvent = { readonly type: string; readonly data: TestData };
type TestData = {
  readonly file?: string;
  readonly nesting?: number;
  readonly message?: string;
  readonly details?: { readonly duration_ms?: number };
  readonly counts?: Readonly<Record<string, number>>;
};

/** The closing lines of the runner, with the names of the counts that they tell. */
const CLOSING = {
  tests: 'tests',
  suites: 'suites',
  pass: 'passed',
  fail: 'failed',
  cancelled: 'cancelled',
  skipped: 'skipped',
  todo: 'todo',
} as const;
const IS_CLOSING = new RegExp(`^(${Object.keys(CLOSING).join('|')}|duration_ms) `);

/**
 * Results of several runs as those of one: the events of each run together when it has ended, since a reporter takes what
 * lies between for its own, and one sum at the end.
 */
export function resultsOf() {
  const startedAt = performance.now();
  const waiting: TestEvent[] = [];
  const counts = new Map<string, number>();
  const seconds = new Map<string, number>();
  let isEnded = false;
  let wake: () => void = () => undefined;

  function count({ type, data }: TestEvent): void {
    if (type === 'test:summary' && data.file === undefined) {
      for (const [name, value] of Object.entries(data.counts ?? {})) {
        counts.set(name, (counts.get(name) ?? 0) + value);
      }
    }
    const { file, nesting, details } = data;
    if ((type !== 'test:pass' && type !== 'test:fail') || nesting !== 0 || file === undefined) return;
    const name = path.relative('.', file);
    if (name.endsWith('.test.ts')) {
      seconds.set(name, (seconds.get(name) ?? 0) + (details?.duration_ms ?? 0) / 1_000);
    }
  }

  const isShown = ({ type, data }: TestEvent): boolean =>
    type !== 'test:summary' && !(type === 'test:diagnostic' && IS_CLOSING.test(data.message ?? ''));

  return {
    /** Waits for the end of a run, and adds its results. */
    async add(stream: TestsStream): Promise<void> {
      const events: TestEvent[] = [];
      // The stream is one of these events, which its type omits.
      for await (const event of stream as AsyncIterable<TestEvent>) events.push(event);
      events.forEach(count);
      waiting.push(...events.filter(isShown));
      wake();
    },
    end(): void {
      isEnded = true;
      wake();
    },
    hasFailed: () => (counts.get('failed') ?? 0) + (counts.get('cancelled') ?? 0) > 0 || !counts.get('tests'),
    /** Of each file that has run. */
    seconds: (): ReadonlyMap<string, number> => seconds,
    /** For a reporter. */
    async *events(): AsyncGenerator<object> {
      while (!isEnded || waiting.length > 0) {
        yield* waiting.splice(0);
        if (!isEnded) await new Promise<void>((resolve) => (wake = resolve));
      }
      const durationMs = performance.now() - startedAt;
      const lines = Object.entries(CLOSING).map(([line, name]) => `${line} ${String(counts.get(name) ?? 0)}`);
      for (const message of [...lines, `duration_ms ${String(Math.round(durationMs))}`]) {
        yield { type: 'test:diagnostic', data: { nesting: 0, message, level: 'info' } };
      }
      yield { type: 'test:summary', data: { success: false, counts: {}, duration_ms: durationMs } };
    },
  };
}
