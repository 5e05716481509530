import { sql } from 'kysely';
import { unrestrictedSql } from '#domains/foundation/visibility/restrictions.policy.ts';
import { countPostSql } from '#domains/identity/users/user-rows.service.ts';
import { defineWrite, eventSql } from '#platform/outbox/write.ts';
import { claimedSql, isFirstSql } from '#platform/request/idempotency.ts';
import { postCreated } from './posts.events.ts';
import type { Post } from './posts.types.ts';

export type NewPost = Omit<Post, 'entities' | 'location' | 'editedAt' | 'pinnedAt' | 'version'> & {
  /** JSON, like the three below. */
  readonly entities: string;
  readonly location: string | null;
  readonly hashtags: string;
  readonly mentionedIds: string;
  readonly now: Date;
  readonly eventId: string;
  /** The claim of the idempotency key by `onceByWrite`; null without a key. */
  readonly claim: string | null;
};

/** Inserts a post and its counters, which start at zero, and counts it for its author. */
export const writePost = defineWrite<NewPost, { readonly id: string }>((post) => {
  const author = { id: post.authorId, now: post.now };
  return {
    steps: sql`
      judged as materialized (
        select id from users where id = ${author.id}::uuid and ${unrestrictedSql(author, 'POSTING')}
      ), ${claimedSql(post.claim, 'judged')}, author as (
        ${countPostSql(sql`judged where u.id = judged.id and ${isFirstSql(post.claim)}`)}
      ), written as (
        insert into posts (id, author_id, text, entities, visibility, tier_level, comment_audience, is_sensitive, location,
          media_ids, is_quote, quoted_post_id, created_at)
        select ${post.id}::uuid, id, ${post.text}, ${post.entities}::jsonb, ${post.visibility}, ${post.tierLevel}::integer,
          ${post.commentAudience}, ${post.isSensitive}::boolean, ${post.location}::jsonb, ${post.mediaIds}::uuid[],
          ${post.isQuote}::boolean, ${post.quotedPostId}::uuid, ${post.createdAt}::timestamptz
        from author
        returning id, author_id, quoted_post_id
      ), counters as (
        insert into post_counters (post_id) select id from written
      )`,
    events: [
      eventSql(postCreated, {
        id: post.eventId,
        payload: {
          postId: sql`id`,
          authorId: sql`author_id`,
          hashtags: sql`${post.hashtags}::jsonb`,
          mentionedIds: sql`${post.mentionedIds}::jsonb`,
          quotedPostId: sql`quoted_post_id`,
        },
      }),
    ],
    row: sql`select id from written`,
  };
});
