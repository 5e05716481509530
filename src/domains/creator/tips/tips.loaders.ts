import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Loader } from '#platform/request/loader.ts';
import { listAnyTipsByIds } from './admin-tips.queries.ts';
import { listTipTakers } from './sending.queries.ts';
import { listTipsByIds, listTipsByTransfers } from './tips.queries.ts';
import { listPostTotals } from './settling.queries.ts';
import { startOf } from './tips.policy.ts';
import { listTopTippers } from './top-tippers.queries.ts';
import type {
  AdminTip,
  Tip,
  TipOfTransfer,
  TipperPeriod,
  TipTarget,
  TipTargetKind,
  TipTotal,
  TopTipper,
} from './tips.types.ts';

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

type TopTippersKey = { readonly period: TipperPeriod; readonly target: TipTarget };

/** The key of the users who gave most for a target in a period. */
export const topTippersKeyOf = ({ period, target }: TopTippersKey): string =>
  `${listOf(period, target.kind)} ${target.id}`;

const listOf = (period: TipperPeriod, kind: TipTargetKind): string => `${period} ${kind}`;

const PERIODS: readonly TipperPeriod[] = ['DAY', 'WEEK', 'MONTH', 'ALL'];
const KINDS: readonly TipTargetKind[] = ['POST', 'COMMENT', 'USER', 'MESSAGE'];

/** The users who openly gave most for targets that the caller sees: one statement for each period and kind of target. */
export const topTippersByTarget: Loader<readonly TopTipper[]> = {
  name: 'topTippersByTarget',
  batch: async (ctx, keys) => {
    const found = new Map<string, readonly TopTipper[]>();
    for (const period of PERIODS) {
      const startsOn = period === 'ALL' ? null : startOf(period, ctx.clock.now());
      for (const targetKind of KINDS) {
        const prefix = `${listOf(period, targetKind)} `;
        const targetIds = keys.flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
        if (targetIds.length === 0) continue;
        const asked = { targetKind, targetIds, period, startsOn, limit: ctx.limits.topTippers };
        const tippers = await listTopTippers(ctx.db, viewerOf(ctx), asked);
        for (const id of targetIds) found.set(`${prefix}${id}`, tippers.get(id) ?? []);
      }
    }
    return found;
  },
};
