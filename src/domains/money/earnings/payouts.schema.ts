import { userAccountById } from '#domains/identity/user-accounts/user-accounts.loaders.ts';
import { UserAccountRef } from '#domains/identity/user-accounts/user-accounts.schema.ts';
import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listField } from '#platform/graphql/list.ts';
import { idempotentMutationField, mutationField } from '#platform/graphql/mutation.ts';
import { AdminNodeRef, adminNodeType, NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { requireKey } from '#platform/request/idempotency.ts';
import { load } from '#platform/request/loader.ts';
import { MoneyRef } from '../coin-packages/coin-packages.schema.ts';
import { CoinTransactionRef } from '../ledger/transactions.schema.ts';
import { payoutById, payoutByTransfer } from './earnings.loaders.ts';
import type { Payout, PayoutMethod } from './earnings.types.ts';
import { adminGetPayouts, adminRecordPayout, adminReversePayout, myPayouts } from './payouts.service.ts';

const PayoutMethodRef = enumType<PayoutMethod>('PayoutMethod', {
  description: 'Way by which earnings are paid out, outside of the product.',
  values: {
    BANK_TRANSFER: 'A transfer from bank to bank.',
    PAYMENT_SERVICE: 'A service that keeps accounts of its own, such as an electronic purse.',
    OTHER: 'Any other way.',
  },
});

const PayoutRef = builder.objectRef<Payout>('Payout').implement({
  description: 'Earnings that were paid out, visible to their user alone.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, `payout_…`.',
      resolve: ({ id }) => toGlobalId('payout', id),
    }),
    amountCoins: t.exposeFloat('amountCoins', { description: 'Coins that were paid out, above zero.' }),
    method: t.field({
      type: PayoutMethodRef,
      description: 'Way by which it was paid.',
      resolve: ({ method }) => method,
    }),
    reference: t.exposeString('reference', {
      description: 'Name of the payment at the bank or wherever it was made, 1 to 100 characters.',
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which it was recorded.',
      resolve: ({ createdAt }) => createdAt,
    }),
    reversedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which it was reversed, and the coins became available again. Null if it holds.',
      resolve: ({ reversedAt }) => reversedAt,
    }),
  }),
});

builder.objectField(CoinTransactionRef, 'payout', (t) =>
  t.field({
    type: PayoutRef,
    nullable: true,
    description: 'The payout, of a transaction PAYOUT. Null for others.',
    varies: 'personal',
    resolve: ({ type, transferId }, _args, ctx) =>
      type === 'PAYOUT' ? load(ctx, payoutByTransfer, transferId) : null,
  }),
);

nodeType(PayoutRef, 'payout', (ctx, id) => (ctx.user ? load(ctx, payoutById, id) : null));

listField('myPayouts', {
  connection: connectionType('Payout', PayoutRef, { description: 'Payouts of a user, newest first.' }),
  description: 'Payouts of the caller, newest first.',
  access: 'user',
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => myPayouts(ctx, page),
});

const AdminPayoutRef = builder.objectRef<Payout>('AdminPayout').implement({
  description: 'Earnings that were paid out, as admins see them.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, the same as on the client endpoint.',
      resolve: ({ id }) => toGlobalId('payout', id),
    }),
    userId: t.id({
      description: 'Global id of the user.',
      resolve: ({ userId }) => toGlobalId('user', userId),
    }),
    user: t.field({
      type: UserAccountRef,
      nullable: true,
      description: 'The account of the user. Null without the permission `USERS_READ`.',
      resolve: ({ userId }, _args, ctx) => load(ctx, userAccountById, userId),
    }),
    amountCoins: t.exposeFloat('amountCoins', { description: 'Coins that were paid out, above zero.' }),
    method: t.field({
      type: PayoutMethodRef,
      description: 'Way by which it was paid.',
      resolve: ({ method }) => method,
    }),
    reference: t.exposeString('reference', {
      description: 'Name of the payment at the bank or wherever it was made. The user sees it.',
    }),
    paid: t.field({
      type: MoneyRef,
      nullable: true,
      description: 'Money that was paid, as it is in the books of cash. Null where it was not told.',
      resolve: ({ paidMinor, paidCurrency }) =>
        paidMinor === null || paidCurrency === null
          ? null
          : { amountMinor: paidMinor, currency: paidCurrency },
    }),
    recordedById: t.id({
      description: 'Global id of the admin who recorded it.',
      resolve: ({ recordedBy }) => toGlobalId('admin', recordedBy),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which it was recorded.',
      resolve: ({ createdAt }) => createdAt,
    }),
    reversedById: t.id({
      nullable: true,
      description: 'Global id of the admin who reversed it. Null if it holds.',
      resolve: ({ reversedBy }) => reversedBy && toGlobalId('admin', reversedBy),
    }),
    reversedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the reversal. Null if it holds.',
      resolve: ({ reversedAt }) => reversedAt,
    }),
  }),
});

