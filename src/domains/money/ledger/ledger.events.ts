import { defineEvent } from '#platform/outbox/events/definition.ts';

/** To the user whose coins have changed. */
export const coinsPosted = defineEvent<{ transactionId: string }>('coins.posted');
