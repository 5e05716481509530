import type { Session } from '../sessions/sessions.types.ts';

/** A session of a user as admins see it. */
export type AccountSession = Session & {
  /** Null while it is live. */
  readonly revokedAt: Date | null;
};

/** Another account that was used from the same address at about the same time. */
export type RelatedAccount = {
  readonly userId: string;
  readonly relatedId: string;
  readonly ip: string;
  /** The last use of the other account from that address. */
  readonly lastSeenAt: Date;
};
