import type { User } from '#domains/identity/users/users.types.ts';

/** A user in the list of a post's reposters. */
export type Reposter = User & { readonly repostId: string; readonly repostedAt: Date };
