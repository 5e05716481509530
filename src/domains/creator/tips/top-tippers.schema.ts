import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { load } from '#platform/request/loader.ts';
import { TipTargetInputRef } from './tips.schema.ts';
import type { TipperPeriod, TopTipper } from './tips.types.ts';
import { topTippers } from './top-tippers.service.ts';

const PeriodRef = enumType<TipperPeriod>('TopTippersPeriod', {
  description: 'Period for which tips are summed up, by the time at which they were settled.',
  values: {
    DAY: 'Today, from midnight UTC.',
    WEEK: 'This week, from Monday at midnight UTC.',
    MONTH: 'This month, from its first midnight UTC.',
    ALL: 'From the first tip on.',
  },
});

const TopTipperRef = builder.objectRef<TopTipper>('TopTipper').implement({
  description: 'A user among those who gave most for an object.',
  fields: (t) => ({
    user: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user. Null if they are not visible any more.',
      resolve: ({ tipperId }, _args, ctx) => load(ctx, visibleUserById, tipperId),
    }),
    coins: t.exposeFloat('coins', { description: 'Coins of their settled tips. Exact up to 2⁵³ coins.' }),
  }),
});

builder.objectField(UserRef, 'topTippers', (t) =>
  t.field({
    type: [TopTipperRef],
    nullable: true,
    description:
      'Users who gave most to the user in a period, as `topTippers`: at most {topTippers}, those who gave most first. Anonymous tips do not count. Null for anonymous callers.',
    args: { period: t.arg({ type: PeriodRef, required: true, description: 'The period.' }) },
    extensions: listSize('topTippers'),
    varies: 'viewer',
    resolve: (user, { period }, ctx) => topTippers(ctx, { target: { userId: user.id }, period }),
  }),
);

builder.queryField('topTippers', (t) =>
  t.field({
    type: [TopTipperRef],
    nullable: true,
    description:
      'Users who gave most for an object in a period, at most {topTippers}, those who gave most first. Anonymous tips do not count. Null if the caller does not see the object.',
    access: 'user',
    args: {
      target: t.arg({ type: TipTargetInputRef, required: true, description: 'The object.' }),
      period: t.arg({ type: PeriodRef, required: true, description: 'The period.' }),
    },
    extensions: listSize('topTippers'),
    resolve: (_root, args, ctx) => topTippers(ctx, args),
  }),
);
