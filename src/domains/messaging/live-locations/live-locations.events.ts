import { defineEvent } from '#platform/outbox/events/definition.ts';

/** To nobody: the members are told of it by `message.updated`, not each time. It never holds a position. */
export const liveLocationMoved = defineEvent<{ readonly messageId: string }>('liveLocation.moved');
