import type { Actor, Untyped, Variables } from './actor.ts';
import { runSql } from './test-server.ts';
import type { World } from './world.ts';

export const SEARCH = `query ($query: String!, $filters: PostSearchFilters, $sort: PostSearchSort, $first: Int, $after: String) {
  searchPosts(query: $query, filters: $filters, sort: $sort, first: $first, after: $after) {
    edges { cursor node { id text } } pageInfo { hasNextPage hasPreviousPage endCursor }
  }
}`;

/** The texts that somebody finds, the newest first unless `variables` say otherwise. */
export async function found(who: Actor, query: string, variables: Variables = {}): Promise<string[]> {
  const { searchPosts } = await who.do(SEARCH, { query, sort: 'NEWEST', first: 100, ...variables });
  return searchPosts.edges.map(({ node }: Untyped) => node.text);
}

/** Publishes a post by the API, with what is given beside its text. @returns its id */
export async function publish(author: Actor, text: string, input: object = {}): Promise<string> {
  const { createPost } = await author.do(
    'mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } errors { code } } }',
    { input: { text, ...input } },
  );
  return createPost.post.id;
}

/** A UUIDv7 of a post that stands at `place` among those of `settlePosts`. */
export const postIdAt = (place: number): string =>
  `01900000-0000-7000-8000-${place.toString(16).padStart(12, '0')}`;

/** Posts by the way of SQL with what they are found by, each newer than the one before; `firstPlace` is that of the first. */
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
