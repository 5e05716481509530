/** Facts about an admin besides their name and role. */
export type AdminAccount = {
  readonly adminId: string;
  readonly disabledAt: Date | null;
  readonly updatedAt: Date;
  /** Null once the invitation is accepted, and without one. */
  readonly invitedUntil: Date | null;
  readonly hasFactor: boolean;
  readonly mustEnroll: boolean;
  /** Null before the first sign-in, and when its session is deleted. */
  readonly lastSignedInAt: Date | null;
  /** Recovery codes that are not used. */
  readonly recoveryCodeCount: number;
};

/** A session of an admin, in force or ended within 90 days. */
export type AdminSession = {
  readonly id: string;
  readonly adminId: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly refreshedAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
};
