/** Entitlements between the caller and another user. */
export type EntitlementEdges = {
  readonly id: string;
  /** The caller has paid the user. */
  readonly isSubscribed: boolean;
  /** The user has paid the caller. */
  readonly isSubscriber: boolean;
};