adminNodeType(AdminPayoutRef, 'payout', { permission: 'COINS_READ' }, (ctx, id) => load(ctx, payoutById, id));

listField('adminGetPayouts', {
  connection: connectionType('AdminPayout', AdminPayoutRef, {
    description: 'Payouts of a user, newest first.',
  }),
  description: 'Payouts of a user, newest first; also of one whose account is erased.',
  access: { permission: 'COINS_READ' },
  args: (t) => ({ userId: t.idOf('user', { required: true, description: 'The user.' }) }),
  order: NEWEST_FIRST,
  rows: (ctx, { userId }, page) => adminGetPayouts(ctx, userId, page),
});

idempotentMutationField('adminRecordPayout', {
  description: 'Books available earnings of a user that were paid out outside of the product.',
  refusals:
    'NOT_FOUND for an erased account; INVALID_STATE while a payment of coins that the user has earned is disputed; INSUFFICIENT_COINS if less is available; PROOF_REQUIRED without a fresh proof.',
  access: { permission: 'PAYOUTS_MANAGE' },
  restriction: null,
  idempotencyKey: 'required',
  keepsKeysForever: true,
  input: (t) => ({
    userId: t.idOf('user', { required: true, description: 'The user.' }),
    amountCoins: t.int({ required: true, description: 'Coins that were paid out, above zero.' }),
    method: t.field({
      type: PayoutMethodRef,
      description: 'Way by which it was paid; BANK_TRANSFER when omitted.',
    }),
    reference: t.string({
      required: true,
      description:
        'Name of the payment at the bank or wherever it was made, 1 to 100 characters, without the number of a card. The user sees it. It names one payout of its method, spaces and case aside, else CONFLICT: `existingId` names the payout that holds.',
    }),
    paidMinor: t.int({
      description:
        'Money that was paid, in the smallest unit of `paidCurrency`, above zero. With it the payout stands in the books of cash.',
    }),
    paidCurrency: t.string({ description: 'Currency of `paidMinor` as ISO 4217, needed with it.' }),
  }),
  payload: { payout: { type: AdminPayoutRef, description: 'The payout.' } },
  act: (ctx, input, key) => adminRecordPayout(ctx, input, requireKey(key)),
  show: async (ctx, id: string) => ({ payout: await load(ctx, payoutById, id) }),
});

mutationField('adminReversePayout', {
  description:
    'Reverses a payout that was recorded by mistake or came back: its coins are available again, or unclaimed if the account is erased. Succeeds without a change if it is reversed.',
  access: { permission: 'PAYOUTS_MANAGE' },
  restriction: null,
  input: (t) => ({
    payoutId: t.idOf('payout', { required: true, description: 'The payout.' }),
    reason: t.string({
      required: true,
      description:
        'Reason for the record, 1 to 500 characters, without the number of a card. Users do not see it.',
    }),
  }),
  payload: { payout: { type: AdminPayoutRef, description: 'The payout.' } },
  resolve: async (ctx, input) => ({
    payout: await load(ctx, payoutById, await adminReversePayout(ctx, input)),
  }),
});
