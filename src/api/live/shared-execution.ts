import { startOperation } from '#api/execution/operation-signal.ts';
import type { EventWithFacts } from '#platform/outbox/events/stream.ts';
import { sharedContext } from '#platform/request/local-context.ts';
import type { Cohort } from './cohorts.ts';
import { type LiveExecutionsOptions, rootOf } from './live-execution.ts';

/** In JSON; null when it is not the same for all after all, and each needs their own. */
export type SharedResult = { readonly result: string | null; readonly cost: number };

/** Executes events of one cohort for all who see the same. Each sees as its own people let it; what is the same for everybody is read once. */
export async function executeShared(
  options: LiveExecutionsOptions,
  cohort: Cohort,
  events: readonly EventWithFacts[],
): Promise<readonly SharedResult[]> {
  const { signal, finish } = startOperation(options.services.limits.operationTimeoutMs);
  const loaded = new Map<object, unknown>();
  try {
    return await Promise.all(
      events.map((delivered) => executeOne(options, cohort, delivered, { signal, loaded })),
    );
  } finally {
    finish();
  }
}

async function executeOne(
  { execution, services, onExecuted }: LiveExecutionsOptions,
  { field, operation }: Cohort,
  delivered: EventWithFacts,
  { signal, loaded }: { signal: AbortSignal; loaded: Map<object, unknown> },
): Promise<SharedResult> {
  const people = new Set(field.people(delivered.facts));
  const { ctx, hasReadUser } = sharedContext(services, { people, loaded }, signal);
  field.prime(ctx, delivered.facts);
  const { result, cost } = await execution.executeEvent(operation, rootOf(delivered), ctx);
  onExecuted(hasReadUser() ? 'fallback' : 'shared');
  if (!hasReadUser()) return { result: JSON.stringify(result), cost };
  services.log.error(
    { event: delivered.event.name },
    'a field whose `varies` is not `viewer` reads its user',
  );
  return { result: null, cost };
}
