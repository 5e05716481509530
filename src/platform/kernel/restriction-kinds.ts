import type { ObjectState } from './object-states.ts';

/** Kinds of action that restrictions forbid; every mutation declares its kind or null. A module adds its kinds. */
export interface RestrictionKinds {}
export type RestrictionKind = keyof RestrictionKinds;

export type ActiveRestriction = {
  readonly kind: RestrictionKind;
  /** Null when it lasts until it is lifted. */
  readonly expiresAt: Date | null;
  /** The decision of moderators that made it; null for one without. */
  readonly decisionId: string | null;
};

/** The account state and restriction that decide whether an account may act. */
export type AccountStanding = {
  /** `ACTIVE` unless the account is deactivated or scheduled for deletion. */
  readonly state: ObjectState;
  readonly restriction: ActiveRestriction | null;
};
