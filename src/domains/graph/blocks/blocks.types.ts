/** User whom the caller has blocked. While they are not active, and for a blind block, only the id is known. */
export type BlockedUser = {
  readonly id: string;
  readonly username: string | null;
  readonly displayName: string | null;
  readonly avatarMediaId: string | null;
  readonly blockedAt: Date;
};

/** Two users of whom either blocks the other. */
export type BlockedPair = { readonly one: string; readonly other: string };
