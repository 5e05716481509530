import { FIRST_ID } from '#platform/db/keyset.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { listExport, type PersonalData } from '#platform/request/personal-data.ts';
import { deleteActsOf, deleteMarksOf, deleteNotificationsOf } from './marks.queries.ts';
import { type ExportedNotification, listAllOf } from './notifications.queries.ts';

const BATCH_ROWS = 500;

export const notificationsPersonalData: PersonalData = {
  tables: {
    'public.notifications': { erased: 'notifications.eraseUser', exported: ['notifications'] },
    'public.notification_actors': {
      erased: 'notifications.eraseUser',
      exported: 'the acts themselves are exported by their domains',
    },
    'public.notification_marks': {
      erased: 'notifications.eraseUser',
      exported: 'how far somebody has looked at a list',
    },
  },
  exports: [
    listExport<ExportedNotification>({
      name: 'notifications',
      description: 'What you were told of, with the number of people behind it.',
      list: ({ db }, { userId, after, limit }) =>
        listAllOf(db, { userId, afterId: after?.id ?? FIRST_ID, limit }),
      show: ({ id, targetType, targetId, ...shown }) => ({
        id: toGlobalId('notification', id),
        ...shown,
        targetId: targetType && targetId && toGlobalId(targetType, targetId),
      }),
    }),
  ],
  erasures: [
    {
      name: 'notifications.eraseUser',
      batches: [
        (tx, { userId }) => deleteNotificationsOf(tx, userId, BATCH_ROWS),
        (tx, { userId }) => deleteActsOf(tx, userId, BATCH_ROWS),
        (tx, { userId }) => deleteMarksOf(tx, userId),
      ],
    },
  ],
};
