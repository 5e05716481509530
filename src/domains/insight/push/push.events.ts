import { defineEvent } from '#platform/outbox/events/definition.ts';

/** Devices to which a batch of notifications was sent, and could not be sent. */
export const pushesSent = defineEvent<{ sentCount: number; failedCount: number }>('push.sent');
