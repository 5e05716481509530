import { randomUUID } from 'node:crypto';
import type { Logger } from '#platform/logger.ts';
import type { BusSignal, LiveBusPort } from '#ports/live-bus.ts';
import { keepConnection } from './kept-connection.ts';
import { packSignals, unpackSignals } from './packets.ts';

export type PostgresBusOptions = { readonly connectionString: string; readonly log: Logger };

const CHANNEL = 'plaza_live_bus';
/** Ephemeral signals that wait while the database is slow or away; more are lost. */
const WAITING_SIGNALS_MAX = 10_000;

/**
 * The bus of several processes on one database. It needs connections of its own to the server itself:
 * a pooler that shares connections between transactions loses LISTEN.
 * The process' own listeners hear a signal at once; what comes back of it from the database is dropped.
 */
export async function createPostgresBus({ connectionString, log }: PostgresBusOptions): Promise<LiveBusPort> {
  const ownId = randomUUID();
  const listeners = new Set<(signal: BusSignal) => void>();

  function hear(payload: string | undefined): void {
    const packet = unpackSignals(payload);
    if (!packet) return log.warn('the live bus carried something that is no packet of ours');
    if (packet.sender === ownId) return;
    for (const signal of packet.signals) tell(signal);
  }

  function tell(signal: BusSignal): void {
    for (const listener of listeners) listener(signal);
  }

  const listening = keepConnection({
    connectionString,
    name: 'plaza live bus in',
    log,
    async prepare(client) {
      client.on('notification', ({ payload }) => hear(payload));
      await client.query(`listen ${CHANNEL}`);
    },
  });
  const publisher = createPublisher({ connectionString, log, ownId });
  await Promise.all([listening.settled, publisher.settled]);

  return {
    publish(signal) {
      tell(signal);
      publisher.add(signal);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      listeners.clear();
      await publisher.close();
      await listening.close();
    },
  };
}

type Publisher = {
  /** Resolves after the first attempt to connect. */
  readonly settled: Promise<void>;
  add(signal: BusSignal): void;
  close(): Promise<void>;
};

/** Sends all that comes within one turn, or while a sending is under way, in one round trip. */
function createPublisher({
  connectionString,
  log,
  ownId,
}: PostgresBusOptions & { ownId: string }): Publisher {
  const connection = keepConnection({ connectionString, name: 'plaza live bus out', log });
  let waiting: BusSignal[] = [];
  /** Log signals collapse: the highest position says it all. */
  let position: number | null = null;
  let lost = 0;
  let sending: Promise<void> | null = null;
  let isClosed = false;

  function add(signal: BusSignal): void {
    if (isClosed) return;
    if (signal.kind === 'log') position = Math.max(position ?? 0, signal.position);
    else if (waiting.length < WAITING_SIGNALS_MAX) waiting.push(signal);
    else lost += 1;
    sending ??= sendAll();
  }

  async function sendAll(): Promise<void> {
    await turnOfLoop();
    while (waiting.length > 0 || position !== null) {
      const signals: BusSignal[] = position === null ? waiting : [...waiting, { kind: 'log', position }];
      waiting = [];
      position = null;
      const { payloads, unsendable } = packSignals(ownId, signals);
      if (unsendable > 0) log.warn({ signals: unsendable }, 'live signals are too large for the bus');
      if (!(await send(payloads))) lost += signals.length;
    }
    if (lost > 0) log.debug({ signals: lost }, 'live signals are lost: the database is away');
    lost = 0;
    // In the same turn as the loop's check: a signal that comes later starts a sending of its own.
    sending = null;
  }

  /** @returns false when the database is away */
  async function send(payloads: readonly string[]): Promise<boolean> {
    const client = connection.client();
    if (!client) return false;
    try {
      const text = 'select count(pg_notify($1, payload)) from unnest($2::text[]) as payload';
      await client.query({ name: 'notify', text, values: [CHANNEL, payloads] });
      return true;
    } catch {
      // The connection has reported its loss, and signals may be lost.
      return false;
    }
  }

  return {
    settled: connection.settled,
    add,
    async close() {
      isClosed = true;
      await sending;
      await connection.close();
    },
  };
}

const turnOfLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
