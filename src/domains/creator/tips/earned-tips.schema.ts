import { EarningRef } from '#domains/money/earnings/earned.schema.ts';
import { EarningsRef } from '#domains/money/earnings/earnings.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { load } from '#platform/request/loader.ts';
import { seesTarget } from './targets.service.ts';
import { ownTipById } from './tips.loaders.ts';
import { smallestTip, targetIdOf } from './tips.policy.ts';
import { CoinTipRef } from './tips.schema.ts';

builder.objectField(EarningRef, 'tip', (t) =>
  t.field({
    type: CoinTipRef,
    nullable: true,
    description: 'The tip that brought them. Null for other earnings.',
    varies: 'personal',
    resolve: ({ spendingId }, _args, ctx) => load(ctx, ownTipById, spendingId),
  }),
);

builder.objectField(EarningRef, 'subjectId', (t) =>
  t.id({
    nullable: true,
    description:
      'Global id of the post, comment, message or user for which they were given; `node` reads it. Null if the caller does not see it any more.',
    varies: 'personal',
    resolve: async ({ spendingId }, _args, ctx) => {
      const tip = await load(ctx, ownTipById, spendingId);
      if (!tip) return null;
      const target = { kind: tip.targetKind, id: tip.targetId };
      return (await seesTarget(ctx, target)) ? targetIdOf(target) : null;
    },
  }),
);

builder.objectField(EarningsRef, 'smallestTipCoins', (t) =>
  t.float({
    description:
      'Coins of the smallest tip that `sendTip` takes: the receiver gets one coin of it. The fee of a tip is `MoneyLimits.tipFeeBps` of it, to the nearest whole coin, of two the lower: never more than that and half a coin.',
    resolve: (_earnings, _args, ctx) => smallestTip(ctx.limits.tipFeeBps),
  }),
);
