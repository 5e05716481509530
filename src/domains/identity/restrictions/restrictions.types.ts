import type { RestrictionKind } from '#platform/kernel/restriction-kinds.ts';

/** A suspension in force, as admins see it. */
export type Suspension = {
  readonly userId: string;
  readonly reason: string;
  readonly createdAt: Date;
  /** Null when it lasts until it is lifted. */
  readonly expiresAt: Date | null;
};

/** A restriction of a user by moderators, in force or not. */
export type Restriction = Suspension & {
  readonly id: string;
  readonly kind: RestrictionKind;
  /** The decision that made it; null for one without. */
  readonly decisionId: string | null;
  /** The territory that the decision names; null for everywhere. */
  readonly scope: string | null;
  readonly liftedAt: Date | null;
  /** Time at which the user has acknowledged a WARNING. */
  readonly acknowledgedAt: Date | null;
};

/** A restriction to make. */
export type NewRestriction = Pick<Restriction, 'id' | 'userId' | 'kind' | 'reason' | 'expiresAt'> &
  Partial<Pick<Restriction, 'decisionId' | 'scope'>> & { readonly now: Date };
