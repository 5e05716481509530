/** A suspension in force, as admins see it. */
export type Suspension = {
  readonly userId: string;
  readonly reason: string;
  readonly createdAt: Date;
  /** Null when it lasts until it is lifted. */
  readonly expiresAt: Date | null;
};
