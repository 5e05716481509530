import type { AdminUser } from './admins.types.ts';

/** An act of an admin, or of a command of the server, which no admin gives. */
export type AuditEntry = {
  readonly id: string;
  readonly admin: AdminUser | null;
  readonly action: string;
  readonly subjectKind: string | null;
  readonly subjectId: string | null;
  readonly reason: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly requestId: string | null;
  readonly createdAt: Date;
};
