import { defineEvent } from '#platform/events/definition.ts';

type CommentFacts = { commentId: string; postId: string; authorId: string };

/**
 * `parentAuthorId` is who wrote the comment that was answered, null when the post itself was; the people mentioned are
 * those whom the author could mention.
 */
export const commentAdded = defineEvent<
  CommentFacts & {
    postAuthorId: string;
    parentAuthorId: string | null;
    mentionedIds: readonly string[];
  }
>('comment.added');

/** Says of people those who were not mentioned before. */
export const commentUpdated = defineEvent<CommentFacts & { mentionedIds: readonly string[] }>(
  'comment.updated',
);

/** Comments that go with their post are told of by the event of the post alone. */
export const commentDeleted = defineEvent<CommentFacts>('comment.deleted');

export const commentPinned = defineEvent<CommentFacts & { postAuthorId: string }>('comment.pinned');
