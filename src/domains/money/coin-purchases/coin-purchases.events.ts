import { defineEvent } from '#platform/outbox/events/definition.ts';

export type PurchaseOutcome = 'SUCCEEDED' | 'CANCELED' | 'EXPIRED';

/** To the buyer: the payment of a purchase, its refunds or disputes have changed, or its coins are credited. */
export const purchaseChanged = defineEvent<{ userId: string; purchaseId: string }>('purchase.changed');

/**
 * A purchase has ended: SUCCEEDED with its coins credited, the others without. Each outcome is emitted once; SUCCEEDED follows
 * one of the others where the bank has charged a card in spite of it.
 */
export const purchaseSettled = defineEvent<{
  userId: string;
  purchaseId: string;
  outcome: PurchaseOutcome;
}>('purchase.settled');
