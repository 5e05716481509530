import { defineEvent } from '#platform/outbox/events/definition.ts';

/** A media item became READY, FAILED or REJECTED; its owner is the recipient. */
export const mediaProcessed = defineEvent<{ mediaId: string }>('media.processed');
