import { shownMedia } from '#domains/foundation/media/media.loaders.ts';
import type { Media } from '#domains/foundation/media/media.types.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import type { UserContext } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import { type Loader, prime } from '#platform/loader.ts';
import { createRowMemory, type RowMemory } from '#platform/row-memory.ts';
import { visiblePostById } from '../posts/posts.loaders.ts';
import type { Post } from '../posts/posts.types.ts';
import type { Arrival } from './arrivals.queries.ts';

/** A row with the media that it shows. */
type Shown<Row> = { readonly row: Row; readonly media: readonly Media[] };

type Memories = { readonly posts: RowMemory<Shown<Post>>; readonly authors: RowMemory<Shown<User>> };

/** About two kilobytes each. */
const POSTS_KEPT_MAX = 20_000;
const AUTHORS_KEPT_MAX = 10_000;

/** A process remembers rows of each database apart: ids and versions mean nothing in another one. */
const memories = new WeakMap<Db, Memories>();

function memoriesOf({ db }: UserContext): Memories {
  let found = memories.get(db);
  if (!found) {
    found = {
      posts: createRowMemory({ rowsMax: POSTS_KEPT_MAX }),
      authors: createRowMemory({ rowsMax: AUTHORS_KEPT_MAX }),
    };
    memories.set(db, found);
  }
  return found;
}

/**
 * Gives the loaders the posts of arrivals with authors and media, in the versions that the arrivals name. Whatever is not
 * remembered is read.
 */
export async function primeFeedRows(ctx: UserContext, arrivals: readonly Arrival[]): Promise<void> {
  const { posts, authors } = memoriesOf(ctx);
  const postVersions = new Map<string, string>();
  const authorVersions = new Map<string, string>();
  for (const { postId, postVersion, authorId, authorVersion } of arrivals) {
    const post = posts.get(postId, postVersion);
    if (post) primeShown(ctx, visiblePostById, post);
    else postVersions.set(postId, postVersion);
    const author = authors.get(authorId, authorVersion);
    if (author) primeShown(ctx, visibleUserById, author);
    else authorVersions.set(authorId, authorVersion);
  }
  if (postVersions.size > 0 || authorVersions.size > 0) await readRows(ctx, postVersions, authorVersions);
}

/** By the loaders' own statements, but not through the loaders: they may hold rows from before the versions were read. */
async function readRows(
  ctx: UserContext,
  postVersions: ReadonlyMap<string, string>,
  authorVersions: ReadonlyMap<string, string>,
): Promise<void> {
  const { posts, authors } = memoriesOf(ctx);
  const [postRows, authorRows] = await Promise.all([
    read(ctx, visiblePostById, [...postVersions.keys()]),
    read(ctx, visibleUserById, [...authorVersions.keys()]),
  ]);
  const media = await read(ctx, shownMedia, [
    ...new Set([...postRows.values()].flatMap(mediaIdsOfPost)),
    ...new Set([...authorRows.values()].flatMap(mediaIdsOfAuthor)),
  ]);
  const withMedia = <Row>(row: Row, ids: readonly string[]): Shown<Row> => ({
    row,
    media: ids.flatMap((id) => media.get(id) ?? []),
  });
  for (const [id, row] of postRows) {
    const shown = withMedia(row, mediaIdsOfPost(row));
    // It was among the ids that were asked for.
    posts.set(id, postVersions.get(id)!, shown);
    primeShown(ctx, visiblePostById, shown);
  }
  for (const [id, row] of authorRows) {
    const shown = withMedia(row, mediaIdsOfAuthor(row));
    // Likewise.
    authors.set(id, authorVersions.get(id)!, shown);
    primeShown(ctx, visibleUserById, shown);
  }
}

const mediaIdsOfPost = ({ mediaIds }: Post): readonly string[] => mediaIds;
const mediaIdsOfAuthor = ({ avatarMediaId }: User): readonly string[] =>
  avatarMediaId === null ? [] : [avatarMediaId];

async function read<Row>(
  ctx: UserContext,
  loader: Loader<Row>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  return ids.length === 0 ? new Map<string, Row>() : loader.batch(ctx, ids);
}

function primeShown<Row extends { readonly id: string }>(
  ctx: UserContext,
  loader: Loader<Row>,
  { row, media }: Shown<Row>,
): void {
  prime(ctx, loader, row.id, row);
  for (const each of media) prime(ctx, shownMedia, each.id, each);
}
