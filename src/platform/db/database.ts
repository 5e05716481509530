import type { Kysely, Transaction } from 'kysely';
import type { EventDefinition, Recipients } from '../events/definition.ts';
import type { JobDefinition, JobOptions } from '../jobs/definition.ts';
import type { Tables } from './tables.ts';

/** Reads, by named and pipelined statements; each runs on its own, so two reads may see different moments. */
export type Db = Kysely<Tables>;

/** One transaction. Also a `Db`, so that every query function takes either. */
export type Tx = Transaction<Tables> & {
  /** Stores the event with the transaction's rows; it is delivered after the commit. */
  emit<Payload extends object>(event: EventDefinition<Payload>, payload: Payload, to?: Recipients): void;
  /** Stores the job with the transaction's rows; a worker runs it after the commit. */
  enqueue<Payload extends object>(job: JobDefinition<Payload>, payload: Payload, options?: JobOptions): void;
};
