import type { AccountState } from '#domains/foundation/visibility/visibility.policy.ts';

/** A user's account as admins see it. */
export type UserAccount = {
  readonly id: string;
  readonly email: string | null;
  readonly username: string;
  readonly displayName: string;
  readonly state: AccountState;
  readonly postCount: number;
  readonly followerCount: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};
