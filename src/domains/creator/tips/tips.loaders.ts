import type { Loader } from '#platform/request/loader.ts';
import { listAnyTipsByIds } from './admin-tips.queries.ts';
import { listTipTakers } from './sending.queries.ts';
import { listTipsByIds, listTipsByTransfers } from './tips.queries.ts';
import { listPostTotals } from './settling.queries.ts';
import type { AdminTip, Tip, TipOfTransfer, TipTotal } from './tips.types.ts';

/** Tips that the caller has sent, and settled ones that the caller has got. */
export const ownTipById: Loader<Tip> = {
  name: 'ownTipById',
  batch: async (ctx, ids) => {
    const found = await listTipsByIds(ctx.db, ids);
    const shown = found.filter(
      ({ senderId, receiverId, state }) =>
        senderId === ctx.user?.id || (receiverId === ctx.user?.id && state === 'POSTED'),
    );
    return new Map(shown.map((tip) => [tip.id, tip]));
  },
};

/** Any tips, which admins alone see. */
export const anyTipById: Loader<AdminTip> = {
  name: 'anyTipById',
  batch: async (ctx, ids) => {
    const found = ctx.admin === null ? [] : await listAnyTipsByIds(ctx.db, ids);
    return new Map(found.map((tip) => [tip.id, tip]));
  },
};

/** Tips that the caller has sent, by the transfers of their taps. */
export const sentTipByTransfer: Loader<TipOfTransfer> = {
  name: 'sentTipByTransfer',
  batch: async (ctx, transferIds) => {
    const found = await listTipsByTransfers(ctx.db, transferIds);
    const own = found.filter(({ tip }) => tip.senderId === ctx.user?.id);
    return new Map(own.map((sent) => [sent.id, sent]));
  },
};

/** Users who take tips of the caller. */
export const tipTakerById: Loader<{ readonly id: string }> = {
  name: 'tipTakerById',
  batch: async (ctx, ids) => {
    const found = ctx.user
      ? await listTipTakers(ctx.db, { ids, viewerId: ctx.user.id, now: ctx.clock.now() })
      : [];
    return new Map(found.map((user) => [user.id, user]));
  },
};

/** Sums of the settled tips for posts; posts without tips are missing. */
export const tipTotalByPost: Loader<TipTotal> = {
  name: 'tipTotalByPost',
  isForEverybody: true,
  batch: async (ctx, postIds) => {
    const totals = await listPostTotals(ctx.db, postIds);
    return new Map(totals.map((total) => [total.postId, total]));
  },
};
