import { detachMedia } from '#domains/foundation/media/media.service.ts';
import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { type Erasure, listExport } from '#platform/request/personal-data.ts';
import { exportedContent } from '../posts/exported-content.service.ts';
import { deleteDraftsOf, listOwnDrafts, removeFromDraftAudiences } from './drafts.queries.ts';
import type { Draft } from './drafts.types.ts';

const EXPORT_BATCH = 100;
const ERASE_BATCH = 100;
const ERASE_BATCH_AUDIENCES = 500;

export const draftExport = listExport<Draft>({
  name: 'drafts',
  description: 'Your drafts.',
  list: ({ db }, { userId, after }) =>
    listOwnDrafts(db, { authorId: userId, after: after?.id ?? null, limit: EXPORT_BATCH }),
  show: ({ id, content, updatedAt }) => ({
    id: toGlobalId('draft', id),
    ...exportedContent(content),
    audience: content.audienceUserIds.map((userId) => ({ id: toGlobalId('user', userId) })),
    poll: content.poll,
    updatedAt,
  }),
});

export const draftErasure: Erasure = {
  name: 'drafts.eraseAuthor',
  batches: [eraseDrafts, (tx, { userId }) => removeFromDraftAudiences(tx, userId, ERASE_BATCH_AUDIENCES)],
};

async function eraseDrafts(tx: Tx, { userId: authorId }: { userId: string }): Promise<number> {
  const drafts = await deleteDraftsOf(tx, authorId, ERASE_BATCH);
  await lockUsers(tx, [authorId]);
  for (const ids of drafts) await detachMedia(tx, { ids });
  return drafts.length;
}
