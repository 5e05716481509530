import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { localUserContext } from '#platform/request/local-context.ts';
import { visibleMessageById } from '#domains/messaging/messages/messages.loaders.ts';
import { findNotificationForPush, type NotificationToSend } from '../notifications/notifications.service.ts';
import type { NotificationType } from '../notification-settings/notification.types.ts';
import type { DeliveryReason } from '../push/push.types.ts';
import { queuePush, withdrawPushes } from '../push/sending.service.ts';
import { deliver, leaveOut, NEWS_MS, sendBadgeSoon, silent, type Step } from './delivering.service.ts';
import { collapseKeyOfConversation, collapseKeyOfNotification } from './notification-pushes.policy.ts';
import { claimRetraction, findReading, findStanding } from './pushes.queries.ts';

type NotificationStep = {
  readonly notificationId: string;
  readonly userId: string;
  readonly type: NotificationType;
  readonly step: number;
};

export const pushNotificationJob = defineJob<NotificationStep>('notification-pushes.pushNotification');
/** The same for announcements, whose many jobs hold up no other push. */
export const pushAnnouncementJob = defineJob<NotificationStep>('notification-pushes.pushAnnouncement');

/** Pushes a notification as it is now, or notes why not. */
export async function pushNotification(services: Services, payload: NotificationStep): Promise<void> {
  const { notificationId, userId, type, step: actors } = payload;
  const found = await findNotificationForPush(services, notificationId);
  const own: Step = { userId, type, collapseKey: collapseKeyOfNotification(notificationId), step: actors };
  if (!found || found.notification.recipientId !== userId) return leaveOut(services, own, 'NOT_VISIBLE');
  const step = await sharedStep(services, own, found);
  const reason = await reasonAgainst(services, found);
  if (reason) return leaveOut(services, step, reason);
  const { targetType, targetId } = found.notification;
  await deliver(services, {
    ...step,
    textsIn: found.textsIn,
    data: {
      notificationId: toGlobalId('notification', notificationId),
      ...(targetType && targetId && { targetId: toGlobalId(targetType, targetId) }),
    },
    kind: 'ALERT',
    isUrgent: false,
    expiresAt: new Date(services.clock.now().getTime() + NEWS_MS),
    isAllowed: () => Promise.resolve(false),
    isHeld: true,
  });
}

/** A mention has the step of its message: whichever is pushed first, the other one is not. */
async function sharedStep(
  services: Services,
  step: Step,
  { notification }: NotificationToSend,
): Promise<Step> {
  const { type, targetId, parentId, recipientId } = notification;
  if (type !== 'MESSAGE_MENTION' || targetId === null || parentId === null) return step;
  const message = await load(localUserContext(services, recipientId), visibleMessageById, targetId);
  return message ? { ...step, collapseKey: collapseKeyOfConversation(parentId), step: message.seq } : step;
}

async function reasonAgainst(
  { clock, db }: Services,
  { notification }: NotificationToSend,
): Promise<DeliveryReason | null> {
  const { recipientId, type, actorIds, parentId, targetType, isRead, isSeen } = notification;
  const now = clock.now();
  if (isRead || isSeen) return 'READ';
  if (targetType === 'message' && parentId !== null) {
    const reading = await findReading(db, { userId: recipientId, conversationId: parentId });
    if (reading?.mutedUntil && reading.mutedUntil > now) return 'MUTED';
  }
  const { isOpen, isMuted, isWanted } = await findStanding(db, {
    recipientId,
    actorId: actorIds[0] ?? null,
    type,
    now,
  });
  if (!isOpen) return 'NOT_VISIBLE';
  if (isMuted) return 'MUTED';
  return isWanted ? null : 'PREFERENCE';
}

/** Takes back a notification that is gone: what waits is not sent, and devices that may show it are told. */
export async function retractNotification(
  services: Pick<Services, 'clock' | 'ids' | 'ports' | 'sealer'>,
  tx: Tx,
  { notificationId, userId }: Pick<NotificationStep, 'notificationId' | 'userId'>,
): Promise<void> {
  const collapseKey = collapseKeyOfNotification(notificationId);
  await withdrawPushes(tx, [{ userId, collapseKey }]);
  if (!(await claimRetraction(tx, { userId, collapseKey }))) return;
  await queuePush(services, tx, {
    userId,
    expiresAt: new Date(services.clock.now().getTime() + NEWS_MS),
    content: silent({
      type: 'RETRACTED',
      badge: null,
      collapseKey,
      data: { notificationId: toGlobalId('notification', notificationId) },
    }),
  });
  sendBadgeSoon(services, tx, userId);
}
