import { once } from 'node:events';
import { createClient, type RedisClientType } from '@redis/client';
import type { Logger } from '#platform/kernel/logger.ts';
import type { LiveBusPort } from '#ports/live-bus.ts';
import { INCOMING, OUTGOING } from './connection-log.ts';
import { createPacketBus } from './packet-bus.ts';

export type RedisBusOptions = {
  /** redis:// or rediss://, with optional user, password and database number. */
  readonly url: string;
  readonly log: Logger;
};

/** Far below the server's limit, so that one message does not block a connection for long. */
const MESSAGE_BYTES_MAX = 1024 * 1024;
const CONNECT_TIMEOUT_MS = 5_000;
/** Timeout of pings, after which an unresponsive server is disconnected. */
const SILENCE_MS = 2_000;
const PING_INTERVAL_MS = 1_000;
const RETRY_DELAY_MIN_MS = 50;
const RETRY_DELAY_MAX_MS = 2_000;

/**
 * The bus of several processes over Redis or Valkey. It publishes without sharding: shards distribute
 * many channels over a cluster, and this is one channel to all processes, which any node of a cluster carries.
 */
export function createRedisBus({ url, log }: RedisBusOptions): Promise<LiveBusPort> {
  const channel = channelOf(url);
  return createPacketBus({
    payloadBytesMax: MESSAGE_BYTES_MAX,
    log,
    async openCarrier(receive, connections) {
      const hearing = keptClient(url, INCOMING);
      hearing.on('error', (error) => connections.lost(INCOMING, error));
      hearing.on('ready', () => connections.stands(INCOMING));
      const speaking = keptClient(url, OUTGOING);
      await Promise.all([
        firstAttempt(hearing, () => hearing.subscribe(channel, receive)),
        firstAttempt(speaking, async () => undefined),
      ]);
      return {
        send: (payloads) => Promise.all(payloads.map((payload) => speaking.publish(channel, payload))),
        channel: null,
        isConnected: () => !connections.isLost(INCOMING),
        async close() {
          speaking.destroy();
          hearing.destroy();
        },
      };
    },
  });
}

/** Channels ignore database numbers: without the prefix, installations that share a server would receive each other's signals. */
function channelOf(url: string): string {
  return `plaza_live_bus:${new URL(url).pathname.slice(1) || '0'}`;
}

/** Reconnects and resubscribes automatically; commands are not queued meanwhile. */
function keptClient(url: string, name: string): RedisClientType {
  const client: RedisClientType = createClient({
    url,
    name,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (retries) => Math.min(RETRY_DELAY_MIN_MS * 2 ** retries, RETRY_DELAY_MAX_MS),
    },
    pingInterval: PING_INTERVAL_MS,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
  });
  // A failed send rejects by itself; without a listener an `error` event would end the process.
  return client.on('error', () => undefined);
}

/** Resolves when the first attempt to connect has ended, successful or not. */
async function firstAttempt(client: RedisClientType, prepare: () => Promise<void>): Promise<void> {
  const connected = client.connect().then(prepare);
  await Promise.race([connected, once(client, 'error')]).catch(() => undefined);
}
