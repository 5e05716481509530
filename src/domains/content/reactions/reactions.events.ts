import { defineEvent } from '#platform/outbox/events/definition.ts';
import type { ReactionType } from './reactions.types.ts';

/** The user who reacted and the author of the subject; a removal carries the removed type. */
type Reaction = { userId: string; authorId: string; type: ReactionType };

/** Emitted for a changed type, too. */
export const postReacted = defineEvent<Reaction & { postId: string }>('post.reacted');
export const postReactionRemoved = defineEvent<Reaction & { postId: string }>('post.reactionRemoved');
type CommentOfPost = { commentId: string; postId: string };

export const commentReacted = defineEvent<Reaction & CommentOfPost>('comment.reacted');
export const commentReactionRemoved = defineEvent<Reaction & CommentOfPost>('comment.reactionRemoved');
