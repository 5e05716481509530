import { randomUUID } from 'node:crypto';
import type { Logger } from '#platform/logger.ts';
import type { BusSignal, LiveBusPort } from '#ports/live-bus.ts';
import { keepConnection, type OpenConnection } from './kept-connection.ts';
import { packSignals, unpackSignals } from './packets.ts';

/** Takes texts from one process to all, that one included. */
export type Carrier = {
  /** @returns false when they are lost; never throws */
  send(payloads: readonly string[]): Promise<boolean>;
  close(): Promise<void>;
};

type PacketBusOptions = {
  readonly payloadBytesMax: number;
  readonly log: Logger;
  /** Resolves after the first attempt to connect, whatever came of it. `hear` gets whatever the channel carries. */
  readonly openCarrier: (hear: (payload: string) => void) => Promise<Carrier>;
};

/** Ephemeral signals that wait while the carrier is slow or away; more are lost. */
const WAITING_SIGNALS_MAX = 10_000;

/**
 * A bus over anything that carries texts.
 * The process' own listeners hear a signal at once; what comes back of it from the carrier is dropped.
 */
export async function createPacketBus(options: PacketBusOptions): Promise<LiveBusPort> {
  const { payloadBytesMax, log, openCarrier } = options;
  const ownId = randomUUID();
  const listeners = new Set<(signal: BusSignal) => void>();

  function hear(payload: string): void {
    const packet = unpackSignals(payload);
    if (!packet) return log.warn('the live bus carried something that is no packet of ours');
    if (packet.sender === ownId) return;
    for (const signal of packet.signals) tell(signal);
  }

  function tell(signal: BusSignal): void {
    for (const listener of listeners) listener(signal);
  }

  const carrier = await openCarrier(hear);
  const publisher = createPublisher({ carrier, ownId, payloadBytesMax, log });

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
      await carrier.close();
    },
  };
}

type CarrierOptions<Client> = {
  readonly log: Logger;
  /** One attempt to connect under a name; `prepare` makes the connection ready and counts as a part of it. */
  readonly connect: (
    name: string,
    prepare: (client: Client) => Promise<void>,
  ) => Promise<OpenConnection<Client>>;
  readonly listen: (client: Client) => Promise<void>;
  /** Rejects when the texts are lost. */
  readonly send: (client: Client, payloads: readonly string[]) => Promise<unknown>;
};

/** A carrier with one connection to hear by and one to speak by: what is heard never waits behind what is said. */
export async function openCarrier<Client>(options: CarrierOptions<Client>): Promise<Carrier> {
  const { log, connect, listen, send } = options;
  const incoming = 'plaza-live-bus-in';
  const listening = keepConnection({ name: incoming, log, open: () => connect(incoming, listen) });
  const outgoing = 'plaza-live-bus-out';
  const speaking = keepConnection({
    name: outgoing,
    log,
    open: () => connect(outgoing, async () => undefined),
  });
  await Promise.all([listening.settled, speaking.settled]);
  return {
    async send(payloads) {
      const client = speaking.client();
      if (!client) return false;
      try {
        await send(client, payloads);
        return true;
      } catch {
        // The connection has reported its loss, and signals may be lost.
        return false;
      }
    },
    async close() {
      await speaking.close();
      await listening.close();
    },
  };
}

type PublisherOptions = {
  readonly carrier: Carrier;
  readonly ownId: string;
  readonly payloadBytesMax: number;
  readonly log: Logger;
};

type Publisher = {
  add(signal: BusSignal): void;
  /** Waits for the sending under way. */
  close(): Promise<void>;
};

/** Sends all that comes within one turn, or while a sending is under way, in one go. */
function createPublisher({ carrier, ownId, payloadBytesMax, log }: PublisherOptions): Publisher {
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
      const { payloads, unsendable } = packSignals(ownId, signals, payloadBytesMax);
      if (unsendable > 0) log.warn({ signals: unsendable }, 'live signals are too large for the bus');
      if (!(await carrier.send(payloads))) lost += signals.length;
    }
    if (lost > 0) log.debug({ signals: lost }, 'live signals are lost: what carries them is away');
    lost = 0;
    // In the same turn as the loop's check: a signal that comes later starts a sending of its own.
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
