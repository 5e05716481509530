import type { Prepared } from '#api/execution/execution.ts';
import { type OperationSignal, startOperation } from '#api/execution/operation-signal.ts';
import { listBlocksBetween } from '#domains/graph/blocks/blocks.service.ts';
import { retryWhileDatabaseAway } from '#platform/db/database-fault.ts';
import type { Varies } from '#platform/graphql/sharing.ts';
import type { DeliveryNote } from '#platform/graphql/subscription.ts';
import type { EventWithFacts } from '#platform/outbox/events/stream.ts';
import type { RequestContext } from '#platform/request/context.ts';
import type { Cohort } from './cohorts.ts';
import { type LiveExecutionsOptions, rootOf } from './live-execution.ts';
import { createMissedResults } from './missed-results.ts';
import { executeShared, type SharedResult } from './shared-execution.ts';
import { planSharing } from './sharing-plan.ts';
import type { LiveSubscriber } from './subscriber.ts';
import { createTimeSlices, type TimeSlices } from './time-slices.ts';

/** Executes the events of cohorts. Results are in JSON. */
export type LiveExecutions = {
  planOf(prepared: Prepared): Varies;
  /** The result for all who see the same, charged to nobody; null when it is not the same for them after all. */
  shared(cohort: Cohort, delivered: EventWithFacts): Promise<string | null>;
  /**
   * As `shared`, once for all who are told at the same time of what they missed, and charged to the first: anybody may ask for
   * missed events again and again.
   */
  sharedOfMissed(
    cohort: Cohort,
    delivered: EventWithFacts,
    subscriber: LiveSubscriber,
  ): Promise<string | null>;
  /** Whether the shared result of a missed event is there, or soon will be: it needs no budget any more. */
  isShared(cohort: Cohort, delivered: EventWithFacts): boolean;
  /** The result for one user, charged to their budget of events. Rejects when the subscription ends before it. */
  own(cohort: Cohort, delivered: EventWithFacts, subscriber: LiveSubscriber): Promise<string>;
  /** The pairs of one of `ones` and one of `others` of whom either blocks the other. */
  blocksBetween(ones: readonly string[], others: readonly string[]): ReturnType<typeof listBlocksBetween>;
  /** Notes the users who are told of an event; null where nobody asks for it. */
  noteOf(cohort: Cohort, delivered: EventWithFacts): DeliveryNote | null;
  /** Resolves when the process has time for more. */
  room(): Promise<void>;
};

export function createLiveExecutions(options: LiveExecutionsOptions): LiveExecutions {
  const plans = new WeakMap<Prepared, Varies>();
  const slices = createTimeSlices();

  async function execute(
    cohort: Cohort,
    events: readonly EventWithFacts[],
  ): Promise<readonly SharedResult[]> {
    const executed = await executeShared(options, cohort, events);
    if (executed.some(({ result }) => result === null)) {
      cohort.varies = 'viewer';
      plans.set(cohort.operation.prepared, 'viewer');
    }
    return executed;
  }

  const missed = createMissedResults({ events: options.services.events, room: slices.room, execute });
  return {
    planOf(prepared) {
      const plan = plans.get(prepared) ?? planSharing(options.execution.schema, prepared);
      plans.set(prepared, plan);
      return plan;
    },
    async shared(cohort, delivered) {
      await slices.room();
      const [executed] = await execute(cohort, [delivered]);
      return executed?.result ?? null;
    },
    async sharedOfMissed(cohort, delivered, subscriber) {
      if (missed.has(cohort, delivered)) return (await missed.of(cohort, delivered)).result;
      // Another one may have it executed during the wait for the budget, which holds up nobody else.
      return charged(options, { cohort, subscriber }, () => missed.of(cohort, delivered));
    },
    isShared: missed.has,
    own: (cohort, delivered, subscriber) => executeOwn(options, slices, { cohort, delivered, subscriber }),
    blocksBetween: (ones, others) =>
      retryWhileDatabaseAway(
        () => listBlocksBetween(options.services, ones, others),
        () => true,
      ),
    noteOf: ({ field }, { facts }) => field.noteOf(options.services, facts),
    room: slices.room,
  };
}

function executeOwn(
  options: LiveExecutionsOptions,
  slices: TimeSlices,
  {
    cohort,
    delivered,
    subscriber,
  }: { cohort: Cohort; delivered: EventWithFacts; subscriber: LiveSubscriber },
): Promise<string> {
  const { execution, services, onExecuted } = options;
  const { field, operation } = cohort;
  return charged(options, { cohort, subscriber }, async (ctx, running) => {
    await slices.room();
    running.limitTo(services.limits.operationTimeoutMs);
    field.prime(ctx, delivered.facts);
    const { result, cost } = await execution.executeEvent(operation, rootOf(delivered), ctx);
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
