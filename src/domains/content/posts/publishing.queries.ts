import { sql } from 'kysely';
import {
  ACCOUNT_REFUSALS,
  accountRefusedIf,
  accountStandingSql,
} from '#domains/foundation/visibility/restrictions.policy.ts';
import { countPostSql } from '#domains/identity/users/user-rows.service.ts';
import type { Parameters } from '#platform/db/prepared.ts';
import { defineWrite, eventSql, type WriteParts } from '#platform/outbox/write.ts';
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
export const writePost = defineWrite(
  ACCOUNT_REFUSALS,
  (post: Parameters<NewPost>, refusal): WriteParts<{ readonly id: string }> => ({
    steps: sql`
      judged as materialized (
        select id, ${refusal(accountRefusedIf)} as refusal
        from (${accountStandingSql({ id: post.authorId, now: post.now }, 'POSTING')}) account
      ), ${claimedSql(post.claim)}, author as (
        ${countPostSql(sql`judged where u.id = judged.id and judged.refusal is null and ${isFirstSql(post.claim)}`)}
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
          quotedAuthorId: sql`(select quoted.author_id from posts quoted where quoted.id = written.quoted_post_id)`,
          visibility: sql`${post.visibility}::text`,
        },
      }),
    ],
    row: sql`select id from written`,
  }),
);
