import type { Message } from '#domains/messaging/messages/messages.types.ts';
import type { UserContext } from '#platform/request/context.ts';
import type { NotificationType } from '../notification-settings/notification.types.ts';
import type { Notification } from './notifications.types.ts';
import { languageOf, titleOf } from './texts.policy.ts';
import { messagePreview, notificationTitle } from './texts.service.ts';

/** The title of a type that is pushed alone, from one actor, in the language of a tag such as `de-AT`. */
export const pushedTitle = (type: NotificationType, actorName: string, locale: string): string =>
  titleOf(languageOf(locale), { type, names: [actorName], actorCount: 1, facts: {} });

/** The text of a message as its recipient, the caller, gets it outside of the conversation; null where there is none. */
export const pushedMessageText = (
  ctx: UserContext,
  message: Message,
  locale: string,
): Promise<string | null> => messagePreview(ctx, message, languageOf(locale));

/** The title of a notification for the caller, its recipient, in the language of a tag; in English without one. */
export const mailedTitle = (
  ctx: UserContext,
  notification: Notification,
  locale: string | null,
): Promise<string> => notificationTitle(ctx, notification, languageOf(locale ?? ''));

const SUMMARIES = {
  de: { one: 'Eine neue Benachrichtigung', many: 'neue Benachrichtigungen' },
  en: { one: 'One new notification', many: 'new notifications' },
};

/** The title of a summary, by the number of notifications that were held. */
export function summaryTitle(count: number, locale: string): string {
  const { one, many } = SUMMARIES[languageOf(locale)];
  return count === 1 ? one : `${count} ${many}`;
}
