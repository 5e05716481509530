import { type RawBuilder, sql } from 'kysely';
import { unrestrictedSql } from '#domains/foundation/visibility/restrictions.policy.ts';
import { visibleMessageSql } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Parameters } from '#platform/db/prepared.ts';
import { defineWrite, eventSql, type WriteParts } from '#platform/outbox/write.ts';
import { claimedSql, isFirstSql } from '#platform/request/idempotency.ts';
import { canSendSql } from '../conversations/conversations.policy.ts';
import { takeSeqSql } from '../conversations/conversations.service.ts';
import { mentionedSql } from './message-mentions.queries.ts';
import { messageAdded } from './messages.events.ts';
import type { Mentions, Message, NewMessage } from './messages.types.ts';

/**
 * Inserts a message with the next number of its conversation, whose row stays locked until the commit: messages become visible
 * in their order, and the members stay the same.
 */
export const writeMessage = defineWrite<NewMessage, NumberedMessage>((message) =>
  partsOf(message, {
    steps: sql``,
    payload: { mentionedIds: sql`'[]'::jsonb`, mentionsEveryone: sql`false` },
  }),
);

/** As `writeMessage`, for one that mentions somebody. */
export const writeMention = defineWrite<NewMessage & Mentions, NumberedMessage>((message) => {
  const { mentionedIds, mentionsEveryone } = message;
  const mention = { senderId: message.senderId, mentionedIds, mentionsEveryone, now: message.now };
  return partsOf(message, {
    steps: sql`, mentioned as (${mentionedSql(sql`numbered`, mention)})`,
    payload: {
      mentionedIds: sql`(
        select coalesce(jsonb_agg(user_id), '[]') from mentioned where user_id = any(${mentionedIds}::uuid[]))`,
      mentionsEveryone: sql`${mentionsEveryone}::boolean`,
    },
  });
});

export type NumberedMessage = Pick<Message, 'seq' | 'expiresAt' | 'isBoundToSender'>;

type MentionParts = {
  readonly steps: RawBuilder<unknown>;
  readonly payload: { readonly [Field in keyof Mentions]: RawBuilder<unknown> };
};

function partsOf(message: Parameters<NewMessage>, mentions: MentionParts): WriteParts<NumberedMessage> {
  const sender = { id: message.senderId, now: message.now };
  return {
    steps: sql`
      judged as materialized (
        select c.id, c.kind from participants me join conversations c on c.id = me.conversation_id
        where me.conversation_id = ${message.conversationId}::uuid and me.user_id = ${sender.id}::uuid
          and me.left_at is null and me.status = 'ACTIVE'
          and ${unrestrictedSql(sender, 'MESSAGING')} and ${canSendSql(sender, message.requestMessages)}
          and (${message.replyToId}::uuid is null or exists (
            select from messages m where m.id = ${message.replyToId}::uuid and m.conversation_id = c.id
              and m.deleted_at is null and ${visibleMessageSql(message.now)}))
      ), ${claimedSql(message.claim, 'judged')}, numbered as (
        ${takeSeqSql(sql`judged where c.id = judged.id and ${isFirstSql(message.claim)}`, message.now)}
      ), written as (
        insert into messages (id, conversation_id, seq, sender_id, kind, text, entities, media_ids, content, reply_to_id,
          forwarded_from_id, client_data, created_at, expires_at)
        select ${message.id}::uuid, id, seq, ${sender.id}::uuid, ${message.kind}, ${message.text},
          ${message.entities}::jsonb, ${message.mediaIds}::uuid[], ${message.content}::jsonb, ${message.replyToId}::uuid,
          ${message.forwardedFromId}::uuid, ${message.clientData}::jsonb, ${message.now}::timestamptz, expires_at
        from numbered
        returning id, conversation_id, seq, sender_id, kind, (select members_version from numbered) as members_version
      )${mentions.steps}`,
    events: [
      eventSql(messageAdded, {
        id: message.eventId,
        payload: {
          messageId: sql`id`,
          conversationId: sql`conversation_id`,
          seq: sql`seq`,
          senderId: sql`sender_id`,
          kind: sql`kind`,
          ...mentions.payload,
          membersVersion: sql`members_version`,
        },
        topic: sql`conversation_id`,
      }),
    ],
    row: sql`
      select numbered.seq, numbered.expires_at as "expiresAt", judged.kind = 'GROUP' as "isBoundToSender" from numbered join judged using (id)`,
  };
}
