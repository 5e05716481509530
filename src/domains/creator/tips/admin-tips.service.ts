import { coinTransferById } from '#domains/money/ledger/ledger.loaders.ts';
import type { CoinTransfer } from '#domains/money/ledger/ledger.types.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { AdminContext, RequestContext } from '#platform/request/context.ts';
import { loadMany } from '#platform/request/loader.ts';
import { pageLoader } from '#platform/request/page-loader.ts';
import { listAnyTips, listTransferIds } from './admin-tips.queries.ts';
import { parseTarget, type TargetInput } from './tips.policy.ts';
import type { AdminTip, TipState } from './tips.types.ts';

type FilterArgs = {
  readonly senderId?: string | null | undefined;
  readonly receiverId?: string | null | undefined;
  readonly target?: TargetInput | null | undefined;
  readonly state?: TipState | null | undefined;
  readonly createdFrom?: Date | null | undefined;
  readonly createdBefore?: Date | null | undefined;
};

/** Tips of all users, newest first. @throws AppError VALIDATION_FAILED */
export const adminGetCoinTips = (
  ctx: AdminContext,
  { senderId, receiverId, target, state, createdFrom, createdBefore }: FilterArgs,
  page: ListRequest<IdKey>,
): Promise<AdminTip[]> =>
  listAnyTips(
    ctx.db,
    {
      senderId: senderId ?? null,
      receiverId: receiverId ?? null,
      state: state ?? null,
      target: target ? parseTarget(target) : null,
      from: createdFrom ?? null,
      until: createdBefore ?? null,
    },
    page,
  );

const transferIdsOfTip = pageLoader('transferIdsOfTip', (ctx, pages) => listTransferIds(ctx.db, pages));

/** The transfers of a tip, newest first. */
export async function transfersOfTip(
  ctx: RequestContext,
  tipId: string,
  page: ListRequest<IdKey>,
): Promise<CoinTransfer[]> {
  const rows = await transferIdsOfTip(ctx, tipId, page);
  return loadMany(
    ctx,
    coinTransferById,
    rows.map(({ id }) => id),
  );
}
