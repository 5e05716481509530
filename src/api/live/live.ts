import type { GraphQLError } from 'graphql';
import type {
  Execution,
  InTurn,
  Prepared,
  StartedSubscription,
  VariableValues,
} from '#api/execution/execution.ts';
import type { LiveField, LiveRequest } from '#platform/graphql/subscription.ts';
import type { LiveSource } from '#platform/outbox/events/stream.ts';
import type { Services } from '#platform/outbox/services.ts';
import { createSemaphore } from '#platform/kernel/semaphore.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { createLiveExecutions, type LiveExecutions } from './executions.ts';
import type { LiveExecutionsOptions } from './live-execution.ts';
import { createCohorts } from './cohorts.ts';
import { type LiveOperation, LiveSubscriber } from './subscriber.ts';
import { deliverLive } from './live-delivery.ts';
import { replayMissed } from './missed-delivery.ts';

export type LiveSubscription = {
  /** Nobody waits for its events any more. */
  abandon(): void;
};

/** Delivers the events of subscriptions: each is executed and serialised once for all who see the same. */
export type Live = {
  /** Starts a subscription, or says why it cannot start. @throws AppError CURSOR_EXPIRED, or the signal's reason */
  subscribe(
    given: { readonly prepared: Prepared; readonly variables: VariableValues },
    ctx: RequestContext,
    operation: LiveOperation,
  ): Promise<LiveSubscription | { readonly errors: readonly GraphQLError[] }>;
};

/** When a crowd reconnects, requests find the process and the database free between the starts of its subscriptions. */
const STARTS_AT_ONCE = 5;

export function createLive(
  options: LiveExecutionsOptions & { readonly execution: Pick<Execution, 'subscribe'> },
): Live {
  const { services, execution } = options;
  const executions = createLiveExecutions(options);
  const cohorts = createCohorts(executions.planOf);
  const sources = new Map<LiveField, LiveSource<LiveSubscriber>>();
  const starts = createSemaphore({ atOnceMax: STARTS_AT_ONCE, waitingMax: Number.POSITIVE_INFINITY });

  async function deliver(started: StartedSubscription, operation: LiveOperation): Promise<LiveSubscription> {
    // The fields of the schema return nothing else.
    const request = started.source as LiveRequest;
    const source = sources.get(request.field) ?? sourceOf(request.field, services, executions);
    sources.set(request.field, source);
    const cohort = cohorts.enter(started.operation, request);
    const subscriber = new LiveSubscriber(request.userId, cohort, operation);
    try {
      subscriber.began(await services.events.subscribe(source, subscriber, request.missed));
    } catch (error) {
      subscriber.abandon();
      throw error;
    }
    return subscriber;
  }

  return {
    async subscribe({ prepared, variables }, ctx, operation) {
      // Holds up the others while the database works for it, and never while it waits for a budget of its own.
      const inTurn: InTurn = (work) =>
        starts('all', ctx.signal, async () => {
          await executions.room();
          return work();
        });
      const started = await execution.subscribe(prepared, variables, ctx, inTurn);
      return 'errors' in started ? started : inTurn(() => deliver(started, operation));
    },
  };
}

function sourceOf(
  field: LiveField,
  services: Services,
  executions: LiveExecutions,
): LiveSource<LiveSubscriber> {
  return {
    names: field.events.map(({ name }) => name),
    audienceOf: async ({ payload }, isHere) =>
      (await field.topics?.audience(services, payload, isHere)) ?? new Set(),
    readFacts: (events) =>
      field.read(
        services,
        events.map(({ payload }) => payload),
      ),
    deliver: (delivered, byUser) => deliverLive(executions, delivered, byUser),
    replay: (subscriber, missed) => replayMissed(executions, subscriber, missed),
  };
}
