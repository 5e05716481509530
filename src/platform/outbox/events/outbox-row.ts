/** A row of the outbox for the relay: an event or a job, with the columns of the table. */
export type OutboxRow = {
  readonly kind: 'event' | 'job';
  /** Null for a job. */
  readonly event_id: string | null;
  readonly name: string;
  readonly payload: object;
  /** Null for a job, and for an event without recipients. */
  readonly recipients: readonly string[] | null;
  /** Null for a job, and for an event without a topic. */
  readonly topic: string | null;
  readonly occurred_at: Date;
  /** Null: immediately. */
  readonly run_at: Date | null;
  readonly job_key: string | null;
};
