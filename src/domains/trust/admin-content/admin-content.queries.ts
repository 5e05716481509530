import { type RawBuilder, sql } from 'kysely';
import { ofAnyLength } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { CommentView, MediaView, MessageView, PostView } from './admin-content.types.ts';

const asked = (ids: readonly string[]): RawBuilder<unknown> =>
  sql`unnest(${ofAnyLength(sql`${ids}::uuid[]`)}) asked (id)`;

/** Joins the reports of a kind of content as `reports`, which its case holds. */
const reportsOf = (kind: 'POST' | 'COMMENT' | 'MESSAGE'): RawBuilder<unknown> => sql`
  left join moderation_cases subject_case on subject_case.subject_kind = ${sql.lit(kind)} and subject_case.subject_id = asked.id
  cross join lateral (
    select count(*)::integer as "reportCount", count(*) filter (where r.state = 'OPEN')::integer as "openReportCount"
    from content_reports r where r.case_id = subject_case.id) reports`;

const REACTIONS = (row: string): RawBuilder<number> =>
  sql.join(
    ['like', 'love', 'haha', 'wow', 'sad', 'angry'].map((name) => sql`${sql.ref(`${row}.${name}_count`)}`),
    sql` + `,
  );

/** Posts that are not deleted, in every moderation state. */
export async function listPostViews(db: Db, ids: readonly string[]): Promise<PostView[]> {
  const { rows } = await sql<PostView>`
    select p.id, p.author_id as "authorId", p.text, p.media_ids as "mediaIds",
      p.visibility <> 'PUBLIC' or author.is_private as "isPrivate", p.moderation_state as "moderationState",
      p.moderation_reason as "moderationReason", p.moderated_at as "moderatedAt", p.published_at as "publishedAt",
      p.created_at as "createdAt", p.edited_at as "editedAt", p.version, p.visibility, p.is_sensitive as "isSensitive",
      p.quoted_post_id as "quotedPostId", coalesce(${REACTIONS('c')}, 0) as "reactionCount",
      coalesce(c.comment_count, 0) as "commentCount", coalesce(c.repost_count, 0) as "repostCount",
      coalesce(c.quote_count, 0) as "quoteCount", coalesce(c.view_count, 0)::float8 as "viewCount",
      reports."reportCount", reports."openReportCount"
    from ${asked(ids)} join posts p on p.id = asked.id and p.deleted_at is null
    join users author on author.id = p.author_id
    left join post_counters c on c.post_id = p.id ${reportsOf('POST')}`.execute(db);
  return rows;
}

/** Comments that are not deleted, in every moderation state; private where their post is. */
export async function listCommentViews(db: Db, ids: readonly string[]): Promise<CommentView[]> {
  const { rows } = await sql<CommentView>`
    select c.id, c.author_id as "authorId", c.text, c.media_ids as "mediaIds",
      p.visibility <> 'PUBLIC' or author.is_private as "isPrivate", c.moderation_state as "moderationState",
      c.moderation_reason as "moderationReason", c.moderated_at as "moderatedAt", c.published_at as "publishedAt",
      c.created_at as "createdAt", c.edited_at as "editedAt", c.version, c.post_id as "postId", c.parent_id as "parentId",
      ${REACTIONS('c')} as "reactionCount", c.reply_count as "replyCount", reports."reportCount", reports."openReportCount"
    from ${asked(ids)} join comments c on c.id = asked.id and c.author_id is not null
    join posts p on p.id = c.post_id join users author on author.id = p.author_id ${reportsOf('COMMENT')}`.execute(
    db,
  );
  return rows;
}

/** Messages that are neither deleted nor of the system, in every moderation state. */
export async function listMessageViews(db: Db, ids: readonly string[]): Promise<MessageView[]> {
  const { rows } = await sql<MessageView>`
    select m.id, m.sender_id as "authorId", m.text, m.media_ids as "mediaIds", true as "isPrivate",
      m.moderation_state as "moderationState", m.created_at as "createdAt", m.edited_at as "editedAt",
      m.conversation_id as "conversationId", m.expires_at as "expiresAt", reports."reportCount", reports."openReportCount"
    from ${asked(ids)} join messages m on m.id = asked.id and m.sender_id is not null and m.deleted_at is null
    ${reportsOf('MESSAGE')}`.execute(db);
  return rows;
}

/** Media items, those that are viewed once among them; `isShown` where a profile, or public content of their owner, shows them. */
export async function listMediaViews(db: Db, ids: readonly string[]): Promise<MediaView[]> {
  const { rows } = await sql<MediaView>`
    select m.id, m.owner_id as "ownerId", m.kind, m.state, m.width, m.height, m.duration_ms as "durationMs",
      m.alt_text as "altText", m.variants, m.recording, m.document, m.created_at as "createdAt",
      m.scan_state as "scanState", m.failure, m.is_view_once as "isViewOnce",
      m.id in (owner.avatar_media_id, owner.cover_media_id) is true
      or exists (
        select from posts p where p.author_id = m.owner_id and p.media_ids @> array[m.id] and p.deleted_at is null
          and p.visibility = 'PUBLIC' and not owner.is_private)
      or exists (
        select from comments c join posts p on p.id = c.post_id join users author on author.id = p.author_id
        where c.author_id = m.owner_id and c.media_ids @> array[m.id] and p.visibility = 'PUBLIC' and not author.is_private)
      as "isShown"
    from ${asked(ids)} join media m on m.id = asked.id join users owner on owner.id = m.owner_id`.execute(db);
  return rows;
}
