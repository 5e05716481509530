/** What a restriction on an account can stop; every mutation declares the one that stops it, or that none does. */
export const RESTRICTION_KINDS = {
  POSTING: 'Publishing and changing posts.',
  COMMENTING: 'Commenting on posts, reacting to posts and comments, and voting in polls.',
  MESSAGING: 'Starting conversations and sending messages.',
  FOLLOWING: 'Following people.',
  UPLOADS: 'Uploading files.',
  SUSPENSION: 'Everything: the account is signed out and cannot sign in.',
} as const satisfies Record<string, string>;

export type RestrictionKind = keyof typeof RESTRICTION_KINDS;

export type ActiveRestriction = {
  readonly kind: RestrictionKind;
  /** Null when it lasts until it is lifted. */
  readonly expiresAt: Date | null;
};

/** What of an account decides whether it may do something. */
export type AccountStanding = {
  /** `ACTIVE`, unless its owner has put it away or asked for its deletion. */
  readonly state: string;
  readonly restriction: ActiveRestriction | null;
};
