import type { User } from '../users/users.types.ts';

/** A search result with the key of its rank. */
export type FoundUser = User & {
  /** Distance to the query: 0 is the exact username, 4 a similar name. */
  readonly distance: number;
  readonly isFollowed: boolean;
  readonly popularity: number;
};
