/** Groups of notification types, as settings show them. */
export type NotificationCategory =
  'SOCIAL' | 'MESSAGES' | 'CALLS' | 'MONEY' | 'SUBSCRIPTIONS' | 'SAFETY' | 'SECURITY' | 'SYSTEM';

export type NotificationChannels = {
  /** The list of notifications. Types whose list is elsewhere, as that of conversations, are not in it. */
  readonly inApp: boolean;
  readonly push: boolean;
  /** The digest by mail. */
  readonly email: boolean;
};

export type NotificationKind = {
  readonly category: NotificationCategory;
  readonly defaults: NotificationChannels;
  /** Whether it has an actor, so that an audience can be set for it. */
  readonly hasActor: boolean;
  /** Whether several actors share a row. */
  readonly isGrouped: boolean;
  /** Whether it cannot be taken out of the list of notifications. */
  readonly isMandatory: boolean;
  /** Whether its push passes quiet hours and snoozing. */
  readonly isCritical: boolean;
};

const ALL: NotificationChannels = { inApp: true, push: true, email: true };
const NO_MAIL: NotificationChannels = { inApp: true, push: true, email: false };
const LIST_ALONE: NotificationChannels = { inApp: true, push: false, email: false };
const PUSH_ALONE: NotificationChannels = { inApp: false, push: true, email: false };

const kind = (
  category: NotificationCategory,
  defaults: NotificationChannels,
  flags: Partial<Pick<NotificationKind, 'hasActor' | 'isGrouped' | 'isMandatory' | 'isCritical'>> = {},
): NotificationKind => ({
  category,
  defaults,
  hasActor: false,
  isGrouped: false,
  isMandatory: false,
  isCritical: false,
  ...flags,
});

const GROUPED = { hasActor: true, isGrouped: true };
const BY_ONE = { hasActor: true };
const MANDATORY = { isMandatory: true };
const CRITICAL = { isMandatory: true, isCritical: true };

/** Everything that people are notified of, with what holds until they set it otherwise. */
export const NOTIFICATION_KINDS = {
  FOLLOW: kind('SOCIAL', ALL, GROUPED),
  FOLLOW_REQUEST: kind('SOCIAL', ALL, BY_ONE),
  FOLLOW_REQUEST_ACCEPTED: kind('SOCIAL', NO_MAIL, BY_ONE),
  POST_REACTION: kind('SOCIAL', ALL, GROUPED),
  POST_REPOST: kind('SOCIAL', ALL, GROUPED),
  POST_QUOTE: kind('SOCIAL', ALL, BY_ONE),
  POST_MENTION: kind('SOCIAL', ALL, BY_ONE),
  POST_COMMENT: kind('SOCIAL', ALL, GROUPED),
  COMMENT_REPLY: kind('SOCIAL', ALL, BY_ONE),
  COMMENT_REACTION: kind('SOCIAL', NO_MAIL, GROUPED),
  COMMENT_MENTION: kind('SOCIAL', ALL, BY_ONE),
  COMMENT_PINNED: kind('SOCIAL', LIST_ALONE, BY_ONE),
  POLL_CLOSED: kind('SOCIAL', NO_MAIL),
  MESSAGE: kind('MESSAGES', PUSH_ALONE, BY_ONE),
  MESSAGE_REQUEST: kind('MESSAGES', ALL, BY_ONE),
  MESSAGE_MENTION: kind('MESSAGES', NO_MAIL, BY_ONE),
  MESSAGE_REACTION: kind('MESSAGES', LIST_ALONE, GROUPED),
  ADDED_TO_GROUP: kind('MESSAGES', NO_MAIL, BY_ONE),
  CALL_INCOMING: kind('CALLS', PUSH_ALONE, BY_ONE),
  CALL_MISSED: kind('CALLS', NO_MAIL, BY_ONE),
  TIP_RECEIVED: kind('MONEY', ALL),
  COIN_PURCHASE_SUCCEEDED: kind('MONEY', LIST_ALONE, MANDATORY),
  COIN_PURCHASE_FAILED: kind('MONEY', NO_MAIL, MANDATORY),
  MESSAGE_UNLOCKED: kind('MONEY', NO_MAIL, BY_ONE),
  PAYMENT_METHOD_EXPIRING: kind('MONEY', NO_MAIL, MANDATORY),
  SUBSCRIBER_NEW: kind('SUBSCRIPTIONS', ALL, BY_ONE),
  SUBSCRIPTION_RENEWED: kind('SUBSCRIPTIONS', LIST_ALONE, MANDATORY),
  SUBSCRIPTION_PAYMENT_FAILED: kind('SUBSCRIPTIONS', NO_MAIL, MANDATORY),
  SUBSCRIPTION_ACTION_NEEDED: kind('SUBSCRIPTIONS', NO_MAIL, CRITICAL),
  SUBSCRIPTION_ENDED: kind('SUBSCRIPTIONS', NO_MAIL, MANDATORY),
  MODERATION_DECISION: kind('SAFETY', NO_MAIL, MANDATORY),
  APPEAL_DECIDED: kind('SAFETY', NO_MAIL, MANDATORY),
  REPORT_CLOSED: kind('SAFETY', NO_MAIL, MANDATORY),
  RESTRICTION_LIFTED: kind('SAFETY', NO_MAIL, MANDATORY),
  VERIFICATION_DECIDED: kind('SAFETY', NO_MAIL, MANDATORY),
  NEW_SIGN_IN: kind('SECURITY', NO_MAIL, CRITICAL),
  PASSWORD_CHANGED: kind('SECURITY', NO_MAIL, CRITICAL),
  DATA_EXPORT_READY: kind('SECURITY', NO_MAIL, MANDATORY),
  ANNOUNCEMENT: kind('SYSTEM', NO_MAIL),
} as const satisfies Record<string, NotificationKind>;

export type NotificationType = keyof typeof NOTIFICATION_KINDS;

/** The people of whom somebody wants to hear, by type. */
export type NotificationAudience = 'EVERYBODY' | 'FOLLOWED' | 'MUTUAL' | 'NOBODY';
