/**
 * Reactions to posts and to comments, one of each user, of six types.
 * Owns `post_reactions` and `comment_reactions`; subjects.ts says what differs between the two.
 * Begin with reactions.service.ts; reactors.queries.ts lists who reacted.
 */
import { FIRST_ID } from '#platform/db/keyset.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { defineModule } from '#platform/request/module.ts';
import { type EraseBatch, type ExportPart, listExport } from '#platform/request/personal-data.ts';
import { counterChanges } from './reactions.policy.ts';
import { deleteOwnReactions, listOwnReactions } from './reactions.queries.ts';
import type { OwnReaction, SubjectKind } from './reactions.types.ts';
import { COMMENTS, POSTS, type Subject } from './subjects.ts';
import './reactions.schema.ts';

const ERASE_BATCH_ROWS = 100;

const exportOf = (kind: SubjectKind, description: string): ExportPart =>
  listExport<OwnReaction>({
    name: `${kind}-reactions`,
    description,
    list: ({ db }, { userId, after, limit }) =>
      listOwnReactions[kind](db, { userId, after: after?.subjectId ?? FIRST_ID, limit }),
    show: ({ subjectId, type, reactedAt }) => ({ id: toGlobalId(kind, subjectId), type, reactedAt }),
  });

/** Changes the counters in the order of the subjects' ids. */
const eraseReactions =
  ({
    kind,
    emitRemoved,
    updateCounters,
  }: Pick<Subject<unknown, unknown>, 'kind' | 'emitRemoved' | 'updateCounters'>): EraseBatch =>
  async (tx, { userId }) => {
    const own = await listOwnReactions[kind](tx, { userId, after: FIRST_ID, limit: ERASE_BATCH_ROWS });
    const ids = own.map(({ subjectId }) => subjectId);
    const erased = await deleteOwnReactions[kind](tx, { userId, ids });
    for (const { subjectId, postId, authorId, type } of erased.toSorted((a, b) =>
      a.subjectId < b.subjectId ? -1 : 1,
    )) {
      // A deleted comment has no author to notify, and nothing is said of one whose post is erased.
      if (authorId !== null && postId !== null)
        emitRemoved(tx, { subjectId, postId, userId, type, authorId });
      await updateCounters(tx, subjectId, counterChanges(type, null));
    }
    return own.length;
  };

defineModule({
  name: 'reactions',
  personalData: {
    tables: {
      'public.comment_reactions': { erased: 'reactions.eraseUser', exported: ['comment-reactions'] },
      'public.post_reactions': { erased: 'reactions.eraseUser', exported: ['post-reactions'] },
    },
    exports: [
      exportOf('post', 'Your reactions to posts.'),
      exportOf('comment', 'Your reactions to comments.'),
    ],
    erasures: [{ name: 'reactions.eraseUser', batches: [eraseReactions(POSTS), eraseReactions(COMMENTS)] }],
  },
});
