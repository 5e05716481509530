/** A message that is pinned in its conversation. */
export type Pin = {
  readonly messageId: string;
  readonly pinnedAt: Date;
  /** Null for pins from before it was kept. */
  readonly pinnedById: string | null;
};
