import type { User } from './users.types.ts';

/** A person in the place that a search gave them. */
export type FoundUser = User & {
  /** From what is searched for: 0 is its very username, 4 only like it. */
  readonly distance: number;
  readonly isFollowed: boolean;
  readonly popularity: number;
};
