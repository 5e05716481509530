import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig, Pool } from 'pg';
import type { Logger } from '#platform/kernel/logger.ts';
import type { LiveBusPort } from '#ports/live-bus.ts';
import { closeInTime, createSockets } from '#platform/faults/closing.ts';
import { type ConnectionLog, INCOMING, OUTGOING } from './connection-log.ts';
import { createPacketBus } from './packet-bus.ts';

export type PostgresBusOptions = { readonly connectionString: string; readonly log: Logger };

/** PostgreSQL refuses notifications of 8 000 bytes and more. */
const NOTIFICATION_BYTES_MAX = 7_999;

const CHANNEL = 'plaza_live_bus';
const CONNECT_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 5_000;
/** Interval of keep-alive queries, which detect a dead connection. */
const HEARTBEAT_MS = 15_000;
const RETRY_DELAY_MS = 500;

/**
 * The bus of several processes on one database. It needs direct connections to the server:
 * a pooler that shares connections between transactions loses LISTEN.
 */
export function createPostgresBus({ connectionString, log }: PostgresBusOptions): Promise<LiveBusPort> {
  const settings = {
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
  };
  return createPacketBus({
    payloadBytesMax: NOTIFICATION_BYTES_MAX,
    log,
    async openCarrier(receive, connections) {
      const listening = keepListening({ ...settings, application_name: INCOMING }, receive, connections);
      const sockets = createSockets();
      const speaking = new Pool({
        ...settings,
        stream: sockets.open,
        application_name: OUTGOING,
        max: 1,
        idleTimeoutMillis: 0,
      });
      // The next text opens a new connection.
      speaking.on('error', () => undefined);
      await listening.settled;
      return {
        channel: CHANNEL,
        send: (payloads) => speaking.query({ name: 'notify', text: NOTIFY, values: [CHANNEL, payloads] }),
        isConnected: () => !connections.isLost(INCOMING),
        async close() {
          await Promise.all([closeInTime(speaking.end(), sockets.destroy), listening.close()]);
        },
      };
    },
  });
}

const NOTIFY = 'select count(pg_notify($1, payload)) from unnest($2::text[]) as payload';

/** Listens, and reconnects after each loss. `settled` resolves after the first attempt, successful or not. */
function keepListening(config: ClientConfig, receive: (payload: string) => void, connections: ConnectionLog) {
  const sockets = createSockets();
  const firstAttempt = Promise.withResolvers<void>();
  const closing = new AbortController();

  async function listen(): Promise<void> {
    const client = new Client({ ...config, stream: sockets.open });
    const ended = new AbortController();
    const until = AbortSignal.any([closing.signal, ended.signal]);
    client.on('error', (error) => ended.abort(error));
    client.on('end', () => ended.abort(new Error('The server has ended the connection.')));
    client.on('notification', ({ payload }) => receive(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      connections.stands(INCOMING);
      firstAttempt.resolve();
      while (!until.aborted) {
        await client.query('select');
        await pause(HEARTBEAT_MS, until);
      }
      ended.signal.throwIfAborted();
    } finally {
      // Not awaited: closing a dead connection takes its time.
      client.end().catch(() => undefined);
    }
  }

  async function keep(): Promise<void> {
    while (!closing.signal.aborted) {
      await listen().catch((error: unknown) => connections.lost(INCOMING, error));
      firstAttempt.resolve();
      await pause(RETRY_DELAY_MS, closing.signal);
    }
  }

  const kept = keep();
  return {
    settled: firstAttempt.promise,
    async close() {
      closing.abort();
      await closeInTime(kept, sockets.destroy);
    },
  };
}

async function pause(delayMs: number, until: AbortSignal): Promise<void> {
  // An early end of the pause carries no information.
  await sleep(delayMs, undefined, { signal: until, ref: false }).catch(() => undefined);
}
