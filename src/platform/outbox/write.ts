import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { type Compiled, compileOnce, type Parameters } from '#platform/db/prepared.ts';
import { AppError, type ErrorDetails, type ValidationFailed } from '#platform/kernel/errors.ts';
import { type CommitStatement, currentScope } from '#platform/kernel/operation-scope.ts';
import type { EventDefinition } from './events/definition.ts';

/**
 * A write in one statement, which judges and writes. Its common table expressions (CTEs) hang together: each that writes reads
 * from one before it, so that all of them write or none.
 */
export type WriteParts<Row> = {
  /**
   * The CTEs. One is `written`: it has rows if and only if anything changes. Where the write can be refused, one is `judged`: it has one
   * row, whose `refusal` is null if the caller may, and the others read from `judged where refusal is null`.
   */
  readonly steps: RawBuilder<unknown>;
  /** Stored for each row of `written`. */
  readonly events: readonly EventSql[];
  /** Selects one row from the steps, or none when nothing was written. */
  readonly row: RawBuilder<Row>;
};

/** Details of a refusal that a statement gives beside its reason, from JSON. */
export type RefusalDetails = Omit<ErrorDetails, 'expiresAt'> & {
  readonly expiresAt?: string | null;
  /** Named by the message alone. */
  readonly days?: number;
};

/** The error of each reason why a write is refused. */
export type Refusals<Reason extends string = string> = {
  readonly [Name in Reason]: (details: RefusalDetails) => AppError | ValidationFailed;
};

/** When a reason holds, for the row of `judged`, with what the error needs from it. */
export type RefusedIf =
  | RawBuilder<boolean>
  | {
      readonly condition: RawBuilder<boolean>;
      readonly details: { readonly [Name in keyof RefusalDetails]: RawBuilder<unknown> };
    };

/** The column `refusal` of `judged`: the first reason that holds, in the order in which they are named, or null. */
export type RefusalSql<Reason extends string> = (
  conditions: Readonly<Record<Reason, RefusedIf>>,
) => RawBuilder<unknown>;

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

export type Write<Values extends object, Row> = Compiled<Values, Row & Outcome> & {
  /** Empty for a write that is never refused. */
  readonly refusals: Refusals;
};

type Outcome = {
  /** Whether `written` has a row; null when there is nothing but the refusal in the row. */
  readonly hasChanged: boolean | null;
  /** Whether the write has events to store. */
  readonly hasEvents: boolean;
  readonly refusal?: (RefusalDetails & { readonly reason: string }) | null;
};

export type Written<Row> = {
  /** Null when nothing was written, because the key was used or rows that the statement does not see have changed meanwhile. */
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
 * @param refusals the error of each reason for which `judged` refuses
 * @param build must use each value through its parameter alone
 */
export function defineWrite<Reason extends string, Values extends { readonly now: Date }, Row>(
  refusals: Refusals<Reason>,
  build: (values: Parameters<Values>, refusal: RefusalSql<Reason>) => WriteParts<Row>,
): Write<Values, Row> {
  const canRefuse = Object.keys(refusals).length > 0;
  const compiled = compileOnce<Values, Row & Outcome>((db, values) => {
    const { steps, events, row } = build(values, refusalSql);
    const stored = events.map((event) => storedSql(event, values.now));
    const outbox = sql`, stored as (
      insert into outbox (kind, event_id, name, payload, recipients, topic, occurred_at)
      ${sql.join(stored, sql` union all `)})`;
    const found = sql`
      select found.*, exists (select from written) as "hasChanged", ${sql.lit(events.length > 0)} as "hasEvents"
      from (${row}) found`;
    const answer = canRefuse
      ? sql`select found.*, judged.refusal from judged left join (${found}) found on true`
      : found;
    return sql<Row & Outcome>`
      with ${steps}${events.length > 0 ? outbox : sql``} ${sql.raw(WITH_COMMIT)}
      ${answer}`.compile(db);
  });
  return Object.assign(compiled, { refusals });
}

/**
 * Defines a check that refuses what a write would refuse, by the same expressions.
 * @param refusals those of the write
 * @param build selects one row with the column `refusal`
 */
export function defineCheck<Reason extends string, Values extends object>(
  refusals: Refusals<Reason>,
  build: (values: Parameters<Values>, refusal: RefusalSql<Reason>) => RawBuilder<unknown>,
): (db: Db, values: Values) => Promise<void> {
  const compiled = compileOnce<Values, Pick<Outcome, 'refusal'>>((db, values) =>
    sql<Pick<Outcome, 'refusal'>>`select judged.refusal from (${build(values, refusalSql)}) judged`.compile(
      db,
    ),
  );
  return async (db, values) => {
    const { rows } = await db.executeQuery(compiled(db, values));
    if (rows[0]?.refusal) throw refusalOf({ refusals }, rows[0].refusal);
  };
}

function refusalSql(conditions: Readonly<Record<string, RefusedIf>>): RawBuilder<unknown> {
  const cases = Object.entries(conditions).map(([reason, given]) => {
    const { condition, details } = 'condition' in given ? given : { condition: given, details: {} };
    const fields = Object.entries({ reason: sql.lit(reason), ...details }).map(
      ([name, value]) => sql`${sql.lit(name)}, ${value}`,
    );
    return sql`when ${condition} then jsonb_build_object(${sql.join(fields)})`;
  });
  return sql`case ${sql.join(cases, sql` `)} end`;
}

const storedSql = ({ name, id, payload, ...event }: EventSql, now: RawBuilder<Date>): RawBuilder<unknown> =>
  sql`select 'event', ${id}::uuid, ${sql.lit(name)}, ${payload},
    ${event.recipients ?? sql`null`}::uuid[], ${event.topic ?? sql`null`}::uuid, ${now}::timestamptz
    from written where ${event.condition ?? sql`true`}`;

/**
 * Executes a write, with the statement that waits for the next commit of the operation if anything changes.
 * @throws AppError | ValidationFailed when it is refused
 */
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
    const answer = rows[0] ?? null;
    if (answer?.refusal) throw refusalOf(write, answer.refusal);
    const row = answer && answer.hasChanged !== null ? answer : null;
    hasChanged = row?.hasChanged === true;
    return { row, hasChanged, mayHaveStored: hasChanged && row?.hasEvents === true };
  } finally {
    if (scope && !hasChanged) scope.withCommit = withCommit;
  }
}

function refusalOf(
  { refusals }: { readonly refusals: Refusals },
  { reason, ...details }: NonNullable<Outcome['refusal']>,
): Error {
  const errorOf = refusals[reason];
  return errorOf ? errorOf(details) : new Error(`A write does not declare the reason ${reason}.`);
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

const ATTEMPTS_MAX = 3;

/**
 * Repeats a write while rows that it does not see change beside it.
 *
 * @param write null when that has happened
 * @throws AppError CONFLICT when it happens again and again
 */
export async function untilWritten<Row>(write: () => Promise<Row | null>): Promise<Row> {
  for (let attempts = 0; attempts < ATTEMPTS_MAX; attempts += 1) {
    const row = await write();
    if (row !== null) return row;
  }
  throw changedMeanwhile();
}

/** For a write that was refused without a reason that is still there. */
export const changedMeanwhile = (): AppError =>
  new AppError('CONFLICT', 'The state has changed meanwhile: try again.');
