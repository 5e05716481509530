export const BADGE_KINDS = ['BUSINESS', 'CREATOR', 'IDENTITY', 'NOTABLE'] as const;
export type BadgeKind = (typeof BADGE_KINDS)[number];

export type VerificationState =
  'REQUESTED' | 'IN_REVIEW' | 'MORE_INFO' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN';

export type VerificationDecision = 'APPROVED' | 'MORE_INFO' | 'REJECTED';

export type VerificationRequest = {
  readonly id: string;
  readonly userId: string;
  readonly kind: BadgeKind;
  readonly state: VerificationState;
  readonly note: string;
  /** Last text of the user when more was asked. */
  readonly answer: string | null;
  /** The names that the request is about: those of its beginning, or of the last answer. */
  readonly displayName: string;
  readonly username: string;
  readonly version: number;
  readonly reviewerId: string | null;
  /** Last text of the admins to the user. */
  readonly message: string | null;
  readonly createdAt: Date;
  /** Null while it is open. */
  readonly endedAt: Date | null;
};

/** A file of a request, in the private storage. */
export type VerificationDocument = {
  readonly id: string;
  /** Place among the files of a call. */
  readonly place: number;
  readonly key: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly createdAt: Date;
};

export type BadgeState = 'ACTIVE' | 'EXPIRED' | 'REVOKED' | 'SUSPENDED';

export type Badge = {
  readonly id: string;
  readonly userId: string;
  readonly kind: BadgeKind;
  readonly verifiedName: string;
  readonly verifiedUsername: string;
  /** The names of the user now. */
  readonly displayName: string;
  readonly username: string;
  readonly requestId: string | null;
  readonly grantedBy: string;
  readonly grantedAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly message: string | null;
};

/** The part of a shown badge that everybody sees. */
export type ShownBadge = Pick<Badge, 'kind' | 'grantedAt' | 'expiresAt'>;
