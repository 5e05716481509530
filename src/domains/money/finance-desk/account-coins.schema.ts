import { UserAccountRef } from '#domains/identity/user-accounts/user-accounts.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { load } from '#platform/request/loader.ts';
import { totalOf } from '../ledger/ledger.policy.ts';
import { coinBalanceByUser } from '../ledger/ledger.loaders.ts';
import type { CoinBalance } from '../ledger/ledger.types.ts';

const NONE: CoinBalance = { coins: 0, promoCoins: 0 };

const AccountCoinsRef = builder.objectRef<CoinBalance>('AdminUserCoins').implement({
  description: 'Coins of a user as admins see them.',
  fields: (t) => ({
    coins: t.exposeFloat('coins', { description: 'Coins that were paid for, below zero after a refund.' }),
    promoCoins: t.exposeFloat('promoCoins', { description: 'Coins that were given, below zero as `coins`.' }),
    totalCoins: t.float({ description: 'Coins of both kinds.', resolve: totalOf }),
  }),
});

builder.objectField(UserAccountRef, 'coins', (t) =>
  t.field({
    type: AccountCoinsRef,
    nullable: true,
    description: 'Coins of the user. Null without the permission `COINS_READ`.',
    resolve: async ({ id }, _args, ctx) =>
      ctx.admin?.permissions.has('COINS_READ') ? ((await load(ctx, coinBalanceByUser, id)) ?? NONE) : null,
  }),
);
