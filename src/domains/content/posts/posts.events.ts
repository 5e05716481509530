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

type PostFacts = { postId: string; authorId: string };

export const postDeleted = defineEvent<PostFacts>('post.deleted');

/** Moderation has made the post HELD or REMOVED. */
export const postHidden = defineEvent<PostFacts>('post.hidden');

/** Moderation has made the post VISIBLE again. */
export const postRestored = defineEvent<PostFacts>('post.restored');
