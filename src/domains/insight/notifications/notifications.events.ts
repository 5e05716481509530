import { defineEvent } from '#platform/outbox/events/definition.ts';
import type { NotificationType } from '../notification-settings/notification.types.ts';
import type { NotificationChange } from './notifications.types.ts';

/**
 * To the recipient: at most once for each notification and batch of events. The counts of actors let a group be pushed when it reaches
 * a number for the first time: `highestActorCount` never falls, and stays where somebody takes an act back and does it again.
 */
export const notificationChanged = defineEvent<{
  readonly notificationId: string;
  readonly recipientId: string;
  readonly type: NotificationType;
  readonly kind: NotificationChange;
  readonly groupKey: string;
  readonly actorCount: number;
  /** Zero for the first time; without actors it rises from 0 to 1. */
  readonly formerHighestActorCount: number;
  readonly highestActorCount: number;
}>('notification.changed');

/** To nobody: a user has seen, read, deleted or marked as unread some of theirs: what waits for their devices may be no news, and the badge another one. */
export const notificationsRead = defineEvent<{ readonly userId: string }>('notification.read');
