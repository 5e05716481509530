import { type RawBuilder, sql } from 'kysely';
import {
  type ViewerSql,
  visiblePostSql,
  visibleUserSql,
} from '#domains/foundation/visibility/visibility.policy.ts';
import { unrestrictedSql } from '#domains/foundation/visibility/restrictions.policy.ts';
import type { Db } from '#platform/db/database.ts';
import type { RestrictionKind } from '#platform/kernel/restriction-kinds.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { ListRequest, TimeKey } from '#platform/db/keyset.ts';
import { defineWrite, eventSql } from '#platform/outbox/write.ts';
import { messageVoting } from './message-voting.service.ts';
import { pollVoted } from './polls.events.ts';
import type { Poll, PollVoter } from './polls.types.ts';

type NewVote = {
  readonly pollId: string;
  readonly voterId: string;
  /** Without repetitions. */
  readonly optionIds: readonly string[];
  /** The limit of this name, for polls of messages. */
  readonly requestMessages: number;
  readonly now: Date;
  readonly eventId: string;
};

/** Time at which the lock was there, by the clock of the write: no vote counts after the end, however long it waited. */
const lockedAtSql = (now: RawBuilder<Date>): RawBuilder<Date> =>
  sql`(${now}::timestamptz + (clock_timestamp() - statement_timestamp()))`;

/** The kind of restriction that forbids a vote in `poll`. */
const VOTE_RESTRICTION = sql<RestrictionKind>`case when poll.message_id is null then 'COMMENTING' else 'MESSAGING' end`;

/**
 * Replaces the vote of a user in a poll that is open for them, and whose options they chose. All voters wait for the row of the poll,
 * so that the counts are exact. Whether they see the author is asked once, for both kinds of polls. `offset 0` keeps the planner from
 * reading all conversations of the voter.
 * @returns the poll as it is with the vote
 */
export const writeVote = defineWrite<NewVote, Poll>((vote) => {
  const { pollId, optionIds, now } = vote;
  const viewer = { id: vote.voterId, now };
  return {
    steps: sql`
      judged as materialized (
        select poll.*, u.id as author_id
        from polls poll left join posts p on p.id = poll.post_id cross join lateral (
          select u.id, u.state, u.is_private, ${visibleUserSql(viewer)} as is_visible from users u
          where u.id = coalesce(p.author_id, (select sender_id from messages where id = poll.message_id)) offset 0
        ) u
        where poll.id = ${pollId}::uuid and poll.closed_at is null
          and (poll.is_multiple_choice or cardinality(${optionIds}::uuid[]) = 1)
          and ${unrestrictedSql(viewer, VOTE_RESTRICTION)}
          and case when poll.message_id is null then ${visiblePostSql(viewer, sql`u.is_visible`)} else exists (
            select from messages m join conversations c on c.id = m.conversation_id cross join lateral (
              select me.* from participants me where me.conversation_id = c.id and me.user_id = ${viewer.id}::uuid offset 0
            ) me
            where m.id = poll.message_id
              and ${messageVoting().isOpenSql(viewer, vote.requestMessages, sql`(u.state = 'DELETED' or u.is_visible)`)}
          ) end
        for no key update of poll
      ), replaced as materialized (
        select judged.*, v.* from judged cross join lateral vote_in_poll(
          judged.id, ${viewer.id}::uuid, ${optionIds}::uuid[], ${lockedAtSql(now)}, judged.is_multiple_choice
        ) v
        where (judged.closes_at is null or judged.closes_at > ${lockedAtSql(now)}) and v.options is not null
      ), written as (select * from replaced where is_changed)`,
    events: [
      eventSql(pollVoted, {
        id: vote.eventId,
        payload: {
          pollId: sql`id`,
          postId: sql`post_id`,
          messageId: sql`message_id`,
          voterId: sql`case when not is_anonymous then ${viewer.id}::uuid end`,
        },
      }),
    ],
    row: sql`
      select id, post_id as "postId", message_id as "messageId", author_id as "authorId", is_multiple_choice as "isMultipleChoice",
        is_anonymous as "isAnonymous", results, closes_at as "closesAt", closed_at as "closedAt",
        voter_count + voters_added as "voterCount", options
      from replaced`,
  };
});

/** Removes the voter's vote from a locked poll. @returns whether there was one */
export async function deleteVote(
  tx: Tx,
  vote: { pollId: string; voterId: string; isMultipleChoice: boolean; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ isChanged: boolean }>`
    select is_changed as "isChanged" from vote_in_poll(
      ${vote.pollId}::uuid, ${vote.voterId}::uuid, '{}'::uuid[], ${vote.now}::timestamptz, ${vote.isMultipleChoice}::boolean
    )`.execute(tx);
  return rows[0]?.isChanged ?? false;
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
