import type { NotificationRowFragment } from './notifications.generated.ts';

/** Path of the screen that shows what a notification is about; null where nothing is to be seen. */
export function destinationOf({ target, type }: NotificationRowFragment): string | null {
  if (type === 'SUBSCRIBER_NEW') return '/creator/members';
  if (type === 'NEW_SIGN_IN') return '/settings/sessions';
  if (type === 'FOLLOW_REQUEST') return '/requests';
  if (type === 'TIP_RECEIVED') return '/creator/earnings';
  switch (target?.__typename) {
    case 'Post':
      return `/posts/${target.id}`;
    case 'Comment':
      return target.post ? `/posts/${target.post.id}` : null;
    case 'User':
      return `/u/${target.username}`;
    case 'Message':
      return target.conversation ? `/messages/${target.conversation.id}` : null;
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
