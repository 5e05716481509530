import { defineEvent } from '#platform/events/definition.ts';

/** Hashtags are folded names; the people mentioned are those whom the author could mention. */
export const postCreated = defineEvent<{
  postId: string;
  authorId: string;
  hashtags: readonly string[];
  mentionedIds: readonly string[];
  quotedPostId: string | null;
}>('post.created');

/** Says of hashtags all that the post has now, of people those who were not mentioned before. */
export const postUpdated = defineEvent<{
  postId: string;
  authorId: string;
  hashtags: readonly string[];
  mentionedIds: readonly string[];
}>('post.updated');

export const postDeleted = defineEvent<{ postId: string; authorId: string }>('post.deleted');
