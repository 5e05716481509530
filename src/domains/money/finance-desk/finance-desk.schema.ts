import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { adminSignedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { listField } from '#platform/graphql/list.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { userNameById } from './finance-desk.loaders.ts';
import { FOUND_MAX } from './finance-desk.queries.ts';
import { adminGetUserNames, adminGetBalancesDue, adminGetDebtors } from './finance-desk.service.ts';
import type { BalanceDue, Debtor, UserName } from './finance-desk.types.ts';

const UserNameRef = builder.objectRef<UserName>('AdminUserName').implement({
  description: 'A user as far as whoever moves their money has to know.',
  fields: (t) => ({
    userId: t.id({
      description: 'Global id of the user, `user_…`.',
      resolve: ({ id }) => toGlobalId('user', id),
    }),
    username: t.exposeString('username', { description: 'The unique username.' }),
    displayName: t.exposeString('displayName', {
      description: 'The display name. Empty once the account is erased.',
    }),
  }),
});

builder.queryField('adminGetUserNames', (t) =>
  t.field({
    type: [UserNameRef],
    nullable: true,
    description: `Users whom one argument names exactly, at most ${FOUND_MAX}: none, or one but for accounts that share an address. Fails with BAD_USER_INPUT unless one argument is given.`,
    access: { permission: 'USER_NAMES_READ' },
    extensions: listSize(FOUND_MAX),
    args: {
      userId: t.arg.idOf('user', { description: 'The user.' }),
      username: t.arg.string({ description: 'The whole username, in any case, with or without `@`.' }),
      email: t.arg.string({ description: 'The whole e-mail address of the account, in any case.' }),
      paymentId: t.arg.idOf('payment', { description: 'A payment of the user.' }),
      providerId: t.arg.string({
        description:
          'Id at the provider of payments: of the customer, or of a payment, a charge, a refund or a dispute.',
      }),
    },
    resolve: (_root, clues, ctx) => adminGetUserNames(adminSignedIn(ctx), clues),
  }),
);

const NAMED = {
  type: UserNameRef,
  nullable: true,
  description: 'The user. Null without the permission `USER_NAMES_READ`.',
} as const;

const BalanceDueRef = builder.objectRef<BalanceDue>('AdminBalanceDue').implement({
  description: 'Earnings of a user that are to be paid out. Exact up to 2⁵³ coins.',
  fields: (t) => ({
    userId: t.id({
      description: 'Global id of the user.',
      resolve: ({ id }) => toGlobalId('user', id),
    }),
    user: t.field({ ...NAMED, resolve: ({ id }, _args, ctx) => load(ctx, userNameById, id) }),
    availableCoins: t.exposeFloat('availableCoins', { description: 'Coins that can be paid out.' }),
    pendingCoins: t.exposeFloat('pendingCoins', { description: 'Coins that become available later.' }),
  }),
});

listField('adminGetBalancesDue', {
  connection: connectionType('AdminBalanceDue', BalanceDueRef, {
    description: 'Earnings that are to be paid out, those of the newest users first.',
  }),
  description: 'Available earnings of all users who have some, those of the newest users first.',
  access: { permission: 'COINS_READ' },
  args: (t) => ({
    minCoins: t.int({ defaultValue: 1, description: 'Fewest available coins that count, 1 or more.' }),
  }),
  order: NEWEST_FIRST,
  rows: (ctx, { minCoins }, page) => adminGetBalancesDue(ctx, minCoins ?? 1, page),
});

const DebtorRef = builder.objectRef<Debtor>('AdminDebtor').implement({
  description: 'A user who owes coins, after a refund or a lost dispute of coins that were spent.',
  fields: (t) => ({
    userId: t.id({
      description: 'Global id of the user.',
      resolve: ({ id }) => toGlobalId('user', id),
    }),
    user: t.field({ ...NAMED, resolve: ({ id }, _args, ctx) => load(ctx, userNameById, id) }),
    owedCoins: t.exposeFloat('owedCoins', { description: 'Coins that are owed, above zero.' }),
  }),
});

listField('adminGetDebtors', {
  connection: connectionType('AdminDebtor', DebtorRef, {
    description: 'Users who owe coins, the newest users first.',
  }),
  description: 'Users who owe coins, the newest users first; also those whose account is erased.',
  access: { permission: 'COINS_READ' },
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => adminGetDebtors(ctx, page),
});
