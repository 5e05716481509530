import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#platform/logger.ts';

/** One connection that is made again whenever it is lost. */
export type KeptConnection<Client> = {
  /** Null while the server is away. */
  client(): Client | null;
  /** Resolves after the first attempt to connect, whatever came of it. */
  readonly settled: Promise<void>;
  close(): Promise<void>;
};

/** A connection that is ready for use. */
export type OpenConnection<Client> = {
  readonly client: Client;
  /** Rejects with what ended the connection. */
  readonly ended: Promise<never>;
  /** Rejects, within a time of its own, when the server does not answer. */
  check(): Promise<unknown>;
  close(): Promise<void>;
  /** Lets go of what is left of a connection, in whatever state. Never throws. */
  discard(): void;
};

type KeptConnectionOptions<Client> = {
  /** What the log calls it. */
  readonly name: string;
  readonly log: Logger;
  /** One attempt to connect, with a limit to its time; when it rejects it leaves nothing open. */
  readonly open: () => Promise<OpenConnection<Client>>;
  /** Another time, for tests. */
  readonly heartbeatMs?: number;
};

/** A connection whose other end has vanished without a word is found after this time. */
const HEARTBEAT_MS = 15_000;
const RETRY_DELAY_MIN_MS = 50;
const RETRY_DELAY_MAX_MS = 5_000;

/** The log gets one line when the connection is lost and one when it stands again, however many attempts lie between. */
export function keepConnection<Client>({
  name,
  log,
  open,
  heartbeatMs = HEARTBEAT_MS,
}: KeptConnectionOptions<Client>): KeptConnection<Client> {
  const closing = new AbortController();
  const firstAttempt = Promise.withResolvers<void>();
  let current: Client | null = null;
  let failures = 0;

  async function keep(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        const connection = await open();
        if (failures > 0) log.info({ connection: name }, 'the live bus is connected again');
        failures = 0;
        current = connection.client;
        firstAttempt.resolve();
        await useUntil(connection, heartbeatMs, closing.signal);
      } catch (error) {
        if (failures === 0)
          log.warn({ err: error, connection: name }, 'the live bus has lost its connection');
        failures += 1;
      }
      current = null;
      firstAttempt.resolve();
      await pause(failures, closing.signal);
    }
  }

  const kept = keep();
  return {
    client: () => current,
    settled: firstAttempt.promise,
    async close() {
      closing.abort();
      await kept;
    },
  };
}

/** Resolves when `closing` aborts; rejects when the connection has ended or no longer answers. */
async function useUntil(
  { ended, check, close, discard }: OpenConnection<unknown>,
  heartbeatMs: number,
  closing: AbortSignal,
): Promise<void> {
  const leaving = new AbortController();
  const until = AbortSignal.any([closing, leaving.signal]);
  try {
    // One race for the whole life of the connection: what waits for `ended` is kept until it settles, so a race at
    // every check would add up for as long as the connection stands.
    await Promise.race([ended, checkAgainAndAgain(check, heartbeatMs, until)]);
    await close();
  } finally {
    leaving.abort();
    discard();
  }
}

/** Resolves when `until` aborts. */
async function checkAgainAndAgain(
  check: () => Promise<unknown>,
  heartbeatMs: number,
  until: AbortSignal,
): Promise<void> {
  while (!until.aborted) {
    await pauseFor(heartbeatMs, until);
    if (!until.aborted) await check();
  }
}

function pause(failures: number, until: AbortSignal): Promise<void> {
  const delayMs = Math.min(RETRY_DELAY_MIN_MS * 2 ** (failures - 1), RETRY_DELAY_MAX_MS);
  return pauseFor(delayMs, until);
}

async function pauseFor(delayMs: number, until: AbortSignal): Promise<void> {
  try {
    await sleep(delayMs, undefined, { signal: until, ref: false });
  } catch {
    // Its end ends every pause, by an error that says nothing else.
  }
}
