import type { PostContent } from './posts.types.ts';

/** What somebody has begun to write; nobody else sees it. */
export type Draft = {
  readonly id: string;
  readonly authorId: string;
  readonly content: PostContent;
  readonly updatedAt: Date;
};
