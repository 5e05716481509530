import { type RawBuilder, sql } from 'kysely';
import {
  availableMessageSql,
  ownPartSql,
  type ViewerSql,
  visibleMessageSql,
  visiblePostSql,
} from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Choice, NewPoll, Poll, PollOption, PollSubject } from './polls.types.ts';

const POLL_COLUMNS = [
  'poll.id',
  'poll.post_id as postId',
  'poll.message_id as messageId',
  'poll.is_multiple_choice as isMultipleChoice',
  'poll.is_anonymous as isAnonymous',
  'poll.results',
  'poll.closes_at as closesAt',
  'poll.closed_at as closedAt',
  'poll.voter_count as voterCount',
] as const;

const OPTIONS: RawBuilder<readonly PollOption[]> = sql`(
  select json_agg(json_build_object('id', o.id, 'text', o.text, 'voteCount', o.vote_count) order by o.position)
  from poll_options o where o.poll_id = poll.id)`;

const selectPollsOfPosts = (db: Db) =>
  db
    .selectFrom('polls as poll')
    .innerJoin('posts as p', 'p.id', 'poll.post_id')
    .select(POLL_COLUMNS)
    .select(['p.author_id as authorId', OPTIONS.as('options')]);

const selectPollsOfMessages = (db: Db) =>
  db
    .selectFrom('polls as poll')
    .innerJoin('messages as m', 'm.id', 'poll.message_id')
    .select(POLL_COLUMNS)
    // Only messages of the system have no sender.
    .select([sql<string>`m.sender_id`.as('authorId'), OPTIONS.as('options')]);

/** A poll with the vote of the viewer. */
type ViewedPoll = Poll & { readonly chosenIds: readonly string[] };

const chosenSql = (voterId: ViewerSql['id']): RawBuilder<readonly string[]> => sql`array(
  select o.id from poll_options o where o.poll_id = poll.id
    and exists (select from poll_votes v where v.option_id = o.id and v.voter_id = ${voterId}::uuid)
  order by o.position)`;

/** The polls of posts, visible or not. */
export const listPollsOfPosts = prepared<{ viewerId: string | null; postIds: readonly string[] }, ViewedPoll>(
  (db, { viewerId, postIds }) =>
    selectPollsOfPosts(db)
      .select(chosenSql(viewerId).as('chosenIds'))
      .where('poll.post_id', '=', anyOf(postIds))
      .compile(),
);

/** The polls of messages, visible or not. */
export const listPollsOfMessages = prepared<{ messageIds: readonly string[] }, Poll>((db, { messageIds }) =>
  selectPollsOfMessages(db).where('poll.message_id', '=', anyOf(messageIds)).compile(),
);

/** The votes of a user in some polls; none for those without. */
export const listChoices = prepared<{ voterId: string; pollIds: readonly string[] }, Choice>(
  (db, { voterId, pollIds }) =>
    sql<Choice>`
    select poll.id, ${chosenSql(voterId)} as "optionIds" from unnest(${pollIds}::uuid[]) as poll (id)`.compile(
      db,
    ),
);

/** Polls that the viewer sees, of the condition: each kind of subject by its own rule, so that each is found by its index. */
const selectVisiblePolls = (db: Db, viewer: ViewerSql, condition: RawBuilder<boolean>) =>
  selectPollsOfPosts(db)
    .innerJoin('users as u', 'u.id', 'p.author_id')
    .select(chosenSql(viewer.id).as('chosenIds'))
    .where(condition)
    .where(visiblePostSql(viewer))
    .unionAll(
      selectPollsOfMessages(db)
        .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
        .innerJoinLateral(ownPartSql('c.id', viewer.id).as('me'), (join) => join.onTrue())
        .select(chosenSql(viewer.id).as('chosenIds'))
        .where(condition)
        .where(visibleMessageSql(viewer.now))
        .where(availableMessageSql(viewer)),
    );

