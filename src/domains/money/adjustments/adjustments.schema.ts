import { userAccountById } from '#domains/identity/user-accounts/user-accounts.loaders.ts';
import { UserAccountRef } from '#domains/identity/user-accounts/user-accounts.schema.ts';
import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listField } from '#platform/graphql/list.ts';
import { idempotentMutationField, mutationField } from '#platform/graphql/mutation.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { requireKey } from '#platform/request/idempotency.ts';
import { load } from '#platform/request/loader.ts';
import {
  adminAdjustCoins,
  adminApproveAdjustment,
  adminGetPendingAdjustments,
  adminRejectAdjustment,
  adminReverseAdjustment,
  findAdjustment,
} from './adjustments.service.ts';
import type { Adjustment, AdjustmentState } from './adjustments.types.ts';

const StateRef = enumType<AdjustmentState>('AdminCoinAdjustmentState', {
  description: 'State of an adjustment of coins.',
  values: {
    PENDING: 'The adjustment waits for another admin.',
    POSTED: 'The coins were moved.',
    REJECTED: 'Another admin has refused the adjustment.',
    EXPIRED: 'Nobody has decided about the adjustment in time.',
  },
});

const AdjustmentRef = builder.objectRef<Adjustment>('AdminCoinAdjustment').implement({
  description: 'Coins that an admin gives to a user or takes from one.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, `coinadjustment_…`.',
      resolve: ({ id }) => toGlobalId('coinadjustment', id),
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
    amountCoins: t.exposeFloat('amountCoins', { description: 'Coins: above zero given, below zero taken.' }),
    reason: t.exposeString('reason', { description: 'Reason of the admin who requested it.' }),
    reversesId: t.id({
      nullable: true,
      description: 'Global id of the adjustment that it reverses. Null if it reverses none.',
      resolve: ({ reversesId }) => reversesId && toGlobalId('coinadjustment', reversesId),
    }),
    state: t.field({
      type: StateRef,
      description: 'State of the adjustment.',
      resolve: ({ state }) => state,
    }),
    requestedById: t.id({
      description: 'Global id of the admin who requested it.',
      resolve: ({ requestedBy }) => toGlobalId('admin', requestedBy),
    }),
    decidedById: t.id({
      nullable: true,
      description:
        'Global id of the admin who approved or rejected it. Null while it is pending or has expired, and if it needed nobody else.',
      resolve: ({ decidedBy }) => decidedBy && toGlobalId('admin', decidedBy),
    }),
    decidedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the decision. Null when `decidedById` is null.',
      resolve: ({ decidedAt }) => decidedAt,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the request.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
});

adminNodeType(AdjustmentRef, 'coinadjustment', { permission: 'COINS_READ' }, findAdjustment);

listField('adminGetPendingAdjustments', {
  connection: connectionType('AdminCoinAdjustment', AdjustmentRef, {
    description: 'Adjustments of coins, newest first.',
  }),
  description: 'Adjustments of coins that wait for another admin, newest first.',
  access: { permission: 'COINS_READ' },
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => adminGetPendingAdjustments(ctx, page),
});

const ALONE =
  'It is posted at once up to {coinAdjustmentOnceAloneCoins} coins, and {coinAdjustmentAloneCoins} of the admin in 24 hours; else it waits {otherAdminHours} hours for `adminApproveAdjustment` by another admin.';

const REFUSALS =
  'LIMIT_REACHED past {coinAdjustmentsPending} adjustments of one admin that wait; NOT_FOUND for an erased account; INSUFFICIENT_COINS if the user has too few.';

const REASON =
  'Reason for the record, 1 to 500 characters, without the number of a card. Users do not see it.';

idempotentMutationField('adminAdjustCoins', {
  description: `Gives promotional coins to a user, or takes coins: promotional ones first. ${ALONE}`,
  refusals: REFUSALS,
  access: { permission: 'COINS_MANAGE' },
  restriction: null,
  idempotencyKey: 'required',
  keepsKeysForever: true,
  input: (t) => ({
    userId: t.idOf('user', { required: true, description: 'The user.' }),
    amountCoins: t.int({
      required: true,
      description: 'Coins: above zero to give, below zero to take; at most {coinAdjustmentCoins} either way.',
    }),
    reason: t.string({ required: true, description: REASON }),
  }),
  payload: { adjustment: { type: AdjustmentRef, description: 'The adjustment.' } },
  act: (ctx, input, key) => adminAdjustCoins(ctx, input, requireKey(key)),
  show: async (ctx, id: string) => ({ adjustment: await findAdjustment(ctx, id) }),
});

idempotentMutationField('adminReverseAdjustment', {
  description: `Reverses an adjustment by another one, which moves the same coins back; once. ${ALONE}`,
  refusals: REFUSALS,
  access: { permission: 'COINS_MANAGE' },
  restriction: null,
  idempotencyKey: 'required',
  keepsKeysForever: true,
  input: (t) => ({
    adjustmentId: t.idOf('coinadjustment', {
      required: true,
      description:
        'The adjustment to reverse. INVALID_STATE if it is not posted, is reversed, or reverses another one.',
    }),
    reason: t.string({ required: true, description: REASON }),
  }),
  payload: { adjustment: { type: AdjustmentRef, description: 'The new adjustment.' } },
  act: (ctx, input, key) => adminReverseAdjustment(ctx, input, requireKey(key)),
  show: async (ctx, id: string) => ({ adjustment: await findAdjustment(ctx, id) }),
});

mutationField('adminApproveAdjustment', {
  description:
    'Posts an adjustment that another admin has requested. Succeeds without a change if the caller has approved it.',
  refusals:
    'FORBIDDEN for a request of the caller; INVALID_STATE for one that is decided or expired; NOT_FOUND for an erased account; INSUFFICIENT_COINS if the user has too few: it stays pending then.',
  access: { permission: 'COINS_MANAGE' },
  restriction: null,
  input: (t) => ({
    adjustmentId: t.idOf('coinadjustment', { required: true, description: 'The adjustment.' }),
  }),
  payload: { adjustment: { type: AdjustmentRef, description: 'The adjustment.' } },
  resolve: async (ctx, { adjustmentId }) => ({ adjustment: await adminApproveAdjustment(ctx, adjustmentId) }),
});

mutationField('adminRejectAdjustment', {
  description:
    'Refuses an adjustment that another admin has requested. Succeeds without a change if the caller has rejected it. Fails with FORBIDDEN for a request of the caller, and with INVALID_STATE for one that is decided or expired.',
  access: { permission: 'COINS_MANAGE' },
  restriction: null,
  input: (t) => ({
    adjustmentId: t.idOf('coinadjustment', { required: true, description: 'The adjustment.' }),
  }),
  payload: { adjustment: { type: AdjustmentRef, description: 'The adjustment.' } },
  resolve: async (ctx, { adjustmentId }) => ({ adjustment: await adminRejectAdjustment(ctx, adjustmentId) }),
});
