import { defineEvent } from '#platform/outbox/events/definition.ts';

/** Reaches followers of the log alone: `messageUpdated` tells the buyer and the seller. */
export const messageUnlocked = defineEvent<{
  messageId: string;
  conversationId: string;
  buyerId: string;
  sellerId: string;
  priceCoins: number;
}>('message.unlocked');
