import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../harness/database.ts';
import {
  assertNothingMore,
  openSockets,
  sendTo,
  startSockets,
  subscriptionsTo,
  untilArrived,
} from './live-messages.ts';
import type { LiveWorld } from './live-world.ts';
import { percentile } from '../harness/percentile.ts';
import { startProductServer } from '../harness/product-server.ts';

/** Times from the request of the sender to the delivery, at every member. */
export type PaceMeasurement = {
  readonly members: number;
  readonly messages: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of the first messages after nobody has written for a while. */
  readonly afterIdle: { readonly idleMs: number; readonly messages: number; readonly p99Ms: number };
};

const WARM_UP = 100;

/** Sends messages to a small group at a constant pace, whether the former ones have arrived or not. */
export async function measurePace(
  { product }: Bench,
  { paced }: LiveWorld,
  { messages, perSecond, idleMs }: { messages: number; perSecond: number; idleMs: number },
): Promise<PaceMeasurement> {
  const server = await startProductServer(product);
  const sockets = startSockets();
  const people = paced.members;
  const play = async (count: number): Promise<readonly number[]> => {
    const arrived = untilArrived(sockets, count * people.length);
    const startedMs = performance.now();
    const underWay: Promise<void>[] = [];
    for (let message = 0; message < count; message += 1) {
      await sleep(Math.max(0, startedMs + (1_000 * message) / perSecond - performance.now()));
      underWay.push(sendTo(server, paced));
    }
    await Promise.all(underWay);
    return (await arrived).delaysMs;
  };
  try {
    const subscriptions = await subscriptionsTo(server, [paced]);
    await openSockets(sockets, { server, people, each: 1, subscriptions, isChecked: true, isTimed: true });
    await play(Math.min(WARM_UP, messages));
    const delaysMs = await play(messages);
    await sleep(idleMs);
    const first = Math.min(WARM_UP, messages);
    const afterIdleMs = await play(first);
    await assertNothingMore(sockets);
    return {
      members: people.length,
      messages,
      perSecond,
      p50Ms: percentile(ascending(delaysMs), 0.5),
      p99Ms: percentile(ascending(delaysMs), 0.99),
      afterIdle: { idleMs, messages: first, p99Ms: percentile(ascending(afterIdleMs), 0.99) },
    };
  } finally {
    await Promise.all([sockets.stop(), server.stop()]);
  }
}

const ascending = (values: readonly number[]): number[] => values.toSorted((left, right) => left - right);
