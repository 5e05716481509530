import type { AccountState } from '#domains/foundation/visibility/visibility.policy.ts';

/** A user's account as admins see it. */
export type UserAccount = {
  readonly id: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly username: string;
  readonly displayName: string;
  readonly bio: string;
  readonly avatarMediaId: string | null;
  readonly coverMediaId: string | null;
  readonly state: AccountState;
  readonly isPrivate: boolean;
  readonly isDiscoverable: boolean;
  readonly requiresSignIn: boolean;
  readonly postCount: number;
  readonly followerCount: number;
  readonly followingCount: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Null unless the account is PENDING_DELETION. */
  readonly deletionDueAt: Date | null;
};

export type UserAccountOrder = 'NEWEST' | 'LAST_UPDATED';

/** Conditions that listed accounts fulfil together; one that is absent holds for all. */
export type UserAccountFilter = {
  readonly search: UserAccountSearch | null;
  readonly state: AccountState | null;
  readonly isSuspended: boolean | null;
  readonly hasBadge: boolean | null;
  readonly createdFrom: Date | null;
  readonly createdBefore: Date | null;
  readonly updatedAfter: Date | null;
};

/** An account by its id, or those by the beginning of a name or an address. */
export type UserAccountSearch = { readonly id: string } | { readonly beginning: string };
