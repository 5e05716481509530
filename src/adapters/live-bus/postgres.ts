import { Client } from 'pg';
import type { Logger } from '#platform/logger.ts';
import type { LiveBusPort } from '#ports/live-bus.ts';
import type { OpenConnection } from './kept-connection.ts';
import { createPacketBus, openCarrier } from './packet-bus.ts';

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
    openCarrier: (hear) =>
      openCarrier<Client>({
        log,
        connect: (name, prepare) => connect(connectionString, name, prepare),
        listen: (client) => listen(client, hear),
        send: (client, payloads) =>
          client.query({ name: 'notify', text: NOTIFY, values: [CHANNEL, payloads] }),
      }),
  });
}

const NOTIFY = 'select count(pg_notify($1, payload)) from unnest($2::text[]) as payload';

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
