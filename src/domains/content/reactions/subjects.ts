import type { Tx } from '#platform/outbox/transaction.ts';
import type { Write } from '#platform/outbox/write.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { type Loader, prime } from '#platform/request/loader.ts';
import { updateCommentCounters } from '../comments/comment-counters.service.ts';
import { authoredCommentOf, type CommentRow } from '../comments/comment-rows.service.ts';
import { primeComments, visibleCommentById } from '../comments/comments.loaders.ts';
import type { VisibleComment } from '../comments/comments.types.ts';
import { postCountersById, visiblePostById } from '../posts/posts.loaders.ts';
import { updatePostCounters } from '../posts/post-counters.service.ts';
import type { Post } from '../posts/posts.types.ts';
import { commentReactionRemoved, postReactionRemoved } from './reactions.events.ts';
import { ownReactionByComment, ownReactionByPost } from './reactions.loaders.ts';
import {
  type NewReaction,
  type RemovedReaction,
  type SubjectIfVisible,
  writeReaction,
  writeReactionRemoved,
  type WrittenPost,
} from './reactions.queries.ts';
import type { ReactionCounts, ReactionType, SubjectKind } from './reactions.types.ts';

type ReactionFacts = {
  readonly subjectId: string;
  /** The post that the subject is or belongs to. */
  readonly postId: string;
  readonly authorId: string;
  readonly userId: string;
  readonly type: ReactionType;
};

/** A kind of subject, with the counters and events of reactions to it. */
export type Subject<Found, Written> = {
  readonly kind: SubjectKind;
  /** Subjects that the caller can see. */
  readonly loader: Loader<Found>;
  readonly reaction: Write<NewReaction, Written>;
  readonly removal: Write<RemovedReaction, SubjectIfVisible<Written>>;
  /** The caller's own reactions to subjects. */
  readonly ownReactions: Loader<ReactionType>;
  /** Primes the loaders with the subject that a write returned. */
  readonly primeWritten: (ctx: RequestContext, written: SubjectIfVisible<Written>) => void;
  readonly updateCounters: (tx: Tx, id: string, changes: Partial<ReactionCounts>) => Promise<void>;
  readonly emitRemoved: (tx: Tx, facts: ReactionFacts) => void;
};

export const POSTS: Subject<Post, WrittenPost> = {
  kind: 'post',
  loader: visiblePostById,
  reaction: writeReaction.post,
  removal: writeReactionRemoved.post,
  ownReactions: ownReactionByPost,
  primeWritten(ctx, written) {
    if (written.id === null) return;
    prime(ctx, visiblePostById, [written]);
    if (written.likeCount !== null) prime(ctx, postCountersById, [written]);
  },
  updateCounters: updatePostCounters,
  emitRemoved: (tx, { postId, userId, authorId, type }) =>
    tx.emit(postReactionRemoved, { postId, userId, authorId, type }),
};

export const COMMENTS: Subject<VisibleComment, CommentRow> = {
  kind: 'comment',
  loader: visibleCommentById,
  reaction: writeReaction.comment,
  removal: writeReactionRemoved.comment,
  ownReactions: ownReactionByComment,
  primeWritten(ctx, comment) {
    // An invisible one may be a tombstone, which its loader finds out.
    if (comment.id !== null && comment.authorId !== null) primeComments(ctx, [authoredCommentOf(comment)]);
  },
  updateCounters: updateCommentCounters,
  emitRemoved: (tx, { subjectId, ...facts }) =>
    tx.emit(commentReactionRemoved, { commentId: subjectId, ...facts }),
};
