import { defineEvent } from '#platform/events/definition.ts';
import type { ReactionType } from './reactions.types.ts';

/** Who reacted to whose work; a removal says what the type was. */
type Reaction = { userId: string; authorId: string; type: ReactionType };

/** When another type takes the place of the one before, too. */
export const postReacted = defineEvent<Reaction & { postId: string }>('post.reacted');
export const postReactionRemoved = defineEvent<Reaction & { postId: string }>('post.reactionRemoved');
export const commentReacted = defineEvent<Reaction & { commentId: string }>('comment.reacted');
export const commentReactionRemoved = defineEvent<Reaction & { commentId: string }>(
  'comment.reactionRemoved',
);
