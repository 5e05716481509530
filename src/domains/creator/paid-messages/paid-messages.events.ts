import { defineEvent } from '#platform/outbox/events/definition.ts';

/** To the buyer and the seller of a paid message. */
export const messageUnlocked = defineEvent<{
  messageId: string;
  conversationId: string;
  buyerId: string;
  sellerId: string;
  priceCoins: number;
}>('message.unlocked');
