import { type RawBuilder, sql } from 'kysely';
import { type ViewerSql, visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Mentions, Message } from './messages.types.ts';

type Usernames = {
  readonly conversationId: string;
  readonly senderId: string;
  readonly usernames: readonly string[];
  readonly now: Date;
};

/**
 * The participants of a conversation whom the sender sees, among those with these usernames. Whoever declined a request is one of them, so
 * that its sender notices nothing; whoever is invited sees no messages, and is none.
 */
export const listMentionable = prepared<Usernames, { id: string; username: string }>(
  (db, { conversationId, senderId, usernames, now }) =>
    sql<{ id: string; username: string }>`
    select u.id, u.username from users u
    join participants p on p.conversation_id = ${conversationId}::uuid and p.user_id = u.id
    where u.username = any(${usernames}::text[]) and p.left_at is null and p.status <> 'INVITED'
      and ${visibleUserSql({ id: senderId, now })}`.compile(db),
);

type Mentioning = { readonly [Field in keyof Mentions]: RawBuilder<Mentions[Field]> } & {
  readonly senderId: RawBuilder<string>;
  readonly now: ViewerSql['now'];
};

/**
 * Inserts the mentions of a message, as a part of a write: of members whom the sender sees, and who see the message.
 * @param message names its `id`, that of the conversation, and `seq`
 */
export const mentionedSql = (
  message: RawBuilder<unknown>,
  { senderId, mentionedIds, mentionsEveryone, now }: Mentioning,
): RawBuilder<unknown> => sql`
  insert into message_mentions (user_id, conversation_id, seq)
  select u.id, message.id, message.seq from ${message} message
  cross join lateral (
    select unnest(${mentionedIds}::uuid[]) as id
    union select user_id from participants where conversation_id = message.id and ${mentionsEveryone}::boolean
  ) named
  -- A look-up for each, by the fence.
  cross join lateral (
    select from participants p
    where p.conversation_id = message.id and p.user_id = named.id and p.left_at is null and p.status = 'ACTIVE'
      and p.sees_after_seq < message.seq offset 0
  ) participant
  join users u on u.id = named.id
  where u.id <> ${senderId}::uuid
    and ${visibleUserSql({ id: senderId, now })}
  on conflict do nothing returning user_id`;

/** Inserts mentions of a locked message that an edit adds. @returns those of `mentionedIds` whom it mentions */
export async function insertMentions(
  tx: Tx,
  { conversationId, seq }: Pick<Message, 'conversationId' | 'seq'>,
  { mentionedIds, ...mention }: Mentions & { readonly senderId: string; readonly now: Date },
): Promise<readonly string[]> {
  const { rows } = await sql<{ userId: string }>`
    with mentioned as (${mentionedSql(sql`(select ${conversationId}::uuid as id, ${seq}::bigint as seq)`, {
      senderId: sql`${mention.senderId}`,
      mentionedIds: sql`${mentionedIds}`,
      mentionsEveryone: sql`${mention.mentionsEveryone}`,
      now: mention.now,
    })})
    select user_id as "userId" from mentioned where user_id = any(${mentionedIds}::uuid[])`.execute(tx);
  return rows.map(({ userId }) => userId);
}

/** Deletes the mentions of a locked message, but for those of some users. */
export async function deleteMentions(
  tx: Tx,
  { conversationId, seq }: Pick<Message, 'conversationId' | 'seq'>,
  keptIds: readonly string[],
): Promise<void> {
  await sql`
    delete from message_mentions where conversation_id = ${conversationId}::uuid and seq = ${seq}::bigint
      and user_id <> all(${keptIds}::uuid[])`.execute(tx);
}

/** Deletes where a user is mentioned, at most `limit`. @returns how many */
export async function deleteMentionsOf(
  tx: Tx,
  { userId, limit }: { userId: string; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from message_mentions where (user_id, conversation_id, seq) in (
      select user_id, conversation_id, seq from message_mentions where user_id = ${userId}::uuid limit ${limit}
    )`.execute(tx);
  return Number(numAffectedRows);
}