/** The polls among `ids` that the viewer sees: of visible posts, and of messages whose content they get. */
export async function listVisiblePolls(
  db: Db,
  viewer: ViewerSql,
  ids: readonly string[],
): Promise<ViewedPoll[]> {
  return selectVisiblePolls(db, viewer, sql`poll.id = ${anyOf(ids)}`).execute();
}

/** As `listVisiblePolls`, the polls of options. */
export async function listVisiblePollsOf(
  db: Db,
  viewer: ViewerSql,
  optionIds: readonly string[],
): Promise<ViewedPoll[]> {
  const condition = sql<boolean>`poll.id in (select o.poll_id from poll_options o where o.id = ${anyOf(optionIds)})`;
  return selectVisiblePolls(db, viewer, condition).execute();
}

/** Inserts a poll and its options in their order, one id for each. */
export async function insertPoll(
  tx: Tx,
  poll: NewPoll & PollSubject & { id: string; optionIds: readonly string[]; createdAt: Date },
): Promise<void> {
  await sql`
    with poll as (
      insert into polls (id, post_id, message_id, is_multiple_choice, is_anonymous, results, closes_at, created_at)
      values (${poll.id}::uuid, ${poll.postId}::uuid, ${poll.messageId}::uuid, ${poll.isMultipleChoice}::boolean,
        ${poll.isAnonymous}::boolean, ${poll.results}::text, ${poll.closesAt}::timestamptz, ${poll.createdAt}::timestamptz)
      returning id
    )
    insert into poll_options (id, poll_id, position, text)
    select o.id, poll.id, o.position, o.text
    from poll, unnest(${poll.optionIds}::uuid[], ${poll.optionTexts}::text[]) with ordinality as o (id, text, position)
  `.execute(tx);
}

type LockedPoll = Pick<
  Poll,
  'postId' | 'messageId' | 'isMultipleChoice' | 'isAnonymous' | 'closesAt' | 'closedAt'
>;

/** Locks a poll to remove a vote, whoever can see it. @returns null when it is deleted */
export async function lockPoll(tx: Tx, id: string): Promise<LockedPoll | null> {
  const locked = await tx
    .selectFrom('polls')
    .select(['post_id as postId', 'message_id as messageId'])
    .select(['is_multiple_choice as isMultipleChoice', 'is_anonymous as isAnonymous'])
    .select(['closes_at as closesAt', 'closed_at as closedAt'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return locked ?? null;
}

/** Locks the poll of a post or message. @returns null when it has none */
export async function lockPollOf(
  tx: Tx,
  { postId, messageId }: PollSubject,
): Promise<Pick<Poll, 'voterCount'> | null> {
  const locked = await tx
    .selectFrom('polls')
    .select('voter_count as voterCount')
    .$if(postId !== null, (query) => query.where('post_id', '=', postId))
    .$if(messageId !== null, (query) => query.where('message_id', '=', messageId))
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

/**
 * Closes a poll as of its `closesAt`. The poll of a message is deleted with it.
 * @returns null when it was closed before, or it or its post is deleted
 */
export async function updatePollClosedOnSchedule(
  tx: Tx,
  id: string,
): Promise<(PollSubject & Pick<Poll, 'authorId'>) | null> {
  const closed = await tx
    .updateTable('polls')
    .set(({ ref }) => ({ closed_at: ref('closes_at') }))
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('posts as p')
            .whereRef('p.id', '=', 'polls.post_id')
            .where('p.deleted_at', 'is not', null),
        ),
      ),
    )
    .returning(['post_id as postId', 'message_id as messageId'])
    // Exactly one of them has a row; only messages of the system have no sender.
    .returning(
      sql<string>`coalesce(
        (select p.author_id from posts p where p.id = polls.post_id),
        (select m.sender_id from messages m where m.id = polls.message_id)
      )`.as('authorId'),
    )
    .executeTakeFirst();
  return closed ?? null;
}
