import { defineEvent } from '#platform/outbox/events/definition.ts';

/** `hashtags` are folded names; `mentionedIds` are the users whom the author could mention. */
export const postCreated = defineEvent<{
  postId: string;
  authorId: string;
  hashtags: readonly string[];
  mentionedIds: readonly string[];
  quotedPostId: string | null;
}>('post.created');

/** `hashtags` are all of the post now; `mentionedIds` has only users who were not mentioned before. */
export const postUpdated = defineEvent<{
  postId: string;
  authorId: string;
  hashtags: readonly string[];
  mentionedIds: readonly string[];
}>('post.updated');

export const postDeleted = defineEvent<{ postId: string; authorId: string }>('post.deleted');
