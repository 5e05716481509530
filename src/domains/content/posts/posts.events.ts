import type { PostVisibility } from '#domains/foundation/visibility/visibility.policy.ts';
import { defineEvent } from '#platform/outbox/events/definition.ts';

type PostFacts = { postId: string; authorId: string };

/** Both null in a post that quotes none, and in a deleted one whose quoted post is erased. */
type Quote = { quotedPostId: string | null; quotedAuthorId: string | null };

/** `hashtags` are folded names; `mentionedIds` are the users whom the author could mention. */
export const postCreated = defineEvent<
  PostFacts &
    Quote & {
      visibility: PostVisibility;
      hashtags: readonly string[];
      mentionedIds: readonly string[];
    }
>('post.created');

/** `hashtags` are all of the post now; `mentionedIds` has only users who were not mentioned before. */
export const postUpdated = defineEvent<{
  postId: string;
  authorId: string;
  hashtags: readonly string[];
  mentionedIds: readonly string[];
}>('post.updated');

export const postDeleted = defineEvent<PostFacts & Quote>('post.deleted');

/** A post was deleted that nobody but its author could see: others never learn of it. */
export const postDiscarded = defineEvent<PostFacts>('post.discarded');

/** Moderation has made the post HELD or REMOVED. */
export const postHidden = defineEvent<PostFacts>('post.hidden');

/** Moderation has made the post VISIBLE again. */
export const postRestored = defineEvent<PostFacts>('post.restored');
