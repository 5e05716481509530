import { createClient, type RedisClientType } from '@redis/client';
import type { Logger } from '#platform/logger.ts';
import type { LiveBusPort } from '#ports/live-bus.ts';
import type { OpenConnection } from './kept-connection.ts';
import { createPacketBus, openCarrier } from './packet-bus.ts';

export type RedisBusOptions = {
  /** redis:// or rediss://, with user, password and database number where there are any. */
  readonly url: string;
  readonly log: Logger;
};

/** Far below what a server takes, so that one message does not hold up a connection for long. */
const MESSAGE_BYTES_MAX = 1024 * 1024;
const CONNECT_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 3_000;

/**
 * The bus of several processes over Redis or Valkey. It publishes in the plain way and not by shards: shards spread
 * many channels over a cluster, and here is one channel that all processes hear, which any node of a cluster carries.
 */
export function createRedisBus({ url, log }: RedisBusOptions): Promise<LiveBusPort> {
  const channel = channelOf(url);
  return createPacketBus({
    payloadBytesMax: MESSAGE_BYTES_MAX,
    log,
    openCarrier: (hear) =>
      openCarrier<RedisClientType>({
        log,
        connect: (name, prepare) => connect(url, name, prepare),
        listen: (client) => client.subscribe(channel, hear),
        send: (client, payloads) =>
          answered(client, ANSWER_TIMEOUT_MS, () =>
            Promise.all(payloads.map((payload) => client.publish(channel, payload))),
          ),
      }),
  });
}

/** Channels know no database numbers: without it, installations that share a server would hear one another. */
function channelOf(url: string): string {
  return `plaza_live_bus:${new URL(url).pathname.slice(1) || '0'}`;
}

async function connect(
  url: string,
  name: string,
  prepare: (client: RedisClientType) => Promise<void>,
): Promise<OpenConnection<RedisClientType>> {
  const client = createClient({
    url,
    name,
    // Who keeps the connection makes a new one when this has ended; nothing waits in it meanwhile.
    socket: { reconnectStrategy: false },
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
  });
  const { promise: ended, reject } = Promise.withResolvers<never>();
  // The connection may end before anybody waits for it.
  ended.catch(() => undefined);
  client.on('error', reject);
  client.on('end', () => reject(new Error('The connection has ended.')));
  try {
    await answered(client, CONNECT_TIMEOUT_MS, async () => {
      await client.connect();
      await prepare(client);
    });
  } catch (error) {
    discard(client);
    throw error;
  }
  return {
    client,
    ended,
    check: () => answered(client, ANSWER_TIMEOUT_MS, () => client.ping()),
    close: async () => discard(client),
    discard: () => discard(client),
  };
}

/** A server that does not answer in time loses the connection, which ends `work` with an error. */
async function answered<Answer>(
  client: RedisClientType,
  timeoutMs: number,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const timer = setTimeout(() => discard(client), timeoutMs);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}

function discard(client: RedisClientType): void {
  client.destroy();
}
