import { type RawBuilder, sql } from 'kysely';
import {
  ACCOUNT_REFUSALS,
  accountRefusedIf,
  accountStandingSql,
} from '#domains/foundation/visibility/restrictions.policy.ts';
import type { ModerationState } from '#domains/foundation/visibility/visibility.policy.ts';
import { countPostSql } from '#domains/identity/users/user-rows.service.ts';
import type { Parameters } from '#platform/db/prepared.ts';
import { defineWrite, eventSql, type RefusalSql, type WriteParts } from '#platform/outbox/write.ts';
import { claimedSql, isFirstSql } from '#platform/request/idempotency.ts';
import { postCreated } from './posts.events.ts';
import type { Post } from './posts.types.ts';

export type NewPost = Omit<
  Post,
  'entities' | 'location' | 'editedAt' | 'pinnedAt' | 'moderationState' | 'isAwaitingScan' | 'version'
> & {
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

type Written = { readonly id: string };

/** The first steps of a publication: why the author may not, and whether the key is new. */
const judgedSql = (
  post: Parameters<NewPost>,
  refusal: RefusalSql<keyof typeof ACCOUNT_REFUSALS>,
): RawBuilder<unknown> => sql`
  judged as materialized (
    select id, ${refusal(accountRefusedIf)} as refusal
    from (${accountStandingSql({ id: post.authorId, now: post.now }, 'POSTING')}) account
  ), ${claimedSql(post.claim)}`;

/** The rows of a post of the author whom the CTE `author` has. */
const insertedSql = (
  post: Parameters<NewPost>,
  state: ModerationState,
  publishedAt: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  written as (
    insert into posts (id, author_id, text, entities, visibility, tier_level, comment_audience, is_sensitive, location,
      media_ids, is_quote, quoted_post_id, created_at, moderation_state, published_at)
    select ${post.id}::uuid, id, ${post.text}, ${post.entities}::jsonb, ${post.visibility}, ${post.tierLevel}::integer,
      ${post.commentAudience}, ${post.isSensitive}::boolean, ${post.location}::jsonb, ${post.mediaIds}::uuid[],
      ${post.isQuote}::boolean, ${post.quotedPostId}::uuid, ${post.createdAt}::timestamptz, ${sql.lit(state)}, ${publishedAt}
    from author
    returning id, author_id, quoted_post_id
  ), counters as (
    insert into post_counters (post_id) select id from written
  )`;

/** Inserts a post that nobody but its author sees before moderation releases it: it is counted and told of then. */
export const writeHeldPost = defineWrite(
  ACCOUNT_REFUSALS,
  (post: Parameters<NewPost>, refusal): WriteParts<Written> => ({
    steps: sql`
      ${judgedSql(post, refusal)}, author as (
        select judged.id from judged where judged.refusal is null and ${isFirstSql(post.claim)}
      ), ${insertedSql(post, 'HELD', sql`null`)}`,
    events: [],
    row: sql`select id from written`,
  }),
);

/** Inserts a post and its counters, which start at zero, and counts it for its author. */
export const writePost = defineWrite(
  ACCOUNT_REFUSALS,
  (post: Parameters<NewPost>, refusal): WriteParts<Written> => ({
    steps: sql`
      ${judgedSql(post, refusal)}, author as (
        ${countPostSql(sql`judged where u.id = judged.id and judged.refusal is null and ${isFirstSql(post.claim)}`)}
      ), ${insertedSql(post, 'VISIBLE', sql`${post.createdAt}::timestamptz`)}`,
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
