import type { PostContent } from '../posts/posts.types.ts';

/** A post that is not published yet; visible to its author alone. */
export type Draft = {
  readonly id: string;
  readonly authorId: string;
  readonly content: PostContent;
  readonly updatedAt: Date;
  /** Number of the save, from 1 on. */
  readonly version: number;
};
