import { listSkeletonEntries } from '#domains/content/feed/skeleton.queries.ts';
import type { SkeletonEntry } from '#domains/content/feed/skeleton.queries.ts';
import { LAST_ID } from '#platform/db/keyset.ts';
import { listVisiblePosts } from '#domains/content/posts/posts.queries.ts';
import type { Post } from '#domains/content/posts/posts.types.ts';
import { listMedia } from '#domains/foundation/media/media.queries.ts';
import type { Media } from '#domains/foundation/media/media.types.ts';
import { listVisibleUsers } from '#domains/identity/users/users.queries.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tables } from '#platform/db/tables.ts';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { CompiledQuery } from 'kysely';
import type { BoundStatement } from './pipelines.ts';

export type ArrivalRow = SkeletonEntry;
export type PostRow = Post;
export type AuthorRow = User;
export type MediaRow = Media;

/** A statement of the product as text, to be executed with other values. */
export type CapturedStatement = { bind(viewerId: string, ids: readonly string[]): BoundStatement };

export type FeedStatements = {
  /** Returns ids and versions of the posts. */
  readonly arrivals: CapturedStatement;
  /** Ids that are not cached. */
  readonly posts: CapturedStatement;
  readonly authors: CapturedStatement;
  readonly media: CapturedStatement;
};

/** Records the statements of a feed from the product itself, so that the limit server always executes the same ones. */
export async function captureFeedStatements(pageSize: number): Promise<FeedStatements> {
  const viewer = { viewerId: VIEWER, now: new Date() };
  return {
    arrivals: await capture('arrivals', (db) =>
      listSkeletonEntries(db, {
        ...viewer,
        before: LAST_ID,
        limit: pageSize + 4,
        wanted: pageSize + 1,
        isRecent: true,
        pulledSortIds: [],
        pulledPostIds: [],
      }),
    ),
    posts: await capture('posts', (db) => listVisiblePosts(db, { id: VIEWER, now: viewer.now }, IDS)),
    authors: await capture('authors', (db) => listVisibleUsers(db, { ...viewer, ids: IDS })),
    media: await capture('media', (db) => listMedia(db, { ids: IDS })),
  };
}

/** Placeholders of the values that differ between requests. */
const VIEWER = '00000000-0000-7000-8000-000000000001';
const IDS: readonly string[] = ['00000000-0000-7000-8000-000000000002'];

async function capture(name: string, work: (db: Db) => Promise<unknown>): Promise<CapturedStatement> {
  const compiled: CompiledQuery[] = [];
  const db = new Kysely<Tables>({
    dialect: {
      createDriver: () => new DummyDriver(),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      compiled.push(query);
    },
  });
  await work(db);
  const [query] = compiled;
  if (!query || compiled.length > 1)
    throw new Error(`"${name}" is ${compiled.length} statements instead of one.`);
  const { sql: text, parameters } = query;
  return {
    bind: (viewerId, ids) => ({
      name,
      text,
      values: parameters.map((value) => (value === VIEWER ? viewerId : value === IDS ? ids : value)),
    }),
  };
}
