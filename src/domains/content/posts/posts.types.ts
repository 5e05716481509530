import type { PostVisibility } from '#domains/foundation/visibility/visibility.policy.ts';

export type Post = {
  readonly id: string;
  readonly authorId: string;
  readonly text: string;
  readonly visibility: PostVisibility;
  readonly mediaIds: readonly string[];
  readonly createdAt: Date;
};
