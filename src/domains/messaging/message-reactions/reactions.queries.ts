import { sql } from 'kysely';
import { activeUserSql, visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import {
  ACCOUNT_REFUSALS,
  accountRefusedIf,
  accountStandingSql,
} from '#domains/foundation/visibility/restrictions.policy.ts';
import { USER_COLUMNS } from '#domains/identity/users/users.types.ts';
import type { Db } from '#platform/db/database.ts';
import { anyOf } from '#platform/db/any-of.ts';
import { type Parameters, prepared } from '#platform/db/prepared.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { defineWrite, eventSql, type RefusalDetails, type WriteParts } from '#platform/outbox/write.ts';
import { openMessageRefusals, openMessageRefusedIf, openMessageRowSql } from '../messages/messages.policy.ts';
import { messageReacted, messageReactionRemoved } from './reactions.events.ts';
import type { EmojiCount, OwnReaction, Reactor } from './reactions.types.ts';

/*
 * Each write locks the row of the message first: the counts and both limits are exact. The one who waited for the lock reads
 * what they depend on after it, by `message_reaction_status`, `on conflict` or a lock of the count.
 */

type ReactionKey = { readonly messageId: string; readonly userId: string; readonly emoji: string };

export type NewReaction = ReactionKey & {
  readonly now: Date;
  readonly eventId: string;
  /** The limits of these names. */
  readonly messageReactionsPerUser: number;
  readonly messageReactionKinds: number;
  readonly requestMessages: number;
};

const REFUSALS = {
  ...ACCOUNT_REFUSALS,
  ...openMessageRefusals('messageId'),
  TOO_MANY_OWN: ({ limit = 0 }: RefusalDetails) =>
    limitReached(`Put at most ${limit} emojis to a message.`, limit),
  TOO_MANY_KINDS: ({ limit = 0 }: RefusalDetails) =>
    limitReached('Choose an emoji that the message has already.', limit),
};

const limitReached = (message: string, limit: number): AppError =>
  new AppError('LIMIT_REACHED', message, { path: ['emoji'], details: { limit } });

/** Inserts a reaction to a message that is open for the user. */
export const writeReaction = defineWrite(
  REFUSALS,
  (reaction: Parameters<NewReaction>, refusal): WriteParts<{ readonly isDone: true }> => {
    const { emoji, messageReactionsPerUser: ownMax, messageReactionKinds: kindsMax } = reaction;
    const viewer = { id: reaction.userId, now: reaction.now };
    return {
      steps: sql`
        message as materialized (
          ${openMessageRowSql(viewer, reaction)} for no key update of m
        ), judged as materialized (
          select message.*, status.is_known, ${refusal({
            ...accountRefusedIf,
            ...openMessageRefusedIf,
            TOO_MANY_OWN: {
              condition: sql`not status.is_known and status.own_count >= ${ownMax}::integer`,
              details: { limit: sql`${ownMax}::integer` },
            },
            TOO_MANY_KINDS: {
              condition: sql`not status.is_known and not status.has_kind and status.kind_count >= ${kindsMax}::integer`,
              details: { limit: sql`${kindsMax}::integer` },
            },
          })} as refusal
          from (${accountStandingSql(viewer, 'MESSAGING')}) account left join message on true
          left join lateral message_reaction_status(message.id, ${viewer.id}::uuid, ${emoji}) status on message.id is not null
        ), inserted as (
          insert into message_reactions (message_id, user_id, emoji, created_at)
          select id, ${viewer.id}::uuid, ${emoji}, ${viewer.now}::timestamptz from judged
          where refusal is null and not is_known
          returning message_id, user_id, emoji
        ), counted as (
          insert into message_reaction_counts as k (message_id, emoji, count, first_at)
          select message_id, emoji, 1, ${viewer.now}::timestamptz from inserted
          on conflict (message_id, emoji) do update set count = k.count + 1
        ), written as (
          select inserted.*, conversation_id, seq, sender_id, members_version
          from inserted join judged on judged.id = inserted.message_id
        )`,
      events: [
        eventSql(messageReacted, {
          id: reaction.eventId,
          payload: {
            ...REACTION_PAYLOAD,
            seq: sql`seq`,
            senderId: sql`sender_id`,
            membersVersion: sql`members_version`,
          },
          topic: sql`conversation_id`,
        }),
      ],
      row: sql`select true as "isDone"`,
    };
  },
);

const REACTION_PAYLOAD = {
  messageId: sql`message_id`,
  conversationId: sql`conversation_id`,
  userId: sql`user_id`,
  emoji: sql`emoji`,
};

type RemovedReaction = ReactionKey & { readonly now: Date; readonly eventId: string };

/** Deletes a reaction, whether or not the user sees the message. */
export const writeReactionRemoved = defineWrite(
  {},
  ({
    messageId,
    userId,
    emoji,
    eventId,
  }: Parameters<RemovedReaction>): WriteParts<{ readonly isDone: true }> => ({
    steps: sql`
    held as materialized (
      select m.id, m.conversation_id from messages m
      where m.id = ${messageId}::uuid and exists (
        select from message_reactions r
        where r.message_id = ${messageId}::uuid and r.user_id = ${userId}::uuid and r.emoji = ${emoji})
      for no key update of m
    ), deleted as (
      delete from message_reactions r using held
      where r.message_id = held.id and r.user_id = ${userId}::uuid and r.emoji = ${emoji}
      returning r.message_id, r.user_id, r.emoji
    ), current as materialized (
      select k.* from deleted join message_reaction_counts k using (message_id, emoji) for no key update of k
    ), lowered as (
      update message_reaction_counts k set count = current.count - 1 from current
      where k.message_id = current.message_id and k.emoji = current.emoji and current.count > 1
    ), dropped as (
      delete from message_reaction_counts k using current
      where k.message_id = current.message_id and k.emoji = current.emoji and current.count = 1
    ), written as (
      select deleted.*, conversation_id from deleted join held on held.id = deleted.message_id
    )`,
    events: [eventSql(messageReactionRemoved, { id: eventId, payload: REACTION_PAYLOAD })],
    row: sql`select true as "isDone"`,
  }),
);

/** The emojis of messages in the order of their first use. */
export const listEmojiCounts = prepared<{ ids: readonly string[] }, EmojiCount>((db, { ids }) =>
  sql<EmojiCount>`
  select message_id as "messageId", emoji, count, first_at as "firstAt" from message_reaction_counts
  where message_id = ${anyOf(ids)} order by first_at, emoji`.compile(db),
);

/** The reactions of a user to messages, first ones first. */
export const listOwnEmojis = prepared<{ ids: readonly string[]; userId: string }, OwnReaction>(
  (db, { ids, userId }) =>
    sql<OwnReaction>`
    select message_id as "messageId", emoji, created_at as "reactedAt" from message_reactions
    where message_id = ${anyOf(ids)} and user_id = ${userId}::uuid order by created_at, emoji`.compile(db),
);

type ReactorBounds = {
  readonly viewerId: string;
  readonly now: Date;
  readonly messageId: string;
  /** Null for all. */
  readonly emoji: string | null;
  readonly before: Date;
  readonly beforeId: string;
  readonly beforeEmoji: string;
  readonly limit: number;
};

/** Users who reacted to a message and are visible to the viewer, most recent reaction first. `offset 0` keeps the planner from beginning with the users. */
export const listReactors = prepared<ReactorBounds, Reactor>((db, bounds) => {
  const { viewerId, now, messageId, emoji, before, beforeId, beforeEmoji, limit } = bounds;
  const visible = db
    .selectFrom('users as u')
    .select(USER_COLUMNS)
    .where('u.id', '=', sql.ref<string>('r.user_id'))
    .where(visibleUserSql({ id: viewerId, now }))
    .offset(sql.lit(0));
  return sql<Reactor>`
    select u.*, r.emoji, r.created_at as "reactedAt"
    from message_reactions r cross join lateral ${visible} u
    where r.message_id = ${messageId}::uuid and (${emoji}::text is null or r.emoji = ${emoji}::text)
      and (r.created_at, r.user_id, r.emoji) < (${before}::timestamptz, ${beforeId}::uuid, ${beforeEmoji}::text collate "C")
    order by r.created_at desc, r.user_id desc, r.emoji desc limit ${limit}`.compile(db);
});

/** A reaction that members may be told of. */
export type ToldReaction = { readonly messageId: string; readonly userId: string; readonly emoji: string };

/** The reactions to messages that are still there, of active users and to messages whose senders are. */
export async function listToldReactions(
  db: Db,
  { now, messageIds }: { now: Date; messageIds: readonly string[] },
): Promise<ToldReaction[]> {
  const { rows } = await sql<ToldReaction>`
    select r.message_id as "messageId", r.user_id as "userId", r.emoji
    from message_reactions r join users u on u.id = r.user_id
    join messages m on m.id = r.message_id join conversations c on c.id = m.conversation_id
    -- A probe of the sender for each, by the fence.
    where r.message_id = ${anyOf(messageIds)} and ${activeUserSql(now)} and (c.kind = 'DIRECT' or exists (
      select from users u where u.id = m.sender_id and (u.state = 'DELETED' or ${activeUserSql(now)}) offset 0))`.execute(
    db,
  );
  return rows;
}
