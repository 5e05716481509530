import { LRUCache } from 'lru-cache';
import { listBlocksBetween } from '#domains/graph/blocks/blocks.service.ts';
import { retryWhileDatabaseAway } from '#platform/db/database-away.ts';
import type { Varies } from '#platform/graphql/sharing.ts';
import type { EventWithFacts } from '#platform/outbox/events/stream.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { RequestContext } from '#platform/request/context.ts';
import type { ReserveCost } from '#platform/request/cost-budget.ts';
import { sharedContext } from '#platform/request/local-context.ts';
import type { Execution, Prepared } from '../execution.ts';
import { type OperationSignal, startOperation } from '../operation-signal.ts';
import type { Cohort } from './cohorts.ts';
import { planSharing } from './sharing-plan.ts';
import type { LiveSubscriber } from './subscriber.ts';
import { createWorkTurns, type WorkTurns } from './turns.ts';

/** How an event was executed, for metrics: once for many users, for one, or for many in vain, because it read its user. */
export type LiveExecution = 'shared' | 'single' | 'fallback';

export type LiveExecutionsOptions = {
  readonly execution: Pick<Execution, 'schema' | 'executeEvent'>;
  readonly services: Services;
  readonly reserveCost: ReserveCost;
  readonly onExecuted: (kind: LiveExecution) => void;
};

/** Executes the events of cohorts. Results are in JSON. */
export type LiveExecutions = {
  planOf(prepared: Prepared): Varies;
  /** The result for all who see the same, charged to nobody; null when it is not the same for them after all. */
  shared(cohort: Cohort, told: EventWithFacts): Promise<string | null>;
  /**
   * As `shared`, once for all who are told at the same time of what they missed, and charged to the first: anybody may ask for
   * missed events again and again.
   */
  sharedOfMissed(cohort: Cohort, told: EventWithFacts, subscriber: LiveSubscriber): Promise<string | null>;
  /** Whether the shared result of a missed event is there, or soon will be: it needs no budget any more. */
  isShared(cohort: Cohort, told: EventWithFacts): boolean;
  /** Keeps the results of missed events until no such work is left. */
  whileReplaying(work: () => Promise<void>): Promise<void>;
  /** The result for one user, charged to their budget of events. Rejects when the subscription ends before it. */
  own(cohort: Cohort, told: EventWithFacts, subscriber: LiveSubscriber): Promise<string>;
  /** The pairs of one of `ones` and one of `others` of whom either blocks the other. */
  blocksBetween(ones: readonly string[], others: readonly string[]): ReturnType<typeof listBlocksBetween>;
  /** Resolves when the process has time for more. */
  room(): Promise<void>;
};

/** Results of missed events serve all who reconnect at the same time, and no longer: rows change without an event. */
const MISSED_RESULTS_MS = 1_000;
const MISSED_RESULTS_MAX = 10_000;

export function createLiveExecutions(options: LiveExecutionsOptions): LiveExecutions {
  const plans = new WeakMap<Prepared, Varies>();
  const turns = createWorkTurns();
  const missed = new LRUCache<string, Promise<SharedResult>>({
    max: MISSED_RESULTS_MAX,
    ttl: MISSED_RESULTS_MS,
  });
  let replays = 0;

  async function shared(cohort: Cohort, told: EventWithFacts): Promise<SharedResult> {
    await turns.room();
    const executed = await executeShared(options, cohort, told);
    if (executed.result === null) {
      cohort.varies = 'viewer';
      plans.set(cohort.operation.prepared, 'viewer');
    }
    return executed;
  }

  return {
    planOf(prepared) {
      const plan = plans.get(prepared) ?? planSharing(options.execution.schema, prepared);
      plans.set(prepared, plan);
      return plan;
    },
    shared: async (cohort, told) => (await shared(cohort, told)).result,
    async sharedOfMissed(cohort, told, subscriber) {
      const key = keyOf(cohort, told);
      const known = await missed.get(key);
      if (known) return known.result;
      return charged(options, { cohort, subscriber }, () => {
        // Another one may have executed it during the wait for the budget, which holds up nobody else.
        const executed = missed.get(key) ?? shared(cohort, told);
        missed.set(key, executed);
        executed.catch(() => missed.delete(key));
        return executed;
      });
    },
    isShared: (cohort, told) => missed.has(keyOf(cohort, told)),
    async whileReplaying(work) {
      replays += 1;
      try {
        await work();
      } finally {
        replays -= 1;
        if (replays === 0) missed.clear();
      }
    },
    own: (cohort, told, subscriber) => executeOwn(options, turns, { cohort, told, subscriber }),
    blocksBetween: (ones, others) =>
      retryWhileDatabaseAway(
        () => listBlocksBetween(options.services, ones, others),
        () => true,
      ),
    room: turns.room,
  };
}

/** Null when the result is not the same for all. */
type SharedResult = { readonly result: string | null; readonly cost: number };

const keyOf = (cohort: Cohort, { event }: EventWithFacts): string => `${cohort.number} ${event.eventId}`;

async function executeShared(
  { execution, services, onExecuted }: LiveExecutionsOptions,
  { field, operation }: Cohort,
  told: EventWithFacts,
): Promise<SharedResult> {
  const people = new Set(field.people(told.facts));
  const { signal, finish } = startOperation(services.limits.operationTimeoutMs);
  const { ctx, hasReadUser } = sharedContext(services, { people }, signal);
  try {
    field.prime(ctx, told.facts);
    const { result, cost } = await execution.executeEvent(operation, rootOf(told), ctx);
    onExecuted(hasReadUser() ? 'fallback' : 'shared');
    if (!hasReadUser()) return { result: JSON.stringify(result), cost };
    services.log.error({ event: told.event.name }, 'a field whose `varies` is not `viewer` reads its user');
    return { result: null, cost };
  } finally {
    finish();
  }
}

function executeOwn(
  options: LiveExecutionsOptions,
  turns: WorkTurns,
  { cohort, told, subscriber }: { cohort: Cohort; told: EventWithFacts; subscriber: LiveSubscriber },
): Promise<string> {
  const { execution, services, onExecuted } = options;
  const { field, operation } = cohort;
  return charged(options, { cohort, subscriber }, async (ctx, running) => {
    await turns.room();
    running.limitTo(services.limits.operationTimeoutMs);
    field.prime(ctx, told.facts);
    const { result, cost } = await execution.executeEvent(operation, rootOf(told), ctx);
    onExecuted('single');
    return { result: JSON.stringify(result), cost };
  });
}

/** Does work for one subscriber, with points of the user's budget of events. Rejects when the subscription ends before it. */
async function charged<Result>(
  { reserveCost }: LiveExecutionsOptions,
  { cohort, subscriber }: { cohort: Cohort; subscriber: LiveSubscriber },
  work: (ctx: RequestContext, running: OperationSignal) => Promise<{ result: Result; cost: number }>,
): Promise<Result> {
  const running = startOperation(null);
  subscriber.running = (subscriber.running ?? new Set()).add(running);
  let points = cohort.operation.admitted.cost;
  try {
    const ctx = subscriber.socket.contextOf(running.signal);
    const settle = await reserveCost(ctx, points, 'EVENT');
    try {
      const { result, cost } = await work(ctx, running);
      points = cost;
      return result;
    } finally {
      settle(points);
    }
  } finally {
    subscriber.running.delete(running);
    if (subscriber.running.size === 0) subscriber.running = null;
    running.finish();
  }
}

/** The event as the fields of its type read it. */
const rootOf = ({ event, facts }: EventWithFacts): object => ({ ...event, facts });
