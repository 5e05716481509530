import type { ModerationState } from '#domains/foundation/visibility/visibility.policy.ts';

export type SubjectKind = 'USER' | 'POST' | 'COMMENT' | 'MESSAGE' | 'CONVERSATION' | 'HASHTAG';

/** The object of reports and decisions. */
export type Subject = { readonly kind: SubjectKind; readonly id: string };

/** Content of a subject, as admins see it. */
export type SnapshotContent = {
  /** The text, the profile or the description; empty where there is none. */
  readonly text: string;
  /** Name of a user, a group or a hashtag; null for others. */
  readonly name: string | null;
  readonly mediaCount: number;
};

/** A subject as it is. */
export type SubjectNow = {
  readonly ownerId: string | null;
  readonly content: SnapshotContent;
  readonly mediaIds: readonly string[];
  /** Differs when the content does. */
  readonly version: string;
  readonly isPrivate: boolean;
  /** Moderation state; null for accounts and conversations, which have none. */
  readonly state: ModerationState | null;
  /** Number of people whom it reaches, about. */
  readonly reach: number;
};

export type CaseState = 'OPEN' | 'ASSIGNED' | 'ESCALATED' | 'CLOSED';
export type CaseQueue = 'GENERAL' | 'CHILD_SAFETY' | 'LEGAL';

export type Case = {
  readonly id: string;
  readonly subjectKind: SubjectKind;
  readonly subjectId: string;
  readonly ownerId: string | null;
  readonly state: CaseState;
  readonly queue: CaseQueue;
  readonly priority: number;
  readonly reportedWeight: number;
  readonly assigneeId: string | null;
  readonly leaseUntil: Date | null;
  readonly version: number;
  readonly snapshotVersion: string;
  /** The version that moderators last decided about; null before. */
  readonly decidedVersion: string | null;
  readonly isPrivate: boolean;
  readonly heldAt: Date | null;
  readonly openedAt: Date;
  readonly decidedAt: Date | null;
};

export type CaseSnapshot = {
  readonly caseId: string;
  readonly version: string;
  readonly content: SnapshotContent;
  readonly takenAt: Date;
};
