import { type RawBuilder, sql } from 'kysely';
import { type ViewerSql, visiblePostSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { NewPoll, Poll, PollOption } from './polls.types.ts';

const selectPolls = (db: Db, viewerId: ViewerSql['id']) =>
  db
    .selectFrom('polls as poll')
    .innerJoin('posts as p', 'p.id', 'poll.post_id')
    .select([
      'poll.id',
      'poll.post_id as postId',
      'p.author_id as authorId',
      'poll.is_multiple_choice as isMultipleChoice',
      'poll.is_anonymous as isAnonymous',
      'poll.results',
      'poll.closes_at as closesAt',
      'poll.closed_at as closedAt',
      'poll.voter_count as voterCount',
    ])
    .select(optionsSql(viewerId).as('options'));

function optionsSql(viewerId: ViewerSql['id']): RawBuilder<readonly PollOption[]> {
  return sql`(
    select json_agg(json_build_object('id', o.id, 'text', o.text, 'voteCount', o.vote_count, 'isChosen', exists (
      select from poll_votes v where v.option_id = o.id and v.voter_id = ${viewerId}::uuid)) order by o.position)
    from poll_options o where o.poll_id = poll.id)`;
}

const selectVisiblePolls = (db: Db, viewer: ViewerSql) =>
  selectPolls(db, viewer.id).innerJoin('users as u', 'u.id', 'p.author_id').where(visiblePostSql(viewer));

/** The polls of posts, visible or not. */
export const listPollsOfPosts = prepared<{ viewerId: string | null; postIds: readonly string[] }, Poll>(
  (db, { viewerId, postIds }) =>
    selectPolls(db, viewerId).where('poll.post_id', '=', anyOf(postIds)).compile(),
);

/** The polls among `ids` whose post is visible to the viewer. */
export async function listVisiblePolls(db: Db, viewer: ViewerSql, ids: readonly string[]): Promise<Poll[]> {
  return selectVisiblePolls(db, viewer).where('poll.id', '=', anyOf(ids)).execute();
}

/** The polls of options, of posts that are visible to the viewer. */
export async function listVisiblePollsOf(
  db: Db,
  viewer: ViewerSql,
  optionIds: readonly string[],
): Promise<Poll[]> {
  return selectVisiblePolls(db, viewer)
    .where('poll.id', 'in', (option) =>
      option.selectFrom('poll_options').select('poll_id').where('id', '=', anyOf(optionIds)),
    )
    .execute();
}

/** Inserts a poll and its options in their order, one id for each. */
export async function insertPoll(
  tx: Tx,
  poll: NewPoll & { id: string; postId: string; optionIds: readonly string[]; createdAt: Date },
): Promise<void> {
  await sql`
    with poll as (
      insert into polls (id, post_id, is_multiple_choice, is_anonymous, results, closes_at, created_at)
      values (${poll.id}::uuid, ${poll.postId}::uuid, ${poll.isMultipleChoice}::boolean, ${poll.isAnonymous}::boolean,
        ${poll.results}::text, ${poll.closesAt}::timestamptz, ${poll.createdAt}::timestamptz)
      returning id
    )
    insert into poll_options (id, poll_id, position, text)
    select o.id, poll.id, o.position, o.text
    from poll, unnest(${poll.optionIds}::uuid[], ${poll.optionTexts}::text[]) with ordinality as o (id, text, position)
  `.execute(tx);
}

type LockedPoll = Pick<Poll, 'postId' | 'isMultipleChoice' | 'isAnonymous' | 'closesAt' | 'closedAt'>;

/** Locks a poll to remove a vote, whoever can see it. @returns null when it is deleted */
export async function lockPoll(tx: Tx, id: string): Promise<LockedPoll | null> {
  const locked = await tx
    .selectFrom('polls')
    .select(['post_id as postId', 'is_multiple_choice as isMultipleChoice', 'is_anonymous as isAnonymous'])
    .select(['closes_at as closesAt', 'closed_at as closedAt'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return locked ?? null;
}

/** Locks a poll for a vote. @returns null when its post is not visible to the viewer */
export async function lockVisiblePoll(
  tx: Tx,
  viewer: ViewerSql,
  id: string,
): Promise<Pick<Poll, 'closesAt' | 'closedAt'> | null> {
  const locked = await tx
    .selectFrom('polls as poll')
    .innerJoin('posts as p', 'p.id', 'poll.post_id')
    .innerJoin('users as u', 'u.id', 'p.author_id')
    .select(['poll.closes_at as closesAt', 'poll.closed_at as closedAt'])
    .where('poll.id', '=', id)
    .where(visiblePostSql(viewer))
    .forNoKeyUpdate('poll')
    .executeTakeFirst();
  return locked ?? null;
}

/** Locks the poll of a post. @returns null when it has none */
export async function lockPollOfPost(tx: Tx, postId: string): Promise<Pick<Poll, 'voterCount'> | null> {
  const locked = await tx
    .selectFrom('polls')
    .select('voter_count as voterCount')
    .where('post_id', '=', postId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return locked ?? null;
}

/** @returns false when it is closed already, by its author or by `closesAt` */
export async function updatePollClosed(tx: Tx, id: string, now: Date): Promise<boolean> {
  const closed = await tx
    .updateTable('polls')
    .set({ closed_at: now })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .where(({ or, eb }) => or([eb('closes_at', 'is', null), eb('closes_at', '>', now)]))
    .returning('id')
    .executeTakeFirst();
  return closed !== undefined;
}

/** Closes a poll as of its `closesAt`. @returns null when it was closed before, or it or its post is deleted */
export async function updatePollClosedOnSchedule(tx: Tx, id: string): Promise<Pick<Poll, 'postId'> | null> {
  const closed = await tx
    .updateTable('polls')
    .from('posts as p')
    .set(({ ref }) => ({ closed_at: ref('polls.closes_at') }))
    .whereRef('p.id', '=', 'polls.post_id')
    .where('p.deleted_at', 'is', null)
    .where('polls.id', '=', id)
    .where('polls.closed_at', 'is', null)
    .returning('polls.post_id as postId')
    .executeTakeFirst();
  return closed ?? null;
}
