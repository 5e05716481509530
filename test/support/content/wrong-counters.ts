import { type RawBuilder, sql } from 'kysely';
import type { World } from '#test/support/world.ts';

type WrongCounter = { readonly id: string; readonly counter: string };

/** Counters of posts that differ from the number of their rows. */
export async function wrongPostCounters({ app }: World): Promise<WrongCounter[]> {
  const reposts = sql`('reposts', c.repost_count, (select count(*) from reposts r where r.post_id = c.post_id))`;
  const comments = sql`('comments', c.comment_count, (
    select count(*) from comments m where m.post_id = c.post_id and m.deleted_at is null and m.moderation_state = 'VISIBLE'))`;
  const quotes = sql`('quotes', c.quote_count, (
    select count(*) from posts q where q.quoted_post_id = c.post_id and q.deleted_at is null and q.moderation_state = 'VISIBLE'))`;
  const views = sql`('views', c.view_count, (
    select coalesce(sum(d.view_count), 0) from post_view_days d where d.post_id = c.post_id))`;
  const counters = [...reactionCounters('post', sql`c.post_id`), reposts, comments, quotes, views];
  const { rows } = await sql<WrongCounter>`
    select c.post_id as id, counter from post_counters c
    cross join lateral (values ${sql.join(counters)}) each (counter, counted, there)
    where counted <> there`.execute(app.services.db);
  return rows;
}

/** Wrong counters of reactions and replies of comments. */
export async function wrongCommentCounters({ app }: World): Promise<WrongCounter[]> {
  const below = sql`from comments r where r.parent_id = c.id and r.published_at is`;
  const replies = sql`('replies', c.reply_count, (select count(*) ${below} not null))`;
  const unpublished = sql`('unpublished replies', c.unpublished_reply_count, (select count(*) ${below} null))`;
  const counters = [...reactionCounters('comment', sql`c.id`), replies, unpublished];
  const { rows } = await sql<WrongCounter>`
    select c.id, counter from comments c
    cross join lateral (values ${sql.join(counters)}) each (counter, counted, there)
    where counted <> there`.execute(app.services.db);
  return rows;
}

/** Wrong counters of collections of saved posts. */
export async function wrongCollectionCounters({ app }: World): Promise<WrongCounter[]> {
  const { rows } = await sql<WrongCounter>`
    select id, 'items' as counter from saved_collections c
    where item_count <> (select count(*) from saved_collection_items i where i.collection_id = c.id)`.execute(
    app.services.db,
  );
  return rows;
}

/** Wrong counters of public posts and of followers of hashtags. */
export async function wrongHashtagCounters({ app }: World): Promise<WrongCounter[]> {
  const { rows } = await sql<WrongCounter>`
    select id, counter from hashtags h cross join lateral (values
      ('posts', post_count, (select count(*) from post_hashtags t join posts p on p.id = t.post_id
        join users u on u.id = p.author_id
        where t.hashtag_id = h.id and p.deleted_at is null and p.moderation_state = 'VISIBLE'
          and p.visibility = 'PUBLIC' and not u.is_private)),
      ('followers', follower_count, (select count(*) from hashtag_follows f where f.hashtag_id = h.id))
    ) each (counter, counted, there)
    where counted <> there`.execute(app.services.db);
  return rows;
}

/** For each type its name, the counter column of the row `c`, and the number of rows. */
const reactionCounters = (kind: 'post' | 'comment', subjectId: RawBuilder<unknown>): RawBuilder<unknown>[] =>
  ['like', 'love', 'haha', 'wow', 'sad', 'angry'].map(
    (type) => sql`(${sql.lit(type)}, c.${sql.ref(`${type}_count`)}, (
      select count(*) from ${sql.table(`${kind}_reactions`)} r
      where r.${sql.ref(`${kind}_id`)} = ${subjectId} and r.type = ${sql.lit(type.toUpperCase())}))`,
  );
