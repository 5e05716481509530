/**
 * The limit server: the cost of the product's own statements and answer without the product. It executes the same
 * statements by the bare driver, caches rows by version as the product does, builds the
 * answer by hand and serializes it.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createLinks } from '../peers/links.ts';
import { settings } from '../peers/settings.ts';
import { createVerifier } from '../peers/token.ts';
import { openPipelines } from './pipelines.ts';
import { captureFeedStatements } from './feed-statements.ts';
import type { CapturedStatement, ArrivalRow, AuthorRow, MediaRow, PostRow } from './feed-statements.ts';

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

type Known<Row> = {
  readonly version: string;
  readonly row: Row;
  readonly media: ReadonlyMap<string, MediaRow>;
};

const knownPosts = new Map<string, Known<PostRow>>();
const knownAuthors = new Map<string, Known<AuthorRow>>();

async function feedOf(viewerId: string): Promise<object> {
  const arrivals = await database.run<ArrivalRow>(statements.arrivals.bind(viewerId, []));
  const page = arrivals.slice(0, PAGE_SIZE);
  await readUnknown(viewerId, page);
  return {
    nodes: page.map(({ postId, authorId }) =>
      shownPost(viewerId, knownPosts.get(postId), knownAuthors.get(authorId)),
    ),
    pageInfo: {
      hasNextPage: arrivals.length > PAGE_SIZE,
      hasPreviousPage: false,
      startCursor: cursorOf(page[0]),
      endCursor: cursorOf(page.at(-1)),
    },
  };
}

async function readUnknown(viewerId: string, page: readonly ArrivalRow[]): Promise<void> {
  const versionOf = {
    posts: new Map(page.map(({ postId, postVersion }) => [postId, postVersion])),
    authors: new Map(page.map(({ authorId, authorVersion }) => [authorId, authorVersion])),
  };
  const [posts, authors] = await Promise.all([
    rowsOf<PostRow>(statements.posts, viewerId, unknown(knownPosts, versionOf.posts)),
    rowsOf<AuthorRow>(statements.authors, viewerId, unknown(knownAuthors, versionOf.authors)),
  ]);
  const shown = [
    ...posts.flatMap(({ mediaIds }) => mediaIds),
    ...authors.flatMap(({ avatarMediaId }) => avatarMediaId ?? []),
  ];
  const media = new Map(
    (await rowsOf<MediaRow>(statements.media, viewerId, [...new Set(shown)])).map((row) => [row.id, row]),
  );
  for (const row of posts) knownPosts.set(row.id, { version: versionOf.posts.get(row.id) ?? '', row, media });
  for (const row of authors)
    knownAuthors.set(row.id, { version: versionOf.authors.get(row.id) ?? '', row, media });
}

function unknown<Row>(
  known: ReadonlyMap<string, Known<Row>>,
  versions: ReadonlyMap<string, string>,
): string[] {
  return [...versions].filter(([id, version]) => known.get(id)?.version !== version).map(([id]) => id);
}

async function rowsOf<Row extends object>(
  statement: CapturedStatement,
  viewerId: string,
  ids: readonly string[],
): Promise<readonly Row[]> {
  return ids.length === 0 ? [] : database.run<Row>(statement.bind(viewerId, ids));
}

function shownPost(
  viewerId: string,
  post: Known<PostRow> | undefined,
  author: Known<AuthorRow> | undefined,
): object | null {
  if (!post || !author) return null;
  const { row, media } = post;
  return {
    id: row.id,
    text: row.text,
    visibility: row.visibility,
    createdAt: row.createdAt,
    author: shownAuthor(author),
    media: row.mediaIds.map((id) => shownMedia(media.get(id))),
    viewer: { canDelete: row.authorId === viewerId },
  };
}

function shownAuthor({ row, media }: Known<AuthorRow>): object {
  const avatar = row.avatarMediaId === null ? undefined : media.get(row.avatarMediaId);
  return {
    id: row.id,
    username: row.username,
    displayName: row.displayName,
    bio: row.bio,
    followerCount: row.followerCount,
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

const cursorOf = (arrival: ArrivalRow | undefined): string | null =>
  arrival ? Buffer.from(JSON.stringify([1, 'feed', arrival.sortId])).toString('base64url') : null;
