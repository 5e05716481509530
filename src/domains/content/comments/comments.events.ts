import { defineEvent } from '#platform/outbox/events/definition.ts';

type CommentFacts = { commentId: string; postId: string; authorId: string };

/** `parentId` is null for a comment on the post itself. */
type Place = { postAuthorId: string; parentId: string | null };

/**
 * `parentAuthorId` is the author of the comment that is answered: the parent, or at the maximum depth a sibling. It is null for
 * a comment on the post itself. `mentionedIds` are the users whom the author could mention.
 */
export const commentAdded = defineEvent<
  CommentFacts &
    Place & {
      parentAuthorId: string | null;
      mentionedIds: readonly string[];
    }
>('comment.added');

/** `mentionedIds` has only users who were not mentioned before. */
export const commentUpdated = defineEvent<CommentFacts & { mentionedIds: readonly string[] }>(
  'comment.updated',
);

/** Not emitted for comments deleted with their post: `post.deleted` stands for them. */
export const commentDeleted = defineEvent<CommentFacts & Place>('comment.deleted');

/** Moderation has made the comment HELD or REMOVED; not emitted when the author of the post hides it. */
export const commentHidden = defineEvent<CommentFacts>('comment.hidden');

/** Moderation has made the comment VISIBLE again. */
export const commentRestored = defineEvent<CommentFacts>('comment.restored');

export const commentPinned = defineEvent<CommentFacts & { postAuthorId: string }>('comment.pinned');
