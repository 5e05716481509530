import type { CommentThreadFragment, CommentViewFragment } from './comment.generated.ts';

/** A comment, with the first replies to it where they came with it. */
export type Thread = CommentViewFragment & Partial<Pick<CommentThreadFragment, 'replies'>>;
