import { sql } from 'kysely';
import { type ViewerSql, visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { ListRequest, TimeKey } from '#platform/db/keyset.ts';
import type { PollVoter } from './polls.types.ts';

/** Options that a vote adds to and removes from the voter's former one. */
type VoteChange = { readonly chosenIds: readonly string[]; readonly droppedIds: readonly string[] };

type Vote = {
  readonly pollId: string;
  readonly isMultipleChoice: boolean;
  readonly voterId: string;
  readonly optionIds: readonly string[];
  readonly votedAt: Date;
};

/** Replaces the voter's former vote in a locked poll. @returns the difference */
export async function replaceVote(tx: Tx, vote: Vote): Promise<VoteChange> {
  const singleChoiceIn = vote.isMultipleChoice ? null : vote.pollId;
  // The single-choice constraint is checked for each new row immediately, so the count makes the delete run first.
  const { rows } = await sql<VoteChange>`
    with dropped as (
      delete from poll_votes v using poll_options o
      where o.id = v.option_id and o.poll_id = ${vote.pollId}::uuid
        and v.voter_id = ${vote.voterId}::uuid and v.option_id <> all(${vote.optionIds}::uuid[])
      returning v.option_id
    ), chosen as (
      insert into poll_votes (option_id, voter_id, created_at, single_choice_in)
      select id, ${vote.voterId}::uuid, ${vote.votedAt}::timestamptz, ${singleChoiceIn}::uuid
      from unnest(${vote.optionIds}::uuid[]) as id
      where (select count(*) from dropped) >= 0
      on conflict (option_id, voter_id) do nothing
      returning option_id
    )
    select array(select option_id from chosen) as "chosenIds", array(select option_id from dropped) as "droppedIds"
  `.execute(tx);
  return rows[0] ?? { chosenIds: [], droppedIds: [] };
}

/** Updates the counts of a locked poll. */
export async function updateVoteCounts(
  tx: Tx,
  pollId: string,
  { chosenIds, droppedIds, voters }: VoteChange & { voters: number },
): Promise<void> {
  await sql`
    with counted as (
      update poll_options set vote_count = vote_count + case when id = any(${chosenIds}::uuid[]) then 1 else -1 end
      where id = any(${chosenIds}::uuid[] || ${droppedIds}::uuid[])
    )
    update polls set voter_count = voter_count + ${voters}::integer
    where id = ${pollId}::uuid and ${voters}::integer <> 0
  `.execute(tx);
}

/** Voters of an option who are visible to the viewer, newest vote first, one more than the page. */
export async function listVoters(
  db: Db,
  viewer: ViewerSql,
  optionId: string,
  { from: [beforeMs, beforeId], limit }: ListRequest<TimeKey>,
): Promise<PollVoter[]> {
  return db
    .selectFrom('poll_votes as v')
    .innerJoin('users as u', 'u.id', 'v.voter_id')
    .select(['v.voter_id as id', 'v.created_at as votedAt'])
    .where('v.option_id', '=', optionId)
    .where(visibleUserSql(viewer))
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('v.created_at', 'v.voter_id'), '<', tuple(new Date(beforeMs), beforeId)),
    )
    .orderBy('v.created_at', 'desc')
    .orderBy('v.voter_id', 'desc')
    .limit(limit + 1)
    .execute();
}
