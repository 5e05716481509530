import { randomUUID } from 'node:crypto';
import type { Logger } from '#platform/kernel/logger.ts';
import type { BusSignal, LiveBusPort } from '#ports/live-bus.ts';
import { type ConnectionLog, connectionLog, OUTGOING } from './connection-log.ts';
import { logNoticeText, packSignals, unpackSignals } from './packets.ts';

/** Broadcasts texts to all processes, its own included, over separate connections for receiving and for sending. */
export type Carrier = {
  /** The channel of `pg_notify` that it listens to; null for a carrier outside of the database. */
  readonly channel: string | null;
  /** Rejects when the texts are lost, within its own timeout. */
  send(payloads: readonly string[]): Promise<unknown>;
  /** Whether the receiving connection stands. */
  isConnected(): boolean;
  close(): Promise<void>;
};

type PacketBusOptions = {
  readonly payloadBytesMax: number;
  readonly log: Logger;
  /** Resolves after the first attempt to connect, successful or not. `receive` receives every text of the channel. */
  readonly openCarrier: (receive: (payload: string) => void, connections: ConnectionLog) => Promise<Carrier>;
};

/** Maximum of queued ephemeral signals while the carrier is slow or unavailable; further ones are dropped. */
const WAITING_SIGNALS_MAX = 10_000;

/**
 * A bus over any carrier of texts.
 * The process' own listeners receive a signal immediately; its echo from the carrier is dropped.
 */
export async function createPacketBus(options: PacketBusOptions): Promise<LiveBusPort> {
  const { payloadBytesMax, log, openCarrier } = options;
  const ownId = randomUUID();
  const listeners = new Set<(signal: BusSignal) => void>();

  function receive(payload: string): void {
    const packet = unpackSignals(payload);
    if (!packet) return log.warn('the live bus received a foreign packet');
    if (packet.sender === ownId) return;
    for (const signal of packet.signals) tell(signal);
  }

  function tell(signal: BusSignal): void {
    for (const listener of listeners) listener(signal);
  }

  const connections = connectionLog(log);
  const carrier = await openCarrier(receive, connections);
  const publisher = createPublisher({ carrier, connections, ownId, payloadBytesMax, log });
  let closed: Promise<void> | null = null;

  async function close(): Promise<void> {
    listeners.clear();
    await publisher.close();
    await carrier.close();
  }

  return {
    logNotice: carrier.channel === null ? null : { channel: carrier.channel, text: logNoticeText(ownId) },
    tell,
    publish(signal) {
      tell(signal);
      publisher.add(signal);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    isConnected: carrier.isConnected,
    close: () => (closed ??= close()),
  };
}

type PublisherOptions = {
  readonly carrier: Carrier;
  readonly connections: ConnectionLog;
  readonly ownId: string;
  readonly payloadBytesMax: number;
  readonly log: Logger;
};

type Publisher = {
  add(signal: BusSignal): void;
  /** Waits for the sending in flight. */
  close(): Promise<void>;
};

/** Batches all signals of one turn, or of a sending in flight, into one sending. */
function createPublisher({ carrier, connections, ownId, payloadBytesMax, log }: PublisherOptions): Publisher {
  let waiting: BusSignal[] = [];
  /** Log signals collapse to the highest position. */
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
      const { payloads, unsendable } = packSignals(ownId, signals, payloadBytesMax);
      if (unsendable > 0) log.warn({ signals: unsendable }, 'live signals are too large for the bus');
      try {
        await carrier.send(payloads);
        connections.stands(OUTGOING);
      } catch (error) {
        connections.lost(OUTGOING, error);
        lost += signals.length;
      }
    }
    if (lost > 0) log.debug({ signals: lost }, 'live signals were dropped: the carrier is unavailable');
    lost = 0;
    // In the same turn as the loop's check: a later signal starts a sending of its own.
    sending = null;
  }

  return {
    add,
    async close() {
      isClosed = true;
      await sending;
    },
  };
}

const turnOfLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
