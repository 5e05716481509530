import type { Clock } from '#platform/kernel/clock.ts';
import type { IdType, Ids } from '#platform/kernel/ids.ts';
import { currentRequest } from '#platform/kernel/request-scope.ts';
import type { Tx } from '#platform/outbox/transaction.ts';

/** Values that an act changed, of states, times and numbers: nothing that users wrote, since entries are never erased. */
type AuditedValues = Readonly<Record<string, string | number | boolean | Date | null>>;

export type Audited = {
  /** Name of the mutation. */
  readonly action: `admin${string}`;
  /** The object of the act; null for what there is one of. */
  readonly subject: { readonly kind: IdType; readonly id: string } | null;
  readonly reason: string | null;
  /** Null when there was nothing before, or nothing is after. */
  readonly before: AuditedValues | null;
  readonly after: AuditedValues | null;
};

const auditedTransactions = new WeakSet<Tx>();

/** Writes an entry about an act in its own transaction, also when it changes nothing. @param ctx without an admin for a command of the server */
export async function writeAuditEntry(
  ctx: {
    readonly ids: Ids;
    readonly clock: Clock;
    readonly admin: { readonly id: string; readonly sessionId: string } | null;
  },
  tx: Tx,
  { action, subject, reason, before, after }: Audited,
): Promise<void> {
  await tx
    .insertInto('audit_entries')
    .values({
      id: ctx.ids.next(),
      admin_id: ctx.admin?.id ?? null,
      session_id: ctx.admin?.sessionId ?? null,
      action,
      subject_kind: subject?.kind ?? null,
      subject_id: subject?.id ?? null,
      reason,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
      request_id: currentRequest()?.id ?? null,
      created_at: ctx.clock.now(),
    })
    .execute();
  auditedTransactions.add(tx);
}

/** Lets a transaction do without an entry: it repeats an act, and so does nothing. */
export function needsNoAuditEntry(tx: Tx): void {
  auditedTransactions.add(tx);
}

/** @throws Error when no entry was written in the transaction, which is then rolled back */
export function assertAudited(tx: Tx): void {
  if (!auditedTransactions.has(tx))
    throw new Error('An admin changes nothing without an entry in the audit log.');
}
