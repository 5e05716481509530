import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { type Compiled, compileOnce, type Parameters } from '#platform/db/prepared.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { type CommitStatement, currentScope } from '#platform/kernel/operation-scope.ts';
import type { EventDefinition } from './events/definition.ts';

/**
 * A write in one statement, which judges and writes. Its common table expressions (CTEs) hang together: the first selects a
 * row if the caller may, and each of the others reads from one before it, so that all of them write or none.
 */
export type WriteParts<Row> = {
  /** The CTEs. One is `written`: it has rows if and only if anything changes. */
  readonly steps: RawBuilder<unknown>;
  /** Stored for each row of `written`. */
  readonly events: readonly EventSql[];
  /** Selects one row from the steps, or none when the write is refused. */
  readonly row: RawBuilder<Row>;
};

/** An event, whose expressions read from `written`. */
export type EventSql = {
  readonly name: string;
  readonly id: RawBuilder<string>;
  readonly payload: RawBuilder<unknown>;
  /** At most one of the two; neither for an event that only reaches listeners and the log. */
  readonly recipients?: RawBuilder<readonly string[]>;
  readonly topic?: RawBuilder<string>;
  /** Condition on which the event is stored. */
  readonly condition?: RawBuilder<boolean>;
};

export type Write<Values extends object, Row> = Compiled<Values, Row & Outcome>;

type Outcome = {
  /** Whether `written` has a row. */
  readonly hasChanged: boolean;
  /** Whether the write has events to store. */
  readonly hasEvents: boolean;
};

export type Written<Row> = {
  /** Null when the write was refused. */
  readonly row: Row | null;
  /** Whether it has changed rows. */
  readonly hasChanged: boolean;
  /** Whether the relay may have something to move. */
  readonly mayHaveStored: boolean;
};

/** Each payload field as an expression in SQL, whose value PostgreSQL writes to JSON as JavaScript does. */
export function eventSql<Payload extends object>(
  { name }: EventDefinition<Payload>,
  {
    payload,
    ...event
  }: Omit<EventSql, 'name' | 'payload'> & {
    readonly payload: { readonly [Field in keyof Payload]: RawBuilder<unknown> };
  },
): EventSql {
  const fields = Object.entries<RawBuilder<unknown>>(payload).map(
    ([field, value]) => sql`${sql.lit(field)}, ${value}`,
  );
  return { name, payload: sql`jsonb_build_object(${sql.join(fields)})`, ...event };
}

/** Place of the statement that commits with a write, such as the count of a budget. */
const WITH_COMMIT = '/* with the commit */';

/**
 * Defines a write. Its text is constant, as that of a `prepared` statement.
 * @param build must use each value through its parameter alone
 */
export function defineWrite<Values extends { readonly now: Date }, Row>(
  build: (values: Parameters<Values>) => WriteParts<Row>,
): Write<Values, Row> {
  return compileOnce<Values, Row & Outcome>((db, values) => {
    const { steps, events, row } = build(values);
    const stored = events.map((event) => storedSql(event, values.now));
    const outbox = sql`, stored as (
      insert into outbox (kind, event_id, name, payload, recipients, topic, occurred_at)
      ${sql.join(stored, sql` union all `)})`;
    return sql<Row & Outcome>`
      with ${steps}${events.length > 0 ? outbox : sql``} ${sql.raw(WITH_COMMIT)}
      select found.*, exists (select from written) as "hasChanged", ${sql.lit(events.length > 0)} as "hasEvents"
      from (${row}) found`.compile(db);
  });
}

const storedSql = ({ name, id, payload, ...event }: EventSql, now: RawBuilder<Date>): RawBuilder<unknown> =>
  sql`select 'event', ${id}::uuid, ${sql.lit(name)}, ${payload},
    ${event.recipients ?? sql`null`}::uuid[], ${event.topic ?? sql`null`}::uuid, ${now}::timestamptz
    from written where ${event.condition ?? sql`true`}`;

/** Executes a write, with the statement that waits for the next commit of the operation if anything changes. */
export async function executeWrite<Values extends object, Row>(
  db: Db,
  write: Write<Values, Row>,
  values: Values,
): Promise<Written<Row>> {
  const scope = currentScope();
  // Taken at once, so that of several writes of an operation one alone sends it.
  const withCommit = scope?.withCommit ?? null;
  if (scope) scope.withCommit = null;
  let hasChanged = false;
  try {
    const query = write(db, values);
    const { rows } = await db.executeQuery(withCommit ? withStatement(query, withCommit) : query);
    const row = rows[0] ?? null;
    hasChanged = row?.hasChanged === true;
    return { row, hasChanged, mayHaveStored: hasChanged && row?.hasEvents === true };
  } finally {
    if (scope && !hasChanged) scope.withCommit = withCommit;
  }
}

function withStatement<Row>(
  { sql: text, parameters }: CompiledQuery<Row>,
  withCommit: CommitStatement,
): CompiledQuery<Row> {
  const statement = withCommit.text(parameters.length + 1, 'exists (select from written)');
  // The rows are those of the write.
  return CompiledQuery.raw(textWith(text, statement), [
    ...parameters,
    ...withCommit.parameters,
  ]) as CompiledQuery<Row>;
}

/** Joined texts, by the text of the write and that of the statement. */
const textsWith = new Map<string, Map<string, string>>();

/** The same string in each call: another one with the same characters would be hashed and compared anew by all that look it up. */
function textWith(text: string, statement: string): string {
  let ofText = textsWith.get(text);
  if (!ofText) textsWith.set(text, (ofText = new Map<string, string>()));
  let whole = ofText.get(statement);
  if (whole === undefined) {
    // A function, because a text may contain patterns of replacement.
    whole = text.replace(WITH_COMMIT, () => `, with_commit as (${statement})`);
    ofText.set(statement, whole);
  }
  return whole;
}

/** Refusals without a reason that can be found, because it has just passed. */
const ATTEMPTS_MAX = 3;

/**
 * Repeats a write until it is not refused.
 *
 * @param write null when it was refused
 * @param explain throws the reason of a refusal; a reason may have passed since
 * @throws AppError CONFLICT when that happens again and again
 */
export async function untilWritten<Row>(
  write: () => Promise<Row | null>,
  explain: () => Promise<unknown>,
): Promise<Row> {
  for (let attempts = 0; attempts < ATTEMPTS_MAX; attempts += 1) {
    const row = await write();
    if (row !== null) return row;
    await explain();
  }
  throw changedMeanwhile();
}

/** For a write that was refused without a reason that is still there. */
export const changedMeanwhile = (): AppError =>
  new AppError('CONFLICT', 'The state has changed meanwhile: try again.');
