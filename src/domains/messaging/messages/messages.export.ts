import { readInBatches } from '#platform/db/batches.ts';
import { toGlobalId } from '#platform/ids.ts';
import type { ExportPart } from '#platform/personal-data.ts';
import { listSentMessages } from './messages.queries.ts';
import type { Message } from './messages.types.ts';

const BATCH_MESSAGES = 1_000;

export const messageExport: ExportPart = {
  name: 'messages',
  description: 'The messages that you sent. Those that you received are of whoever sent them.',
  async *rows({ db }, senderId) {
    const messages = readInBatches((last: Message | null) =>
      listSentMessages(db, { senderId, after: last?.id ?? null, limit: BATCH_MESSAGES }),
    );
    for await (const message of messages) {
      yield {
        id: toGlobalId('message', message.id),
        conversationId: toGlobalId('conversation', message.conversationId),
        seq: message.seq,
        text: message.text,
        mediaIds: message.mediaIds.map((id) => toGlobalId('media', id)),
        clientData: message.clientData,
        createdAt: message.createdAt,
      };
    }
  },
};
