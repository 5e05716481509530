import { readInBatches } from '#platform/db/batches.ts';
import { toGlobalId } from '#platform/ids.ts';
import type { ExportPart } from '#platform/personal-data.ts';
import { listOwnParts, type OwnPart } from './conversations.queries.ts';

const BATCH_CONVERSATIONS = 200;

export const conversationExport: ExportPart = {
  name: 'conversations',
  description: 'The conversations that you take or took part in.',
  async *rows({ db, clock }, userId) {
    const now = clock.now();
    const parts = readInBatches((last: OwnPart | null) =>
      listOwnParts(db, { userId, now, after: last?.id ?? null, limit: BATCH_CONVERSATIONS }),
    );
    for await (const { id, others, ...own } of parts) {
      yield {
        id: toGlobalId('conversation', id),
        ...own,
        others: others.map((other) => ({ ...other, id: toGlobalId('user', other.id) })),
      };
    }
  },
};
