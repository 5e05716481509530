import type { Client } from 'pg';
import { fillWithoutIndexes } from '../harness/bulk.ts';
import { DISCUSSED } from './content-world.ts';
import type { ContentWorldSize } from './content-world.ts';

/** A chain of replies down to the maximum depth, so that every run has one. */
const CHAIN = 50;
/** Percentage of comments that answer the post, and of the rest that answer the first comment. */
const ROOT_PERCENT = 30;
const HUB_PERCENT = 10;
/** The others answer one of the latest comments. */
const RECENT = 2_000;

/** The thread below one post, and the reactions to it. */
export async function seedThread(client: Client, size: ContentWorldSize): Promise<void> {
  const { parents, depths } = planThread(size);
  await fillWithoutIndexes(client, ['comments', 'post_reactions'], async () => {
    await client.query(COMMENTS, [parents, depths, DISCUSSED, size.users]);
    await client.query(REACTIONS, [size.reactions, DISCUSSED]);
  });
  await client.query(COUNTERS, [DISCUSSED, size.comments]);
  await client.query('analyze comments, post_reactions, post_counters');
}

/** For each comment: the index of its parent, and its depth. */
function planThread({ comments, commentDepth }: ContentWorldSize): {
  parents: readonly (number | null)[];
  depths: readonly number[];
} {
  const parents: (number | null)[] = [];
  const depths: number[] = [];
  for (let place = 0; place < comments; place += 1) {
    const parent = parentOf(place, parents, depths, commentDepth);
    parents.push(parent);
    depths.push(parent === null ? 1 : (depths[parent] ?? 0) + 1);
  }
  return { parents, depths };
}

function parentOf(
  place: number,
  parents: readonly (number | null)[],
  depths: readonly number[],
  commentDepth: number,
): number | null {
  if (place < CHAIN) return place === 0 ? null : place - 1;
  const dice = mixed(place);
  if (dice % 100 < ROOT_PERCENT) return null;
  if (dice % 100 < ROOT_PERCENT + HUB_PERCENT) return 0;
  const recent = place - 1 - (mixed(place + 1_000_000) % Math.min(place, RECENT));
  return (depths[recent] ?? 0) < commentDepth ? recent : (parents[recent] ?? null);
}

/** A deterministic pseudo-random number (the finalizer of MurmurHash3). */
function mixed(seed: number): number {
  let bits = Math.imul(seed ^ (seed >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

const COMMENTS = `
  with planned as (
    select number - 1 as place, parent, depth
    from unnest($1::int[], $2::int[]) with ordinality as planned (parent, depth, number)
  ), answered as (
    select parent as place, count(*) as replies from planned where parent is not null group by parent
  )
  insert into comments (id, post_id, parent_id, depth, author_id, text, created_at, reply_count, like_count)
  select bench.id('comment', place), bench.id('post', $3::int),
    case when parent is not null then bench.id('comment', parent) end, depth,
    bench.id('user', 1 + floor($4::int * bench.fraction(21, place))::int), 'Comment ' || md5(place::text),
    bench.moment(place), coalesce(replies, 0), floor(20 * power(bench.fraction(22, place), 8))::int
  from planned left join answered using (place)
  order by place`;

const REACTIONS = `
  insert into post_reactions (post_id, user_id, type, created_at)
  select bench.id('post', $2::int), bench.id('user', n), (array['LIKE', 'LOVE', 'HAHA', 'WOW', 'SAD', 'ANGRY'])[1 + n % 6],
    bench.moment(n)
  from generate_series(1, $1::int) n`;

const COUNTERS = `
  update post_counters set comment_count = $2::int,
    (like_count, love_count, haha_count, wow_count, sad_count, angry_count) = (
      select count(*) filter (where type = 'LIKE'), count(*) filter (where type = 'LOVE'),
        count(*) filter (where type = 'HAHA'), count(*) filter (where type = 'WOW'),
        count(*) filter (where type = 'SAD'), count(*) filter (where type = 'ANGRY')
      from post_reactions where post_id = bench.id('post', $1::int))
  where post_id = bench.id('post', $1::int)`;
