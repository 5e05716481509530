import { createHash } from 'node:crypto';
import { DAY_MS } from './clock.ts';
import type { RequestContext } from './context.ts';
import type { Tx } from './db/database.ts';
import { AppError } from './errors.ts';
import { isUploadedFile } from './uploads.ts';

const KEY_LENGTH_MAX = 255;
const KEPT_MS = 30 * DAY_MS;

type Claim = {
  readonly callerId: string;
  readonly mutation: string;
  readonly key: string;
  readonly inputHash: string;
};
type Recorded = { readonly input_hash: string; readonly result: unknown };

/**
 * Gives a context whose one transaction happens at most once for the caller, the mutation and `input.idempotencyKey`:
 * a repetition gets what the first transaction returned, without running it.
 * The result is stored as JSON in the transaction itself, so an idempotent mutation's transaction returns ids, not rows.
 */
export async function withIdempotency<Ctx extends RequestContext>(
  ctx: Ctx,
  mutation: string,
  input: object,
): Promise<Ctx> {
  const key = 'idempotencyKey' in input ? input.idempotencyKey : undefined;
  const callerId = ctx.user?.id ?? ctx.admin?.id;
  if (typeof key !== 'string' || !callerId) return ctx;
  if (key.length === 0 || key.length > KEY_LENGTH_MAX) {
    throw new AppError('VALIDATION_FAILED', `An idempotency key has 1 to ${KEY_LENGTH_MAX} characters.`, {
      path: ['idempotencyKey'],
      details: { constraint: 'maxLength', limit: KEY_LENGTH_MAX },
    });
  }
  const claim = { callerId, mutation, key, inputHash: hashInput(input) };
  return Object.assign(Object.create(ctx), {
    transaction: (work: (tx: Tx) => Promise<unknown>) => transactOnce(ctx, claim, work),
  });
}

async function transactOnce(
  ctx: RequestContext,
  claim: Claim,
  work: (tx: Tx) => Promise<unknown>,
): Promise<unknown> {
  const earlier = await findRecorded(ctx, claim);
  if (earlier) return resultOf(earlier, claim);
  try {
    return await ctx.transaction(async (tx) => {
      const result = await work(tx);
      await record(ctx, tx, claim, result);
      return result;
    });
  } catch (error) {
    // Somebody else has recorded the key since the look-up: whatever this attempt met, their result is the answer.
    const first = await findRecorded(ctx, claim);
    if (first) return resultOf(first, claim);
    throw error;
  }
}

async function findRecorded(
  ctx: RequestContext,
  { callerId, mutation, key }: Claim,
): Promise<Recorded | undefined> {
  return ctx.db
    .selectFrom('idempotency_keys')
    .select(['input_hash', 'result'])
    .where('caller_id', '=', callerId)
    .where('mutation', '=', mutation)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** Two at once: the second waits here for the first to commit, then fails on the primary key and rolls back. */
async function record(ctx: RequestContext, tx: Tx, claim: Claim, result: unknown): Promise<void> {
  const now = ctx.clock.now();
  await tx
    .insertInto('idempotency_keys')
    .values({
      caller_id: claim.callerId,
      mutation: claim.mutation,
      key: claim.key,
      input_hash: claim.inputHash,
      result: JSON.stringify(result ?? null),
      created_at: now,
      expires_at: new Date(now.getTime() + KEPT_MS),
    })
    .execute();
}

function resultOf(recorded: Recorded, claim: Claim): unknown {
  if (recorded.input_hash === claim.inputHash) return recorded.result;
  throw new AppError('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was used before with another input.', {
    path: ['idempotencyKey'],
  });
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
