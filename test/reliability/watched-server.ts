import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type Actor, createActor } from '#test/support/actor.ts';
import { freePort } from '#test/support/transport/free-port.ts';
import { dataFolder, plaza, type PlazaProcess } from '../start/plaza-process.ts';

/** At most this from SIGTERM to the end, whatever is away. */
const STOP_MAX_MS = 5_000;
/** The first process of a checkout would write its compiled code while it ends, as long as a busy disk takes. */
export const UNCACHED = { NODE_DISABLE_COMPILE_CACHE: '1' };

export type Ready = {
  readonly status: number;
  readonly missing: readonly string[];
  readonly degraded: readonly string[];
};

/** A process whose readiness and log a test reads. */
export type RunningServer = {
  readonly process: PlazaProcess;
  readonly url: string;
  readonly ada: Actor;
  ready(): Promise<Ready>;
  /** Whether it is ready again; a transaction that failed shows for half a minute. */
  isBack(): Promise<boolean>;
  /** Port and kind of each line with this text. */
  lines(msg: string): readonly (readonly [string, string])[];
  /** Times of the lines with this text, in milliseconds. */
  timesOf(msg: string): readonly number[];
  /** Texts of all other lines that warn. */
  otherWarnings(): readonly string[];
};

type Line = {
  readonly level: number;
  readonly time: number;
  readonly msg: string;
  readonly port: string;
  readonly fault: string;
};

export async function startServer(
  t: TestContext,
  env: Readonly<Record<string, string>>,
  command: 'serve' | 'start' = 'serve',
): Promise<RunningServer> {
  const [port, opsPort] = [await freePort(), await freePort()];
  const process = plaza(t, {
    args: [command],
    env: {
      ...UNCACHED,
      DATA_DIR: await dataFolder(t),
      PORT: String(port),
      OPS_PORT: String(opsPort),
      ...env,
    },
  });
  await process.ready();
  const onEnd = (end: () => unknown): void =>
    t.after(async () => {
      await end();
    });
  const url = `http://127.0.0.1:${port}/web/graphql`;
  const ada = createActor(url, { token: null, onEnd });
  const { register } = await ada.do(REGISTER);
  ada.token = register.accessToken;
  const written = (): Line[] =>
    process
      .stdout()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      // A line of the log, whose fields are as they are.
      .map((line) => JSON.parse(line) as Line);
  async function ready(): Promise<Ready> {
    const response = await fetch(`http://127.0.0.1:${opsPort}/ready`);
    // The answer of the product.
    const { missing, degraded } = (await response.json()) as Ready;
    return { status: response.status, missing, degraded };
  }
  return {
    process,
    url,
    ada,
    ready,
    async isBack() {
      const { status, degraded } = await ready();
      return status === 200 && degraded.every((name) => name === 'transactions');
    },
    lines: (msg) => written().flatMap((line) => (line.msg === msg ? [[line.port, line.fault]] : [])),
    timesOf: (msg) => written().flatMap((line) => (line.msg === msg ? [line.time] : [])),
    otherWarnings: () =>
      written().flatMap(({ level, msg }) => (level >= 40 && msg !== 'a port fails' ? [msg] : [])),
  };
}

const REGISTER = `mutation { register(input: {
  email: "ada@example.com", password: "correct horse battery", username: "ada", displayName: "Ada", device: { platform: WEB }
}) { accessToken errors { code } } }`;

/** SIGTERM ends it soon, whatever is away. */
export async function assertStops(process: PlazaProcess): Promise<void> {
  const startedMs = performance.now();
  process.kill('SIGTERM');
  assert.deepEqual(await process.exited, { code: 0, signal: null }, process.stderr());
  const tookMs = performance.now() - startedMs;
  assert.ok(tookMs <= STOP_MAX_MS, `it took ${Math.round(tookMs)} ms:\n${process.stdout()}`);
}
