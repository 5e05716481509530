import type { Actor } from '#test/support/actor.ts';
import type { Person } from '#test/support/world.ts';

/** @returns the id of the post */
export async function publish(author: Person, text: string, input: object = {}): Promise<string> {
  const { createPost } = await author.do(
    'mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } errors { code } } }',
    { input: { text, ...input } },
  );
  return createPost.post.id;
}

const POSTS = `query ($name: String!, $first: Int, $after: String) {
  hashtagPosts(name: $name, first: $first, after: $after) {
    nodes { text } pageInfo { hasNextPage hasPreviousPage endCursor }
  }
}`;

export type HashtagPage = {
  readonly nodes: readonly { readonly text: string }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly endCursor: string | null;
  };
};

/** Null if the hashtag is invisible to the caller. */
export async function hashtagPage(
  who: Actor,
  name: string,
  paging: { first?: number; after?: string | null } = {},
): Promise<HashtagPage | null> {
  return (await who.do(POSTS, { name, ...paging })).hashtagPosts;
}

/** The texts of the newest posts with a hashtag; null if the hashtag is invisible to the caller. */
export async function taggedTexts(who: Actor, name: string): Promise<string[] | null> {
  const page = await hashtagPage(who, name, { first: 50 });
  return page && page.nodes.map(({ text }) => text);
}

/** The names of a list of hashtags, such as `trendingHashtags` or `searchHashtags(prefix: "x")`. */
export async function hashtagNames(who: Actor, list: string): Promise<string[]> {
  const { found } = await who.do(`{ found: ${list} { nodes { name } } }`);
  return found.nodes.map(({ name }: { name: string }) => name);
}

export const FOLLOW_HASHTAG = `mutation ($name: String!) {
  followHashtag(input: { name: $name }) {
    hashtag { name followerCount viewer { isFollowing } } errors { code path } } }`;
export const UNFOLLOW_HASHTAG = `mutation ($name: String!) {
  unfollowHashtag(input: { name: $name }) {
    hashtag { name followerCount viewer { isFollowing } } errors { code path } } }`;
