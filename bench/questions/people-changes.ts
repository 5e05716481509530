import type { Client } from 'pg';
import { z } from 'zod';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { STAR } from './people-world.ts';
import type { VisitorRequest } from '../harness/product-server.ts';
import type { Change } from './questions.ts';
import type { Visitor } from '../harness/tokens.ts';

const UNFOLLOW =
  'mutation ($id: ID!) { unfollowUser(input: { userId: $id }) { user { id } refusals: errors { code } } }';
const FOLLOW =
  'mutation ($id: ID!) { followUser(input: { userId: $id }) { state refusals: errors { code } } }';

/** Number of unfollows before the first follow: more than there are concurrent requests. */
const BLOCK = 100;

/** All visitors unfollow one user and follow them again, in turns. */
function followRequests(visitors: readonly Visitor[], userId: string): VisitorRequest[] {
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

export const follows = (starId: string): Change => ({
  name: 'unfollowUser, followUser',
  requests: (visitors) => followRequests(visitors, starId),
  answer: followAnswer,
  perRequest: 1,
  isCountedLater: false,
  perSecondMin: null,
  check: checkFollowerCount,
});

const countRows = z.tuple([z.object({ counted: z.int(), kept: z.int() })]);

/** @throws Error when the star's counter differs from the number of their followers */
async function checkFollowerCount(client: Client): Promise<void> {
  const { rows } = await client.query(
    `select follower_count as kept, (select count(*)::integer from follows where followee_id = id) as counted
     from users join bench.person using (id) where n = $1`,
    [STAR],
  );
  const [{ counted, kept }] = countRows.parse(rows);
  if (counted !== kept) throw new Error(`There are ${counted} followers, and the counter says ${kept}.`);
}
