import type { Execution } from '#api/execution/execution.ts';
import type { EventWithFacts } from '#platform/outbox/events/stream.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { ReserveCost } from '#platform/request/cost-budget.ts';

/** How an event was executed, for metrics: once for many users, for one, or for many in vain, because it read its user. */
export type LiveExecution = 'shared' | 'single' | 'fallback';

export type LiveExecutionsOptions = {
  readonly execution: Pick<Execution, 'schema' | 'executeEvent'>;
  readonly services: Services;
  readonly reserveCost: ReserveCost;
  readonly onExecuted: (kind: LiveExecution) => void;
};

/** The event as the fields of its type read it. */
export const rootOf = ({ event, facts }: EventWithFacts): object => ({ ...event, facts });
