import { createBriefCache } from '#platform/caches/brief-cache.ts';
import type { EventStream, EventWithFacts } from '#platform/outbox/events/stream.ts';
import type { Cohort } from './cohorts.ts';
import type { SharedResult } from './shared-execution.ts';

/** Shared results of missed events: each is executed once for all who are told of it at about the same time. */
export type MissedResults = {
  /** Whether a result is there, or soon will be. */
  has(cohort: Cohort, delivered: EventWithFacts): boolean;
  of(cohort: Cohort, delivered: EventWithFacts): Promise<SharedResult>;
};

export type MissedResultsOptions = {
  readonly events: Pick<EventStream, 'stateOf'>;
  readonly room: () => Promise<void>;
  /** Executes events of one cohort, with common statements. */
  readonly execute: (cohort: Cohort, events: readonly EventWithFacts[]) => Promise<readonly SharedResult[]>;
};

/** Events that are executed together, while they are being collected. */
type Batch = { readonly events: EventWithFacts[]; readonly executed: Promise<readonly SharedResult[]> };

const RESULTS_MAX = 10_000;
/** Other requests find the process free after so many. */
const TOGETHER_MAX = 25;

export function createMissedResults({ events, room, execute }: MissedResultsOptions): MissedResults {
  const results = createBriefCache<SharedResult>(RESULTS_MAX);
  const batches = new Map<Cohort, Batch>();
  const keyOf = (cohort: Cohort, { event }: EventWithFacts): string =>
    `${cohort.number} ${events.stateOf(event)}`;

  function startBatch(cohort: Cohort): Batch {
    const collected: EventWithFacts[] = [];
    const batch: Batch = {
      events: collected,
      executed: room().then(() => {
        if (batches.get(cohort) === batch) batches.delete(cohort);
        return execute(cohort, collected);
      }),
    };
    batches.set(cohort, batch);
    return batch;
  }

  async function executeWithOthers(cohort: Cohort, delivered: EventWithFacts): Promise<SharedResult> {
    const collecting = batches.get(cohort);
    const batch = collecting && collecting.events.length < TOGETHER_MAX ? collecting : startBatch(cohort);
    const place = batch.events.push(delivered) - 1;
    // There is a result for each event.
    return (await batch.executed)[place]!;
  }

  return {
    has: (cohort, delivered) => results.has(keyOf(cohort, delivered)),
    of: (cohort, delivered) =>
      results.get(keyOf(cohort, delivered), () => executeWithOthers(cohort, delivered)),
  };
}
