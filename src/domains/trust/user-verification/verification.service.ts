import { lockAccount } from '#domains/identity/users/account-state.service.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { parseInput } from '#platform/kernel/parse-input.ts';
import type { UploadedFile } from '#platform/kernel/uploads.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { type IdempotencyKey, once } from '#platform/request/idempotency.ts';
import { enqueueDeletion, storeDocuments } from './document-files.ts';
import { countDocuments, deleteDocumentsOfRequest, updateSent } from './documents.queries.ts';
import {
  findNewestRequest,
  findOpenRequestId,
  findRequest,
  insertRequest,
  updateAnswered,
  updateRequest,
} from './requests.queries.ts';
import { assertDocuments, nextState, noteInput, requestNotFound } from './verification.policy.ts';
import type { BadgeKind, VerificationDocument, VerificationRequest } from './verification.types.ts';

type Sent = { readonly note: string; readonly files?: readonly UploadedFile[] | null | undefined };

/**
 * Requests a badge, under the names that the caller has now.
 * @returns the id of the request
 * @throws ValidationFailed | AppError VALIDATION_FAILED | CONFLICT while a request of the kind is open
 */
export async function requestVerification(
  ctx: UserContext,
  input: Sent & { kind: BadgeKind },
  key: IdempotencyKey | null,
): Promise<string> {
  const { note } = parseInput(noteInput(ctx.limits), input);
  const files = input.files ?? [];
  assertDocuments(files, ctx.limits.verificationDocuments);
  const wanted = { userId: ctx.user.id, kind: input.kind };
  const open = await findOpenRequestId(ctx.db, wanted);
  // With a key, the repetition of a call that is under way is not told of a conflict with itself.
  if (open !== null && key === null) throw openAlready(open);
  const documents = await storeDocuments(ctx, files);
  const id = ctx.ids.next();
  return once(ctx, key, id, async (tx) => {
    await lockAccount(tx, ctx.user.id);
    const now = ctx.clock.now();
    if (!(await insertRequest(tx, { id, ...wanted, note, now }))) {
      throw openAlready((await findOpenRequestId(tx, wanted)) ?? id);
    }
    await send(tx, id, documents);
  });
}

const openAlready = (id: string): AppError =>
  new AppError('CONFLICT', 'A request of this kind is open. Withdraw it, or wait for its decision.', {
    path: ['kind'],
    details: { existingId: toGlobalId('verificationrequest', id) },
  });

async function send(tx: Tx, requestId: string, documents: readonly VerificationDocument[]): Promise<void> {
  if (documents.length === 0) return;
  const sent = await updateSent(tx, requestId, documents);
  if (sent !== documents.length) throw new Error('documents were swept before they were sent');
}

/**
 * Answers admins who have asked for more; the request is then about the names that the caller has now.
 * @throws ValidationFailed | AppError NOT_FOUND | INVALID_STATE | LIMIT_REACHED
 */
export async function answerVerification(
  ctx: UserContext,
  input: Sent & { requestId: string },
): Promise<VerificationRequest> {
  const { requestId } = input;
  const { note } = parseInput(noteInput(ctx.limits), input);
  const files = input.files ?? [];
  const limit = ctx.limits.verificationDocuments;
  assertDocuments(files, limit);
  nextState('answer', await requireOwn(ctx, requestId));
  const documents = await storeDocuments(ctx, files, await countDocuments(ctx.db, requestId));
  await ctx.transaction(async (tx) => {
    const request = await lockOwn(ctx, tx, requestId);
    const state = nextState('answer', request);
    if ((await countDocuments(tx, requestId)) + documents.length > limit) {
      const message = `Use at most ${limit} documents in a request, with those that it has.`;
      throw new AppError('LIMIT_REACHED', message, { path: ['files'], details: { limit } });
    }
    await send(tx, requestId, documents);
    await updateAnswered(tx, requestId, { state, answer: note });
  });
  return requireOwn(ctx, requestId);
}

/**
 * Takes a request back, and deletes its documents. Succeeds without a change when it is repeated.
 * @throws AppError NOT_FOUND | INVALID_STATE for a decided request
 */
export async function withdrawVerification(
  ctx: UserContext,
  requestId: string,
): Promise<VerificationRequest> {
  await requireOwn(ctx, requestId);
  await ctx.transaction(async (tx) => {
    const request = await lockOwn(ctx, tx, requestId);
    if (request.state === 'WITHDRAWN') return;
    await updateRequest(tx, requestId, { state: nextState('withdraw', request), endedAt: ctx.clock.now() });
    enqueueDeletion(tx, await deleteDocumentsOfRequest(tx, requestId));
  });
  return requireOwn(ctx, requestId);
}

/** The caller's newest request of a kind; null when there was none. */
export function myVerificationRequest(
  ctx: UserContext,
  kind: BadgeKind,
): Promise<VerificationRequest | null> {
  return findNewestRequest(ctx.db, { userId: ctx.user.id, kind });
}

/** Null for one of somebody else. */
export async function findOwnVerification(
  ctx: RequestContext,
  id: string,
): Promise<VerificationRequest | null> {
  const found = ctx.user && (await findRequest(ctx.db, id));
  return found && found.userId === ctx.user?.id ? found : null;
}

/** @throws AppError NOT_FOUND for other users' requests, too */
async function requireOwn(ctx: UserContext, id: string): Promise<VerificationRequest> {
  const found = await findOwnVerification(ctx, id);
  if (!found) throw requestNotFound();
  return found;
}

/** Every step of a request has the lock of its user. */
async function lockOwn(ctx: { user: { id: string } }, tx: Tx, id: string): Promise<VerificationRequest> {
  await lockAccount(tx, ctx.user.id);
  const found = await findRequest(tx, id);
  if (found?.userId !== ctx.user.id) throw requestNotFound();
  return found;
}
