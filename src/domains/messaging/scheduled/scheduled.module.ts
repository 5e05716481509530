/**
 * Messages that are written now and sent later; they are judged again when they are sent.
 * Owns `scheduled_messages`, with the files attached to them.
 * Begin with scheduled.service.ts; scheduled.jobs.ts sends one, or notes why it was refused.
 */
import { detachMedia } from '#domains/foundation/media/media.service.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import { listExport } from '#platform/request/personal-data.ts';
import { exportedContent } from '../messages/exported-content.service.ts';
import { scheduledJobs } from './scheduled.jobs.ts';
import { deleteScheduledOf, listOwnScheduled } from './scheduled.queries.ts';
import type { ScheduledMessage } from './scheduled.types.ts';
import './scheduled.schema.ts';

const BATCH_SCHEDULED = 100;

const scheduledLimits = {
  scheduledMessages: limit(50, 'Maximum scheduled messages of a user.'),
  scheduledMessageDays: limit(30, 'Days ahead for which a message can be scheduled.'),
};

defineModule({
  name: 'scheduled',
  ids: ['scheduledmessage'],
  limits: scheduledLimits,
  jobs: scheduledJobs,
  personalData: {
    tables: {
      'public.scheduled_messages': { erased: 'scheduled.eraseSender', exported: ['scheduled-messages'] },
    },
    exports: [
      listExport<ScheduledMessage>({
        name: 'scheduled-messages',
        description: 'Messages that you have written and that are not sent yet.',
        list: ({ db }, { userId, after, limit: rows }) =>
          listOwnScheduled(db, { senderId: userId, after: after?.id ?? null, limit: rows }),
        show: (message) => ({
          id: toGlobalId('scheduledmessage', message.id),
          conversationId: toGlobalId('conversation', message.conversationId),
          kind: message.kind,
          ...exportedContent(message),
          sendAt: message.sendAt,
          createdAt: message.createdAt,
          failureCode: message.failureCode,
        }),
      }),
    ],
    erasures: [
      {
        name: 'scheduled.eraseSender',
        batches: [
          async (tx, { userId }) => {
            const deleted = await deleteScheduledOf(tx, userId, BATCH_SCHEDULED);
            for (const ids of deleted) await detachMedia(tx, { ids });
            return deleted.length;
          },
        ],
      },
    ],
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    scheduledmessage: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof scheduledLimits> {}
}
