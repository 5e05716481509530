import { Client } from 'pg';
import type { Logger } from '#platform/logger.ts';
import type { LiveBusPort } from '#ports/live-bus.ts';
import { keepConnection, type OpenConnection } from './kept-connection.ts';
import { type Carrier, createPacketBus } from './packet-bus.ts';

export type PostgresBusOptions = { readonly connectionString: string; readonly log: Logger };

/** PostgreSQL refuses a notification of 8 000 bytes. */
export const NOTIFICATION_BYTES_MAX = 7_999;

const CHANNEL = 'plaza_live_bus';
const CONNECT_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 5_000;

/**
 * The bus of several processes on one database. It needs connections of its own to the server itself:
 * a pooler that shares connections between transactions loses LISTEN.
 */
export function createPostgresBus({ connectionString, log }: PostgresBusOptions): Promise<LiveBusPort> {
  return createPacketBus({
    payloadBytesMax: NOTIFICATION_BYTES_MAX,
    log,
    openCarrier: (hear) => openCarrier({ connectionString, log }, hear),
  });
}

async function openCarrier(
  { connectionString, log }: PostgresBusOptions,
  hear: (payload: string) => void,
): Promise<Carrier> {
  const incoming = 'plaza live bus in';
  const listening = keepConnection({
    name: incoming,
    log,
    open: () => connect(connectionString, incoming, (client) => listen(client, hear)),
  });
  const outgoing = 'plaza live bus out';
  const notifying = keepConnection({
    name: outgoing,
    log,
    open: () => connect(connectionString, outgoing, async () => undefined),
  });
  await Promise.all([listening.settled, notifying.settled]);

  return {
    async send(payloads) {
      const client = notifying.client();
      if (!client) return false;
      try {
        const text = 'select count(pg_notify($1, payload)) from unnest($2::text[]) as payload';
        await client.query({ name: 'notify', text, values: [CHANNEL, payloads] });
        return true;
      } catch {
        // The connection has reported its loss, and signals may be lost.
        return false;
      }
    },
    async close() {
      await notifying.close();
      await listening.close();
    },
  };
}

async function listen(client: Client, hear: (payload: string) => void): Promise<void> {
  client.on('notification', ({ payload }) => hear(payload ?? ''));
  await client.query(`listen ${CHANNEL}`);
}

async function connect(
  connectionString: string,
  name: string,
  prepare: (client: Client) => Promise<void>,
): Promise<OpenConnection<Client>> {
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
    await prepare(client);
  } catch (error) {
    discard(client);
    throw error;
  }
  return {
    client,
    ended,
    check: () => client.query('select'),
    close: () => client.end(),
    discard: () => discard(client),
  };
}

/** Not waited for: a connection without another end takes its time. */
function discard(client: Client): void {
  client.end().catch(() => undefined);
}
