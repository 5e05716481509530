import { SECOND_MS } from '#platform/kernel/clock.ts';
import type { NotificationType } from '../notification-settings/notification.types.ts';

/** A collapse key has one push in a window. */
const WINDOW_MS = 5 * SECOND_MS;
/** A badge that falls is sent once in this time. */
const BADGE_WINDOW_MS = 10 * SECOND_MS;

/** A conversation that was read within this time is open. */
export const ACTIVE_MS = 30 * SECOND_MS;
/** Pause before the second look at a conversation that is open. */
export const LOOK_AGAIN_MS = 10 * SECOND_MS;

type Slot = { readonly name: string; readonly endsAt: Date };

const slotOf = (now: Date, windowMs: number): Slot => {
  const slot = Math.floor(now.getTime() / windowMs);
  return { name: String(slot), endsAt: new Date((slot + 1) * windowMs) };
};

export const pushSlot = (now: Date): Slot => slotOf(now, WINDOW_MS);
export const badgeSlot = (now: Date): Slot => slotOf(now, BADGE_WINDOW_MS);

/**
 * The step of a group by the number of its actors: 1, 5, 10, 50, 100, 500 and so on; 0 without actors. A group is pushed when it comes to
 * a step for the first time.
 */
export function stepOf(actorCount: number): number {
  if (actorCount < 1) return 0;
  const tens = 10 ** (String(Math.floor(actorCount)).length - 1);
  return actorCount >= 5 * tens ? 5 * tens : tens;
}

/** Whether it goes to everybody at once, so that no other push waits for it. */
export const isBulk = (type: NotificationType): boolean => type === 'ANNOUNCEMENT';

export const collapseKeyOfNotification = (notificationId: string): string => `notification:${notificationId}`;
export const collapseKeyOfConversation = (conversationId: string): string => `conversation:${conversationId}`;
export const collapseKeyOfCall = (callId: string): string => `call:${callId}`;
