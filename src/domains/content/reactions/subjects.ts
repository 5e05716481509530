import type { Loader } from '#platform/request/loader.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { updateCommentCounters } from '../comments/comment-counters.service.ts';
import { visibleCommentById } from '../comments/comments.loaders.ts';
import type { VisibleComment } from '../comments/comments.types.ts';
import { visiblePostById } from '../posts/posts.loaders.ts';
import { updatePostCounters } from '../posts/post-counters.service.ts';
import type { Post } from '../posts/posts.types.ts';
import {
  commentReacted,
  commentReactionRemoved,
  postReacted,
  postReactionRemoved,
} from './reactions.events.ts';
import type { ReactionCounts, ReactionType, SubjectKind } from './reactions.types.ts';

type ReactionFacts = {
  readonly subjectId: string;
  readonly authorId: string;
  readonly userId: string;
  readonly type: ReactionType;
};

/** A kind of subject, with the counters and events of reactions to it. */
export type Subject<Found> = {
  readonly kind: SubjectKind;
  /** The name of the subject in a refusal, and the path that the refusal points to. */
  readonly noun: string;
  readonly idField: string;
  /** Subjects that the caller can see. */
  readonly loader: Loader<Found>;
  /** Whether the loader's rows include the counters, and so are stale after a reaction. */
  readonly isLoadedWithCounters: boolean;
  readonly updateCounters: (tx: Tx, id: string, changes: Partial<ReactionCounts>) => Promise<void>;
  readonly emitReacted: (tx: Tx, facts: ReactionFacts) => void;
  readonly emitRemoved: (tx: Tx, facts: ReactionFacts) => void;
};

export const POSTS: Subject<Post> = {
  kind: 'post',
  noun: 'Post',
  idField: 'postId',
  loader: visiblePostById,
  isLoadedWithCounters: false,
  updateCounters: updatePostCounters,
  emitReacted: (tx, { subjectId, ...facts }) => tx.emit(postReacted, { postId: subjectId, ...facts }),
  emitRemoved: (tx, { subjectId, ...facts }) => tx.emit(postReactionRemoved, { postId: subjectId, ...facts }),
};

export const COMMENTS: Subject<VisibleComment> = {
  kind: 'comment',
  noun: 'Comment',
  idField: 'commentId',
  loader: visibleCommentById,
  isLoadedWithCounters: true,
  updateCounters: updateCommentCounters,
  emitReacted: (tx, { subjectId, ...facts }) => tx.emit(commentReacted, { commentId: subjectId, ...facts }),
  emitRemoved: (tx, { subjectId, ...facts }) =>
    tx.emit(commentReactionRemoved, { commentId: subjectId, ...facts }),
};
