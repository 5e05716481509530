import { mediaById } from '#domains/foundation/media/media.loaders.ts';
import { MediaRef } from '#domains/foundation/media/media.schema.ts';
import { LockedContentRef } from '#domains/messaging/messages/message-content.schema.ts';
import { messageContent } from '#domains/messaging/messages/message-content.service.ts';
import { visibleMessageById } from '#domains/messaging/messages/messages.loaders.ts';
import { MessageRef } from '#domains/messaging/messages/messages.schema.ts';
import type { Message } from '#domains/messaging/messages/messages.types.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { idempotentMutationField, mutationField } from '#platform/graphql/mutation.ts';
import { requireKey } from '#platform/request/idempotency.ts';
import { load, loadMany } from '#platform/request/loader.ts';
import {
  canUnlock,
  isUnlocked,
  saleCount,
  unlockMessage,
  updateMessageLock,
} from './paid-messages.service.ts';

const viewerType = (name: string) =>
  builder.objectRef<Message>(name).implement({
    description: 'Fields of a paid message that depend on the caller.',
    fields: (t) => ({
      isUnlocked: t.boolean({
        description: 'Whether the caller gets the content: they have bought or sent it.',
        varies: 'personal',
        resolve: (message, _args, ctx) => isUnlocked(signedIn(ctx), message),
      }),
      canUnlock: t.boolean({
        description: 'Whether `unlockMessage` sells it to the caller, if they have the coins.',
        varies: 'personal',
        resolve: (message, _args, ctx) => canUnlock(signedIn(ctx), message),
      }),
    }),
  });

const MessageLockViewerRef = viewerType('MessageLockViewer');
const LockedContentViewerRef = viewerType('LockedContentViewer');

const MessageLockRef = builder.objectRef<Message>('MessageLock').implement({
  description: 'The price of a message, and what is shown until it is paid.',
  fields: (t) => ({
    priceCoins: t.float({
      description: 'Price in coins for those who buy it from now on.',
      resolve: ({ lock }) => lock?.priceCoins ?? 0,
    }),
    version: t.int({
      description: 'Number of the price, from 1; raised by every change.',
      resolve: ({ lock }) => lock?.version ?? 0,
    }),
    teaser: t.string({
      description:
        'Text that is shown instead of the content, at most {lockTeaserLength} characters; empty if there is none.',
      resolve: ({ lock }) => lock?.teaser ?? '',
    }),
    previews: t.field({
      type: [MediaRef],
      description: 'Media items that are shown before it is bought, at most {lockPreviews}.',
      varies: 'no',
      extensions: listSize('lockPreviews'),
      resolve: ({ lock }, _args, ctx) => loadMany(ctx, mediaById, lock?.previewMediaIds ?? []),
    }),
    saleCount: t.int({
      nullable: true,
      description: 'How many have bought it and were not refunded. Null unless the caller sent it.',
      varies: 'personal',
      resolve: (message, _args, ctx) => saleCount(ctx, message),
    }),
    viewer: t.field({
      type: MessageLockViewerRef,
      nullable: true,
      description: 'Fields that depend on the caller.',
      varies: 'personal',
      resolve: (message, _args, ctx) => (ctx.user ? message : null),
    }),
  }),
});

builder.objectField(MessageRef, 'lock', (t) =>
  t.field({
    type: MessageLockRef,
    nullable: true,
    description: 'The lock of a paid message. Null for others, and if the content is unavailable.',
    varies: 'people',
    resolve: async (message, _args, ctx) =>
      message.lock && (await messageContent(ctx, message)).kind !== 'UNAVAILABLE' ? message : null,
  }),
);

builder.objectField(LockedContentRef, 'viewer', (t) =>
  t.field({
    type: LockedContentViewerRef,
    nullable: true,
    description: 'Fields that depend on the caller.',
    varies: 'personal',
    resolve: ({ message }, _args, ctx) => (ctx.user ? message : null),
  }),
);

idempotentMutationField('unlockMessage', {
  description:
    'Buys the content of a paid message for coins of the caller, promotional ones first. They keep it after a block, too. What they have bought already costs nothing.',
  refusals:
    'PRICE_CHANGED if the price is another one; INSUFFICIENT_COINS; LIMIT_REACHED past a limit by `setSpendingLimit`; INVALID_STATE for a message that is not locked or is their own, and where they cannot write.',
  access: 'user',
  restriction: 'PURCHASING',
  isJudgedByWrite: true,
  budget: { points: 60, windowSeconds: 60, per: 'user' },
  input: (t) => ({
    messageId: t.idOf('message', { required: true, description: 'The message, with LockedContent.' }),
    expectedPriceCoins: t.int({
      required: true,
      description: 'The price in coins that the caller has agreed to: `LockedContent.priceCoins`.',
    }),
  }),
  payload: { message: { type: MessageRef, description: 'The message with its content.' } },
  idempotencyKey: 'required',
  keepsKeysForever: true,
  act: (ctx, input, key) => unlockMessage(ctx, input, requireKey(key)),
  show: async (ctx, id) => ({ message: await load(ctx, visibleMessageById, id) }),
});

mutationField('updateMessageLock', {
  description:
    'Changes the price of a paid message of the caller for those who buy it from now on; the members are told by `messageUpdated`. The price that it has changes nothing.',
  refusals: 'INVALID_STATE for a message without a lock.',
  access: 'user',
  restriction: 'MONETISATION',
  budget: { points: 60, windowSeconds: 60, per: 'user' },
  input: (t) => ({
    messageId: t.idOf('message', { required: true, description: 'The message.' }),
    priceCoins: t.int({
      required: true,
      description:
        'The new price, 1 to {messagePriceCoins} coins; at most {newAccountMessagePriceCoins} while the account of the caller is new.',
    }),
  }),
  payload: { message: { type: MessageRef, description: 'The changed message.' } },
  resolve: async (ctx, input) => ({ message: await updateMessageLock(ctx, input) }),
});
