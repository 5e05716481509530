import { sql } from 'kysely';
import type { ModerationState } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';

/** Conditions of a list of content; null holds for all. */
export type ContentFilter = {
  readonly authorId: string | null;
  readonly moderationState: ModerationState | null;
};

/** Newest first, one more than the page. */
export async function listPostIds(
  db: Db,
  { authorId, moderationState }: ContentFilter,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('posts')
    .select('id')
    .where('deleted_at', 'is', null)
    .$if(authorId !== null, (query) => query.where('author_id', '=', authorId ?? ''))
    .$if(moderationState !== null, (query) => query.where(isIn(moderationState ?? 'VISIBLE')))
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(({ id }) => id);
}

/** Newest first, one more than the page. */
export async function listCommentIds(
  db: Db,
  { authorId, moderationState }: ContentFilter,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('comments')
    .select('id')
    .where('author_id', 'is not', null)
    .$if(authorId !== null, (query) => query.where('author_id', '=', authorId ?? ''))
    .$if(moderationState !== null, (query) => query.where(isIn(moderationState ?? 'VISIBLE')))
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(({ id }) => id);
}

/** A literal: the indexes of what is not VISIBLE serve no parameter. */
const isIn = (state: ModerationState) => sql<boolean>`moderation_state = ${sql.lit(state)}`;

/** Newest first, one more than the page. */
export async function listMediaIds(
  db: Db,
  ownerId: string,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('media')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(({ id }) => id);
}
