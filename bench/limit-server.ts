/**
 * The limit: what the product's own statements and the product's own answer cost without the product. It asks the
 * database what the product asks, by the bare driver, builds the answer by hand and turns it into text.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createLinks } from './peers/links.ts';
import { settings } from './peers/settings.ts';
import { createVerifier } from './peers/token.ts';
import { openPipelines } from './pipelines.ts';
import { captureFeedStatements } from './feed-statements.ts';
import type { MediaRow, PostRow } from './feed-statements.ts';

const PAGE_SIZE = 20;

const database = await openPipelines({
  connectionString: settings.databaseUrl,
  connections: settings.poolSize,
});
const statements = await captureFeedStatements(PAGE_SIZE);
const verify = createVerifier(settings.tokenRules);
const linkOf = createLinks(settings.linkSecret);

createServer((request, response) => {
  request.resume();
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    response.writeHead(500).end();
  });
}).listen(settings.port, '127.0.0.1');

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const viewerId = await verify(request.headers.authorization);
  if (viewerId === null) {
    response.writeHead(401).end();
    return;
  }
  const text = JSON.stringify({ data: { feed: await feedOf(viewerId) } });
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

async function feedOf(viewerId: string): Promise<object> {
  const posts = await database.run<PostRow>(statements.posts.bind(viewerId, []));
  const page = posts.slice(0, PAGE_SIZE);
  const shown = page.flatMap(({ mediaIds, avatarMediaId }) =>
    avatarMediaId === null ? mediaIds : [...mediaIds, avatarMediaId],
  );
  const media = await mediaOf(viewerId, unique(shown));
  return {
    nodes: page.map((post) => ({
      id: post.id,
      text: post.text,
      visibility: post.visibility,
      createdAt: post.createdAt,
      author: shownAuthor(post, media),
      media: post.mediaIds.map((id) => shownMedia(media.get(id))),
      viewer: { canDelete: post.authorId === viewerId },
    })),
    pageInfo: {
      hasNextPage: posts.length > PAGE_SIZE,
      hasPreviousPage: false,
      startCursor: cursorOf(page[0]),
      endCursor: cursorOf(page.at(-1)),
    },
  };
}

async function mediaOf(viewerId: string, ids: readonly string[]): Promise<Map<string, MediaRow>> {
  return ids.length === 0
    ? new Map<string, MediaRow>()
    : byId(await database.run<MediaRow>(statements.media.bind(viewerId, ids)));
}

function shownAuthor(post: PostRow, media: ReadonlyMap<string, MediaRow>): object {
  const avatar = post.avatarMediaId === null ? undefined : media.get(post.avatarMediaId);
  return {
    id: post.authorId,
    username: post.username,
    displayName: post.displayName,
    bio: post.bio,
    followerCount: post.followerCount,
    avatar: avatar
      ? { url: linkTo(avatar), placeholder: avatar.placeholder, width: avatar.width, height: avatar.height }
      : null,
  };
}

function shownMedia(media: MediaRow | undefined): object | null {
  if (!media) return null;
  return {
    id: media.id,
    url: linkTo(media),
    width: media.width,
    height: media.height,
    placeholder: media.placeholder,
    altText: media.altText,
    variants: media.variants.slice(1).map(({ key, width, height }) => ({ url: linkOf(key), width, height })),
  };
}

const linkTo = (media: MediaRow): string | null => {
  const [largest] = media.variants;
  return largest ? linkOf(largest.key) : null;
};

const cursorOf = (post: PostRow | undefined): string | null =>
  post ? Buffer.from(JSON.stringify([1, 'feed', post.id])).toString('base64url') : null;

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];

const byId = <Row extends { id: string }>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.id, row]));
