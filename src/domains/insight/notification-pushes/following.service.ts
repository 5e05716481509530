import { callInvited, callInviteEnded } from '#domains/messaging/calls/calls.events.ts';
import { messageAdded } from '#domains/messaging/messages/messages.events.ts';
import { messageRead } from '#domains/messaging/receipts/receipts.events.ts';
import type { EventDefinition } from '#platform/outbox/events/definition.ts';
import type { FollowedEvent } from '#platform/outbox/followers/event-followers.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { kindOf } from '../notification-settings/notification-settings.policy.ts';
import { quietChanged } from '../notification-settings/notification-settings.events.ts';
import { notificationChanged, notificationsRead } from '../notifications/notifications.events.ts';
import { withdrawPushes } from '../push/sending.service.ts';
import { endRing, ringJob } from './call-push.service.ts';
import { releaseHeldJob, sendBadgeSoon } from './delivering.service.ts';
import { pushConversationJob } from './message-push.service.ts';
import { collapseKeyOfConversation, isBulk, pushSlot, stepOf } from './notification-pushes.policy.ts';
import {
  pushAnnouncementJob,
  pushNotificationJob,
  retractNotification,
} from './notification-push.service.ts';
import { listWaitingRead, listWithDevice } from './pushes.queries.ts';

type Following = Omit<Services, 'transaction'>;
type Events = readonly FollowedEvent<object>[];

/** The payloads of a batch that are of one event. */
const payloadsOf = <Payload extends object>(events: Events, { name }: EventDefinition<Payload>): Payload[] =>
  // Events of a name have the payload of their definition.
  events.filter((event) => event.name === name).map(({ payload }) => payload as Payload);

/** Has pushes sent, or taken back, for a batch of events. Jobs of one window share their keys, so that each is one job. */
export async function followBatch(services: Following, tx: Tx, events: Events): Promise<void> {
  await followNotifications(services, tx, events);
  followMessages(services, tx, events);
  await followReading(services, tx, events);
  for (const { callId } of payloadsOf(events, callInvited)) tx.enqueue(ringJob, { callId }, { key: callId });
  for (const ended of payloadsOf(events, callInviteEnded)) await endRing(services, tx, ended);
  for (const { userId } of payloadsOf(events, quietChanged))
    tx.enqueue(releaseHeldJob, { userId }, { key: userId });
}

async function followNotifications(services: Following, tx: Tx, events: Events): Promise<void> {
  const changes = payloadsOf(events, notificationChanged);
  const reachable = new Set(
    await listWithDevice(
      tx,
      changes.map(({ recipientId }) => recipientId),
    ),
  );
  const { name, endsAt } = pushSlot(services.clock.now());
  for (const change of changes) {
    const { notificationId, recipientId: userId, type, kind } = change;
    if (!reachable.has(userId)) continue;
    if (kind === 'REMOVED') {
      await retractNotification(services, tx, { notificationId, userId });
      continue;
    }
    const step = stepOf(change.highestActorCount);
    if (step === 0 || step === stepOf(change.formerHighestActorCount)) continue;
    // Critical types do not wait for others.
    const runAt = kindOf(type).isCritical ? services.clock.now() : endsAt;
    const key = `${userId} ${notificationId} ${name}`;
    const job = isBulk(type) ? pushAnnouncementJob : pushNotificationJob;
    tx.enqueue(job, { notificationId, userId, type, step }, { key, runAt });
  }
}

function followMessages({ clock }: Following, tx: Tx, events: Events): void {
  const { name, endsAt: runAt } = pushSlot(clock.now());
  const sent = payloadsOf(events, messageAdded).filter(({ senderId }) => senderId !== null);
  for (const conversationId of new Set(sent.map((message) => message.conversationId)))
    tx.enqueue(pushConversationJob, { conversationId }, { key: `${conversationId} ${name}`, runAt });
}

/** Reading on one device clears the others: nothing that waits is sent, and their badge falls. */
async function followReading(services: Following, tx: Tx, events: Events): Promise<void> {
  const conversations = payloadsOf(events, messageRead);
  const notifications = payloadsOf(events, notificationsRead);
  await withdrawPushes(tx, [
    ...conversations.map(({ userId, conversationId }) => ({
      userId,
      collapseKey: collapseKeyOfConversation(conversationId),
    })),
    ...(await listWaitingRead(
      tx,
      notifications.map(({ userId }) => userId),
    )),
  ]);
  const readers = [...conversations, ...notifications].map(({ userId }) => userId);
  for (const userId of await listWithDevice(tx, [...new Set(readers)])) sendBadgeSoon(services, tx, userId);
}
