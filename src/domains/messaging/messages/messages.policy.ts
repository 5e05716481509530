import { type RawBuilder, sql } from 'kysely';
import {
  availableMessageSql,
  ownPartSql,
  type ViewerSql,
  visibleMessageSql,
} from '#domains/foundation/visibility/visibility.policy.ts';
import { contentText } from '#domains/foundation/media/content.policy.ts';
import { type Limits, perLimits } from '#platform/kernel/limits.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { parseInput } from '#platform/kernel/parse-input.ts';
import type { RefusedIf } from '#platform/outbox/write.ts';
import {
  cannotSend,
  canSendSql,
  lockedLastSeqSql,
  sendRefusalSql,
} from '../conversations/conversations.policy.ts';
import type { AttachmentKind } from './messages.types.ts';

/** Users whom a message of the system names. */
export const SYSTEM_USERS_MAX = 20;

export const parseMessageText = (text: string, limits: Limits): string =>
  parseInput(textOf(limits), { text }).text;

const textOf = perLimits((limits) => contentText(limits.messageTextLength));

/**
 * Whether the message `m` is open for its viewer, the participant `me` of the conversation `c`: it takes their reaction, their
 * pin and their vote. They see it and its content, it was sent by a user, is neither deleted nor held, and they can send there. `assertOpen` finds the reason.
 * @param isSenderAvailable as of `availableMessageSql`
 */
export const openMessageSql = (
  viewer: ViewerSql & { readonly id: RawBuilder<string> },
  requestMessages: RawBuilder<number>,
  isSenderAvailable?: RawBuilder<boolean>,
): RawBuilder<boolean> => sql`(
  ${visibleMessageSql(viewer.now)} and m.moderation_state = 'VISIBLE' and m.sender_id is not null
  and ${availableMessageSql(viewer, isSenderAvailable)} and ${canSendSql(viewer, requestMessages)})`;

/** The refusal about a message whose content is not there: the cause is not told apart, so that a block looks like a deactivated account. */
export const messageClosed = (path: readonly string[] = ['messageId']): AppError =>
  new AppError('INVALID_STATE', 'Choose a message whose content is available.', {
    path,
    details: { current: 'CLOSED', allowed: ['OPEN'] },
  });

/**
 * Why a write whose `judged` reads `openMessageRowSql` as `message` is refused: as by `assertOpen`.
 * @param field the one of the input that the errors name
 */
export const openMessageRefusals = (field: string) => ({
  MESSAGE_NOT_FOUND: () => notFound('Message', [field]),
  READ_ONLY: () => cannotSend('READ_ONLY', [field]),
  REQUEST: () => cannotSend('REQUEST', [field]),
  REQUESTED: () => cannotSend('REQUESTED', [field]),
  CLOSED: () => messageClosed([field]),
});

export const openMessageRefusedIf: Readonly<Record<keyof ReturnType<typeof openMessageRefusals>, RefusedIf>> =
  {
    MESSAGE_NOT_FOUND: sql`message.id is null`,
    READ_ONLY: sql`message.send_refusal = 'READ_ONLY'`,
    REQUEST: sql`message.send_refusal = 'REQUEST'`,
    REQUESTED: sql`message.send_refusal = 'REQUESTED'`,
    CLOSED: sql`not message.is_available`,
  };

/**
 * Selects a message that its viewer sees, with what decides whether it is open for them: `openMessageSql`, in its parts.
 * @param isSenderAvailable as of `availableMessageSql`
 */
export const openMessageRowSql = (
  viewer: ViewerSql & { readonly id: RawBuilder<string> },
  { messageId, requestMessages }: { messageId: RawBuilder<string>; requestMessages: RawBuilder<number> },
  isSenderAvailable?: RawBuilder<boolean>,
): RawBuilder<unknown> => sql`
  select m.id, m.conversation_id, m.seq, m.sender_id, m.kind, c.members_version,
    ${sendRefusalSql(viewer, requestMessages, lockedLastSeqSql)} as send_refusal,
    m.moderation_state = 'VISIBLE' and m.sender_id is not null and ${availableMessageSql(viewer, isSenderAvailable)} as is_available
  from messages m join conversations c on c.id = m.conversation_id
  cross join lateral ${ownPartSql('c.id', viewer.id)} me
  where m.id = ${messageId}::uuid and ${visibleMessageSql(viewer.now)}`;

/** Whether the message `m` has attachments of a kind, as the partial indexes have it. */
export const ATTACHED = {
  MEDIA: sql<boolean>`m.kind = 'MEDIA'`,
  FILE: sql<boolean>`m.kind = 'FILE'`,
  VOICE_NOTE: sql<boolean>`m.kind = 'VOICE_NOTE'`,
  LINK: sql<boolean>`m.entities @> '[{"kind": "LINK"}]'`,
} as const satisfies Record<AttachmentKind, RawBuilder<boolean>>;

/** `ATTACHED` for a kind that a statement is given; null for any message. */
export const hasAttachmentSql = (kind: RawBuilder<AttachmentKind | null>): RawBuilder<boolean> => sql`(
  case ${kind}::text when 'LINK' then ${ATTACHED.LINK} else coalesce(m.kind = ${kind}::text, true) end)`;
