import { sql } from 'kysely';
import { accountStandingSql } from '#domains/foundation/visibility/restrictions.policy.ts';
import type { ActiveRestriction } from '#platform/kernel/restriction-kinds.ts';
import { ofAnyLength } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';

/** Finds one of the users who got at least `count` requests since a time, answered or not. Accepted ones no longer count. */
export async function findUserWithRequests(
  tx: Tx,
  { userIds, since, count }: { userIds: readonly string[]; since: Date; count: number },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select u.id from unnest(${userIds}::uuid[]) as u (id)
    where (
      select count(*) from (
        select from participants p
        where p.user_id = u.id and p.inbox = 'REQUESTS' and p.joined_at > ${since}::timestamptz
        limit ${count}
      ) recent
    ) >= ${count}
    limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

/** The number of users whom a user has asked since a time, at most `limit`. Those who have accepted no longer count. */
export async function countAsked(
  tx: Tx,
  { userId, since, limit }: { userId: string; since: Date; limit: number },
): Promise<number> {
  const { count } = await tx
    .selectFrom((eb) =>
      eb
        .selectFrom('participants')
        .select('user_id')
        .where('added_by', '=', userId)
        .where('inbox', '=', 'REQUESTS')
        .where('joined_at', '>', since)
        .limit(limit)
        .as('asked'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The direct conversations of pairs that both have accepted. @param directPairs by `directPairOf` @returns their pairs */
export async function listAcceptedPairs(
  db: Db,
  directPairs: readonly string[],
): Promise<ReadonlySet<string | null>> {
  const found = await db
    .selectFrom('conversations as c')
    .select('c.direct_pair as pair')
    .where('c.direct_pair', '=', sql<string>`any(${ofAnyLength(sql`${directPairs}::text[]`)}::text[])`)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('participants as p')
            .whereRef('p.conversation_id', '=', 'c.id')
            .where(({ eb, or }) => or([eb('p.status', '<>', 'ACTIVE'), eb('p.inbox', '<>', 'PRIMARY')])),
        ),
      ),
    )
    .execute();
  return new Set(found.map(({ pair }) => pair));
}

type Own = { readonly conversationId: string; readonly userId: string };

/** Accepts a direct conversation, in which its messages stay visible. */
export async function updateInboxPrimary(tx: Tx, { conversationId, userId }: Own): Promise<void> {
  await tx
    .updateTable('participants')
    .set({ inbox: 'PRIMARY' })
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', userId)
    .execute();
}

/** Lets an invited user into a group, or one who declined back into a direct conversation, from the newest message on. */
export async function updateParticipantJoined(
  tx: Tx,
  { conversationId, userId, joinedAt }: Own & { readonly joinedAt: Date },
): Promise<void> {
  await sql`
    update participants p
    set status = 'ACTIVE', inbox = 'PRIMARY', joined_seq = c.last_seq, cleared_at = null, joined_at = ${joinedAt}::timestamptz,
      joined_version = c.members_version
    from conversations c
    where c.id = ${conversationId}::uuid and p.conversation_id = c.id and p.user_id = ${userId}::uuid`.execute(
    tx,
  );
}

/** Declines a direct conversation: the place of the user stays, so that the other one notices nothing. */
export async function updateDirectDeclined(tx: Tx, { conversationId, userId }: Own): Promise<void> {
  await tx
    .updateTable('participants')
    .set({ status: 'DECLINED' })
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', userId)
    .execute();
}

export async function findOtherId(tx: Tx, { conversationId, userId }: Own): Promise<string | null> {
  const row = await tx
    .selectFrom('participants')
    .select('user_id as id')
    .where('conversation_id', '=', conversationId)
    .where('user_id', '<>', userId)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Reasons why a user cannot ask others: the restriction MESSAGING_STRANGERS, or a suspension. */
export async function findAskRestriction(
  tx: Tx,
  userId: string,
  now: Date,
): Promise<ActiveRestriction | null> {
  const { rows } = await sql<ActiveRestriction>`
    select restriction as kind, restricted_until as "expiresAt", decision_id as "decisionId"
    from (${accountStandingSql({ id: userId, now }, 'MESSAGING_STRANGERS')}) account
    where restriction is not null`.execute(tx);
  return rows[0] ?? null;
}
