/** Entitlements between the caller and another user. */
export type EntitlementEdges = {
  readonly id: string;
  /** The caller has paid the user. */
  readonly isSubscribed: boolean;
  /** The user has paid the caller. */
  readonly isSubscriber: boolean;
};

export type EntitlementPair = { readonly subscriberId: string; readonly creatorId: string };

/** The right of a subscriber to see the posts of a creator up to a tier level, until a time. */
export type Entitlement = EntitlementPair & { readonly tierLevel: number; readonly validUntil: Date };
