import type { AccountState } from '#domains/foundation/visibility/visibility.policy.ts';

/** Profile of a user. Passwords are kept by the identity provider. */
export type User = {
  readonly id: string;
  readonly email: string | null;
  readonly username: string;
  readonly displayName: string;
  readonly bio: string;
  readonly avatarMediaId: string | null;
  readonly coverMediaId: string | null;
  readonly state: AccountState;
  readonly isPrivate: boolean;
  readonly followerCount: number;
  readonly followingCount: number;
  readonly postCount: number;
  readonly createdAt: Date;
};

/** Visibility flags of a user; the rule of visibility and the lists read them from the row. */
export type UserFlags = {
  readonly isPrivate: boolean;
  readonly isDiscoverable: boolean;
  readonly requiresSignIn: boolean;
};

/** Account of a user at the identity provider. */
export type ProviderIdentity = { readonly provider: string; readonly subject: string };

/** The columns of a `User`, of a row of `users` with the alias `u`. */
export const USER_COLUMNS = [
  'u.id',
  'u.email',
  'u.username',
  'u.display_name as displayName',
  'u.bio',
  'u.avatar_media_id as avatarMediaId',
  'u.cover_media_id as coverMediaId',
  'u.state',
  'u.is_private as isPrivate',
  'u.follower_count as followerCount',
  'u.following_count as followingCount',
  'u.post_count as postCount',
  'u.created_at as createdAt',
] as const;

/** The part of a user's row that decides on transitions of the account. */
export type LockedAccount = {
  readonly state: AccountState;
  /** Null unless the account is PENDING_DELETION. */
  readonly deletionDueAt: Date | null;
  readonly email: string | null;
};
