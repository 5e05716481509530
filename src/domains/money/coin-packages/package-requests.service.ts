import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { AdminContext, InTransaction } from '#platform/request/context.ts';
import { requestsSince } from '../adjustments/adjustments.policy.ts';
import { addCoinPackage, addVersion } from './coin-packages.service.ts';
import { findPackage, lockPackages } from './coin-packages.queries.ts';
import { asOf, assertAnotherAdmin } from './package-requests.policy.ts';
import { findRequest, listPendingRequests, updateRequestDecided } from './package-requests.queries.ts';
import type { PackageRequest } from './package-requests.types.ts';

/** Requests that wait for another admin, newest first. */
export const adminGetPendingCoinPackages = (
  ctx: AdminContext,
  page: ListRequest<IdKey>,
): Promise<PackageRequest[]> => listPendingRequests(ctx.db, requestsSince(ctx.limits, ctx.clock.now()), page);

export async function findPackageRequest(ctx: AdminContext, id: string): Promise<PackageRequest | null> {
  const found = await findRequest(ctx.db, id);
  return found && asOf(found, { now: ctx.clock.now(), limits: ctx.limits });
}

/**
 * Makes the offer that another admin has requested. Repeating it succeeds without a change.
 * @throws ValidationFailed with FORBIDDEN | AppError NOT_FOUND | INVALID_STATE | LIMIT_REACHED
 */
export const adminApproveCoinPackage = (ctx: AdminContext, id: string): Promise<PackageRequest> =>
  decide(ctx, id, 'APPROVED');

/**
 * Refuses the offer that another admin has requested. Repeating it succeeds without a change.
 * @throws ValidationFailed with FORBIDDEN | AppError NOT_FOUND | INVALID_STATE
 */
export const adminRejectCoinPackage = (ctx: AdminContext, id: string): Promise<PackageRequest> =>
  decide(ctx, id, 'REJECTED');

async function decide(
  ctx: AdminContext,
  id: string,
  decision: 'APPROVED' | 'REJECTED',
): Promise<PackageRequest> {
  await ctx.transaction(async (tx) => {
    // Every change of packages and requests has this lock.
    await lockPackages(tx);
    const found = await findRequest(tx, id);
    if (!found) throw notFound('Request', ['requestId']);
    assertAnotherAdmin(ctx.admin.id, found);
    const now = ctx.clock.now();
    const request = asOf(found, { now, limits: ctx.limits });
    await writeAuditEntry(ctx, tx, {
      action: decision === 'APPROVED' ? 'adminApproveCoinPackage' : 'adminRejectCoinPackage',
      subject: { kind: 'coinpackagerequest', id },
      reason: null,
      before: { state: request.state },
      after: { state: decision },
    });
    if (request.state === decision && request.decidedBy === ctx.admin.id) return;
    if (request.state !== 'PENDING') throw notPending(request);
    await updateRequestDecided(tx, id, { state: decision, decidedBy: ctx.admin.id, decidedAt: now });
    if (decision === 'APPROVED') await makeOffer(ctx, tx, request);
  });
  const decided = await findPackageRequest(ctx, id);
  if (!decided) throw new Error('a request that was decided is gone');
  return decided;
}

const notPending = ({ state }: PackageRequest): AppError =>
  new AppError('INVALID_STATE', 'The request does not wait any more.', {
    path: ['requestId'],
    details: { current: state, allowed: ['PENDING'] },
  });

async function makeOffer(
  ctx: InTransaction<AdminContext>,
  tx: Tx,
  { id, packageId, coins, bonusCoins, priceMinor, currency, startsAt, endsAt, maxPerUser }: PackageRequest,
): Promise<void> {
  const offer = { coins, bonusCoins, priceMinor, currency, startsAt, endsAt, maxPerUser };
  if (id === packageId) return addCoinPackage(ctx, tx, { id, ...offer });
  const found = await findPackage(tx, packageId);
  if (!found) throw new Error('a package that is to change is gone');
  await addVersion(ctx, tx, found, offer);
}
