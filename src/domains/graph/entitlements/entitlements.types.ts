/** Who is let in by whom for having paid, seen from the caller. */
export type EntitlementEdges = {
  readonly id: string;
  /** The caller has paid the person. */
  readonly isSubscribed: boolean;
  /** The person has paid the caller. */
  readonly isSubscriber: boolean;
};
