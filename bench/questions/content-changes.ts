import type { Client } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { DISCUSSED } from './content-world.ts';
import type { Change } from './questions.ts';

const REACTIONS_PER_SECOND_MIN = 200;
const VIEWS_PER_SECOND_MIN = 5_000;

const REACTION_TYPES = ['LIKE', 'LOVE', 'HAHA', 'WOW', 'SAD', 'ANGRY'];

const REACT = `mutation ($id: ID!, $type: ReactionType!) {
  reactToPost(input: { postId: $id, type: $type }) { refusals: errors { code } } }`;

/** All visitors change their reaction to one post repeatedly. */
export const reactions = (postId: string): Change => ({
  name: 'reactToPost, all to one post',
  requests: (visitors) =>
    REACTION_TYPES.flatMap((type) =>
      visitors.map((visitor) => ({
        visitor,
        asked: { query: REACT, variables: { id: toGlobalId('post', postId), type } },
      })),
    ),
  answer: z.object({ reactToPost: z.object({ refusals: z.tuple([]) }) }),
  perRequest: 1,
  isCountedLater: false,
  perSecondMin: REACTIONS_PER_SECOND_MIN,
  check: checkReactionCounts,
});

const wrongRows = z.array(z.object({ type: z.string(), kept: z.int(), counted: z.int() }));

/** @throws Error when a counter of the post differs from the number of its reactions */
async function checkReactionCounts(client: Client): Promise<void> {
  const { rows } = await client.query(
    `select type, kept, (
       select count(*)::integer from post_reactions r where r.post_id = c.post_id and r.type = each.type) as counted
     from post_counters c, lateral (values ('LIKE', like_count), ('LOVE', love_count), ('HAHA', haha_count),
       ('WOW', wow_count), ('SAD', sad_count), ('ANGRY', angry_count)) each (type, kept)
     where c.post_id = bench.id('post', $1::int)`,
    [DISCUSSED],
  );
  const wrong = wrongRows.parse(rows).filter(({ kept, counted }) => kept !== counted);
  if (rows.length !== REACTION_TYPES.length || wrong.length > 0)
    throw new Error(`Reactions are counted wrong: ${JSON.stringify(wrong)}`);
}

/** Maximum number of views in one request. */
const VIEW_EVENTS = 100;
const VIEW_REQUESTS_OF_VISITOR = 4;

const RECORD = `mutation ($events: [PostViewInput!]!) {
  recordPostViews(input: { events: $events }) { acceptedCount refusals: errors { code } } }`;

/** Every visitor reports views of different posts; a second round reports views that are already counted. */
export const views = (postIds: readonly string[]): Change => ({
  name: 'recordPostViews, counted',
  requests: (visitors) =>
    Array.from({ length: visitors.length * VIEW_REQUESTS_OF_VISITOR }, (_, turn) => ({
      // The index is within the list, and there are visitors.
      visitor: visitors[turn % visitors.length]!,
      asked: {
        query: RECORD,
        variables: {
          events: Array.from({ length: VIEW_EVENTS }, (_event, index) => ({
            postId: toGlobalId('post', postIds[(turn * VIEW_EVENTS + index) % postIds.length] ?? ''),
            source: 'FEED',
            durationMs: 1_000 + index,
          })),
        },
      },
    })),
  answer: z.object({
    recordPostViews: z.object({ acceptedCount: z.literal(VIEW_EVENTS), refusals: z.tuple([]) }),
  }),
  perRequest: VIEW_EVENTS,
  isCountedLater: true,
  perSecondMin: VIEWS_PER_SECOND_MIN,
  check: untilViewsAreCounted,
});

const FOLDED_WITHIN_MS = 120_000;
const countRows = z.tuple([z.object({ count: z.int() })]);

/** Waits until all reported views are counted. @throws Error when they are not, or counted wrong */
async function untilViewsAreCounted(client: Client): Promise<void> {
  const deadlineMs = performance.now() + FOLDED_WITHIN_MS;
  while ((await countOf(client, 'select count(*)::integer from post_view_reports')) > 0) {
    if (performance.now() > deadlineMs) throw new Error('Views are still not counted.');
    await sleep(50);
  }
  const counted = await countOf(
    client,
    'select coalesce(sum(view_count), 0)::integer as count from post_counters',
  );
  // The whole run lies within a day, so each viewer counts once for each post.
  const viewers = await countOf(client, 'select count(*)::integer from post_viewers');
  if (counted !== viewers || counted === 0)
    throw new Error(`${counted} views are counted of ${viewers} pairs of a viewer and a post.`);
}

async function countOf(client: Client, text: string): Promise<number> {
  const [{ count }] = countRows.parse((await client.query(text)).rows);
  return count;
}
