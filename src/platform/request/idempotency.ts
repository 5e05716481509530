import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { needsNoAuditEntry } from './audit.ts';
import type { InTransaction, RequestContext } from './context.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { untilWritten } from '#platform/outbox/write.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { isFreeJson } from '#platform/kernel/free-json.ts';
import { isUploadedFile } from '#platform/kernel/uploads.ts';

/** Characters that a key may have. */
const KEY_TEXT = /^[\w-]{1,64}$/;
/** UUIDs in a key, where digits stand as on a card by chance; without hyphens those of version 4 and 7 alone. */
const UUIDS =
  /(?<![0-9a-f])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{12}[47][0-9a-f]{3}[89ab][0-9a-f]{15})(?![0-9a-f])/gi;
/** Digits as many as a payment card has, in a row or in the groups in which cards show them. */
const LIKE_A_CARD_NUMBER = /\d{13}|(?<!\d)\d{4}[-_](?:\d{4}[-_]\d{4}[-_]\d|\d{6}[-_]\d{4})/;
const KEPT_MS = 30 * DAY_MS;
/** The end of a key that is kept for ever. */
const FOREVER = new Date('9999-12-31T00:00:00Z');

/** A key given by a client, with its caller, mutation and input. */
export type IdempotencyKey = {
  readonly callerId: string;
  readonly mutation: string;
  readonly key: string;
  readonly inputHash: string;
  readonly isKeptForever: boolean;
};

/**
 * @returns the key in `input.idempotencyKey`, or null when there is none
 * @throws AppError VALIDATION_FAILED for a key that is malformed or can be the number of a card
 */
export function idempotencyKeyOf(
  ctx: RequestContext,
  mutation: string,
  input: object,
  isKeptForever = false,
): IdempotencyKey | null {
  const key = 'idempotencyKey' in input ? input.idempotencyKey : undefined;
  const callerId = ctx.user?.id ?? ctx.admin?.id;
  if (typeof key !== 'string' || !callerId) return null;
  assertKey(key);
  return { callerId, mutation, key, inputHash: hashInput(input), isKeptForever };
}

/** The key of a mutation that refuses inputs without one. */
export function requireKey(key: IdempotencyKey | null): IdempotencyKey {
  if (key === null) throw new Error('a required idempotency key is missing');
  return key;
}

/** Keys are kept, some for ever, and nobody may store the number of a card. */
function assertKey(key: string): void {
  if (!KEY_TEXT.test(key)) {
    throw keyRefused(
      'Use an idempotency key of 1 to 64 letters, digits, hyphens or underscores, best a UUID.',
      'characters',
    );
  }
  if (LIKE_A_CARD_NUMBER.test(key.replaceAll(UUIDS, ''))) {
    throw keyRefused(
      "Use an idempotency key without 13 digits in a row or the groups of a card's number, best a UUID.",
      'cardNumber',
    );
  }
}

function keyRefused(message: string, constraint: string): AppError {
  return new AppError('VALIDATION_FAILED', message, { path: ['idempotencyKey'], details: { constraint } });
}

/**
 * Runs `work` in a transaction that commits at most once for a key. Its result is stored with the key in the transaction
 * itself, as JSON: pre-generated ids, not rows. The key is inserted first, so that concurrent repetitions wait
 * without holding any other lock.
 * @returns `result`, or that of the first transaction with this key
 */
export async function once<Result>(
  ctx: RequestContext,
  key: IdempotencyKey | null,
  result: Result,
  work: (tx: Tx) => Promise<void>,
): Promise<Result> {
  return ctx.transaction(async (tx) => {
    const isFirst = key === null || (await insertKey(ctx, tx, key, result));
    if (isFirst) {
      await work(tx);
      return result;
    }
    needsNoAuditEntry(tx);
    const first = await findResult<Result>(tx, key);
    if (!first) throw new Error('a key that is taken has no row');
    return first.result;
  });
}

/**
 * The CTE `claimed` of a write, which inserts its key if `judged` does not refuse. Other CTEs write only if `isFirstSql`.
 * @param claim by `onceByWrite`
 */
export const claimedSql = (claim: RawBuilder<string | null>): RawBuilder<unknown> => sql`
  claimed as (
    insert into idempotency_keys (caller_id, mutation, key, input_hash, result, created_at, expires_at)
    select claim.* from judged, jsonb_to_record(${claim}::jsonb) as claim (
      caller_id uuid, mutation text, key text, input_hash text, result jsonb, created_at timestamptz, expires_at timestamptz)
    where judged.refusal is null and claim.key is not null
    on conflict do nothing returning key
  )`;

/** Whether the write has no key, or is the first one with it. */
export const isFirstSql = (claim: RawBuilder<string | null>): RawBuilder<boolean> =>
  sql`(${claim}::jsonb is null or exists (select from claimed))`;

