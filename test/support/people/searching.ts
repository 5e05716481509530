import type { Actor, Untyped, Variables } from '#test/support/actor.ts';
import { runSql } from '#test/support/test-server.ts';
import type { World } from '#test/support/world.ts';

export const SEARCH = `query ($query: String!, $filters: PostSearchFilters, $sort: PostSearchSort, $first: Int, $after: String) {
  searchPosts(query: $query, filters: $filters, sort: $sort, first: $first, after: $after) {
    edges { cursor node { id text } } pageInfo { hasNextPage hasPreviousPage endCursor }
  }
}`;

/** Texts of the posts that a user finds, newest first by default. */
export async function found(who: Actor, query: string, variables: Variables = {}): Promise<string[]> {
  const { searchPosts } = await who.do(SEARCH, { query, sort: 'NEWEST', first: 100, ...variables });
  return searchPosts.edges.map(({ node }: Untyped) => node.text);
}

/** Publishes a post through the API, with further fields. @returns its id */
export async function publish(author: Actor, text: string, input: object = {}): Promise<string> {
  const { createPost } = await author.do(
    'mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } errors { code } } }',
    { input: { text, ...input } },
  );
  return createPost.post.id;
}

/** The UUIDv7 of post number `place` of `settlePosts`. */
export const postIdAt = (place: number): string =>
  `01900000-0000-7000-8000-${place.toString(16).padStart(12, '0')}`;

/** Inserts posts by SQL with their search columns, each newer than the one before, numbered from `firstPlace`. */
export async function settlePosts(
  world: World,
  posts: readonly { authorId: string; text: string; visibility?: string }[],
  firstPlace = 0,
): Promise<void> {
  if (posts.length === 0) return;
  const rows = posts.map(({ authorId, text, visibility = 'PUBLIC' }, index) => {
    const quoted = text.replaceAll("'", "''");
    return `('${postIdAt(firstPlace + index)}', '${authorId}', '${quoted}', '${visibility}', now())`;
  });
  await runSql(
    world.connectionString,
    `insert into posts (id, author_id, text, visibility, created_at) values ${rows.join()};
     insert into post_counters (post_id) select id from posts on conflict do nothing;
     insert into post_search (post_id, document)
     select p.id, search_document(
       (select number from search_segments where first_id <= p.id order by first_id desc limit 1),
       p.text, p.entities, p.author_id, p.media_ids <> '{}')
     from posts p on conflict do nothing`,
  );
}
