import type { Bench } from '../harness/database.ts';
import {
  arrivedWithin,
  assertNothingMore,
  openSockets,
  sendTo,
  startSockets,
  subscriptionsTo,
  untilArrived,
  untilRelayed,
} from './live-messages.ts';
import type { LiveWorld } from './live-world.ts';
import { requestText, startProductServer } from '../harness/product-server.ts';
import { requestSteadily } from './steady-requests.ts';

export type ReconnectMeasurement = {
  readonly sockets: number;
  readonly subscriptions: number;
  /** Messages that all have missed. */
  readonly deliveries: number;
  readonly arrived: number;
  /** Until all have what they missed and a message that was sent afterwards; infinite when that takes longer than a minute. */
  readonly liveAfterMs: number;
  readonly replayedAfterMs: number;
  /** Times of other requests meanwhile. */
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
};

const REQUEST_EVERY_MS = 20;
const ARRIVED_WITHIN_MS = 60_000;

/** Cuts sockets with several subscriptions each, sends messages meanwhile, and lets all come back at the same time. */
export async function measureReconnect(
  { client, product }: Bench,
  { small, silent }: LiveWorld,
  { behind }: { behind: number },
): Promise<ReconnectMeasurement> {
  const server = await startProductServer(product);
  const sockets = startSockets();
  const people = small[0]!.members; // There are conversations, all of the same people.
  const live = people.length * small.length;
  const sendToEach = (): Promise<unknown> => Promise.all(small.map((group) => sendTo(server, group)));
  const open = async (isResumed: boolean): Promise<void> => {
    const subscriptions = await subscriptionsTo(server, small);
    await openSockets(sockets, { server, people, each: 1, subscriptions, isResumed, isChecked: true });
  };
  try {
    await open(false);
    await Promise.all([untilArrived(sockets, live), sendToEach()]);
    await assertNothingMore(sockets);
    await sockets.order({ kind: 'cut' });
    for (let message = 0; message < behind; message += 1) await sendToEach();
    await untilRelayed(client);

    const visitor = silent.members[0]!; // It has members.
    const request = requestText({ visitor, asked: { query: '{ me { id } }', variables: {} } });
    const { result, latenciesMs } = await requestSteadily(
      { port: server.port, request, everyMs: REQUEST_EVERY_MS },
      async () => {
        const startedMs = performance.now();
        await open(true);
        const { deliveries: arrived } = await arrivedWithin(sockets, {
          deliveries: live * behind,
          withinMs: ARRIVED_WITHIN_MS,
        });
        const replayedAfterMs = performance.now() - startedMs;
        if (arrived < live * behind)
          return { arrived, replayedAfterMs, liveAfterMs: Number.POSITIVE_INFINITY };
        await Promise.all([untilArrived(sockets, live), sendToEach()]);
        const liveAfterMs = performance.now() - startedMs;
        await assertNothingMore(sockets);
        return { arrived, replayedAfterMs, liveAfterMs };
      },
    );
    const percentile = (share: number): number =>
      latenciesMs[Math.min(latenciesMs.length - 1, Math.floor(latenciesMs.length * share))] ?? Number.NaN;
    return {
      sockets: people.length,
      subscriptions: small.length,
      deliveries: live * behind,
      ...result,
      requests: latenciesMs.length,
      p50Ms: percentile(0.5),
      p99Ms: percentile(0.99),
    };
  } finally {
    await Promise.all([sockets.stop(), server.stop()]);
  }
}
