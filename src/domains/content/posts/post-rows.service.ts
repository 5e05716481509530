import { type RawBuilder, sql } from 'kysely';
import {
  presentSql,
  type ViewerSql,
  visiblePostSql,
} from '#domains/foundation/visibility/visibility.policy.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { POST_COUNTER_COLUMNS } from './post-counters.service.ts';
import type { Post } from './posts.types.ts';

/** The columns of a `Post`, from a row of `posts` with the alias `p`. */
export const POST_COLUMNS = [
  'p.id',
  'p.author_id as authorId',
  'p.text',
  'p.entities',
  'p.visibility',
  'p.tier_level as tierLevel',
  'p.comment_audience as commentAudience',
  'p.is_sensitive as isSensitive',
  'p.location',
  'p.media_ids as mediaIds',
  'p.is_quote as isQuote',
  'p.quoted_post_id as quotedPostId',
  'p.created_at as createdAt',
  'p.edited_at as editedAt',
  'p.pinned_at as pinnedAt',
  'p.moderation_state as moderationState',
  'p.awaits_scan as isAwaitingScan',
  'p.version',
] as const;

/** JSON columns, whose generated type is `unknown`. */
export type PostJson = Pick<Post, 'entities' | 'location'>;

export const selectVisiblePosts = (db: Db, viewer: ViewerSql) =>
  db
    .selectFrom('posts as p')
    .innerJoin('users as u', 'u.id', 'p.author_id')
    .select(POST_COLUMNS)
    .where(visiblePostSql(viewer))
    .$narrowType<PostJson>();

/** The columns of a `Post` from a row of the alias `p`, for writes that return it. */
export const POST_ROW: RawBuilder<unknown> = sql.join(
  POST_COLUMNS.map((column) => {
    const [reference = '', alias] = column.split(' as ');
    return alias ? sql`${sql.ref(reference)} as ${sql.ref(alias)}` : sql.ref(reference);
  }),
);

/** Counters of a post from a row of the alias `c`. */
export const POST_COUNTERS_ROW: RawBuilder<unknown> = sql.join(
  Object.entries(POST_COUNTER_COLUMNS).map(
    ([name, column]) => sql`${sql.ref(`c.${column}`)} as ${sql.ref(name)}`,
  ),
);

/** Whether others could ever see it: not while moderation holds it from its beginning on. */
type Publication = { readonly isPublished: boolean };

/** Locks a post of an author against changes until the end of the transaction; null also when it is removed. */
export async function lockOwnPost(
  tx: Tx,
  own: { id: string; authorId: string },
): Promise<(Post & Publication) | null> {
  const found = await tx
    .selectFrom('posts as p')
    .select(POST_COLUMNS)
    .select((eb) => eb('p.published_at', 'is not', null).as('isPublished'))
    .where('p.id', '=', own.id)
    .where('p.author_id', '=', own.authorId)
    .where(presentSql('p'))
    .forNoKeyUpdate()
    .$narrowType<PostJson & Publication>()
    .executeTakeFirst();
  return found ?? null;
}

/** Columns of a post that its author can change. */
export type PostChanges = Partial<
  Pick<
    Post,
    | 'text'
    | 'entities'
    | 'editedAt'
    | 'visibility'
    | 'tierLevel'
    | 'commentAudience'
    | 'isSensitive'
    | 'location'
    | 'pinnedAt'
    | 'version'
  >
>;

/** Updates only the given columns of a locked post. */
export async function updatePostColumns(tx: Tx, id: string, changes: PostChanges): Promise<void> {
  const columns = {
    text: changes.text,
    entities: changes.entities && JSON.stringify(changes.entities),
    edited_at: changes.editedAt,
    visibility: changes.visibility,
    tier_level: changes.tierLevel,
    comment_audience: changes.commentAudience,
    is_sensitive: changes.isSensitive,
    location: changes.location && JSON.stringify(changes.location),
    pinned_at: changes.pinnedAt,
    version: changes.version,
  };
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  await tx.updateTable('posts').set(Object.fromEntries(given)).where('id', '=', id).execute();
}

/** Inserts the text of a locked post as a revision. @returns its number */
export async function insertRevision(
  tx: Tx,
  post: Pick<Post, 'id' | 'text' | 'entities'>,
  replacedAt: Date,
): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    insert into post_revisions (post_id, number, text, entities, replaced_at)
    select ${post.id}::uuid, coalesce(max(number), 0) + 1, ${post.text}, ${JSON.stringify(post.entities)}::jsonb,
      ${replacedAt}::timestamptz
    from post_revisions where post_id = ${post.id}::uuid
    returning number`.execute(tx);
  const [inserted] = rows;
  if (!inserted) throw new Error('an aggregate without groups gave no row');
  return inserted.number;
}
