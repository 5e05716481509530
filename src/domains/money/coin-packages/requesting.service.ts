import { AppError } from '#platform/kernel/errors.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { AdminContext, InTransaction } from '#platform/request/context.ts';
import { requestsSince } from '../adjustments/adjustments.policy.ts';
import { isSameOffer } from './coin-packages.policy.ts';
import type { CoinOffer } from './coin-packages.types.ts';
import { asOf } from './package-requests.policy.ts';
import {
  countPendingBy,
  findPendingOf,
  insertRequest,
  updateRequestExpired,
} from './package-requests.queries.ts';

/**
 * Requests an offer from another admin, in the place of any that has expired. The caller has locked the packages.
 * @param packageId null for a new package, which gets the id of the request
 * @returns the id of the request, also of one that waits for the same offer
 * @throws AppError CONFLICT for another offer that waits for the package | LIMIT_REACHED
 */
export async function requestOffer(
  ctx: InTransaction<AdminContext>,
  tx: Tx,
  { id, packageId, offer }: { id: string; packageId: string | null; offer: CoinOffer },
): Promise<string> {
  const { limits, admin } = ctx;
  const now = ctx.clock.now();
  const former = packageId === null ? null : await findPendingOf(tx, packageId);
  if (former && asOf(former, { now, limits }).state === 'EXPIRED') {
    await updateRequestExpired(tx, former.packageId);
  } else if (former) {
    if (former.requestedBy === admin.id && isSameOffer(former, offer)) return former.id;
    throw new AppError('CONFLICT', 'Another offer of the package waits for another admin.', {
      path: ['packageId'],
      details: { existingId: toGlobalId('coinpackagerequest', former.id) },
    });
  }
  const limit = limits.coinPackageRequestsPending;
  const pending = await countPendingBy(tx, { adminId: admin.id, since: requestsSince(limits, now) });
  if (pending >= limit) {
    const message = `At most ${limit} of your packages can wait for another admin.`;
    throw new AppError('LIMIT_REACHED', message, { details: { limit } });
  }
  await insertRequest(tx, {
    ...offer,
    id,
    packageId: packageId ?? id,
    state: 'PENDING',
    requestedBy: admin.id,
    decidedBy: null,
    decidedAt: null,
    createdAt: now,
  });
  return id;
}
