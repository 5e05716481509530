import { createHash } from 'node:crypto';
import { DAY_MS } from './clock.ts';
import type { RequestContext } from './context.ts';
import type { Tx } from './db/database.ts';
import { AppError, type ErrorDetails } from './errors.ts';
import { isUploadedFile } from './uploads.ts';

const KEY_LENGTH_MAX = 255;
const KEPT_MS = 30 * DAY_MS;

type Claim = {
  readonly callerId: string;
  readonly mutation: string;
  readonly key: string;
  readonly inputHash: string;
};

/**
 * Gives a context whose one transaction happens at most once for the caller, the mutation and `input.idempotencyKey`:
 * a repetition gets what the first transaction returned, without running it, and one that comes at the same time waits for it.
 * The result is stored as JSON in the transaction itself, so an idempotent mutation's transaction returns ids, not rows.
 * @throws AppError VALIDATION_FAILED for a key that is empty, too long or not text
 */
export async function withIdempotency<Ctx extends RequestContext>(
  ctx: Ctx,
  mutation: string,
  input: object,
): Promise<Ctx> {
  const key = 'idempotencyKey' in input ? input.idempotencyKey : undefined;
  const callerId = ctx.user?.id ?? ctx.admin?.id;
  if (typeof key !== 'string' || !callerId) return ctx;
  assertKey(key);
  const claim = { callerId, mutation, key, inputHash: hashInput(input) };
  let hasBegun = false;
  async function transaction(work: (tx: Tx) => Promise<unknown>): Promise<unknown> {
    if (hasBegun) throw new Error(`${mutation} is idempotent and has more than one transaction.`);
    hasBegun = true;
    return ctx.transaction((tx) => once(ctx, tx, claim, work));
  }
  return { ...ctx, transaction };
}

// PostgreSQL's text holds no NUL, and lone surrogates would all become the same character.
function assertKey(key: string): void {
  if (key.length === 0 || key.length > KEY_LENGTH_MAX) {
    throw keyRefused(`An idempotency key has 1 to ${KEY_LENGTH_MAX} characters.`, {
      constraint: 'maxLength',
      limit: KEY_LENGTH_MAX,
    });
  }
  if (key.includes('\0') || !key.isWellFormed()) {
    throw keyRefused('An idempotency key holds no control characters.', { constraint: 'printable' });
  }
}

function keyRefused(message: string, details: ErrorDetails): AppError {
  return new AppError('VALIDATION_FAILED', message, { path: ['idempotencyKey'], details });
}

/** The claim comes first, so that of several at once one works while the others hold no other lock. */
async function once(
  ctx: RequestContext,
  tx: Tx,
  claim: Claim,
  work: (tx: Tx) => Promise<unknown>,
): Promise<unknown> {
  if (!(await insertClaim(ctx, tx, claim))) return recordedResult(tx, claim);
  const result = JSON.stringify((await work(tx)) ?? null);
  await updateResult(tx, claim, result);
  // Through JSON, so that the first answer is what every repetition gets.
  return JSON.parse(result);
}

const QUERY_CANCELED = '57014';

/** @returns false when the key has been used; waits for a transaction that is just using it */
async function insertClaim(ctx: RequestContext, tx: Tx, claim: Claim): Promise<boolean> {
  const now = ctx.clock.now();
  try {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('idempotency_keys')
      .values({
        caller_id: claim.callerId,
        mutation: claim.mutation,
        key: claim.key,
        input_hash: claim.inputHash,
        result: 'null',
        created_at: now,
        expires_at: new Date(now.getTime() + KEPT_MS),
      })
      .onConflict((conflict) => conflict.columns(['caller_id', 'mutation', 'key']).doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === QUERY_CANCELED)) throw error;
    throw new AppError(
      'IDEMPOTENCY_IN_PROGRESS',
      'The same mutation with the same key is still being executed.',
    );
  }
}

/** @throws AppError IDEMPOTENCY_KEY_REUSED when the key was used with another input */
async function recordedResult(tx: Tx, { callerId, mutation, key, inputHash }: Claim): Promise<unknown> {
  const recorded = await tx
    .selectFrom('idempotency_keys')
    .select(['input_hash', 'result'])
    .where('caller_id', '=', callerId)
    .where('mutation', '=', mutation)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (recorded.input_hash === inputHash) return recorded.result;
  throw new AppError('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was used before with another input.', {
    path: ['idempotencyKey'],
  });
}

async function updateResult(tx: Tx, { callerId, mutation, key }: Claim, result: string): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ result })
    .where('caller_id', '=', callerId)
    .where('mutation', '=', mutation)
    .where('key', '=', key)
    .execute();
}

/** Erases the keys of a caller who is gone, at most `limit`. @returns how many */
export async function forgetCaller(tx: Tx, caller: { callerId: string; limit: number }): Promise<number> {
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

/** Equal for equal inputs whatever the order of their keys; a file counts by its content. */
function hashInput(input: object): string {
  const canonical = JSON.stringify(input, (_key, value: unknown) => {
    if (isUploadedFile(value)) return value.sha256;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
  return createHash('sha256').update(canonical).digest('base64url');
}
