import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { CoinTransactionRef } from '#domains/money/ledger/transactions.schema.ts';
import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listField } from '#platform/graphql/list.ts';
import { idempotentMutationField, mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { UNDO_SECONDS } from './sending.queries.ts';
import { ownTipById, sentTipByTransfer } from './tips.loaders.ts';
import { myReceivedTips, mySentTips, sendTip, tips, undoTip } from './tips.service.ts';
import { targetIdOf } from './tips.policy.ts';
import type { Tip, TipState, TipTargetKind } from './tips.types.ts';

export const TargetKindRef = enumType<TipTargetKind>('CoinTipTargetKind', {
  description: 'Kind of object for which a tip is given.',
  values: {
    POST: 'A post; the author gets the tip.',
    COMMENT: 'A comment; its author gets the tip.',
    USER: 'A user.',
    MESSAGE: 'A message; its sender gets the tip.',
  },
});

export const TipStateRef = enumType<TipState>('CoinTipState', {
  description: 'State of a tip.',
  values: {
    PENDING: 'The sender can still undo the tip; nobody else sees it.',
    CANCELED: 'The sender has undone the tip.',
    POSTED: 'The receiver has the coins.',
    REVERSED: 'The tip was taken back later.',
  },
});

export const TipTargetInputRef = builder.inputType('CoinTipTargetInput', {
  description: 'The object for which a tip is given.',
  isOneOf: true,
  fields: (t) => ({
    postId: t.idOf('post', { description: 'A post.' }),
    commentId: t.idOf('comment', { description: 'A comment.' }),
    userId: t.idOf('user', { description: 'A user.' }),
    messageId: t.idOf('message', {
      description:
        'A message, except for those of the system. Users name one of a conversation in which they take part.',
    }),
  }),
});

export const CoinTipRef = builder.objectRef<Tip>('CoinTip').implement({
  description:
    'Coins that a user gave for a post, a comment or a message, or to a user. Until it is settled, its sender alone sees it.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({ description: 'Global id, `cointip_…`.', resolve: ({ id }) => toGlobalId('cointip', id) }),
    sender: t.field({
      type: UserRef,
      nullable: true,
      description:
        'The user who gave it. Null for everybody but the sender if the tip is anonymous, and if the caller does not see them.',
      varies: 'viewer',
      resolve: ({ senderId, isAnonymous }, _args, ctx) =>
        isAnonymous && ctx.user?.id !== senderId ? null : load(ctx, visibleUserById, senderId),
    }),
    receiver: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user who gets it. Null if the caller does not see them.',
      varies: 'viewer',
      resolve: ({ receiverId }, _args, ctx) => load(ctx, visibleUserById, receiverId),
    }),
    targetKind: t.field({
      type: TargetKindRef,
      description: 'Kind of the object for which it was given.',
      resolve: ({ targetKind }) => targetKind,
    }),
    targetId: t.id({
      description: 'Global id of the object for which it was given: `node` reads it, while it is visible.',
      resolve: ({ targetKind, targetId }) => targetIdOf({ kind: targetKind, id: targetId }),
    }),
    amountCoins: t.exposeFloat('amountCoins', {
      description: 'Coins that its sender gave, of all taps that were added up.',
    }),
    message: t.exposeString('message', {
      nullable: true,
      description: 'Text of the sender, at most {tipMessageLength} characters. Null without one.',
    }),
    isAnonymous: t.exposeBoolean('isAnonymous', {
      description: 'Whether the sender is hidden from everybody else, the receiver included.',
    }),
    state: t.field({ type: TipStateRef, description: 'State of the tip.', resolve: ({ state }) => state }),
    undoEndsAt: t.field({
      type: 'DateTime',
      description: `Time until which its sender can undo it, ${UNDO_SECONDS} seconds after the first tap.`,
      resolve: ({ undoableUntil }) => undoableUntil,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the first tap.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
});

nodeType(CoinTipRef, 'cointip', (ctx, id) => (ctx.user ? load(ctx, ownTipById, id) : null));

builder.objectField(CoinTransactionRef, 'tip', (t) =>
  t.field({
    type: CoinTipRef,
    nullable: true,
    description: 'The tip that the caller gave, of a transaction TIP_SENT. Null for others.',
    varies: 'personal',
    resolve: async ({ type, transferId }, _args, ctx) =>
      type === 'TIP_SENT' ? ((await load(ctx, sentTipByTransfer, transferId))?.tip ?? null) : null,
  }),
);

idempotentMutationField('sendTip', {
  description: `Gives coins of the caller, promotional ones first, to somebody whose privacy settings allow it. It can be undone for ${UNDO_SECONDS} seconds; then the receiver gets it, less a fee.`,
  refusals:
    'INSUFFICIENT_COINS; LIMIT_REACHED past a limit by `setSpendingLimit`, or past {newAccountTipCoins} coins in 24 hours during the first {newAccountDays} days of an account; MODERATION_NUDGE for a message that may hurt.',
  access: 'user',
  restriction: 'TIPPING',
  isJudgedByWrite: true,
  budget: { points: 300, windowSeconds: 60, per: 'user' },
  input: (t) => ({
    target: t.field({ type: TipTargetInputRef, required: true, description: 'The object to give for.' }),
    amountCoins: t.int({
      required: true,
      description:
        'Coins to give, `Earnings.smallestTipCoins` to {tipCoins}. The receiver gets them less a fee of {tipFeeBps} hundredths of a percent, to the nearest whole coin, of two the lower.',
    }),
    message: t.string({
      description:
        'Text to the receiver, at most {tipMessageLength} characters, without the number of a card; visible to all who see the tip.',
    }),
    isAnonymous: t.boolean({
      description:
        'Whether the caller is hidden from everybody else, the receiver included. Refused where that tells who it was: in a conversation, or of an audience, of two. By default false.',
    }),
    retryToken: t.string({
      description: 'Token of a MODERATION_NUDGE, with which the author insists on the same text. Optional.',
    }),
  }),
  payload: {
    tip: {
      type: CoinTipRef,
      description:
        "The tip, with all taps: quick ones for the same target, without a message of their own, are added while it can be undone and nothing else has moved the caller's coins, up to {tipCoins}. `coinBalanceChanged` tells what is left.",
    },
  },
  idempotencyKey: 'required',
  keepsKeysForever: true,
  act: (ctx, input, key) => sendTip(ctx, input, requireKey(key)),
  show: async (ctx, transferId) => ({
    tip: (await load(ctx, sentTipByTransfer, transferId))?.tip ?? null,
  }),
});

function requireKey<Key>(key: Key | null): Key {
  if (key === null) throw new Error('a required idempotency key is missing');
  return key;
}

mutationField('undoTip', {
  description: `Takes back a tip of the caller within ${UNDO_SECONDS} seconds, with all taps that were added to it. Succeeds without a change when repeated; afterwards fails with INVALID_STATE.`,
  access: 'user',
  restriction: null,
  input: (t) => ({ tipId: t.idOf('cointip', { required: true, description: 'The tip.' }) }),
  payload: { tip: { type: CoinTipRef, description: 'The tip that was undone.' } },
  resolve: async (ctx, input) => ({ tip: await undoTip(ctx, input) }),
});

const TipsRef = connectionType('CoinTip', CoinTipRef, { description: 'Tips, newest first.' });

listField('tips', {
  connection: TipsRef,
  description:
    'Settled tips for an object, newest first, without those of users whom the caller does not see. Null if the caller does not see the object.',
  access: 'user',
  args: (t) => ({
    target: t({ type: TipTargetInputRef, required: true, description: 'The object.' }),
  }),
  order: NEWEST_FIRST,
  rows: (ctx, { target }, page) => tips(ctx, target, page),
});

listField('mySentTips', {
  connection: TipsRef,
  description: 'Tips that the caller gave, newest first, with those that were undone or taken back.',
  access: 'user',
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => mySentTips(signedIn(ctx), page),
});

listField('myReceivedTips', {
  connection: TipsRef,
  description:
    'Settled tips that the caller got, newest first, without those of users whom the caller does not see. `tipsReceived` tells of new ones.',
  access: 'user',
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => myReceivedTips(signedIn(ctx), page),
});
