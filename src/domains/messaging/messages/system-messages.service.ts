import type { InTransaction, RequestContext } from '#platform/request/context.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { messageAdded } from './messages.events.ts';
import { SYSTEM_USERS_MAX } from './messages.policy.ts';
import type { EndedCall, SystemChangeKind } from './messages.types.ts';
import { insertSystemMessage } from './system-messages.queries.ts';

type SystemMessage = {
  readonly conversationId: string;
  readonly change: SystemChangeKind;
  readonly byId: string;
  /** The users whom it concerns; by default nobody. */
  readonly userIds?: readonly string[];
  /** The new title, for RENAMED. */
  readonly title?: string | null;
  /** The new timer, for TIMER_CHANGED. */
  readonly disappearAfterSeconds?: number | null;
  /** The call, for CALL_ENDED. */
  readonly call?: EndedCall;
};

/** Tells of a change of a conversation by a message, in the transaction of the change, which has locked the conversation. */
export async function addSystemMessage(
  ctx: Pick<InTransaction<RequestContext>, 'clock' | 'ids'>,
  tx: Tx,
  { conversationId, userIds = [], title = null, change, byId, disappearAfterSeconds, call }: SystemMessage,
): Promise<void> {
  const id = ctx.ids.next();
  const shown = { userIds: userIds.slice(0, SYSTEM_USERS_MAX), userCount: userIds.length };
  const timer = disappearAfterSeconds === undefined ? {} : { disappearAfterSeconds };
  const content = { change, byId, title, ...shown, ...timer, ...(call && { call }) };
  const numbered = await insertSystemMessage(tx, {
    id,
    conversationId,
    content,
    createdAt: ctx.clock.now(),
  });
  const payload = { messageId: id, conversationId, senderId: null, kind: 'SYSTEM' as const, ...numbered };
  const mentions = { mentionedIds: [], mentionsEveryone: false };
  tx.emit(messageAdded, { ...payload, ...mentions }, { topic: conversationId });
}
