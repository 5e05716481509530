import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { PollResults, PollSubject } from './polls.types.ts';

export type OwnPoll = PollSubject & {
  readonly id: string;
  readonly options: readonly string[];
  readonly isMultipleChoice: boolean;
  readonly isAnonymous: boolean;
  readonly results: PollResults;
  readonly closesAt: Date | null;
  readonly closedAt: Date | null;
  readonly createdAt: Date;
};

const OWN_POLL_COLUMNS = [
  'poll.id',
  'poll.post_id as postId',
  'poll.message_id as messageId',
  'poll.is_multiple_choice as isMultipleChoice',
  'poll.is_anonymous as isAnonymous',
  'poll.results',
  'poll.closes_at as closesAt',
  'poll.closed_at as closedAt',
  'poll.created_at as createdAt',
] as const;

const OPTION_TEXTS = sql<
  string[]
>`array(select text from poll_options where poll_id = poll.id order by position)`;

/** The polls of a user's posts, either of the deleted or of the other ones, by id after `after`. */
export async function listOwnPolls(
  db: Db,
  own: { authorId: string; isDeleted: boolean; after: string | null; limit: number },
): Promise<OwnPoll[]> {
  return db
    .selectFrom('polls as poll')
    .innerJoin('posts as p', 'p.id', 'poll.post_id')
    .select(OWN_POLL_COLUMNS)
    .select(OPTION_TEXTS.as('options'))
    .where('p.author_id', '=', own.authorId)
    .where('p.deleted_at', own.isDeleted ? 'is not' : 'is', null)
    .$if(own.after !== null, (query) => query.where('poll.id', '>', own.after ?? ''))
    .orderBy('poll.id')
    .limit(own.limit)
    .execute();
}

/** The polls of a user's messages, by the id of the message after `after`. */
export async function listOwnPollsOfMessages(
  db: Db,
  own: { senderId: string; after: string | null; limit: number },
): Promise<OwnPoll[]> {
  return db
    .selectFrom('messages as m')
    .innerJoin('polls as poll', 'poll.message_id', 'm.id')
    .select(OWN_POLL_COLUMNS)
    .select(OPTION_TEXTS.as('options'))
    .where('m.sender_id', '=', own.senderId)
    .where('m.kind', '=', 'POLL')
    .$if(own.after !== null, (query) => query.where('m.id', '>', own.after ?? ''))
    .orderBy('m.id')
    .limit(own.limit)
    .execute();
}

export type OwnVote = { readonly optionId: string; readonly pollId: string; readonly votedAt: Date };

/** The options that a user chose, by id after `after`. */
export async function listOwnVotes(
  db: Db,
  own: { voterId: string; after: string | null; limit: number },
): Promise<OwnVote[]> {
  return db
    .selectFrom('poll_votes as v')
    .innerJoin('poll_options as o', 'o.id', 'v.option_id')
    .select(['v.option_id as optionId', 'o.poll_id as pollId', 'v.created_at as votedAt'])
    .where('v.voter_id', '=', own.voterId)
    .$if(own.after !== null, (query) => query.where('v.option_id', '>', own.after ?? ''))
    .orderBy('v.option_id')
    .limit(own.limit)
    .execute();
}

/** Locks polls in which a user has a vote, at most `limit`. @returns their ids */
export async function lockPollsVotedIn(tx: Tx, voterId: string, limit: number): Promise<string[]> {
  const polls = await tx
    .selectFrom('polls')
    .select('id')
    .where('id', 'in', (voted) =>
      voted
        .selectFrom('poll_votes as v')
        .innerJoin('poll_options as o', 'o.id', 'v.option_id')
        .select('o.poll_id')
        .distinct()
        .where('v.voter_id', '=', voterId)
        .limit(limit),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return polls.map(({ id }) => id);
}

/** Deletes a user's votes from locked polls and subtracts them from the counts. */
export async function deleteVotesIn(tx: Tx, voterId: string, pollIds: readonly string[]): Promise<void> {
  await sql`
    with taken as (
      delete from poll_votes v using poll_options o
      where o.id = v.option_id and v.voter_id = ${voterId}::uuid and o.poll_id = ${anyOf(pollIds)}
      returning v.option_id, o.poll_id
    ), counted as (
      update poll_options set vote_count = vote_count - 1 where id in (select option_id from taken)
    )
    update polls set voter_count = voter_count - 1 where id in (select poll_id from taken)
  `.execute(tx);
}
