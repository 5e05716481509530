import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from '#platform/logger.ts';

/** One connection that is made again whenever it is lost. */
export type KeptConnection = {
  /** Null while the database is away. */
  client(): Client | null;
  /** Resolves after the first attempt to connect, whatever came of it. */
  readonly settled: Promise<void>;
  close(): Promise<void>;
};

type KeptConnectionOptions = {
  readonly connectionString: string;
  /** As the server shows it among its sessions. */
  readonly name: string;
  readonly log: Logger;
  /** What every new connection needs before it is used. */
  readonly prepare?: (client: Client) => Promise<void>;
};

const CONNECT_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 5_000;
/** A connection whose other end has vanished without a word is found after this time. */
const HEARTBEAT_MS = 15_000;
const RETRY_DELAY_MIN_MS = 50;
const RETRY_DELAY_MAX_MS = 5_000;

/** The log gets one line when the connection is lost and one when it stands again, however many attempts lie between. */
export function keepConnection({ name, log, ...options }: KeptConnectionOptions): KeptConnection {
  const closing = new AbortController();
  const firstAttempt = Promise.withResolvers<void>();
  let current: Client | null = null;
  let failures = 0;

  async function keep(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        const { client, ended } = await connect({ name, ...options });
        if (failures > 0) log.info({ connection: name }, 'the live bus is connected again');
        failures = 0;
        current = client;
        firstAttempt.resolve();
        await useUntil(client, ended, closing.signal);
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

/** `ended` rejects with what ended the connection. */
async function connect({
  connectionString,
  name,
  prepare,
}: Omit<KeptConnectionOptions, 'log'>): Promise<{ client: Client; ended: Promise<never> }> {
  const client = new Client({
    connectionString,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
  });
  const { promise: ended, reject } = Promise.withResolvers<never>();
  // The connection may end before anybody waits for it.
  ended.catch(() => undefined);
  client.on('error', reject);
  client.on('end', () => reject(new Error('The server has ended the connection.')));
  try {
    await client.connect();
    await prepare?.(client);
    return { client, ended };
  } catch (error) {
    discard(client);
    throw error;
  }
}

/** Resolves when `closing` aborts; rejects when the connection has ended or no longer answers. */
async function useUntil(client: Client, ended: Promise<never>, closing: AbortSignal): Promise<void> {
  try {
    while (!closing.aborted) {
      await Promise.race([ended, pauseFor(HEARTBEAT_MS, closing)]);
      if (!closing.aborted) await Promise.race([ended, client.query('select')]);
    }
    await client.end();
  } finally {
    discard(client);
  }
}

/** Not waited for: a connection without another end takes its time. */
function discard(client: Client): void {
  client.end().catch(() => undefined);
}

function pause(failures: number, closing: AbortSignal): Promise<void> {
  const delayMs = Math.min(RETRY_DELAY_MIN_MS * 2 ** (failures - 1), RETRY_DELAY_MAX_MS);
  return pauseFor(delayMs, closing);
}

async function pauseFor(delayMs: number, closing: AbortSignal): Promise<void> {
  try {
    await sleep(delayMs, undefined, { signal: closing, ref: false });
  } catch {
    // Closing ends every pause.
  }
}
