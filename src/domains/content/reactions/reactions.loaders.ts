import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import { type Loader, prime } from '#platform/request/loader.ts';
import { listOwnReactionTypes } from './reactions.queries.ts';
import type { ReactionType, SubjectKind } from './reactions.types.ts';
import { listSampleReactors } from './reactors.queries.ts';

/** The caller's reaction to a subject; none for anonymous callers. */
const ownReaction = (kind: SubjectKind): Loader<ReactionType> => ({
  name: `ownReaction.${kind}`,
  batch: async (ctx, ids) => {
    const own = ctx.user ? await listOwnReactionTypes[kind](ctx.db, { userId: ctx.user.id, ids }) : [];
    return new Map(own.map(({ subjectId, type }) => [subjectId, type]));
  },
});

/** Up to three users who reacted to a subject and are visible to the caller. */
const sampleReactors = (kind: SubjectKind): Loader<readonly User[]> => ({
  name: `sampleReactors.${kind}`,
  batch: async (ctx, ids) => {
    const { id: viewerId, now } = viewerOf(ctx);
    const rows = await listSampleReactors[kind](ctx.db, { viewerId, now, ids });
    prime(ctx, visibleUserById, rows);
    return Map.groupBy(rows, ({ subjectId }) => subjectId);
  },
});

export const ownReactionByPost = ownReaction('post');
export const ownReactionByComment = ownReaction('comment');
export const sampleReactorsByPost = sampleReactors('post');
export const sampleReactorsByComment = sampleReactors('comment');
