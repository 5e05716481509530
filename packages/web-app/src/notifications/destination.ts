import type { NotificationRowFragment } from './notifications.generated.ts';

/** Screens of kinds that lead to a list of the reader, whatever their target. */
const PLACES: Readonly<Partial<Record<NotificationRowFragment['type'], string>>> = {
  SUBSCRIBER_NEW: '/creator/members',
  NEW_SIGN_IN: '/settings/sessions',
  PASSWORD_CHANGED: '/settings/sessions',
  FOLLOW_REQUEST: '/requests',
  TIP_RECEIVED: '/creator/earnings',
  MODERATION_DECISION: '/settings/standing',
  RESTRICTION_LIFTED: '/settings/standing',
  REPORT_CLOSED: '/settings/reports',
  DATA_EXPORT_READY: '/settings/data',
  VERIFICATION_DECIDED: '/settings/verification',
};

/** Path of the screen that shows what a notification is about; null where nothing is to be seen. */
export function destinationOf({ target, type }: NotificationRowFragment): string | null {
  const place = PLACES[type];
  if (place !== undefined) return place;
  switch (target?.__typename) {
    case 'Post':
      return `/posts/${target.id}`;
    case 'Comment':
      return target.post ? `/posts/${target.post.id}?comment=${target.id}` : null;
    case 'User':
      return `/u/${target.username}`;
    case 'Message':
      return target.conversation ? `/messages/${target.conversation.id}?message=${target.id}` : null;
    case 'Conversation':
      return `/messages/${target.id}`;
    case 'UserSubscription':
      return '/subscriptions';
    case 'Call':
      return `/calls/${target.id}`;
    case 'PaymentMethod':
      return '/wallet/cards';
    case 'CoinPurchase':
    case 'CoinTip':
    case 'CoinTransaction':
      return '/wallet';
    default:
      return null;
  }
}
