import { type RawBuilder, sql } from 'kysely';
import {
  ACCOUNT_REFUSALS,
  accountRefusedIf,
  accountStandingSql,
  inForceSql,
  restrictedBy,
} from '#domains/foundation/visibility/restrictions.policy.ts';
import { visibleMessageSql } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Parameters } from '#platform/db/prepared.ts';
import { notFound } from '#platform/kernel/errors.ts';
import {
  defineCheck,
  defineWrite,
  eventSql,
  type RefusedIf,
  type RefusalSql,
  type WriteParts,
} from '#platform/outbox/write.ts';
import { claimedSql, isFirstSql } from '#platform/request/idempotency.ts';
import { cannotSend, lockedLastSeqSql, sendRefusalSql } from '../conversations/conversations.policy.ts';
import { takeSeqSql } from '../conversations/conversations.service.ts';
import { mentionedSql } from '../messages/message-mentions.service.ts';
import { messageAdded } from '../messages/messages.events.ts';
import type { Mentions, Message, NewMessage } from '../messages/messages.types.ts';

const REFUSALS = {
  ...ACCOUNT_REFUSALS,
  CONVERSATION_NOT_FOUND: () => notFound('Conversation', ['conversationId']),
  READ_ONLY: () => cannotSend('READ_ONLY'),
  REQUEST: () => cannotSend('REQUEST'),
  REQUESTED: () => cannotSend('REQUESTED'),
  REPLY_NOT_FOUND: () => notFound('Message', ['replyToId']),
  NOT_ACCEPTED: () => cannotSend('REQUESTED'),
  STRANGERS: restrictedBy,
};

type JudgedMessage = Pick<
  NewMessage,
  'conversationId' | 'senderId' | 'replyToId' | 'requestMessages' | 'isForRequests' | 'now'
>;

/**
 * Selects the one row of `judged`: the conversation to which the sender writes, and why they cannot.
 * @param lastSeq as of `sendRefusalSql`
 */
function judgedSql(
  message: Parameters<JudgedMessage>,
  refusal: RefusalSql<keyof typeof REFUSALS>,
  lastSeq?: RawBuilder<number>,
): RawBuilder<unknown> {
  const sender = { id: message.senderId, now: message.now };
  return sql`
    select conversation.id, conversation.kind, ${refusal({
      ...accountRefusedIf,
      STRANGERS: strangersRefusedIf(sender),
      CONVERSATION_NOT_FOUND: sql`conversation.id is null`,
      READ_ONLY: sql`conversation.send_refusal = 'READ_ONLY'`,
      REQUEST: sql`conversation.send_refusal = 'REQUEST'`,
      REQUESTED: sql`conversation.send_refusal = 'REQUESTED'`,
      REPLY_NOT_FOUND: sql`${message.replyToId}::uuid is not null and not exists (
        select from participants me join messages m on m.conversation_id = me.conversation_id
        where me.conversation_id = conversation.id and me.user_id = ${sender.id}::uuid
          and m.id = ${message.replyToId}::uuid and m.deleted_at is null and ${visibleMessageSql(message.now)})`,
      NOT_ACCEPTED: sql`not ${message.isForRequests}::boolean and conversation.kind = 'DIRECT' and exists (
        select from participants other where other.conversation_id = conversation.id
          and other.user_id <> ${sender.id}::uuid and other.left_at is null and other.inbox = 'REQUESTS')`,
    })} as refusal
    from (${accountStandingSql(sender, 'MESSAGING')}) account left join (
      select c.id, c.kind, ${sendRefusalSql(sender, message.requestMessages, lastSeq)} as send_refusal
      from participants me join conversations c on c.id = me.conversation_id
      where me.conversation_id = ${message.conversationId}::uuid and me.user_id = ${sender.id}::uuid
        and me.left_at is null and me.status = 'ACTIVE'
    ) conversation on true`;
}

/** Whether the sender, who may not write to strangers, writes to one who has not accepted. The restriction is looked for first: hardly anybody has it. */
function strangersRefusedIf(sender: Parameters<{ id: string; now: Date }>): RefusedIf {
  const restrictionSql = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
    select ${column} from restrictions where user_id = ${sender.id}::uuid and kind = 'MESSAGING_STRANGERS' and ${inForceSql(sender.now)}
    order by expires_at desc nulls first limit 1)`;
  return {
    condition: sql`conversation.kind = 'DIRECT' and ${restrictionSql(sql`true`)} and exists (
      select from participants other where other.conversation_id = conversation.id
        and other.user_id <> ${sender.id}::uuid and other.left_at is null and other.inbox = 'REQUESTS')`,
    details: {
      kind: sql`'MESSAGING_STRANGERS'`,
      expiresAt: restrictionSql(sql`expires_at`),
      decisionId: restrictionSql(sql`decision_id`),
    },
  };
}

/** Refuses what `writeMessage` would refuse now. @throws AppError NOT_FOUND | RESTRICTED | INVALID_STATE */
export const checkMessage = defineCheck(REFUSALS, (message: Parameters<JudgedMessage>, refusal) =>
  judgedSql(message, refusal),
);

/**
 * Inserts a message with the next number of its conversation, whose row stays locked until the commit: messages become visible
 * in their order, and the members stay the same.
 */
export const writeMessage = defineWrite(REFUSALS, (message: Parameters<NewMessage>, refusal) =>
  partsOf(message, judgedSql(message, refusal, lockedLastSeqSql), {
    steps: sql``,
    payload: { mentionedIds: sql`'[]'::jsonb`, mentionsEveryone: sql`false` },
  }),
);

/** As `writeMessage`, for one that mentions somebody. */
export const writeMention = defineWrite(REFUSALS, (message: Parameters<NewMessage & Mentions>, refusal) => {
  const { mentionedIds, mentionsEveryone } = message;
  const mention = { senderId: message.senderId, mentionedIds, mentionsEveryone, now: message.now };
  return partsOf(message, judgedSql(message, refusal, lockedLastSeqSql), {
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

function partsOf(
  message: Parameters<NewMessage>,
  judged: RawBuilder<unknown>,
  mentions: MentionParts,
): WriteParts<NumberedMessage> {
  return {
    steps: sql`
      judged as materialized (
        ${judged}
      ), ${claimedSql(message.claim)}, numbered as (
        ${takeSeqSql(sql`judged where c.id = judged.id and judged.refusal is null and ${isFirstSql(message.claim)}`, message.now)}
      ), written as (
        insert into messages (id, conversation_id, seq, sender_id, kind, text, entities, media_ids, content, reply_to_id,
          forwarded_from_id, client_data, created_at, expires_at, is_locked)
        select ${message.id}::uuid, id, seq, ${message.senderId}::uuid, ${message.kind}, ${message.text},
          ${message.entities}::jsonb, ${message.mediaIds}::uuid[], ${message.content}::jsonb, ${message.replyToId}::uuid,
          ${message.forwardedFromId}::uuid, ${message.clientData}::jsonb, ${message.now}::timestamptz,
          case when not ${message.isLocked}::boolean then expires_at end, ${message.isLocked}::boolean
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
      select numbered.seq, case when not ${message.isLocked}::boolean then numbered.expires_at end as "expiresAt", judged.kind = 'GROUP' as "isBoundToSender" from numbered join judged using (id)`,
  };
}
