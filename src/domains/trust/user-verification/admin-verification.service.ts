import { briefFileUrl } from '#domains/foundation/media/media.service.ts';
import { sendMail } from '#domains/foundation/mails/mails.service.ts';
import { parseReason } from '#domains/identity/admins/admins.policy.ts';
import { lockAccount } from '#domains/identity/users/account-state.service.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { MINUTE_MS } from '#platform/kernel/clock.ts';
import { invalid, parseInput } from '#platform/kernel/parse-input.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { AdminContext, InTransaction, RequestContext } from '#platform/request/context.ts';
import { upsertBadge } from './badges.queries.ts';
import { listDocuments } from './documents.queries.ts';
import { findRequest, listRequests, type RequestFilter, updateRequest } from './requests.queries.ts';
import { verificationDecided } from './verification.events.ts';
import { decisionMail } from './verification.mails.ts';
import {
  assertFuture,
  assertVersion,
  messageInput,
  nextState,
  requestNotFound,
} from './verification.policy.ts';
import type { VerificationStep } from './verification.state.ts';
import type {
  VerificationDecision,
  VerificationDocument,
  VerificationRequest,
} from './verification.types.ts';

/** Requests that wait longest first. */
export const adminGetVerificationRequests = (
  ctx: AdminContext,
  filter: RequestFilter,
  page: ListRequest<IdKey>,
): Promise<VerificationRequest[]> => listRequests(ctx.db, filter, page);

export const findVerification = (ctx: RequestContext, id: string): Promise<VerificationRequest | null> =>
  findRequest(ctx.db, id);

/**
 * Begins the review of a request. Repeating it succeeds without a change.
 * @throws AppError NOT_FOUND | INVALID_STATE where another admin reviews it, or it is over
 */
export async function adminClaimVerification(ctx: AdminContext, id: string): Promise<VerificationRequest> {
  await ctx.transaction(async (tx) => {
    const { request } = await lockRequest(tx, id);
    const isOwn = request.state === 'IN_REVIEW' && request.reviewerId === ctx.admin.id;
    const state = isOwn ? request.state : nextState('claim', request);
    await writeAuditEntry(ctx, tx, {
      action: 'adminClaimVerification',
      subject: { kind: 'verificationrequest', id },
      reason: null,
      before: { state: request.state },
      after: { state },
    });
    if (!isOwn) await updateRequest(tx, id, { state, reviewerId: ctx.admin.id });
  });
  return requireRequest(ctx, id);
}

/** A document with a link for the admin who has opened it. */
export type OpenedDocument = VerificationDocument & { readonly url: string };

const LINK_MS = 5 * MINUTE_MS;

/** Gives links to the documents of a request; the look is in the audit log before. @throws ValidationFailed | AppError NOT_FOUND */
export async function adminOpenVerificationDocuments(
  ctx: AdminContext,
  input: { requestId: string; reason: string },
): Promise<OpenedDocument[]> {
  const { requestId: id } = input;
  const reason = parseReason(input);
  let documents: readonly VerificationDocument[] = [];
  await ctx.transaction(async (tx) => {
    await lockRequest(tx, id);
    documents = await listDocuments(tx, [id]);
    await writeAuditEntry(ctx, tx, {
      action: 'adminOpenVerificationDocuments',
      subject: { kind: 'verificationrequest', id },
      reason,
      before: null,
      after: { documents: documents.length },
    });
  });
  const expiresAt = new Date(ctx.clock.now().getTime() + LINK_MS);
  return Promise.all(
    documents.map(async (document) => ({ ...document, url: await briefFileUrl(ctx, document, expiresAt) })),
  );
}

type Decision = {
  readonly requestId: string;
  readonly expectedVersion: number;
  readonly decision: VerificationDecision;
  readonly message?: string | null | undefined;
  readonly expiresAt?: Date | null | undefined;
};

const STEPS: Readonly<Record<VerificationDecision, VerificationStep>> = {
  APPROVED: 'approve',
  MORE_INFO: 'ask',
  REJECTED: 'reject',
};

/**
 * Decides about a request, or asks for more. An approval grants a badge under the names that the request is about: who has
 * changed them meanwhile has a badge that is suspended.
 * @throws ValidationFailed | AppError NOT_FOUND | VALIDATION_FAILED | CONFLICT | INVALID_STATE
 */
export async function adminDecideVerification(
  ctx: AdminContext,
  input: Decision,
): Promise<VerificationRequest> {
  const { requestId: id, decision, expectedVersion, expiresAt = null } = input;
  const message = messageOf(input);
  if (decision !== 'APPROVED' && expiresAt !== null) {
    throw invalid(['expiresAt'], 'Give an end only with an approval.', 'expiresAt');
  }
  assertFuture(expiresAt, ctx.clock.now());
  await ctx.transaction(async (tx) => {
    const { request, email } = await lockRequest(tx, id);
    assertVersion(request, expectedVersion);
    const state = nextState(STEPS[decision], request);
    await writeAuditEntry(ctx, tx, {
      action: 'adminDecideVerification',
      subject: { kind: 'verificationrequest', id },
      reason: null,
      before: { state: request.state, version: request.version },
      after: { state, version: request.version + 1 },
    });
    const endedAt = decision === 'MORE_INFO' ? {} : { endedAt: ctx.clock.now() };
    await updateRequest(tx, id, { state, message, reviewerId: ctx.admin.id, ...endedAt });
    if (decision === 'APPROVED') await grant(ctx, tx, request, expiresAt);
    const { kind, userId, version } = request;
    tx.emit(verificationDecided, { requestId: id, userId, decision, version });
    if (email === null) return;
    sendMail(ctx, tx, decisionMail({ to: email, kind, requestId: id, version, decision, message }));
  });
  return requireRequest(ctx, id);
}

function messageOf({ decision, message = null }: Decision): string | null {
  if (message === null && decision === 'APPROVED') return null;
  if (message === null) throw invalid(['message'], 'Say to the user why, or what is missing.', 'required');
  return parseInput(messageInput, { message }).message;
}

async function grant(
  ctx: InTransaction<AdminContext>,
  tx: Tx,
  { id: requestId, userId, kind, displayName, username }: VerificationRequest,
  expiresAt: Date | null,
): Promise<void> {
  await upsertBadge(tx, {
    id: ctx.ids.next(),
    userId,
    kind,
    verifiedName: displayName,
    verifiedUsername: username,
    requestId,
    grantedBy: ctx.admin.id,
    grantedAt: ctx.clock.now(),
    expiresAt,
  });
}

/** Locks the user of a request, as every step of it does, and reads it. @throws AppError NOT_FOUND */
async function lockRequest(
  tx: Tx,
  id: string,
): Promise<{ readonly request: VerificationRequest; readonly email: string | null }> {
  const known = await findRequest(tx, id);
  if (!known) throw requestNotFound();
  const { state, email } = await lockAccount(tx, known.userId);
  // Read again, since it may have changed before the lock.
  const request = state === 'DELETED' ? null : await findRequest(tx, id);
  if (!request) throw requestNotFound();
  return { request, email };
}

async function requireRequest(ctx: AdminContext, id: string): Promise<VerificationRequest> {
  const found = await findRequest(ctx.db, id);
  if (!found) throw requestNotFound();
  return found;
}
