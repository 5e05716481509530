import type { Tx } from '#platform/outbox/transaction.ts';
import type { Write } from '#platform/outbox/write.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { type Loader, prime } from '#platform/request/loader.ts';
import { updateCommentCounters } from '../comments/comment-counters.service.ts';
import { visibleCommentById } from '../comments/comments.loaders.ts';
import type { VisibleComment } from '../comments/comments.types.ts';
import { postCountersById, visiblePostById } from '../posts/posts.loaders.ts';
import { updatePostCounters } from '../posts/post-counters.service.ts';
import type { Post } from '../posts/posts.types.ts';
import { commentReactionRemoved, postReactionRemoved } from './reactions.events.ts';
import { type NewReaction, writeReaction, type WrittenPost } from './reactions.queries.ts';
import type { ReactionCounts, ReactionType, SubjectKind } from './reactions.types.ts';

type ReactionFacts = {
  readonly subjectId: string;
  readonly authorId: string;
  readonly userId: string;
  readonly type: ReactionType;
};

/** A kind of subject, with the counters and events of reactions to it. */
export type Subject<Found, Written> = {
  readonly kind: SubjectKind;
  /** The name of the subject in a refusal, and the path that the refusal points to. */
  readonly noun: string;
  readonly idField: string;
  /** Subjects that the caller can see. */
  readonly loader: Loader<Found>;
  readonly reaction: Write<NewReaction, Written>;
  /** Primes the loaders with what the write of a reaction returned. */
  readonly primeWritten: (ctx: RequestContext, written: Written) => void;
  readonly updateCounters: (tx: Tx, id: string, changes: Partial<ReactionCounts>) => Promise<void>;
  readonly emitRemoved: (tx: Tx, facts: ReactionFacts) => void;
};

export const POSTS: Subject<Post, WrittenPost> = {
  kind: 'post',
  noun: 'Post',
  idField: 'postId',
  loader: visiblePostById,
  reaction: writeReaction.post,
  primeWritten(ctx, { counters, ...post }) {
    prime(ctx, visiblePostById, [post]);
    if (counters) prime(ctx, postCountersById, [counters]);
  },
  updateCounters: updatePostCounters,
  emitRemoved: (tx, { subjectId, ...facts }) => tx.emit(postReactionRemoved, { postId: subjectId, ...facts }),
};

export const COMMENTS: Subject<VisibleComment, { readonly id: string }> = {
  kind: 'comment',
  noun: 'Comment',
  idField: 'commentId',
  loader: visibleCommentById,
  reaction: writeReaction.comment,
  primeWritten: () => undefined,
  updateCounters: updateCommentCounters,
  emitRemoved: (tx, { subjectId, ...facts }) =>
    tx.emit(commentReactionRemoved, { commentId: subjectId, ...facts }),
};
