import type { Client } from 'pg';
import { z } from 'zod';
import { toGlobalId } from '#platform/ids.ts';
import { STAR } from './people-world.ts';
import { ask } from './product-server.ts';
import type { ProductServer, VisitorRequest } from './product-server.ts';
import type { Visitor } from './tokens.ts';

export const FOLLOWS = 'unfollowUser, followUser';

const UNFOLLOW =
  'mutation ($id: ID!) { unfollowUser(input: { userId: $id }) { user { id } refusals: errors { code } } }';
const FOLLOW =
  'mutation ($id: ID!) { followUser(input: { userId: $id }) { state refusals: errors { code } } }';

/** So many stop following before the first of them follows again: more than there are requests under way. */
const BLOCK = 100;

/** All visitors stop following one person and follow them again, in turns, so that each request changes something. */
export function followRequests(visitors: readonly Visitor[], userId: string): VisitorRequest[] {
  const variables = { id: toGlobalId('user', userId) };
  const blocks = Array.from({ length: Math.ceil(visitors.length / BLOCK) }, (_, index) =>
    visitors.slice(index * BLOCK, (index + 1) * BLOCK),
  );
  return blocks.flatMap((block) =>
    [UNFOLLOW, FOLLOW].flatMap((query) => block.map((visitor) => ({ visitor, asked: { query, variables } }))),
  );
}

const followAnswer = z.union([
  z.object({ unfollowUser: z.object({ user: z.object({}), refusals: z.tuple([]) }) }),
  z.object({ followUser: z.object({ state: z.literal('FOLLOWING'), refusals: z.tuple([]) }) }),
]);

/** @throws Error when somebody is refused */
export async function checkFollows(
  server: ProductServer,
  requests: readonly VisitorRequest[],
): Promise<void> {
  for (const request of requests) followAnswer.parse(await ask(server, request));
}

const countRows = z.tuple([z.object({ counted: z.int(), kept: z.int() })]);

/** @throws Error when the star's counter is not the number of their followers */
export async function checkFollowerCount(client: Client): Promise<void> {
  const { rows } = await client.query(
    `select follower_count as kept, (select count(*)::integer from follows where followee_id = id) as counted
     from users join bench.person using (id) where n = $1`,
    [STAR],
  );
  const [{ counted, kept }] = countRows.parse(rows);
  if (counted !== kept) throw new Error(`There are ${counted} followers, and the counter says ${kept}.`);
}
