import { type RawBuilder, sql } from 'kysely';
import {
  notBlockedSql,
  ownPartSql,
  visibleUserSql,
} from '#domains/foundation/visibility/visibility.policy.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { type Paged, type Pages, pagesSql } from '#platform/request/page-loader.ts';
import type { ParticipantStatus } from '../conversations/conversations.types.ts';
import type { ConversationInvite, InvitePreview } from './invites.types.ts';

/** The viewer and the time. */
type Viewer = { readonly id: string; readonly now: Date };

type FoundInvite = InvitePreview & {
  readonly id: string;
  /** Whether the viewer may join by it now. */
  readonly isUsable: boolean;
  /** Null for a viewer who never took part in the group. */
  readonly ownStatus: ParticipantStatus | null;
};

/**
 * Whether a link, of the alias `i`, is neither revoked nor expired nor used up.
 * @param hasUse whether one of its uses is the viewer's own
 */
const liveSql = (now: Date, hasUse = sql`false`): RawBuilder<boolean> => sql`(i.revoked_at is null
  and (i.expires_at is null or i.expires_at > ${now}::timestamptz)
  and (i.max_uses is null or i.use_count < i.max_uses or ${hasUse}))`;

/**
 * The link of a code, whatever became of it, for a viewer who has it. It is usable while whoever created it manages the group
 * and is visible to the viewer. It is not for whom the group has removed or rejected, nor across a block with its owner.
 */
export async function findInvite(
  db: Db,
  { codeHash, viewer }: { codeHash: string; viewer: Viewer },
): Promise<FoundInvite | null> {
  const { rows } = await sql<FoundInvite>`
    select i.id, c.id as "conversationId", c.title, c.avatar_media_id as "avatarMediaId",
      c.participant_count as "participantCount", i.needs_approval as "needsApproval", me.status as "ownStatus",
      ${liveSql(viewer.now, sql`own.id is not null and own.invite_id = i.id`)}
        and me.status is distinct from 'REMOVED' and own.state is distinct from 'REJECTED'
        and exists (
          select from participants creator join users u on u.id = creator.user_id
          where creator.conversation_id = c.id and creator.user_id = i.created_by and creator.left_at is null
            and creator.status = 'ACTIVE' and creator.role <> 'MEMBER' and ${visibleUserSql(viewer)})
        and not exists (
          select from participants owner
          where owner.conversation_id = c.id and owner.role = 'OWNER' and owner.left_at is null
            and not ${notBlockedSql(sql.ref('owner.user_id'), sql`${viewer.id}::uuid`)}) as "isUsable"
    from conversation_invites i join conversations c on c.id = i.conversation_id
    left join participants me on me.conversation_id = c.id and me.user_id = ${viewer.id}::uuid
    left join join_requests own on own.conversation_id = c.id and own.user_id = ${viewer.id}::uuid
    where i.code_hash = ${codeHash}`.execute(db);
  return rows[0] ?? null;
}

const INVITE_COLUMNS = sql`i.id, i.conversation_id as "conversationId", i.created_by as "createdById",
  i.created_at as "createdAt", i.expires_at as "expiresAt", i.max_uses as "maxUses", i.use_count as "useCount",
  i.needs_approval as "needsApproval"`;

type PageValues = Pages & { readonly viewerId: string };

/** The links of groups that the viewer manages, without revoked ones, newest first, one page for each group. */
export const listInvites = prepared<PageValues, Paged<ConversationInvite>>((db, values) =>
  sql<Paged<ConversationInvite>>`
    select listed.*, page.ordinal::integer as "pageNumber" from ${pagesSql(values)}
    join lateral ${ownPartSql('page.parent_id', values.viewerId)} me
      on me.left_at is null and me.status = 'ACTIVE' and me.role <> 'MEMBER'
    join conversations c on c.id = page.parent_id and c.kind = 'GROUP'
    cross join lateral (
      select ${INVITE_COLUMNS} from conversation_invites i
      where i.conversation_id = page.parent_id and i.revoked_at is null and i.id < page.before_id
      order by i.id desc limit page.size
    ) listed
    order by page.ordinal, listed.id desc`.compile(db),
);

/** A link, not revoked, of a group that the viewer manages. */
export async function findManagedInvite(
  db: Db,
  { id, viewerId }: { id: string; viewerId: string },
): Promise<ConversationInvite | null> {
  const { rows } = await sql<ConversationInvite>`
    select ${INVITE_COLUMNS} from conversation_invites i
    join participants me on me.conversation_id = i.conversation_id and me.user_id = ${viewerId}::uuid
      and me.left_at is null and me.status = 'ACTIVE' and me.role <> 'MEMBER'
    where i.id = ${id}::uuid and i.revoked_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Number of links of a group that are neither revoked nor expired nor used up. */
export async function countLiveInvites(
  tx: Tx,
  { conversationId, now }: { conversationId: string; now: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from conversation_invites i
    where i.conversation_id = ${conversationId}::uuid and ${liveSql(now)}`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function insertInvite(tx: Tx, invite: ConversationInvite & { codeHash: string }): Promise<void> {
  await tx
    .insertInto('conversation_invites')
    .values({
      id: invite.id,
      conversation_id: invite.conversationId,
      code_hash: invite.codeHash,
      created_by: invite.createdById,
      created_at: invite.createdAt,
      expires_at: invite.expiresAt,
      max_uses: invite.maxUses,
      use_count: invite.useCount,
      needs_approval: invite.needsApproval,
    })
    .execute();
}

/** The group of a link, revoked or not. */
export async function findGroupOfInvite(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('conversation_invites')
    .select('conversation_id as conversationId')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.conversationId ?? null;
}

export async function updateInviteRevoked(
  tx: Tx,
  { id, revokedAt }: { id: string; revokedAt: Date },
): Promise<void> {
  await tx
    .updateTable('conversation_invites')
    .set({ revoked_at: revokedAt })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Counts one use of a link that is not used up; the caller has locked its group. */
export async function addInviteUse(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('conversation_invites')
    .set({ use_count: sql`use_count + 1` })
    .where('id', '=', id)
    .execute();
}

/** Gives uses of links back, one for each time that a link is named. */
export async function subtractInviteUses(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    update conversation_invites i set use_count = i.use_count - freed.uses
    from (select id, count(*)::integer as uses from unnest(${ids}::uuid[]) as id group by id) freed
    where i.id = freed.id`.execute(tx);
}

/** The links that a user created, in the order of the ids, starting after `after`. */
export async function listOwnInvites(
  db: Db,
  own: { userId: string; after: string | null; limit: number },
): Promise<(ConversationInvite & { revokedAt: Date | null })[]> {
  const { rows } = await sql<ConversationInvite & { revokedAt: Date | null }>`
    select ${INVITE_COLUMNS}, i.revoked_at as "revokedAt" from conversation_invites i
    where i.created_by = ${own.userId}::uuid and (${own.after}::uuid is null or i.id > ${own.after}::uuid)
    order by i.id limit ${own.limit}`.execute(db);
  return rows;
}
