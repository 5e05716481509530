import assert from 'node:assert/strict';
import type { Running } from './compared-servers.ts';
import { canonicalFeed, countLeaves, feedDocument } from './feed-answers.ts';
import type { Visitor } from '../harness/tokens.ts';

/** The bytes of one visitor's request to one server. */
export function feedRequest(server: Pick<Running, 'name' | 'path'>, visitor: Visitor, first: number): string {
  const body = feedBody(server, first);
  return [
    `POST ${server.path} HTTP/1.1`,
    'host: 127.0.0.1',
    'content-type: application/json',
    'accept: application/json',
    `authorization: Bearer ${visitor.accessToken}`,
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

/**
 * Requests the feeds of these visitors from every server.
 * @returns the mean number of leaf values of such a feed
 * @throws Error when the answers of the servers differ
 */
export async function compareFeeds(
  servers: readonly Running[],
  visitors: readonly Visitor[],
  first: number,
): Promise<number> {
  let leaves = 0;
  for (const visitor of visitors) {
    const texts = await Promise.all(servers.map((server) => askFeed(server, visitor, first)));
    const feeds = texts.map(canonicalFeed);
    for (const [index, feed] of feeds.entries()) {
      assert.deepEqual(feed, feeds[0], `${servers[index]?.name} answers otherwise than ${servers[0]?.name}`);
    }
    leaves += countLeaves(feeds[0]);
  }
  return leaves / visitors.length;
}

export async function askFeed(
  server: Pick<Running, 'name' | 'path' | 'port'>,
  visitor: Visitor,
  first: number,
): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${server.port}${server.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${visitor.accessToken}` },
    body: feedBody(server, first),
  });
  return response.text();
}

const feedBody = (server: Pick<Running, 'name'>, first: number): string =>
  JSON.stringify({ query: feedDocument(server.name), variables: { first } });
