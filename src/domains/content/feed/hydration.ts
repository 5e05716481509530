import { mediaById } from '#domains/foundation/media/media.loaders.ts';
import type { Media } from '#domains/foundation/media/media.types.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import type { UserContext } from '#platform/request/context.ts';
import type { Db } from '#platform/db/database.ts';
import { type Loader, prime } from '#platform/request/loader.ts';
import { createRowCache, type RowCache } from '#platform/caches/row-cache.ts';
import { keepRowResults } from '#platform/caches/row-results.ts';
import { visiblePostById } from '../posts/posts.loaders.ts';
import type { Post } from '../posts/posts.types.ts';
import type { SkeletonEntry } from './skeleton.queries.ts';

/** A row with the media that it shows. */
type HydratedRow<Row> = { readonly row: Row; readonly media: readonly Media[] };

type RowCaches = {
  /** Set-backs of the database before the rows were read. */
  readonly setBacks: number;
  readonly posts: RowCache<HydratedRow<Post>>;
  readonly authors: RowCache<HydratedRow<User>>;
};

/** About two kilobytes each. */
const CACHED_POSTS_MAX = 20_000;
const CACHED_AUTHORS_MAX = 10_000;

/** Rows are cached for each database separately: ids and versions are valid in one database alone. */
const rowCaches = new WeakMap<Db, RowCaches>();

function rowCachesOf({ db, events }: UserContext): RowCaches {
  const setBacks = events.setBacks();
  let found = rowCaches.get(db);
  if (found?.setBacks !== setBacks) {
    found = {
      setBacks,
      posts: createRowCache({ rowsMax: CACHED_POSTS_MAX }),
      authors: createRowCache({ rowsMax: CACHED_AUTHORS_MAX }),
    };
    rowCaches.set(db, found);
  }
  return found;
}

/**
 * Primes the loaders with the posts of the entries, their authors and media, in the versions of the skeleton. Reads those that
 * are not cached.
 */
export async function hydrateFeed(ctx: UserContext, entries: readonly SkeletonEntry[]): Promise<void> {
  const { posts, authors } = rowCachesOf(ctx);
  const shownPosts: HydratedRow<Post>[] = [];
  const shownAuthors = new Map<string, HydratedRow<User>>();
  const postVersions = new Map<string, string>();
  const authorVersions = new Map<string, string>();
  for (const { postId, postVersion, authorId, authorVersion } of entries) {
    const post = posts.get(postId, postVersion);
    if (post) shownPosts.push(post);
    else postVersions.set(postId, postVersion);
    if (shownAuthors.has(authorId)) continue;
    const author = authors.get(authorId, authorVersion);
    if (author) shownAuthors.set(authorId, author);
    else authorVersions.set(authorId, authorVersion);
  }
  primeHydrated(ctx, visiblePostById, shownPosts);
  primeHydrated(ctx, visibleUserById, [...shownAuthors.values()]);
  if (postVersions.size > 0 || authorVersions.size > 0)
    await hydrateMissing(ctx, postVersions, authorVersions);
}

/** By the loaders' own statements, but not through the loaders: they may hold rows from before the versions were read. */
async function hydrateMissing(
  ctx: UserContext,
  postVersions: ReadonlyMap<string, string>,
  authorVersions: ReadonlyMap<string, string>,
): Promise<void> {
  const { posts, authors } = rowCachesOf(ctx);
  const [postRows, authorRows] = await Promise.all([
    read(ctx, visiblePostById, [...postVersions.keys()]),
    read(ctx, visibleUserById, [...authorVersions.keys()]),
  ]);
  const media = await read(ctx, mediaById, [
    ...new Set([...postRows.values()].flatMap(mediaIdsOfPost)),
    ...new Set([...authorRows.values()].flatMap(mediaIdsOfAuthor)),
  ]);

  function keep<Row extends { readonly id: string }>(
    cache: RowCache<HydratedRow<Row>>,
    versions: ReadonlyMap<string, string>,
    rows: ReadonlyMap<string, Row>,
    mediaIdsOf: (row: Row) => readonly string[],
  ): HydratedRow<Row>[] {
    return [...versions].flatMap(([id, version]) => {
      const row = rows.get(id);
      if (!row) return [];
      const hydrated = { row, media: mediaIdsOf(row).flatMap((mediaId) => media.get(mediaId) ?? []) };
      cache.set(id, version, hydrated);
      for (const shown of [row, ...hydrated.media]) keepRowResults(shown);
      return [hydrated];
    });
  }

  primeHydrated(ctx, visiblePostById, keep(posts, postVersions, postRows, mediaIdsOfPost));
  primeHydrated(ctx, visibleUserById, keep(authors, authorVersions, authorRows, mediaIdsOfAuthor));
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

function primeHydrated<Row extends { readonly id: string }>(
  ctx: UserContext,
  loader: Loader<Row>,
  hydrated: readonly HydratedRow<Row>[],
): void {
  prime(
    ctx,
    loader,
    hydrated.map(({ row }) => row),
  );
  for (const { media } of hydrated) prime(ctx, mediaById, media);
}
