import { userAccountById } from '#domains/identity/user-accounts/user-accounts.loaders.ts';
import { UserAccountRef } from '#domains/identity/user-accounts/user-accounts.schema.ts';
import { AdminCoinTransferRef } from '#domains/money/ledger/transfers.schema.ts';
import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { childListField, listField } from '#platform/graphql/list.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { adminGetCoinTips, transfersOfTip } from './admin-tips.service.ts';
import { anyTipById } from './tips.loaders.ts';
import { feeOf, targetIdOf } from './tips.policy.ts';
import { TargetKindRef, TipStateRef, TipTargetInputRef } from './tips.schema.ts';
import type { AdminTip } from './tips.types.ts';

const AdminCoinTipRef = builder.objectRef<AdminTip>('AdminCoinTip').implement({
  description: 'A tip as admins see it, with the sender of an anonymous one.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, the same as on the client endpoint.',
      resolve: ({ id }) => toGlobalId('cointip', id),
    }),
    senderId: t.id({
      description: 'Global id of the user who gave it.',
      resolve: ({ senderId }) => toGlobalId('user', senderId),
    }),
    sender: t.field({
      type: UserAccountRef,
      nullable: true,
      description: 'The account of the sender. Null without the permission `USERS_READ`.',
      resolve: ({ senderId }, _args, ctx) => load(ctx, userAccountById, senderId),
    }),
    receiverId: t.id({
      description: 'Global id of the user who gets it.',
      resolve: ({ receiverId }) => toGlobalId('user', receiverId),
    }),
    receiver: t.field({
      type: UserAccountRef,
      nullable: true,
      description: 'The account of the receiver. Null without the permission `USERS_READ`.',
      resolve: ({ receiverId }, _args, ctx) => load(ctx, userAccountById, receiverId),
    }),
    targetKind: t.field({
      type: TargetKindRef,
      description: 'Kind of the object for which it was given.',
      resolve: ({ targetKind }) => targetKind,
    }),
    targetId: t.id({
      description: 'Global id of the object for which it was given.',
      resolve: ({ targetKind, targetId }) => targetIdOf({ kind: targetKind, id: targetId }),
    }),
    amountCoins: t.exposeFloat('amountCoins', { description: 'Coins that its sender gave, of all taps.' }),
    feeCoins: t.float({
      description: 'Coins of them that the platform keeps, once it is settled.',
      resolve: ({ amountCoins, feeBps }) => feeOf(amountCoins, feeBps),
    }),
    message: t.exposeString('message', {
      nullable: true,
      description: 'Text of the sender. Null without one, and if the account of the sender is erased.',
    }),
    isAnonymous: t.exposeBoolean('isAnonymous', {
      description: 'Whether the sender is hidden from other users.',
    }),
    state: t.field({ type: TipStateRef, description: 'State of the tip.', resolve: ({ state }) => state }),
    undoEndsAt: t.field({
      type: 'DateTime',
      description: 'Time until which its sender could undo it.',
      resolve: ({ undoableUntil }) => undoableUntil,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the first tap.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
});

adminNodeType(AdminCoinTipRef, 'cointip', { permission: 'COINS_READ' }, (ctx, id) =>
  load(ctx, anyTipById, id),
);

childListField(AdminCoinTipRef, 'transfers', {
  connection: connectionType('AdminCoinTransfer', AdminCoinTransferRef, {
    description: 'Transfers in the books, newest first.',
  }),
  description:
    'The transfers of the tip, newest first: one for each tap, what reversed them, and that of its settlement, which it shares with other tips.',
  order: NEWEST_FIRST,
  rows: (ctx, { id }, _args, page) => transfersOfTip(ctx, id, page),
});

listField('adminGetCoinTips', {
  connection: connectionType('AdminCoinTip', AdminCoinTipRef, { description: 'Tips, newest first.' }),
  description:
    'Tips of all users, newest first: those that can be undone or were, and those of erased accounts, among them.',
  access: { permission: 'COINS_READ' },
  args: (t) => ({
    senderId: t.idOf('user', { description: 'Only tips of this user.' }),
    receiverId: t.idOf('user', { description: 'Only tips for this user and their content.' }),
    target: t({ type: TipTargetInputRef, description: 'Only settled tips for this object.' }),
    state: t({ type: TipStateRef, description: 'Only tips in this state.' }),
    createdFrom: t({ type: 'DateTime', description: 'Only tips begun at this time or later.' }),
    createdBefore: t({ type: 'DateTime', description: 'Only tips begun before this time.' }),
  }),
  order: NEWEST_FIRST,
  rows: (ctx, args, page) => adminGetCoinTips(ctx, args, page),
});
