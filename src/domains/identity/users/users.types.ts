import type { AccountState } from '#domains/foundation/visibility/visibility.policy.ts';

/** A person's profile as the product keeps it; passwords are the identity provider's. */
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

/** How a person shows themselves; the rule of visibility and the lists read it from their row. */
export type UserFlags = {
  readonly isPrivate: boolean;
  readonly isDiscoverable: boolean;
  readonly requiresSignIn: boolean;
};

/** Who a person is to the identity provider. */
export type ProviderIdentity = { readonly provider: string; readonly subject: string };
