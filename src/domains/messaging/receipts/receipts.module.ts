/**
 * How far messages reached and were read, who is typing, and the counts of unread conversations and mentions.
 * Owns `participant_markers`.
 * Begin with receipts.service.ts; later-markers.service.ts gathers what was delivered, typing.service.ts writes nothing,
 * unread.service.ts counts.
 */
import { toGlobalId } from '#platform/kernel/ids.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import { listExport } from '#platform/request/personal-data.ts';
import { flushMarkers } from './later-markers.service.ts';
import { deleteMarkersOf, listOwnMarkers, type OwnMarker } from './receipts.queries.ts';
import './read-all.schema.ts';
import './receipts.schema.ts';
import './typing.schema.ts';
import './unread.schema.ts';

const BATCH_MARKERS = 1_000;

const receiptsLimits = {
  receiptParticipants: limit(
    50,
    'Maximum participants of a conversation in which they see what the others read and write.',
  ),
};

defineModule({
  name: 'receipts',
  limits: receiptsLimits,
  beforeStop: flushMarkers,
  personalData: {
    tables: {
      'public.participant_markers': { erased: 'receipts.eraseReader', exported: ['read-markers'] },
    },
    exports: [
      listExport<OwnMarker>({
        name: 'read-markers',
        description: 'How far messages of each conversation have reached you, and how far you have read.',
        list: ({ db }, { userId, after, limit: rows }) =>
          listOwnMarkers(db, { userId, after: after?.conversationId ?? null, limit: rows }),
        show: ({ conversationId, ...marker }) => ({
          conversationId: toGlobalId('conversation', conversationId),
          ...marker,
        }),
      }),
    ],
    erasures: [
      {
        name: 'receipts.eraseReader',
        batches: [(tx, { userId }) => deleteMarkersOf(tx, userId, BATCH_MARKERS)],
      },
    ],
  },
});

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof receiptsLimits> {}
}
