import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { CallEndReason, CallKind, CallRole, InviteeState } from './calls.types.ts';

/** A call of a user, for their export. */
export type ExportedCall = {
  readonly id: string;
  readonly conversationId: string;
  readonly kind: CallKind;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly endReason: CallEndReason | null;
  readonly isStarter: boolean;
  readonly invitation: InviteeState | null;
  readonly role: CallRole | null;
  readonly joinedAt: Date | null;
  readonly leftAt: Date | null;
  readonly stars: number | null;
  readonly problems: readonly string[] | null;
};

export async function listCallsOf(
  db: Db,
  { userId, after, limit }: { userId: string; after: string; limit: number },
): Promise<ExportedCall[]> {
  const { rows } = await sql<ExportedCall>`
    select c.id, c.conversation_id as "conversationId", c.kind, c.created_at as "createdAt", c.started_at as "startedAt",
      c.ended_at as "endedAt", c.end_reason as "endReason", c.starter_id = ${userId}::uuid as "isStarter", i.state as invitation, m.role,
      m.joined_at as "joinedAt", m.left_at as "leftAt", r.stars, r.problems
    from (
      select call_id as id from call_members where user_id = ${userId}::uuid and call_id > ${after}::uuid
      union
      select call_id from call_invitees where user_id = ${userId}::uuid and call_id > ${after}::uuid
    ) own
    join calls c on c.id = own.id
    left join call_invitees i on i.call_id = c.id and i.user_id = ${userId}::uuid
    left join call_members m on m.call_id = c.id and m.user_id = ${userId}::uuid
    left join call_ratings r on r.call_id = c.id and r.user_id = ${userId}::uuid
    order by c.id limit ${limit}`.execute(db);
  return rows;
}

type Own = { readonly userId: string; readonly limit: number };

/** Deletes the ratings of a user. @returns how many */
export async function deleteRatingsOf(tx: Tx, { userId, limit }: Own): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from call_ratings where user_id = ${userId}::uuid and call_id in (
      select call_id from call_ratings where user_id = ${userId}::uuid limit ${limit})`.execute(tx);
  return Number(numAffectedRows);
}

/** Deletes the invitations of a user to calls that ring them no more. @returns how many */
export async function deleteInvitationsOf(tx: Tx, { userId, limit }: Own): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from call_invitees where user_id = ${userId}::uuid and call_id in (
      select call_id from call_invitees where user_id = ${userId}::uuid and state <> 'RINGING' limit ${limit})`.execute(
    tx,
  );
  return Number(numAffectedRows);
}

/** Deletes the parts of a user in calls that they have left. @returns how many */
export async function deletePartsOf(tx: Tx, { userId, limit }: Own): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from call_members where user_id = ${userId}::uuid and call_id in (
      select call_id from call_members where user_id = ${userId}::uuid and state = 'LEFT' limit ${limit})`.execute(
    tx,
  );
  return Number(numAffectedRows);
}
