import { builder } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { load } from '#platform/request/loader.ts';
import { MeRef } from '../users/me.schema.ts';
import { moneyLeftByUser } from './deletion-terms.loaders.ts';
import { type DeletionObstacle, obstaclesOf } from './deletion-terms.policy.ts';
import type { MoneyLeft } from './deletion-terms.queries.ts';

const ObstacleRef = enumType<DeletionObstacle>('AccountDeletionObstacle', {
  description: 'Reason for which an owner cannot delete the account yet.',
  values: {
    EARNINGS_UNPAID: 'Earnings are pending, or are available and not paid out.',
    DISPUTE_OPEN: 'The bank of a cardholder has not decided about a payment.',
    PURCHASE_OPEN: 'A purchase can still be paid.',
  },
});

const OBSTACLES = 3;

const DeletionTermsRef = builder.objectRef<MoneyLeft>('AccountDeletionTerms').implement({
  description: 'Terms on which the owner of an account can delete it, visible to the owner alone.',
  fields: (t) => ({
    lostCoins: t.exposeFloat('lostCoins', {
      description:
        'Coins of both kinds that are lost. `requestAccountDeletion` needs this number: show it first.',
    }),
    unpaidEarningsCoins: t.exposeFloat('earningsCoins', {
      description: 'Earnings that are pending or not paid out. Below zero is a debt, which hinders nothing.',
    }),
    obstacles: t.field({
      type: [ObstacleRef],
      description: `Why the account cannot be deleted now, at most ${OBSTACLES}. Empty if it can.`,
      extensions: listSize(OBSTACLES),
      resolve: (left) => [...obstaclesOf(left)],
    }),
  }),
});

builder.objectField(MeRef, 'deletionTerms', (t) =>
  t.field({
    type: DeletionTermsRef,
    nullable: true,
    description: 'Terms of the deletion of the account: show them before. Null once the account is erased.',
    resolve: (own, _args, ctx) => load(ctx, moneyLeftByUser, own.id),
  }),
);
