import { type RawBuilder, sql } from 'kysely';
import { ownPartSql, visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { type Paged, type Pages, pagesSql } from '#platform/request/page-loader.ts';
import { type SendRefusal, sendRefusalSql } from './conversations.policy.ts';
import type {
  ConversationViewer,
  NewParticipant,
  Participant,
  ParticipantRole,
} from './conversations.types.ts';

/** The members of a conversation: its participants without those who are only invited. */
export type Members = {
  readonly version: number;
  readonly ids: ReadonlySet<string>;
  /** The version in which each of them joined, by id. */
  readonly joinedVersions: ReadonlyMap<string, number>;
};

/** Undefined when there is no such conversation. */
export async function findMembers(db: Db, conversationId: string): Promise<Members | undefined> {
  const rows = await db
    .selectFrom('conversations as c')
    .leftJoin('participants as p', (join) =>
      join.onRef('p.conversation_id', '=', 'c.id').on('p.left_at', 'is', null).on('p.status', '=', 'ACTIVE'),
    )
    .select(['c.members_version as version', 'p.user_id as userId', 'p.joined_version as joinedVersion'])
    .where('c.id', '=', conversationId)
    .execute();
  const [first] = rows;
  if (!first) return undefined;
  const joinedVersions = new Map(
    rows.flatMap(({ userId, joinedVersion }) =>
      userId === null || joinedVersion === null ? [] : [[userId, joinedVersion] as const],
    ),
  );
  return { version: first.version, ids: new Set(joinedVersions.keys()), joinedVersions };
}

const PARTICIPANT = sql`
  p.id, p.conversation_id as "conversationId", p.user_id as "userId", p.role, p.status, p.joined_at as "joinedAt"`;

type PageValues = Pages & { readonly viewerId: string };

/**
 * The current and the invited participants of conversations in which the viewer takes part, first joined first, one page for
 * each conversation.
 */
export const listParticipants = prepared<PageValues, Paged<Participant>>((db, values) =>
  sql<Paged<Participant>>`
    select listed.*, page.ordinal::integer as "pageNumber" from ${pagesSql(values)}
    join lateral ${ownPartSql('page.parent_id', values.viewerId)} me on me.left_at is null and me.status = 'ACTIVE'
    cross join lateral (
      select ${PARTICIPANT} from participants p
      where p.conversation_id = page.parent_id and p.left_at is null
        and (p.joined_at, p.user_id) > (page.before, page.before_id)
      order by p.joined_at, p.user_id limit page.size
    ) listed
    order by page.ordinal, listed."joinedAt", listed."userId"`.compile(db),
);

type ParticipantSearch = {
  readonly conversationId: string;
  readonly viewerId: string;
  readonly now: Date;
  /** The beginning of a username or a part of a name; null for all. */
  readonly query: string | null;
  readonly role: ParticipantRole | null;
  readonly joinedAfter: Date;
  readonly afterId: string;
  readonly limit: number;
};

/** As `listParticipants`, of one conversation, those alone with a role, or whose user the viewer sees and who match a query. */
export const findParticipants = prepared<ParticipantSearch, Participant>((db, search) =>
  sql<Participant>`
    select ${PARTICIPANT} from participants p
    where p.conversation_id = ${search.conversationId}::uuid and p.left_at is null
      and (p.joined_at, p.user_id) > (${search.joinedAfter}::timestamptz, ${search.afterId}::uuid)
      and coalesce(p.role = ${search.role}::text, true)
      and (${search.query}::text is null or exists (
        select from users u where u.id = p.user_id and ${visibleUserSql({ id: search.viewerId, now: search.now })}
          and (starts_with(u.username, lower(${search.query}::text))
            or strpos(u.folded_name, nullif(fold_name(${search.query}::text), '')) > 0)))
    order by p.joined_at, p.user_id limit ${search.limit}::integer + 1`.compile(db),
);

/** The current and the invited participants among `ids`, which a fence finds first, of conversations in which the viewer takes part. */
export const listParticipantsById = prepared<{ viewerId: string; ids: readonly string[] }, Participant>(
  (db, { viewerId, ids }) =>
    sql<Participant>`
    select ${PARTICIPANT} from (select * from participants where id = ${anyOf(ids)} and left_at is null offset 0) p
    join lateral ${ownPartSql('p.conversation_id', viewerId)} me on me.left_at is null and me.status = 'ACTIVE'`.compile(
      db,
    ),
);

/** A user's own part in conversations in which they take part or to which they are invited. */
export async function listViewers(
  db: Db,
  own: { userId: string; conversationIds: readonly string[] },
): Promise<ConversationViewer[]> {
  return (
    db
      .selectFrom('participants as me')
      .innerJoin('conversations as c', 'c.id', 'me.conversation_id')
      // `offset 0` keeps the condition on the kind inside: as one of the join it would be asked of each participant of a group.
      .leftJoinLateral(
        ({ selectFrom }) =>
          selectFrom('participants as p')
            .select(['p.id as participantId', 'p.user_id as id', 'p.inbox'])
            .whereRef('p.conversation_id', '=', 'c.id')
            .whereRef('p.user_id', '<>', 'me.user_id')
            .where('c.kind', '=', 'DIRECT')
            .where('p.left_at', 'is', null)
            .offset(sql.lit(0))
            .as('other'),
        (join) => join.onTrue(),
      )
      .select([
        'me.conversation_id as conversationId',
        'c.kind',
        'me.role',
        'me.status',
        'me.inbox',
        'me.added_by as addedById',
        'me.muted_until as mutedUntil',
        'me.pinned_at as pinnedAt',
        'me.archived_at as archivedAt',
        'me.marked_unread_at as markedUnreadAt',
        'me.cleared_seq as clearedSeq',
        'me.cleared_at as clearedAt',
        'me.sees_after_seq as seesAfterSeq',
        'c.last_seq as lastSeq',
        'c.participant_count as participantCount',
        'c.title',
        'c.avatar_media_id as avatarMediaId',
        'other.id as otherId',
        'other.participantId as otherParticipantId',
        'other.inbox as otherInbox',
      ])
      .where('me.user_id', '=', own.userId)
      .where('me.conversation_id', '=', anyOf(own.conversationIds))
      .where('me.left_at', 'is', null)
      .where('me.status', 'in', ['ACTIVE', 'INVITED'])
      .execute()
  );
}

/** Why a user cannot send messages in a conversation; null if they can. */
export type OwnSendRefusal = { readonly id: string; readonly refusal: SendRefusal | null };

type OwnConversations = {
  readonly ids: readonly string[];
  readonly userId: string;
  readonly now: Date;
  readonly requestMessages: number;
};

/** For conversations in which the user takes part. */
export const listSendRefusals = prepared<OwnConversations, OwnSendRefusal>(
  (db, { ids, userId, now, requestMessages }) =>
    sql<OwnSendRefusal>`
    select c.id, ${sendRefusalSql({ id: userId, now }, requestMessages)} as refusal
    from participants me join conversations c on c.id = me.conversation_id
    where me.user_id = ${userId}::uuid and me.conversation_id = ${anyOf(ids)}
      and me.left_at is null and me.status = 'ACTIVE'`.compile(db),
);

/** Participants of a conversation that begins when they join. */
export async function insertParticipants(tx: Tx, participants: readonly NewParticipant[]): Promise<void> {
  await tx
    .insertInto('participants')
    .values(
      participants.map(({ conversationId, userId, role, status, inbox, addedById, joinedAt }) => ({
        conversation_id: conversationId,
        user_id: userId,
        role,
        status,
        inbox,
        added_by: addedById,
        joined_seq: 0,
        joined_at: joinedAt,
        active_on: sql<string>`day_of(${joinedAt}::timestamptz)`,
      })),
    )
    .execute();
}

/**
 * Removes a user from at most `limit` groups. Groups that they owned get the admin, else the member, who joined first as
 * their owner.
 * @returns the groups that they were
 */
export async function removeFromGroups(
  tx: Tx,
  leaver: { userId: string; leftAt: Date; limit: number },
): Promise<{ id: string; membersVersion: number }[]> {
  const { rows: groups } = await sql<{ id: string; membersVersion: number }>`
    update conversations
    set members_version = members_version + 1, participant_count = participant_count - 1
    where id in (
      select c.id from conversations c
      where c.kind = 'GROUP' and c.id in (
        select conversation_id from participants where user_id = ${leaver.userId}::uuid and left_at is null
      )
      order by c.id limit ${leaver.limit} for update
    ) returning id, members_version as "membersVersion"`.execute(tx);
  const ids = groups.map((group) => group.id);
  await tx
    .updateTable('participants')
    .set({ left_at: leaver.leftAt, status: 'LEFT', role: 'MEMBER' })
    .where('conversation_id', '=', anyOf(ids))
    .where('user_id', '=', leaver.userId)
    .where('left_at', 'is', null)
    .execute();
  await promoteNewOwners(tx, ids);
  return groups;
}

/**
 * Gives groups without an owner the admin, else the member, who joined first; reads the same number of participants of a large group
 * as of a small one. @returns how many have a new one
 */
export async function promoteNewOwners(tx: Tx, conversationIds: readonly string[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update participants set role = 'OWNER' where (conversation_id, user_id) in (
      select c.id, coalesce(${firstMemberSql(sql`and p.role = 'ADMIN'`)}, ${firstMemberSql(sql``)})
      from unnest(${conversationIds}::uuid[]) as c (id)
      -- A probe for each group, by the fence.
      where not exists (
        select from participants o where o.conversation_id = c.id and o.role = 'OWNER' and o.left_at is null offset 0)
    )`.execute(tx);
  return Number(numAffectedRows);
}

const firstMemberSql = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select p.user_id from participants p
  where p.conversation_id = c.id and p.left_at is null and p.status = 'ACTIVE' ${where}
  order by p.joined_at, p.user_id limit 1)`;

export type GroupOwner = { readonly conversationId: string; readonly userId: string };

/** The owners of groups; none for those without. */
export async function listOwners(db: Db | Tx, conversationIds: readonly string[]): Promise<GroupOwner[]> {
  return db
    .selectFrom('participants')
    .select(['conversation_id as conversationId', 'user_id as userId'])
    .where('conversation_id', '=', anyOf(conversationIds))
    .where('role', '=', 'OWNER')
    .where('left_at', 'is', null)
    .execute();
}
