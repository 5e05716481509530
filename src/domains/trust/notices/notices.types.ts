import type { Subject } from '../cases/cases.types.ts';
import type { ReportReason, ReportSubReason } from '../reports/reasons.policy.ts';
import type { Report } from '../reports/reports.types.ts';

/** A notice as it was sent, whose report is not filed yet. */
export type NewNotice = {
  readonly id: string;
  readonly subject: Subject;
  readonly reason: ReportReason;
  readonly subReason: ReportSubReason | null;
  readonly text: string;
  /** As ISO 8601, since it waits as JSON. */
  readonly sentAt: string;
};

/** The sender of a notice. */
export type NoticeContact = {
  readonly reportId: string;
  /** Null where the caller had no account. */
  readonly senderId: string | null;
  /** Name and address are null where none was given. */
  readonly name: string | null;
  readonly email: string | null;
  readonly createdAt: Date;
};

/** A notice of a user for the export; null what is not filed yet. */
export type OwnNotice = Pick<NoticeContact, 'reportId' | 'name' | 'email' | 'createdAt'> & {
  readonly reason: Report['reason'] | null;
  readonly text: string | null;
  readonly outcome: Report['outcome'];
};
