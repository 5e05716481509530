import { defineEvent } from '#platform/outbox/events/definition.ts';

/** To the receiver of tips that are settled: one for all that were settled at once. It names no sender. */
export const tipsReceived = defineEvent<{
  receiverId: string;
  transferId: string;
  tipCount: number;
  amountCoins: number;
  earnedCoins: number;
}>('tips.received');
