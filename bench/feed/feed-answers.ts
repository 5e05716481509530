import { z } from 'zod';
import { parseGlobalId } from '#platform/kernel/ids.ts';
import type { ComparedServerName } from './compared-servers.ts';

const USER_FIELDS = 'id username displayName bio followerCount avatar { url placeholder width height }';
const PAGE_INFO = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
const MEDIA_FIELDS = 'id url width height placeholder altText';
const VARIANT_FIELDS = 'url width height';

/** The same query in the schema of each server. */
const STANDARD_DOCUMENT = `query Feed($first: Int!) { feed(first: $first) {
  nodes { id text visibility createdAt author { ${USER_FIELDS} }
    media { ${MEDIA_FIELDS} variants { ${VARIANT_FIELDS} } } viewer { canDelete } }
  ${PAGE_INFO} } }`;

const POSTGRAPHILE_DOCUMENT = `query Feed($first: Int!) { feed(first: $first) {
  nodes { rowId text visibility createdAt author { rowId username displayName bio followerCount
      avatar { url placeholder width height } }
    mediaList { rowId url width height placeholder altText smaller { ${VARIANT_FIELDS} } } canDelete }
  ${PAGE_INFO} } }`;

export function feedDocument(name: ComparedServerName): string {
  return name === 'postgraphile' ? POSTGRAPHILE_DOCUMENT : STANDARD_DOCUMENT;
}

const variantSchema = z.object({ url: z.string(), width: z.number(), height: z.number() });
const nodeSchema = z
  .object({
    text: z.string(),
    visibility: z.string(),
    createdAt: z.string(),
    author: z.looseObject({
      username: z.string(),
      displayName: z.string(),
      bio: z.string(),
      followerCount: z.number(),
      avatar: z.object({ url: z.string(), placeholder: z.string(), width: z.number(), height: z.number() }),
    }),
  })
  .loose();
const mediaSchema = z.looseObject({
  url: z.string(),
  width: z.number(),
  height: z.number(),
  placeholder: z.string(),
  altText: z.string().nullable(),
});
const answerSchema = z.object({
  data: z.object({
    feed: z.object({
      nodes: z.array(nodeSchema),
      pageInfo: z.object({
        hasNextPage: z.boolean(),
        hasPreviousPage: z.boolean(),
        startCursor: z.string(),
        endCursor: z.string(),
      }),
    }),
  }),
});

/**
 * Normalizes an answer so that those of all servers must be equal: bare ids, one format of times, links without host and
 * signature, no cursors.
 * @throws Error when it is not a feed
 */
export function canonicalFeed(text: string): object {
  const { feed } = answerSchema.parse(JSON.parse(text)).data;
  return {
    posts: feed.nodes.map((post) => ({
      id: bareId(post),
      text: post.text,
      visibility: post.visibility,
      createdAt: new Date(post.createdAt).toISOString(),
      author: canonicalAuthor(post.author),
      media: z
        .array(mediaSchema)
        .parse(post['mediaList'] ?? post['media'])
        .map(canonicalMedia),
      canDelete: canDeleteOf(post),
    })),
    hasNextPage: feed.pageInfo.hasNextPage,
    hasPreviousPage: feed.pageInfo.hasPreviousPage,
  };
}

function canonicalAuthor(author: z.infer<typeof nodeSchema>['author']): object {
  const { username, displayName, bio, followerCount, avatar } = author;
  return {
    id: bareId(author),
    username,
    displayName,
    bio,
    followerCount,
    avatar: { ...avatar, url: fileOf(avatar.url) },
  };
}

function canonicalMedia(media: z.infer<typeof mediaSchema>): object {
  const variants = z.array(variantSchema).parse(media['smaller'] ?? media['variants']);
  const { url, width, height, placeholder, altText } = media;
  return {
    id: bareId(media),
    url: fileOf(url),
    width,
    height,
    placeholder,
    altText,
    variants: variants.map((variant) => ({ ...variant, url: fileOf(variant.url) })),
  };
}

function canDeleteOf(post: Record<string, unknown>): boolean {
  return z
    .boolean()
    .parse(post['canDelete'] ?? z.object({ canDelete: z.boolean() }).parse(post['viewer']).canDelete);
}

function bareId(node: Record<string, unknown>): string {
  const id = z.string().parse(node['rowId'] ?? node['id']);
  return parseGlobalId(id)?.uuid ?? id;
}

function fileOf(url: string): string {
  const { pathname, search } = new URL(url);
  if (!/^\?e=\d+&s=[\w-]{22}$/.test(search)) throw new Error(`The link ${url} is not signed.`);
  return pathname;
}

/** Number of leaf values of an answer. */
export function countLeaves(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, part) => sum + countLeaves(part), 0);
}
