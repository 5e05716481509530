import { defineEvent } from '#platform/outbox/events/definition.ts';
import type { MediaScanState } from './media.types.ts';

/** A media item became READY, FAILED or REJECTED; its owner is the recipient. */
export const mediaProcessed = defineEvent<{ mediaId: string }>('media.processed');

/** A machine has judged a media item that is READY, or never will. */
export const mediaScanned = defineEvent<{
  mediaId: string;
  ownerId: string;
  state: Exclude<MediaScanState, 'UNSCANNED'>;
}>('media.scanned');
