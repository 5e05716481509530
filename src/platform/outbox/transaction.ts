import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import type { Transaction } from 'kysely';
import type { Clock } from '#platform/kernel/clock.ts';
import type { OutboxRow } from './events/outbox-row.ts';
import type { Ids } from '#platform/kernel/ids.ts';
import { type CommitStatement, currentScope } from '#platform/kernel/operation-scope.ts';
import type { Db } from '#platform/db/database.ts';
import { isOutdatedPlan } from '#platform/db/session.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { EventDefinition, Recipients } from './events/definition.ts';
import type { JobDefinition, JobOptions } from './jobs/definition.ts';
import { executeWrite, type Write, type Written } from './write.ts';

/** One transaction. Also a `Db`, so that every query function takes either. */
export type Tx = Transaction<Tables> & {
  /** Stores the event with the transaction's rows; it is delivered after the commit. */
  emit<Payload extends object>(
    event: EventDefinition<Payload>,
    payload: NoInfer<Payload>,
    to?: Recipients,
  ): void;
  /** Stores the job with the transaction's rows; a worker runs it after the commit. */
  enqueue<Payload extends object>(
    job: JobDefinition<Payload>,
    payload: NoInfer<Payload>,
    options?: JobOptions,
  ): void;
  /** Executes a write of one statement as a part of the transaction. */
  write: Writer;
};

export type Writer = <Values extends object, Row>(
  write: Write<Values, Row>,
  values: Values,
) => Promise<Written<Row>>;

export type Transactions = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

export type TransactionOptions = {
  readonly db: Db;
  readonly ids: Ids;
  readonly clock: Clock;
  /** Called after each commit that stored events or jobs. */
  readonly onCommit: () => void;
};

const RETRIES_MAX = 3;
const RETRY_DELAY_MS = 10;
/** Maximum number of events and jobs of one transaction; larger writes go in batches. */
const OUTBOX_ROWS_MAX = 10_000;

/**
 * `Services.transaction`: `work` is retried from its beginning after a deadlock or serialization failure,
 * so it must have no effects outside the database.
 */
export function createTransactions(options: TransactionOptions): Transactions {
  return async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const { result, mayHaveStored } = await retried(() => runOnce(options, work));
    if (mayHaveStored) options.onCommit();
    return result;
  };
}

/** `Services.write`: each write is a transaction by itself, retried as those are. */
export function createWriter(options: { readonly writer: Db; readonly onCommit: () => void }): Writer {
  return async (write, values) => {
    const written = await retried(() => executeWrite(options.writer, write, values));
    const scope = currentScope();
    if (scope && written.hasChanged) scope.changes += 1;
    if (written.mayHaveStored) options.onCommit();
    return written;
  };
}

async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await work();
    } catch (error) {
      if (retries === RETRIES_MAX || !mayRetry(error)) throw error;
      // Jitter, so that transactions that collided do not collide again.
      await sleep(RETRY_DELAY_MS * 2 ** retries * (0.5 + Math.random()));
      currentScope()?.signal.throwIfAborted();
    }
  }
}

async function runOnce<T>(
  options: TransactionOptions,
  work: (tx: Tx) => Promise<T>,
): Promise<{ result: T; mayHaveStored: boolean }> {
  const scope = currentScope();
  const withCommit = scope?.withCommit ?? null;
  try {
    const { changes, ...done } = await options.db.transaction().execute(async (inner) => {
      const outbox = createOutbox(options);
      let changes = 0;
      let mayHaveStored = false;
      const write: Writer = async (...given) => {
        const written = await executeWrite(inner, ...given);
        changes += Number(written.hasChanged);
        mayHaveStored ||= written.mayHaveStored;
        return written;
      };
      const result = await work(Object.assign(inner, { emit: outbox.emit, enqueue: outbox.enqueue, write }));
      const rows = outbox.close();
      if (rows.length > 0) {
        // Taken at once, so that of several transactions of an operation one alone sends it.
        const taken = scope?.withCommit ?? null;
        if (scope) scope.withCommit = null;
        await insertOutbox(inner, rows, taken);
      }
      return { result, mayHaveStored: mayHaveStored || rows.length > 0, changes };
    });
    if (scope) scope.changes += changes;
    return done;
  } catch (error) {
    // The transaction may be repeated.
    if (scope && withCommit) scope.withCommit = withCommit;
    throw error;
  }
}

type Outbox = Pick<Tx, 'emit' | 'enqueue'> & { close(): readonly OutboxRow[] };

/** Collects the events and jobs of `work`; after `close` it refuses more, which would be lost. */
function createOutbox({ ids, clock }: TransactionOptions): Outbox {
  const rows: OutboxRow[] = [];
  let isOpen = true;

  function add(row: OutboxRow): void {
    if (!isOpen)
      throw new Error(`"${row.name}" came after the end of its transaction: await all of its work.`);
    if (rows.length === OUTBOX_ROWS_MAX) {
      throw new Error(`One transaction emits and enqueues at most ${OUTBOX_ROWS_MAX} events and jobs.`);
    }
    rows.push(row);
  }

  return {
    emit(event, payload, to) {
      const recipients = to && 'userIds' in to ? to.userIds : null;
      const topic = to && 'topic' in to ? to.topic : null;
      const occurred = { event_id: ids.next(), occurred_at: clock.now() };
      const row = { kind: 'event', name: event.name, payload, recipients, topic } as const;
      add({ ...row, ...occurred, run_at: null, job_key: null });
    },
    enqueue(job, payload, options) {
      const when = {
        occurred_at: clock.now(),
        run_at: options?.runAt ?? null,
        job_key: options?.key ?? null,
      };
      add({ kind: 'job', event_id: null, name: job.name, payload, recipients: null, topic: null, ...when });
    },
    close() {
      isOpen = false;
      return rows;
    },
  };
}

/** One parameter for all rows, so that the statement's text, and with it its plan, is constant. */
async function insertOutbox(
  tx: Transaction<Tables>,
  rows: readonly OutboxRow[],
  withCommit: CommitStatement | null,
): Promise<void> {
  const text = `${withCommit ? `with with_commit as (${withCommit.text(2)})` : ''}
    insert into outbox (kind, event_id, name, payload, recipients, topic, occurred_at, run_at, job_key)
    select kind, event_id, name, payload, recipients, topic, occurred_at, run_at, job_key
    from rows from (jsonb_to_recordset($1::jsonb) as (
      kind text, event_id uuid, name text, payload jsonb, recipients uuid[], topic uuid,
      occurred_at timestamptz, run_at timestamptz, job_key text
    )) with ordinality
    order by ordinality`;
  await tx.executeQuery(CompiledQuery.raw(text, [JSON.stringify(rows), ...(withCommit?.parameters ?? [])]));
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';

function mayRetry(error: unknown): boolean {
  if (isOutdatedPlan(error)) return true;
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK_DETECTED;
}
