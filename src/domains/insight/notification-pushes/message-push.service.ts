import { messageContent } from '#domains/messaging/messages/message-content.service.ts';
import { visibleMessageById } from '#domains/messaging/messages/messages.loaders.ts';
import type { Message } from '#domains/messaging/messages/messages.types.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { FIRST_ID } from '#platform/db/keyset.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { UserContext } from '#platform/request/context.ts';
import { load, loadMany } from '#platform/request/loader.ts';
import { localUserContext } from '#platform/request/local-context.ts';
import { pushedMessageText, pushedTitle } from '../notifications/outside-texts.service.ts';
import type { DeliveryReason } from '../push/push.types.ts';
import { deliver, leaveOut, NEWS_MS, type Step } from './delivering.service.ts';
import { ACTIVE_MS, collapseKeyOfConversation, LOOK_AGAIN_MS } from './notification-pushes.policy.ts';
import { findReading, findStanding, listNewestReceived, listReachableMembers } from './pushes.queries.ts';

/** Walks the members of a conversation with new messages. */
export const pushConversationJob = defineJob<{ conversationId: string }>(
  'notification-pushes.pushConversation',
);

type ToMember = {
  readonly conversationId: string;
  readonly userId: string;
  /** Whether the member had the conversation open at the first look. */
  readonly isSecond: boolean;
};

export const pushMessageJob = defineJob<ToMember>('notification-pushes.pushMessage');

const MEMBERS_BATCH = 500;
/** Messages among which the newest is looked for that a member sees. */
const NEWEST_READ = 5;

export async function pushConversation(
  { db, transaction }: Services,
  { conversationId }: { conversationId: string },
): Promise<void> {
  let afterId: string | null = FIRST_ID;
  while (afterId !== null) {
    const userIds: string[] = await listReachableMembers(db, {
      conversationId,
      afterId,
      limit: MEMBERS_BATCH,
    });
    await transaction(async (tx) => {
      for (const userId of userIds) {
        const key = `${userId} ${conversationId}`;
        tx.enqueue(pushMessageJob, { conversationId, userId, isSecond: false }, { key });
      }
    });
    afterId = userIds.length < MEMBERS_BATCH ? null : (userIds.at(-1) ?? null);
  }
}

/** Pushes the newest message of a conversation that a member sees, as it is now, or notes why not. */
export async function pushMessage(services: Services, payload: ToMember): Promise<void> {
  const { conversationId, userId, isSecond } = payload;
  const { clock, db, transaction } = services;
  const reading = await findReading(db, { userId, conversationId });
  if (!reading) return;
  const ctx = localUserContext(services, userId);
  const ids = await listNewestReceived(db, { userId, conversationId, limit: NEWEST_READ });
  const [message] = await loadMany(ctx, visibleMessageById, ids);
  // Nothing has come to this member: the message is their own, or they do not see it.
  if (!message) return;
  const step = stepOfMessage(userId, message);
  const now = clock.now();
  if (message.seq <= reading.readSeq)
    return isSecond ? leaveOut(services, step, 'ACTIVE') : leaveRead(services, step);
  if (reading.mutedUntil && reading.mutedUntil > now) return leaveOut(services, step, 'MUTED');
  const isActive = reading.readAt !== null && now.getTime() - reading.readAt.getTime() < ACTIVE_MS;
  if (isActive && !isSecond) {
    await transaction(async (tx) =>
      tx.enqueue(
        pushMessageJob,
        { ...payload, isSecond: true },
        { key: `${userId} ${conversationId} again`, runAt: new Date(now.getTime() + LOOK_AGAIN_MS) },
      ),
    );
    return;
  }
  const reason = await reasonAgainst(ctx, message);
  if (reason) return leaveOut(services, step, reason);
  await deliverMessage(ctx, step, message);
}

const stepOfMessage = (userId: string, { conversationId, seq }: Message): Step => ({
  userId,
  type: 'MESSAGE',
  collapseKey: collapseKeyOfConversation(conversationId),
  step: seq,
});

const leaveRead = (services: Services, step: Step): Promise<void> => leaveOut(services, step, 'READ');

async function reasonAgainst(ctx: UserContext, message: Message): Promise<DeliveryReason | null> {
  const { senderId: actorId } = message;
  const now = ctx.clock.now();
  const { isOpen, isMuted, isWanted } = await findStanding(ctx.db, {
    recipientId: ctx.user.id,
    actorId,
    type: 'MESSAGE',
    now,
  });
  if (!isOpen) return 'NOT_VISIBLE';
  if (isMuted) return 'MUTED';
  if (!isWanted) return 'PREFERENCE';
  const sender = actorId === null ? null : await load(ctx, visibleUserById, actorId);
  const { kind } = await messageContent(ctx, message);
  return sender && kind !== 'UNAVAILABLE' && kind !== 'DELETED' ? null : 'NOT_VISIBLE';
}

async function deliverMessage(ctx: UserContext, step: Step, message: Message): Promise<void> {
  const { conversationId, id, senderId } = message;
  const sender = senderId === null ? null : await load(ctx, visibleUserById, senderId);
  const expiresAt = new Date(ctx.clock.now().getTime() + NEWS_MS);
  await deliver(ctx, {
    ...step,
    textsIn: async (locale) => ({
      title: pushedTitle('MESSAGE', sender?.displayName ?? '', locale),
      body: await pushedMessageText(ctx, message, locale),
    }),
    data: {
      conversationId: toGlobalId('conversation', conversationId),
      messageId: toGlobalId('message', id),
    },
    kind: 'ALERT',
    isUrgent: true,
    // A message that disappears is not told of once it has.
    expiresAt: message.expiresAt && message.expiresAt < expiresAt ? message.expiresAt : expiresAt,
    isAllowed: () => Promise.resolve(false),
    isHeld: true,
  });
}
