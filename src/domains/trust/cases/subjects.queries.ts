import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Subject, SubjectKind, SubjectNow } from './cases.types.ts';

/** Selects owner, text, name, media and reach of what is not deleted, whatever its moderation state. */
const SELECTS: Readonly<Record<SubjectKind, (id: string) => RawBuilder<unknown>>> = {
  USER: (id) => sql`
    select u.id as owner_id, u.bio as text, u.username || ' · ' || u.display_name as name,
      array_remove(array[u.avatar_media_id, u.cover_media_id], null) as media, false as is_private, null::text as state, u.follower_count as reach
    from users u where u.id = ${id}::uuid and u.state <> 'DELETED'`,
  POST: (id) => sql`
    select p.author_id as owner_id, p.text, null::text as name, p.media_ids as media, p.visibility <> 'PUBLIC' or u.is_private as is_private,
      p.moderation_state as state, u.follower_count as reach
    from posts p join users u on u.id = p.author_id where p.id = ${id}::uuid and p.deleted_at is null`,
  COMMENT: (id) => sql`
    select c.author_id as owner_id, c.text, null::text as name, c.media_ids as media, p.visibility <> 'PUBLIC' or u.is_private as is_private,
      c.moderation_state as state, c.reply_count as reach
    from comments c join posts p on p.id = c.post_id join users u on u.id = p.author_id where c.id = ${id}::uuid and c.author_id is not null`,
  MESSAGE: (id) => sql`
    select m.sender_id as owner_id, m.text, null::text as name, m.media_ids as media, true as is_private,
      m.moderation_state as state, c.participant_count as reach
    from messages m join conversations c on c.id = m.conversation_id
    where m.id = ${id}::uuid and m.sender_id is not null and m.deleted_at is null`,
  CONVERSATION: (id) => sql`
    select (select p.user_id from participants p where p.conversation_id = c.id and p.role = 'OWNER' and p.left_at is null limit 1) as owner_id,
      coalesce(c.description, '') as text, c.title as name, array_remove(array[c.avatar_media_id], null) as media, true as is_private,
      null::text as state, c.participant_count as reach
    from conversations c where c.id = ${id}::uuid`,
  HASHTAG: (id) => sql`
    select null::uuid as owner_id, '' as text, h.display_name as name, '{}'::uuid[] as media, false as is_private,
      case h.state when 'HIDDEN' then 'REMOVED' else 'VISIBLE' end as state, h.post_count as reach
    from hashtags h where h.id = ${id}::uuid`,
};

/** A subject as it is, in any moderation state; null once it is deleted. */
export async function findSubject(db: Db, { kind, id }: Subject): Promise<SubjectNow | null> {
  const { rows } = await sql<SubjectNow>`
    select s.owner_id as "ownerId", s.media as "mediaIds", s.is_private as "isPrivate", s.state, s.reach,
      jsonb_build_object('text', s.text, 'name', s.name, 'mediaCount', cardinality(s.media)) as content,
      md5(s.text || chr(31) || coalesce(s.name, '') || chr(31) || s.media::text) as version
    from (${SELECTS[kind](id)}) s`.execute(db);
  return rows[0] ?? null;
}

export type ContextMessage = {
  readonly id: string;
  readonly senderId: string | null;
  readonly text: string;
  readonly mediaIds: readonly string[];
  readonly createdAt: Date;
};

/** Messages before and after a message, itself among them, or the last ones of a conversation; oldest first. */
export async function listContext(db: Db, subject: Subject, around: number): Promise<ContextMessage[]> {
  const bounds =
    subject.kind === 'MESSAGE'
      ? sql`select conversation_id, seq - ${around} as lower, seq + ${around} as upper from messages where id = ${subject.id}::uuid`
      : sql`select id as conversation_id, last_seq - ${2 * around} as lower, last_seq as upper from conversations where id = ${subject.id}::uuid`;
  const { rows } = await sql<ContextMessage>`
    select m.id, m.sender_id as "senderId", m.text, m.media_ids as "mediaIds", m.created_at as "createdAt"
    from (${bounds}) b join messages m on m.conversation_id = b.conversation_id and m.seq between b.lower and b.upper
    where m.deleted_at is null and m.kind <> 'SYSTEM'
    order by m.seq limit ${2 * around + 1}`.execute(db);
  return rows;
}
