/**
 * The subscribers of the benchmark of live delivery, a process of its own: it opens sockets as it is ordered, counts what
 * is delivered and says when all of it has arrived.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openFrameSocket } from './frame-socket.ts';
import type { FrameSocket } from './frame-socket.ts';
import { SENT_AT, wallMs } from './sent-at.ts';

export type SocketsOrder =
  | {
      readonly kind: 'open';
      readonly port: number;
      readonly path: string;
      readonly headers: readonly Readonly<Record<string, string>>[];
      /** Subscriptions of each socket once the server has acknowledged it; null for a server without GraphQL. */
      readonly subscriptions: readonly Subscription[] | null;
      /**
       * Whether the sockets continue the former ones of their places, each subscription after its last event. The order is
       * answered at once then: what arrives tells when all are open.
       */
      readonly isResumed: boolean;
      /** Whether the order of events is checked, by the `seq` of their messages. */
      readonly isChecked: boolean;
      /** Whether the time from the send of each message to its delivery is kept. */
      readonly isTimed: boolean;
    }
  | { readonly kind: 'expect'; readonly deliveries: number; readonly withinMs: number }
  | { readonly kind: 'cut' };

export type Subscription = { readonly query: string; readonly variables: Readonly<Record<string, unknown>> };

/** Arrivals since the last expectation was fulfilled. */
export type Arrived = {
  readonly deliveries: number;
  /** From the first delivery to the last one. */
  readonly spanMs: number;
  /** The last message, as it came. */
  readonly text: string;
  readonly problems: readonly string[];
  /** From the send of each message to its delivery; empty unless the sockets are timed. */
  readonly delaysMs: readonly number[];
};

const OPENING_AT_ONCE = 64;
const ATTEMPTS_MAX = 20;
const RETRY_DELAY_MS = 500;
const PROBLEMS_KEPT_MAX = 5;
const NEXT = '"type":"next"';
/** The type stands within so many bytes. */
const TYPE_BYTES = 48;

/** Messages that one socket has received; they outlive the socket. */
type Place = { readonly seqs: number[]; readonly cursors: (string | undefined)[] };

let sockets: FrameSocket[] = [];
const places: Place[] = [];
let problems: string[] = [];
let delaysMs: number[] = [];
let deliveries = 0;
let firstMs = 0;
let lastText = Buffer.alloc(0);
let expectation: { readonly deliveries: number; readonly fulfil: () => void } | null = null;

process.on('message', (order: SocketsOrder) => {
  obey(order).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function obey(order: SocketsOrder): Promise<Arrived | null> {
  if (order.kind === 'expect') return expectDeliveries(order);
  if (order.kind === 'open') {
    const opened = openAll(order);
    if (!order.isResumed) await opened;
    else opened.catch((error: unknown) => note(String(error)));
    return null;
  }
  for (const socket of sockets) socket.cut();
  sockets = [];
  return null;
}

function expectDeliveries(order: Extract<SocketsOrder, { kind: 'expect' }>): Promise<Arrived> {
  return new Promise((resolve) => {
    const fulfil = (): void => {
      clearTimeout(giveUp);
      expectation = null;
      const arrived = {
        deliveries,
        spanMs: performance.now() - firstMs,
        text: lastText.toString(),
        problems,
        delaysMs,
      };
      deliveries = 0;
      problems = [];
      delaysMs = [];
      resolve(arrived);
    };
    const giveUp = setTimeout(fulfil, order.withinMs);
    expectation = { deliveries: order.deliveries, fulfil };
    if (deliveries >= order.deliveries) fulfil();
  });
}

async function openAll(order: Extract<SocketsOrder, { kind: 'open' }>): Promise<void> {
  const waiting = [...order.headers.entries()].reverse();
  if (!order.isResumed) places.length = 0;
  const openNext = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const place = (places[next[0]] ??= { seqs: [], cursors: [] });
      sockets.push(await openPatiently(() => open(order, next[1], place)));
    }
  };
  await Promise.all(Array.from({ length: OPENING_AT_ONCE }, openNext));
}

/** As clients do, tries again where a server that is too busy has closed the connection. */
async function openPatiently(attempt: () => Promise<FrameSocket>): Promise<FrameSocket> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts === ATTEMPTS_MAX) throw error;
      await sleep(RETRY_DELAY_MS);
    }
  }
}

async function open(
  { port, path, subscriptions, isChecked, isTimed }: Extract<SocketsOrder, { kind: 'open' }>,
  { authorization, ...headers }: Readonly<Record<string, string>>,
  place: Place,
): Promise<FrameSocket> {
  const acknowledged = Promise.withResolvers<void>();
  let isAcknowledged = subscriptions === null;
  const socket = await openFrameSocket({
    port,
    path,
    headers: { ...headers, ...(subscriptions && { 'sec-websocket-protocol': 'graphql-transport-ws' }) },
    onText(bytes) {
      if (isAcknowledged && isTimed) time(bytes);
      if (isAcknowledged) return deliver(bytes, isChecked ? place : null);
      isAcknowledged = true;
      acknowledged.resolve();
    },
    onClosed(code) {
      const problem = `A socket was closed with ${code ?? 'no code'}.`;
      if (isAcknowledged) note(problem);
      else acknowledged.reject(new Error(problem));
    },
  });
  if (!subscriptions) return socket;
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } }));
  await acknowledged.promise;
  for (const [at, { query, variables }] of subscriptions.entries()) {
    const payload = { query, variables: { ...variables, after: place.cursors[at] ?? variables['after'] } };
    socket.send(JSON.stringify({ id: String(at), type: 'subscribe', payload }));
  }
  return socket;
}

function deliver(bytes: Buffer, place: Place | null): void {
  if (bytes.toString('latin1', 0, TYPE_BYTES).includes(NEXT)) {
    if (place) check(bytes.toString(), place);
    if (deliveries === 0) firstMs = performance.now();
    deliveries += 1;
    if (expectation?.deliveries !== deliveries) return;
    lastText = Buffer.from(bytes);
    expectation.fulfil();
  } else note(bytes.toString());
}

function time(bytes: Buffer): void {
  const at = bytes.indexOf(SENT_AT);
  if (at >= 0) delaysMs.push(wallMs() - Number.parseFloat(bytes.toString('latin1', at + SENT_AT.length)));
}

/** `next` of one of the subscriptions of a conversation. */
type Next = {
  readonly id: string;
  readonly payload: {
    readonly data?: {
      readonly messageAdded: { readonly cursor: string; readonly message: { readonly seq: number } };
    };
  };
};

function check(text: string, { seqs, cursors }: Place): void {
  // A message of another form fails in the next lines.
  const { id, payload } = JSON.parse(text) as Next;
  if (!payload.data) return note(text);
  const { cursor, message } = payload.data.messageAdded;
  const at = Number(id);
  const last = seqs[at];
  if (last !== undefined && message.seq !== last + 1) note(`Message ${message.seq} came after ${last}.`);
  seqs[at] = message.seq;
  cursors[at] = cursor;
}

function note(problem: string): void {
  if (problems.length < PROBLEMS_KEPT_MAX) problems.push(problem);
}