/**
 * As `once`, for a write of one statement with the CTE `claimed`. A refusal by it may be one of a repetition, whose result the
 * edge looks up.
 * @param write null when nothing was written
 */
export async function onceByWrite<Result>(
  ctx: RequestContext,
  { key, result }: { readonly key: IdempotencyKey | null; readonly result: Result },
  write: (claim: string | null) => Promise<object | null>,
): Promise<Result> {
  const claim = key && JSON.stringify(rowOf(key, result, ctx.clock.now()));
  const done = await untilWritten<{ readonly result: Result }>(async () => {
    if (await unlessInProgress(() => write(claim))) return { result };
    return key && findResult<Result>(ctx.db, key);
  });
  return done.result;
}

const rowOf = (
  { callerId, mutation, key, inputHash, isKeptForever }: IdempotencyKey,
  result: unknown,
  now: Date,
) => ({
  caller_id: callerId,
  mutation,
  key,
  input_hash: inputHash,
  result,
  created_at: now,
  expires_at: isKeptForever ? FOREVER : new Date(now.getTime() + KEPT_MS),
});

const QUERY_CANCELED = '57014';

/** @returns false when the key has been used; waits for a concurrent transaction with the key */
async function insertKey(
  ctx: InTransaction<RequestContext>,
  tx: Tx,
  key: IdempotencyKey,
  result: unknown,
): Promise<boolean> {
  const row = rowOf(key, result, ctx.clock.now());
  const { numInsertedOrUpdatedRows } = await unlessInProgress(() =>
    tx
      .insertInto('idempotency_keys')
      .values({ ...row, result: JSON.stringify(result) })
      .onConflict((conflict) => conflict.columns(['caller_id', 'mutation', 'key']).doNothing())
      .executeTakeFirst(),
  );
  return numInsertedOrUpdatedRows === 1n;
}

/** @throws AppError IDEMPOTENCY_IN_PROGRESS when the work has waited for too long */
async function unlessInProgress<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === QUERY_CANCELED)) throw error;
    throw new AppError(
      'IDEMPOTENCY_IN_PROGRESS',
      'The mutation with the same key is still being executed: try again shortly.',
    );
  }
}

/**
 * @returns the result of the first transaction with this key, or null when there was none
 * @throws AppError IDEMPOTENCY_KEY_REUSED when the key was used with another input
 */
export async function findResult<Result>(
  db: Db,
  { callerId, mutation, key, inputHash }: IdempotencyKey,
): Promise<{ readonly result: Result } | null> {
  const recorded = await db
    .selectFrom('idempotency_keys')
    .select(['input_hash as inputHash', 'result'])
    .where('caller_id', '=', callerId)
    .where('mutation', '=', mutation)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!recorded) return null;
  if (recorded.inputHash !== inputHash) {
    throw new AppError(
      'IDEMPOTENCY_KEY_REUSED',
      'This idempotency key was used with another input: use a new key.',
      {
        path: ['idempotencyKey'],
      },
    );
  }
  // The result was stored by the same mutation that reads it.
  return { result: recorded.result as Result };
}

/** Whether a mutation with this key has a result, whatever its input was. */
export async function hasResult(
  db: Db,
  { callerId, mutation, key }: Omit<IdempotencyKey, 'inputHash' | 'isKeptForever'>,
): Promise<boolean> {
  // No stored key is longer, and PostgreSQL's text cannot hold NUL.
  if (!KEY_TEXT.test(key)) return false;
  const recorded = await db
    .selectFrom('idempotency_keys')
    .select('mutation')
    .where('caller_id', '=', callerId)
    .where('mutation', '=', mutation)
    .where('key', '=', key)
    .executeTakeFirst();
  return recorded !== undefined;
}

/** Deletes the keys of an erased user, at most `limit`. @returns how many */
export async function eraseKeysOf(tx: Tx, caller: { callerId: string; limit: number }): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('idempotency_keys')
    .where('caller_id', '=', caller.callerId)
    .where(({ eb, refTuple }) =>
      eb(refTuple('mutation', 'key'), 'in', (keys) =>
        keys
          .selectFrom('idempotency_keys')
          .select(['mutation', 'key'])
          .where('caller_id', '=', caller.callerId)
          .limit(caller.limit)
          .$asTuple('mutation', 'key'),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Equal for equal inputs in any key order; a file is compared by its content. */
const hashInput = (input: object): string => hash('sha256', canonical(input), 'base64url');

/** The same text for inputs that mean the same. @param keepsNull whether a field that is null differs from one that is left out */
function canonical(input: unknown, keepsNull = false): string {
  return JSON.stringify(input, (_key, value: unknown) => {
    if (isUploadedFile(value)) return value.sha256;
    if (!keepsNull && isFreeJson(value)) return canonical(value, true);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const given = Object.entries(value).filter(([, field]) => keepsNull || field !== null);
    return Object.fromEntries(given.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
