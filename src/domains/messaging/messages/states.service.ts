import { notFound } from '#platform/kernel/errors.ts';
import type { ModerationState } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { lockMessageState, updateMessageState } from './message-rows.service.ts';
import { messageModerated, messageUpdated } from './messages.events.ts';

export type MessageStateChange = {
  readonly messageId: string;
  readonly state: ModerationState;
  readonly changedAt: Date;
};

/**
 * Sets the moderation state of a message; its present state changes nothing. Those who see the message no longer are told that it ended, those who see it
 * are told that it has changed, and nobody is told of what they see neither before nor after.
 * @returns the former state
 * @throws AppError NOT_FOUND for a message of the system, and for one that is deleted for everyone or has expired
 */
export async function setMessageState(
  tx: Tx,
  { messageId, state, changedAt }: MessageStateChange,
): Promise<ModerationState> {
  const found = await lockMessageState(tx, { id: messageId, now: changedAt });
  if (!found) throw notFound('Message', ['messageId']);
  const { state: former, senderId, isSenderMember, ...message } = found;
  if (former === state) return former;
  await updateMessageState(tx, messageId, state);
  const all = { topic: message.conversationId };
  const sender = { userIds: isSenderMember ? [senderId] : [] };
  const moderated = { messageId, ...message, scope: 'MODERATION' as const, byId: null, state };
  const losers = LOST_BY[former][state];
  if (losers === 'NOBODY') tx.emit(messageModerated, moderated);
  else tx.emit(messageModerated, moderated, losers === 'MEMBERS' ? all : sender);
  if (state === 'REMOVED') return former;
  const changes = ['MODERATION'] as const;
  tx.emit(messageUpdated, { messageId, ...message, changes }, state === 'VISIBLE' ? all : sender);
  return former;
}

/** Who may have seen the message in a state and does not in another one. */
const LOST_BY: Readonly<
  Record<ModerationState, Readonly<Record<ModerationState, 'MEMBERS' | 'SENDER' | 'NOBODY'>>>
> = {
  VISIBLE: { VISIBLE: 'NOBODY', HELD: 'MEMBERS', REMOVED: 'MEMBERS' },
  HELD: { VISIBLE: 'NOBODY', HELD: 'NOBODY', REMOVED: 'SENDER' },
  REMOVED: { VISIBLE: 'NOBODY', HELD: 'NOBODY', REMOVED: 'NOBODY' },
};
