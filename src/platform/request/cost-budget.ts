import type { Clock } from '#platform/kernel/clock.ts';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import type { RequestContext } from './context.ts';
import { rateLimited } from '#platform/kernel/errors.ts';
import { growingCache } from '#platform/caches/growing-cache.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import { networkOf } from '#platform/kernel/network.ts';

/** Ends a reservation: returns what was reserved beyond the points charged. */
export type SettleCost = (charged: number) => void;

/**
 * Reserves the points that an operation can cost at most. An operation is refused when its caller has spent too much;
 * while others of the caller hold the points, it waits for what they return. An event always waits: none may be lost.
 * @throws AppError RATE_LIMITED
 */
export type ReserveCost = (
  ctx: RequestContext,
  cost: number,
  kind?: 'OPERATION' | 'EVENT',
) => Promise<SettleCost>;

type Waiting = { readonly due: number; readonly isEvent: boolean; readonly end: (error?: unknown) => void };

type Bucket = {
  readonly capacity: number;
  readonly refillPerSecond: number;
  points: number;
  filledAtMs: number;
  /** Points of operations that are running. */
  held: number;
  /** In the order of arrival. */
  readonly waiting: Waiting[];
  timer: NodeJS.Timeout | null;
};

const BUCKETS_MAX = 100_000;
/** Operations of one caller that wait; of events a subscription that catches up has those of one batch. */
const WAITING_MAX = 200;

/**
 * A token bucket for each user, or for each network without a user: bursts are allowed, and the long-run cost of one
 * caller is bounded. Events of subscriptions have a bucket of their own, so that many of them leave the queries
 * of their reader alone. In memory: each process counts for itself.
 */
export function createCostBudget(limits: Limits, clock: Clock): ReserveCost {
  const buckets = growingCache<Bucket>(BUCKETS_MAX);

  function bucketOf({ user, admin, caller }: RequestContext, isEvent: boolean): Bucket {
    const callerId = user?.id ?? admin?.id;
    const key = `${isEvent ? 'event ' : ''}${callerId ?? networkOf(caller.ip)}`;
    const known = buckets.get(key);
    if (known) return known;
    const capacity = callerId ? limits.userCostBudget : limits.anonymousCostBudget;
    const bucket: Bucket = {
      capacity,
      refillPerSecond: callerId ? limits.userCostRefillPerSecond : limits.anonymousCostRefillPerSecond,
      points: capacity,
      filledAtMs: clock.now().getTime(),
      held: 0,
      waiting: [],
      timer: null,
    };
    buckets.set(key, bucket);
    return bucket;
  }

  return async function reserveCost(ctx, cost, kind = 'OPERATION') {
    const isEvent = kind === 'EVENT';
    const bucket = bucketOf(ctx, isEvent);
    // An operation that costs more than a full bucket would never pass; a full bucket pays for any within the limits.
    const due = Math.min(cost, bucket.capacity);
    refill(bucket, clock);
    if (bucket.waiting.length > 0 || bucket.points < due)
      await turnOf(bucket, { due, isEvent }, ctx.signal, clock);
    else hold(bucket, due);
    let isSettled = false;
    return (charged) => {
      if (isSettled) return;
      isSettled = true;
      bucket.held -= due;
      bucket.points += due - Math.min(charged, due);
      admitWaiting(bucket, clock);
    };
  };
}

function refill(bucket: Bucket, clock: Clock): void {
  const nowMs = clock.now().getTime();
  const refilled = ((nowMs - bucket.filledAtMs) / SECOND_MS) * bucket.refillPerSecond;
  // Held points may come back, so they leave no room for a refill.
  const room = Math.max(bucket.points, bucket.capacity - bucket.held);
  bucket.points = Math.min(room, bucket.points + Math.max(0, refilled));
  bucket.filledAtMs = nowMs;
}

function hold(bucket: Bucket, due: number): void {
  bucket.points -= due;
  bucket.held += due;
}

const missing = ({ points, refillPerSecond }: Bucket, due: number): number =>
  Math.ceil((due - points) / refillPerSecond);

/** Waits until the points are there. @throws AppError RATE_LIMITED, or the signal's reason */
async function turnOf(
  bucket: Bucket,
  { due, isEvent }: Omit<Waiting, 'end'>,
  signal: AbortSignal,
  clock: Clock,
): Promise<void> {
  signal.throwIfAborted();
  if (!isEvent && bucket.points + bucket.held < due) throw rateLimited(missing(bucket, due - bucket.held));
  if (!isEvent && bucket.waiting.length >= WAITING_MAX) throw rateLimited(1);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const waiting: Waiting = {
    due,
    isEvent,
    end: (error) => (error === undefined ? resolve() : reject(error)),
  };
  const abandon = (): void => {
    const place = bucket.waiting.indexOf(waiting);
    if (place === -1) return;
    bucket.waiting.splice(place, 1);
    reject(signal.reason);
    admitWaiting(bucket, clock);
  };
  bucket.waiting.push(waiting);
  signal.addEventListener('abort', abandon, { once: true });
  admitWaiting(bucket, clock);
  try {
    await promise;
  } finally {
    signal.removeEventListener('abort', abandon);
  }
}

/** Admits from the first on. When nothing more will be returned, an operation is refused and an event awaits the refill. */
function admitWaiting(bucket: Bucket, clock: Clock): void {
  if (bucket.waiting.length === 0) return;
  refill(bucket, clock);
  for (let first = bucket.waiting[0]; first; first = bucket.waiting[0]) {
    if (bucket.points >= first.due) {
      hold(bucket, first.due);
      first.end();
    } else if (!first.isEvent && bucket.held === 0) {
      first.end(rateLimited(missing(bucket, first.due)));
    } else {
      if (first.isEvent) awaitRefill(bucket, first.due, clock);
      return;
    }
    bucket.waiting.shift();
  }
}

function awaitRefill(bucket: Bucket, due: number, clock: Clock): void {
  if (bucket.timer) return;
  bucket.timer = setTimeout(
    () => {
      bucket.timer = null;
      admitWaiting(bucket, clock);
    },
    missing(bucket, due) * SECOND_MS,
  ).unref();
}
