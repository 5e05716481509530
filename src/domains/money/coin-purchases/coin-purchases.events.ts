import { defineEvent } from '#platform/outbox/events/definition.ts';

export type PurchaseOutcome = 'SUCCEEDED' | 'CANCELED' | 'EXPIRED';

/**
 * A purchase has ended: SUCCEEDED with its coins credited, the others without. Each outcome is emitted once; SUCCEEDED follows
 * one of the others where the bank has charged a card in spite of it.
 */
export const purchaseSettled = defineEvent<{
  userId: string;
  purchaseId: string;
  outcome: PurchaseOutcome;
}>('purchase.settled');
