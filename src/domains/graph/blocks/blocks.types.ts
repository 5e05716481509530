/** Somebody whom the caller has blocked. While their account is away or suspended only the id is known. */
export type BlockedUser = {
  readonly userId: string;
  readonly username: string | null;
  readonly displayName: string | null;
  readonly avatarMediaId: string | null;
  readonly blockedAt: Date;
};
