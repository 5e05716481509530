import { enumType } from '#platform/graphql/enum.ts';
import type { NotificationAudience, NotificationCategory, NotificationType } from './notification.types.ts';

export const NotificationTypeRef = enumType<NotificationType>('NotificationType', {
  description: 'Kind of a notification. More may come: show those that are unknown by their title and body.',
  values: {
    ADDED_TO_GROUP: 'Somebody has added the user to a group.',
    ANNOUNCEMENT: 'News of the service.',
    APPEAL_DECIDED: 'An appeal of the user is decided.',
    CALL_INCOMING: 'A call rings. Pushed alone.',
    CALL_MISSED: 'A call has rung in vain.',
    COIN_PURCHASE_FAILED: 'A purchase of coins has failed.',
    COIN_PURCHASE_SUCCEEDED: 'Bought coins have come.',
    COMMENT_MENTION: 'A comment mentions the user.',
    COMMENT_PINNED: 'A comment of the user is pinned.',
    COMMENT_REACTION: 'Reactions to a comment of the user.',
    COMMENT_REPLY: 'A reply to a comment of the user.',
    DATA_EXPORT_READY: 'The requested copy of the data of the user is ready.',
    FOLLOW: 'New followers.',
    FOLLOW_REQUEST: 'Somebody asks to follow the user.',
    FOLLOW_REQUEST_ACCEPTED: 'A request of the user to follow somebody is accepted.',
    MESSAGE: 'A message. Pushed alone: conversations are its list.',
    MESSAGE_MENTION: 'A message mentions the user.',
    MESSAGE_REACTION: 'Reactions to a message of the user.',
    MESSAGE_REQUEST: 'A stranger has written to the user.',
    MESSAGE_UNLOCKED: 'Somebody has bought a message of the user.',
    MODERATION_DECISION: 'Moderators have decided about the user or their content.',
    NEW_SIGN_IN: 'A sign-in on a device that was not known.',
    PASSWORD_CHANGED: 'The password of the user was changed.',
    PAYMENT_METHOD_EXPIRING: 'A saved card expires.',
    POLL_CLOSED: 'A poll of the user is over.',
    POST_COMMENT: 'Comments on a post of the user.',
    POST_MENTION: 'A post mentions the user.',
    POST_QUOTE: 'A post quotes one of the user.',
    POST_REACTION: 'Reactions to a post of the user.',
    POST_REPOST: 'Reposts of a post of the user.',
    REPORT_CLOSED: 'A report of the user is dealt with.',
    RESTRICTION_LIFTED: 'A restriction of the user is lifted.',
    SUBSCRIBER_NEW: 'Somebody has subscribed to the user.',
    SUBSCRIPTION_ACTION_NEEDED: 'A subscription needs the user, as when their bank asks.',
    SUBSCRIPTION_ENDED: 'A subscription of the user is over.',
    SUBSCRIPTION_PAYMENT_FAILED: 'A subscription could not be paid.',
    SUBSCRIPTION_RENEWED: 'A subscription of the user goes on.',
    TIP_RECEIVED: 'Tips for the user.',
    VERIFICATION_DECIDED: 'A request of the user for a badge is decided.',
  },
});

export const NotificationCategoryRef = enumType<NotificationCategory>('NotificationCategory', {
  description: 'Group of kinds of notifications, as settings show them.',
  values: {
    CALLS: 'Calls.',
    MESSAGES: 'Conversations.',
    MONEY: 'Coins, tips and cards.',
    SAFETY: 'Decisions of moderators, reports and appeals.',
    SECURITY: 'Sign-ins, passwords and data of the account.',
    SOCIAL: 'Followers, posts and comments.',
    SUBSCRIPTIONS: 'Subscriptions and subscribers.',
    SYSTEM: 'News of the service.',
  },
});

export const NotificationAudienceRef = enumType<NotificationAudience>('NotificationAudience', {
  description: 'People of whom somebody wants to hear.',
  values: {
    EVERYBODY: 'All who are not blocked or muted.',
    FOLLOWED: 'Users whom the owner of the setting follows.',
    MUTUAL: 'Users whom the owner of the setting follows and who follow them.',
    NOBODY: 'No user.',
  },
});
