/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@apollo/client';
export type Audience =
  | 'EVERYONE'
  | 'FOLLOWERS'
  | 'FOLLOWING'
  | 'MUTUALS'
  | 'NOBODY'
  | 'SUBSCRIBERS';

export type CancelSubscriptionInput = {
  subscriptionId: string | number;
};

export type ChangeSubscriptionTierInput = {
  idempotencyKey: string;
  preview?: boolean | null | undefined;
  subscriptionId: string | number;
  tierId: string | number;
  version: number;
};

export type ConfirmRegistrationInput = {
  code: string;
  registrationToken: string;
};

export type ConversationKind =
  | 'DIRECT'
  | 'GROUP';

export type CreatePostInput = {
  altTexts?: Array<string | null | undefined> | null | undefined;
  audienceUserIds?: Array<string | number> | null | undefined;
  commentAudience?: Audience | null | undefined;
  files?: Array<Blob> | null | undefined;
  idempotencyKey?: string | null | undefined;
  isSensitive?: boolean | null | undefined;
  location?: PostLocationInput | null | undefined;
  mediaIds?: Array<string | number> | null | undefined;
  poll?: PollInput | null | undefined;
  quotedPostId?: string | number | null | undefined;
  retryToken?: string | null | undefined;
  text?: string | null | undefined;
  tierLevel?: number | null | undefined;
  visibility?: PostVisibility | null | undefined;
};

export type CreateSubscriptionTierInput = {
  description?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
  imageMediaId?: string | number | null | undefined;
  interval?: SubscriptionTierInterval | null | undefined;
  isShown?: boolean | null | undefined;
  level?: number | null | undefined;
  memberLimit?: number | null | undefined;
  perks?: Array<string> | null | undefined;
  price?: MoneyInput | null | undefined;
  priceCoins: number;
  retryToken?: string | null | undefined;
  title: string;
  trialDays?: number | null | undefined;
};

export type DeleteNotificationInput = {
  notificationId: string | number;
};

export type DeviceInput = {
  appVersion?: string | null | undefined;
  deviceName?: string | null | undefined;
  platform: Platform;
};

export type ErrorCode =
  | 'BAD_REQUEST'
  | 'BAD_USER_INPUT'
  | 'CONFLICT'
  | 'CONSENT_REQUIRED'
  | 'CURSOR_EXPIRED'
  | 'FORBIDDEN'
  | 'GRAPHQL_PARSE_FAILED'
  | 'GRAPHQL_VALIDATION_FAILED'
  | 'IDEMPOTENCY_IN_PROGRESS'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INSUFFICIENT_COINS'
  | 'INTERNAL'
  | 'INVALID_CREDENTIALS'
  | 'INVALID_STATE'
  | 'LIMIT_REACHED'
  | 'MODERATION_NUDGE'
  | 'NOT_FOUND'
  | 'PAYLOAD_TOO_LARGE'
  | 'PAYMENT_DECLINED'
  | 'PERSISTED_QUERY_NOT_SUPPORTED'
  | 'PRICE_CHANGED'
  | 'PROOF_REQUIRED'
  | 'QUERY_TOO_COMPLEX'
  | 'QUERY_TOO_DEEP'
  | 'RATE_LIMITED'
  | 'RESTRICTED'
  | 'SERVICE_UNAVAILABLE'
  | 'TIMEOUT'
  | 'UNAUTHENTICATED'
  | 'VALIDATION_FAILED';

export type Inbox =
  | 'ARCHIVED'
  | 'PRIMARY'
  | 'REQUESTS';

export type LiveLocationInput = {
  accuracyMeters?: number | null | undefined;
  durationMinutes: number;
  headingDegrees?: number | null | undefined;
  latitude: number;
  longitude: number;
};

export type LoginInput = {
  device?: DeviceInput | null | undefined;
  deviceToken?: string | null | undefined;
  email?: string | null | undefined;
  password?: string | null | undefined;
  providerToken?: string | null | undefined;
};

export type LogoutInput = {
  everywhere?: boolean | null | undefined;
};

export type MarkNotificationUnreadInput = {
  notificationId: string | number;
};

export type MarkNotificationsReadInput =
  {   ids: Array<string | number>; upTo?: never; }
  |  { ids?: never;   upTo: string; };

export type MarkNotificationsSeenInput = {
  upTo: string;
};

export type MessageEnd =
  | 'EVERYONE'
  | 'EXPIRED'
  | 'ME'
  | 'MODERATION';

export type MessageLocationInput = {
  latitude: number;
  longitude: number;
  name?: string | null | undefined;
};

export type MessageLockInput = {
  previewMediaIds?: Array<string | number> | null | undefined;
  priceCoins: number;
  retryToken?: string | null | undefined;
  teaser?: string | null | undefined;
};

export type MessagePurchaseState =
  | 'PAID'
  | 'REFUNDED';

export type MoneyInput = {
  amountMinor: number;
  currency: string;
};

export type NotificationAudience =
  | 'EVERYBODY'
  | 'FOLLOWED'
  | 'MUTUAL'
  | 'NOBODY';

export type NotificationCategory =
  | 'CALLS'
  | 'MESSAGES'
  | 'MONEY'
  | 'SAFETY'
  | 'SECURITY'
  | 'SOCIAL'
  | 'SUBSCRIPTIONS'
  | 'SYSTEM';

export type NotificationChange =
  | 'NEW'
  | 'REGROUPED'
  | 'REMOVED';

export type NotificationDigest =
  | 'DAILY'
  | 'NONE'
  | 'WEEKLY';

export type NotificationPreferenceInput = {
  audience?: NotificationAudience | null | undefined;
  email?: boolean | null | undefined;
  inApp?: boolean | null | undefined;
  push?: boolean | null | undefined;
  type: NotificationType;
};

export type NotificationType =
  | 'ADDED_TO_GROUP'
  | 'ANNOUNCEMENT'
  | 'APPEAL_DECIDED'
  | 'CALL_INCOMING'
  | 'CALL_MISSED'
  | 'COIN_PURCHASE_FAILED'
  | 'COIN_PURCHASE_SUCCEEDED'
  | 'COMMENT_MENTION'
  | 'COMMENT_PINNED'
  | 'COMMENT_REACTION'
  | 'COMMENT_REPLY'
  | 'DATA_EXPORT_READY'
  | 'FOLLOW'
  | 'FOLLOW_REQUEST'
  | 'FOLLOW_REQUEST_ACCEPTED'
  | 'MESSAGE'
  | 'MESSAGE_MENTION'
  | 'MESSAGE_REACTION'
  | 'MESSAGE_REQUEST'
  | 'MESSAGE_UNLOCKED'
  | 'MODERATION_DECISION'
  | 'NEW_SIGN_IN'
  | 'PASSWORD_CHANGED'
  | 'PAYMENT_METHOD_EXPIRING'
  | 'POLL_CLOSED'
  | 'POST_COMMENT'
  | 'POST_MENTION'
  | 'POST_QUOTE'
  | 'POST_REACTION'
  | 'POST_REPOST'
  | 'REPORT_CLOSED'
  | 'RESTRICTION_LIFTED'
  | 'SUBSCRIBER_NEW'
  | 'SUBSCRIPTION_ACTION_NEEDED'
  | 'SUBSCRIPTION_ENDED'
  | 'SUBSCRIPTION_PAYMENT_FAILED'
  | 'SUBSCRIPTION_RENEWED'
  | 'TIP_RECEIVED'
  | 'VERIFICATION_DECIDED';

export type ObjectState =
  | 'ACCEPTED'
  | 'ACTIVE'
  | 'ANSWERED_ELSEWHERE'
  | 'APPROVED'
  | 'ARCHIVED'
  | 'ASSIGNED'
  | 'AVAILABLE'
  | 'BUSY'
  | 'BY_OFFER'
  | 'BY_TOKEN'
  | 'CANCELED'
  | 'CANCELLED'
  | 'CHANGED'
  | 'CLOSED'
  | 'CONTACT'
  | 'CREATED'
  | 'DEACTIVATED'
  | 'DECIDED'
  | 'DECLINED'
  | 'DELETED'
  | 'DENIED'
  | 'DIRECT'
  | 'DISAPPEARING'
  | 'DISPUTED'
  | 'DISPUTE_OPEN'
  | 'DRAFT'
  | 'EARLIER_OPEN'
  | 'EARNINGS_UNPAID'
  | 'EMAIL'
  | 'ENDED'
  | 'ESCALATED'
  | 'EXPIRED'
  | 'FAILED'
  | 'FILE'
  | 'FOLLOWERS'
  | 'FORMER_PROVIDER'
  | 'FORWARDED'
  | 'GRANTED'
  | 'GROUP'
  | 'HELD'
  | 'HIDDEN'
  | 'INCOMPLETE'
  | 'INVITED'
  | 'IN_REVIEW'
  | 'LEFT'
  | 'LIVE'
  | 'LIVE_LOCATION'
  | 'LOCATION'
  | 'LOCKED'
  | 'MEDIA'
  | 'MISSED'
  | 'MORE_INFO'
  | 'NOT_OVER'
  | 'NO_EMAIL'
  | 'ONGOING'
  | 'OPEN'
  | 'OPENED'
  | 'OTHER'
  | 'OVER'
  | 'PAST_DUE'
  | 'PENDING'
  | 'PENDING_DELETION'
  | 'POLL'
  | 'POSTED'
  | 'PRICE_REFUSED'
  | 'PRIVATE'
  | 'PROCESSING'
  | 'PUBLIC'
  | 'PURCHASE_OPEN'
  | 'READ_ONLY'
  | 'RECENT'
  | 'REFUNDED'
  | 'REJECTED'
  | 'REPLY'
  | 'REQUEST'
  | 'REQUESTED'
  | 'REQUIRES_ACTION'
  | 'REVERSAL'
  | 'REVERSED'
  | 'RINGING'
  | 'SANDBOX'
  | 'SENDING'
  | 'SENT'
  | 'SETTLED'
  | 'SHARED'
  | 'SHARED_POST'
  | 'SHOWN'
  | 'SOLD'
  | 'SPEAKER'
  | 'SUBSCRIBED'
  | 'SUBSCRIBERS'
  | 'SUCCEEDED'
  | 'SYSTEM'
  | 'TAKEN_BACK'
  | 'TEXT'
  | 'TRIALING'
  | 'UNBOOKED'
  | 'UNBOUGHT'
  | 'UNDISPUTED'
  | 'UNSOLD'
  | 'UNVOTED'
  | 'VIEWER'
  | 'VIEW_ONCE'
  | 'VISIBLE'
  | 'VOICE_NOTE'
  | 'VOTED'
  | 'WITHDRAWN';

export type Platform =
  | 'ANDROID'
  | 'IOS'
  | 'OTHER'
  | 'WEB';

export type PollInput = {
  closesAt?: string | null | undefined;
  durationMinutes?: number | null | undefined;
  isAnonymous?: boolean | null | undefined;
  isMultipleChoice?: boolean | null | undefined;
  options: Array<string>;
  results?: PollResults | null | undefined;
};

export type PollResults =
  | 'AFTER_CLOSE'
  | 'AFTER_VOTE'
  | 'ALWAYS';

export type PostLocationInput = {
  latitude: number;
  longitude: number;
  name: string;
};

export type PostVisibility =
  | 'FOLLOWERS'
  | 'PRIVATE'
  | 'PUBLIC'
  | 'SUBSCRIBERS';

export type PushEnvironment =
  | 'PRODUCTION'
  | 'SANDBOX';

export type PushPlatform =
  | 'APNS'
  | 'APNS_VOIP'
  | 'FCM'
  | 'WEB_PUSH';

export type QuietIntervalInput = {
  endMinute: number;
  startMinute: number;
  weekday: Weekday;
};

export type ReactionType =
  | 'ANGRY'
  | 'HAHA'
  | 'LIKE'
  | 'LOVE'
  | 'SAD'
  | 'WOW';

export type RefreshSessionInput = {
  refreshToken: string;
};

export type RefundMessagePurchaseInput = {
  purchaseId: string | number;
};

export type RegisterInput = {
  device?: DeviceInput | null | undefined;
  deviceToken?: string | null | undefined;
  displayName: string;
  email?: string | null | undefined;
  password?: string | null | undefined;
  providerToken?: string | null | undefined;
  username: string;
};

export type RegisterPushDeviceInput = {
  appId: string;
  environment?: PushEnvironment | null | undefined;
  locale: string;
  platform: PushPlatform;
  token: string;
};

export type RestrictionKind =
  | 'CALLING'
  | 'COMMENTING'
  | 'DISCOVERY'
  | 'FOLLOWING'
  | 'MESSAGING'
  | 'MESSAGING_STRANGERS'
  | 'MONETISATION'
  | 'POSTING'
  | 'PURCHASING'
  | 'SUSPENSION'
  | 'TIPPING'
  | 'UPLOADS'
  | 'WARNING';

export type ResumeSubscriptionInput = {
  subscriptionId: string | number;
};

export type SendMessageInput = {
  clientData?: unknown;
  contactId?: string | number | null | undefined;
  conversationId: string | number;
  idempotencyKey?: string | null | undefined;
  isViewOnce?: boolean | null | undefined;
  liveLocation?: LiveLocationInput | null | undefined;
  location?: MessageLocationInput | null | undefined;
  lock?: MessageLockInput | null | undefined;
  mediaIds?: Array<string | number> | null | undefined;
  poll?: PollInput | null | undefined;
  postId?: string | number | null | undefined;
  replyToId?: string | number | null | undefined;
  text?: string | null | undefined;
  voiceNoteId?: string | number | null | undefined;
};

export type SnoozeNotificationsInput = {
  expiresAt?: string | null | undefined;
};

export type StartConversationInput = {
  idempotencyKey?: string | null | undefined;
  kind?: ConversationKind | null | undefined;
  retryToken?: string | null | undefined;
  title?: string | null | undefined;
  userIds: Array<string | number>;
};

export type SubscribeToTierInput = {
  funding?: UserSubscriptionFunding | null | undefined;
  idempotencyKey: string;
  paymentMethodId?: string | number | null | undefined;
  tierId: string | number;
  version: number;
};

export type SubscriptionTierInterval =
  | 'MONTH'
  | 'YEAR';

export type SubscriptionTierState =
  | 'ACTIVE'
  | 'ARCHIVED'
  | 'DRAFT'
  | 'HIDDEN';

export type UnlockMessageInput = {
  expectedPriceCoins: number;
  idempotencyKey: string;
  messageId: string | number;
};

export type UnregisterPushDeviceInput = {
  deviceId: string | number;
};

export type UpdateMessageLockInput = {
  messageId: string | number;
  priceCoins: number;
};

export type UpdateNotificationPreferencesInput = {
  preferences: Array<NotificationPreferenceInput>;
};

export type UpdateNotificationSettingsInput = {
  digest?: NotificationDigest | null | undefined;
  quietCallAudience?: NotificationAudience | null | undefined;
  showsPreviews?: boolean | null | undefined;
  timeZone?: string | null | undefined;
};

export type UpdateQuietHoursInput = {
  intervals: Array<QuietIntervalInput>;
};

export type UserSubscriptionEndReason =
  | 'ACCOUNT_ERASED'
  | 'BLOCKED'
  | 'CANCELED'
  | 'CREATOR_ENDED'
  | 'CREATOR_GONE'
  | 'DISPUTED'
  | 'INCOMPLETE'
  | 'MODERATION'
  | 'PAYMENT_FAILED'
  | 'REFUNDED';

export type UserSubscriptionFunding =
  | 'CARD'
  | 'COINS';

export type UserSubscriptionState =
  | 'ACTIVE'
  | 'ENDED'
  | 'INCOMPLETE'
  | 'PAST_DUE'
  | 'TRIALING';

export type Weekday =
  | 'FRIDAY'
  | 'MONDAY'
  | 'SATURDAY'
  | 'SUNDAY'
  | 'THURSDAY'
  | 'TUESDAY'
  | 'WEDNESDAY';

export type TierSummaryFragment = { id: string, version: number, level: number, title: string, perks: Array<string>, priceCoins: number, interval: SubscriptionTierInterval, trialDays: number, isFull: boolean, state: SubscriptionTierState, viewer: { hasTrial: boolean, subscription: { id: string, state: UserSubscriptionState } | null } | null };

export type SubscriptionSummaryFragment = { id: string, state: UserSubscriptionState, version: number, priceCoins: number, periodEndsAt: string, accessEndsAt: string | null, endsAtPeriodEnd: boolean, nextTierId: string | null, nextVersion: number | null, endReason: UserSubscriptionEndReason | null, tier: { id: string, title: string } | null };

export type SubscriptionTiersQueryVariables = Exact<{
  creatorId: string | number;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type SubscriptionTiersQuery = { subscriptionTiers: { edges: Array<{ cursor: string, node: { id: string, version: number, level: number, title: string, perks: Array<string>, priceCoins: number, interval: SubscriptionTierInterval, trialDays: number, isFull: boolean, state: SubscriptionTierState, viewer: { hasTrial: boolean, subscription: { id: string, state: UserSubscriptionState } | null } | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type CreateSubscriptionTierMutationVariables = Exact<{
  input: CreateSubscriptionTierInput;
}>;


export type CreateSubscriptionTierMutation = { createSubscriptionTier: { tier: { id: string, version: number, level: number, title: string, perks: Array<string>, priceCoins: number, interval: SubscriptionTierInterval, trialDays: number, isFull: boolean, state: SubscriptionTierState, viewer: { hasTrial: boolean, subscription: { id: string, state: UserSubscriptionState } | null } | null } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null }
      | { current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null }
      | { constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type SubscribeToTierMutationVariables = Exact<{
  input: SubscribeToTierInput;
}>;


export type SubscribeToTierMutation = { subscribeToTier: { subscription: { id: string, state: UserSubscriptionState, version: number, priceCoins: number, periodEndsAt: string, accessEndsAt: string | null, endsAtPeriodEnd: boolean, nextTierId: string | null, nextVersion: number | null, endReason: UserSubscriptionEndReason | null, tier: { id: string, title: string } | null } | null, errors: Array<
      | { __typename: 'ConflictError', code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'ConsentRequiredError', code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'InsufficientCoinsError', requiredCoins: number, availableCoins: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'ModerationNudgeError', code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'PaymentDeclinedError', code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'PlainError', code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'PriceChangedError', currentPriceCoins: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'RateLimitedError', retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'RestrictedError', kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'StateError', current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'ValidationError', constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type ChangeSubscriptionTierMutationVariables = Exact<{
  input: ChangeSubscriptionTierInput;
}>;


export type ChangeSubscriptionTierMutation = { changeSubscriptionTier: { dueCoins: number | null, effectiveAt: string | null, subscription: { id: string, state: UserSubscriptionState, version: number, priceCoins: number, periodEndsAt: string, accessEndsAt: string | null, endsAtPeriodEnd: boolean, nextTierId: string | null, nextVersion: number | null, endReason: UserSubscriptionEndReason | null, tier: { id: string, title: string } | null } | null, errors: Array<
      | { __typename: 'ConflictError', code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'ConsentRequiredError', code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'InsufficientCoinsError', requiredCoins: number, availableCoins: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'ModerationNudgeError', code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'PaymentDeclinedError', code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'PlainError', code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'PriceChangedError', currentPriceCoins: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'RateLimitedError', retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'RestrictedError', kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'StateError', current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'ValidationError', constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type CancelSubscriptionMutationVariables = Exact<{
  input: CancelSubscriptionInput;
}>;


export type CancelSubscriptionMutation = { cancelSubscription: { subscription: { id: string, state: UserSubscriptionState, version: number, priceCoins: number, periodEndsAt: string, accessEndsAt: string | null, endsAtPeriodEnd: boolean, nextTierId: string | null, nextVersion: number | null, endReason: UserSubscriptionEndReason | null, tier: { id: string, title: string } | null } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null }
      | { current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null }
      | { constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type ResumeSubscriptionMutationVariables = Exact<{
  input: ResumeSubscriptionInput;
}>;


export type ResumeSubscriptionMutation = { resumeSubscription: { subscription: { id: string, state: UserSubscriptionState, version: number, priceCoins: number, periodEndsAt: string, accessEndsAt: string | null, endsAtPeriodEnd: boolean, nextTierId: string | null, nextVersion: number | null, endReason: UserSubscriptionEndReason | null, tier: { id: string, title: string } | null } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null }
      | { current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null }
      | { constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type MySubscriptionsQueryVariables = Exact<{
  status?: UserSubscriptionState | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type MySubscriptionsQuery = { mySubscriptions: { edges: Array<{ cursor: string, node: { id: string, state: UserSubscriptionState, version: number, priceCoins: number, periodEndsAt: string, accessEndsAt: string | null, endsAtPeriodEnd: boolean, nextTierId: string | null, nextVersion: number | null, endReason: UserSubscriptionEndReason | null, creator: { id: string, username: string } | null, tier: { id: string, title: string } | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type MySubscribersQueryVariables = Exact<{
  tierId?: string | number | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type MySubscribersQuery = { mySubscribers: { edges: Array<{ cursor: string, node: { id: string, state: UserSubscriptionState, version: number, priceCoins: number, periodEndsAt: string, accessEndsAt: string | null, endsAtPeriodEnd: boolean, nextTierId: string | null, nextVersion: number | null, endReason: UserSubscriptionEndReason | null, subscriber: { id: string, username: string } | null, tier: { id: string, title: string } | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type CreatorStatsQueryVariables = Exact<{ [key: string]: never; }>;


export type CreatorStatsQuery = { creatorStats: { memberCount: number, months: Array<{ month: string, startedCount: number, endedCount: number, paidCoins: number, earnedCoins: number, refundedCoins: number }> } | null };

export type SubscriptionChangedSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type SubscriptionChangedSubscription = { subscriptionChanged: { cursor: string, subscription: { id: string, state: UserSubscriptionState, version: number, priceCoins: number, periodEndsAt: string, accessEndsAt: string | null, endsAtPeriodEnd: boolean, nextTierId: string | null, nextVersion: number | null, endReason: UserSubscriptionEndReason | null, tier: { id: string, title: string } | null } } };

export type SoldMessageFragment = { id: string, lock: { priceCoins: number, teaser: string, saleCount: number | null, viewer: { isUnlocked: boolean, canUnlock: boolean } | null } | null, content:
    | { text: string }
    | { text: string }
    | { text: string }
    | { text: string }
    | { priceCoins: number, mediaCount: number, text: string }
    | { text: string }
    | { text: string }
    | { text: string }
    | { text: string }
    | { text: string }
    | { text: string }
    | { text: string }
    | { text: string }
    | { text: string }
   };

export type SendLockedMessageMutationVariables = Exact<{
  input: SendMessageInput;
}>;


export type SendLockedMessageMutation = { sendMessage: { message: { id: string, lock: { priceCoins: number, teaser: string, saleCount: number | null, viewer: { isUnlocked: boolean, canUnlock: boolean } | null } | null, content:
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { priceCoins: number, mediaCount: number, text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
       } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null }
      | { current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null }
      | { constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type UpdateMessageLockMutationVariables = Exact<{
  input: UpdateMessageLockInput;
}>;


export type UpdateMessageLockMutation = { updateMessageLock: { message: { id: string, lock: { priceCoins: number, teaser: string, saleCount: number | null, viewer: { isUnlocked: boolean, canUnlock: boolean } | null } | null, content:
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { priceCoins: number, mediaCount: number, text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
       } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null }
      | { current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null }
      | { constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type UnlockMessageMutationVariables = Exact<{
  input: UnlockMessageInput;
}>;


export type UnlockMessageMutation = { unlockMessage: { message: { id: string, lock: { priceCoins: number, teaser: string, saleCount: number | null, viewer: { isUnlocked: boolean, canUnlock: boolean } | null } | null, content:
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { priceCoins: number, mediaCount: number, text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
       } | null, errors: Array<
      | { __typename: 'ConflictError', code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'ConsentRequiredError', code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'InsufficientCoinsError', requiredCoins: number, availableCoins: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'ModerationNudgeError', code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'PaymentDeclinedError', code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'PlainError', code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'PriceChangedError', currentPriceCoins: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'RateLimitedError', retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'RestrictedError', kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'StateError', current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null }
      | { __typename: 'ValidationError', constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type MessageSalesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type MessageSalesQuery = { messageSales: { edges: Array<{ cursor: string, node: { id: string, messageId: string, priceCoins: number, state: MessagePurchaseState, createdAt: string, buyer: { id: string, username: string } | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type SaleSummaryFragment = { id: string, messageId: string, priceCoins: number, state: MessagePurchaseState, createdAt: string };

export type RefundMessagePurchaseMutationVariables = Exact<{
  input: RefundMessagePurchaseInput;
}>;


export type RefundMessagePurchaseMutation = { refundMessagePurchase: { purchase: { refundedAt: string | null, id: string, messageId: string, priceCoins: number, state: MessagePurchaseState, createdAt: string } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null }
      | { current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null }
      | { constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type StartConversationMutationVariables = Exact<{
  input: StartConversationInput;
}>;


export type StartConversationMutation = { startConversation: { conversation: { id: string } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null }
      | { current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null }
      | { constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type SendMessageMutationVariables = Exact<{
  input: SendMessageInput;
}>;


export type SendMessageMutation = { sendMessage: { message: { id: string, seq: number } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null }
      | { current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null }
      | { constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type ConversationMessagesQueryVariables = Exact<{
  conversationId: string | number;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type ConversationMessagesQuery = { conversationMessages: { edges: Array<{ cursor: string, node: { id: string, seq: number, content:
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
         } }>, pageInfo: { startCursor: string | null, endCursor: string | null, hasNextPage: boolean, hasPreviousPage: boolean } } | null };

export type ChatQueryVariables = Exact<{
  id: string | number;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ChatQuery = { conversation: { id: string, kind: ConversationKind, messages: { edges: Array<{ cursor: string, node: { id: string, seq: number, content:
            | { text: string }
            | { text: string }
            | { text: string }
            | { text: string }
            | { text: string }
            | { text: string }
            | { text: string }
            | { text: string }
            | { text: string }
            | { text: string }
            | { text: string }
            | { text: string }
            | { text: string }
            | { text: string }
           } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean, hasPreviousPage: boolean } } | null, lastMessage: { id: string, seq: number, content:
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
       } | null, viewer: { displayTitle: string | null, inbox: Inbox | null, isPinned: boolean, unreadCount: number, displayAvatar: { id: string, url: string | null } | null } | null } | null };

export type MessageAddedSubscriptionVariables = Exact<{
  conversationId?: string | number | null | undefined;
  after?: string | null | undefined;
}>;


export type MessageAddedSubscription = { messageAdded: { cursor: string, message: { id: string, seq: number, content:
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
      , sender: { id: string, username: string } | null, conversation: { id: string } | null } } };

export type MessageUpdatedSubscriptionVariables = Exact<{
  conversationId?: string | number | null | undefined;
  after?: string | null | undefined;
}>;


export type MessageUpdatedSubscription = { messageUpdated: { cursor: string, message: { id: string, editedAt: string | null, content:
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
       } } };

export type MessageDeletedSubscriptionVariables = Exact<{
  conversationId?: string | number | null | undefined;
  after?: string | null | undefined;
}>;


export type MessageDeletedSubscription = { messageDeleted: { cursor: string, messageId: string, scope: MessageEnd, message: { id: string, deletedAt: string | null, content:
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
       } | null } };

export type MyConversationsQueryVariables = Exact<{
  inbox: Inbox;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type MyConversationsQuery = { myConversations: { edges: Array<{ cursor: string, node: { id: string, kind: ConversationKind, lastMessage: { id: string, seq: number, content:
            | { text: string }
            | { text: string }
            | { text: string }
            | { text: string }
            | { text: string }
            | { text: string }
            | { text: string }
            | { text: string }
            | { text: string }
            | { text: string }
            | { text: string }
            | { text: string }
            | { text: string }
            | { text: string }
           } | null, viewer: { displayTitle: string | null, inbox: Inbox | null, isPinned: boolean, unreadCount: number, displayAvatar: { id: string, url: string | null } | null } | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean, hasPreviousPage: boolean } } | null };

export type ConversationAddedSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type ConversationAddedSubscription = { conversationAdded: { cursor: string, conversation: { id: string, kind: ConversationKind, lastMessage: { id: string, seq: number, content:
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
         } | null, viewer: { displayTitle: string | null, inbox: Inbox | null, isPinned: boolean, unreadCount: number, displayAvatar: { id: string, url: string | null } | null } | null } } };

export type ConversationUpdatedSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type ConversationUpdatedSubscription = { conversationUpdated: { cursor: string, conversation: { id: string, kind: ConversationKind, lastMessage: { id: string, seq: number, content:
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
         } | null, viewer: { displayTitle: string | null, inbox: Inbox | null, isPinned: boolean, unreadCount: number, displayAvatar: { id: string, url: string | null } | null } | null } | null } };

export type ConversationSummaryFragment = { id: string, kind: ConversationKind, lastMessage: { id: string, seq: number, content:
      | { text: string }
      | { text: string }
      | { text: string }
      | { text: string }
      | { text: string }
      | { text: string }
      | { text: string }
      | { text: string }
      | { text: string }
      | { text: string }
      | { text: string }
      | { text: string }
      | { text: string }
      | { text: string }
     } | null, viewer: { displayTitle: string | null, inbox: Inbox | null, isPinned: boolean, unreadCount: number, displayAvatar: { id: string, url: string | null } | null } | null };

export type NotificationSummaryFragment = { id: string, type: NotificationType, category: NotificationCategory, actorCount: number, title: string, body: string | null, isRead: boolean, isSeen: boolean, createdAt: string, latestAt: string, actors: Array<{ id: string, username: string, displayName: string }>, target:
    | { __typename: 'Appeal', id: string }
    | { __typename: 'Call', id: string }
    | { __typename: 'CoinPackage', id: string }
    | { __typename: 'CoinPurchase', id: string }
    | { __typename: 'CoinTip', id: string }
    | { __typename: 'CoinTransaction', id: string }
    | { __typename: 'Comment', id: string }
    | { __typename: 'ContentReport', id: string }
    | { __typename: 'Conversation', id: string }
    | { __typename: 'ConversationInvite', id: string }
    | { __typename: 'DataExport', id: string }
    | { __typename: 'Draft', id: string }
    | { __typename: 'Hashtag', id: string }
    | { __typename: 'JoinRequest', id: string }
    | { __typename: 'Me', id: string }
    | { __typename: 'Media', id: string }
    | { __typename: 'Message', id: string }
    | { __typename: 'MessagePurchase', id: string }
    | { __typename: 'ModerationDecision', id: string }
    | { __typename: 'MutedWord', id: string }
    | { __typename: 'Notification', id: string }
    | { __typename: 'NotificationDelivery', id: string }
    | { __typename: 'Participant', id: string }
    | { __typename: 'Payment', id: string }
    | { __typename: 'PaymentMethod', id: string }
    | { __typename: 'PaymentSetup', id: string }
    | { __typename: 'Payout', id: string }
    | { __typename: 'Poll', id: string }
    | { __typename: 'PollOption', id: string }
    | { __typename: 'Post', id: string }
    | { __typename: 'PushDevice', id: string }
    | { __typename: 'Restriction', id: string }
    | { __typename: 'SavedCollection', id: string }
    | { __typename: 'SavedPost', id: string }
    | { __typename: 'ScheduledMessage', id: string }
    | { __typename: 'Session', id: string }
    | { __typename: 'SpeakerRequest', id: string }
    | { __typename: 'SubscriptionInvoice', id: string }
    | { __typename: 'SubscriptionTier', id: string }
    | { __typename: 'User', id: string }
    | { __typename: 'UserSubscription', id: string }
    | { __typename: 'VerificationRequest', id: string }
   | null };

export type NotificationNumberFragment = { count: number, isCapped: boolean };

export type MyNotificationsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type MyNotificationsQuery = { myNotifications: { edges: Array<{ cursor: string, node: { id: string, type: NotificationType, category: NotificationCategory, actorCount: number, title: string, body: string | null, isRead: boolean, isSeen: boolean, createdAt: string, latestAt: string, actors: Array<{ id: string, username: string, displayName: string }>, target:
          | { __typename: 'Appeal', id: string }
          | { __typename: 'Call', id: string }
          | { __typename: 'CoinPackage', id: string }
          | { __typename: 'CoinPurchase', id: string }
          | { __typename: 'CoinTip', id: string }
          | { __typename: 'CoinTransaction', id: string }
          | { __typename: 'Comment', id: string }
          | { __typename: 'ContentReport', id: string }
          | { __typename: 'Conversation', id: string }
          | { __typename: 'ConversationInvite', id: string }
          | { __typename: 'DataExport', id: string }
          | { __typename: 'Draft', id: string }
          | { __typename: 'Hashtag', id: string }
          | { __typename: 'JoinRequest', id: string }
          | { __typename: 'Me', id: string }
          | { __typename: 'Media', id: string }
          | { __typename: 'Message', id: string }
          | { __typename: 'MessagePurchase', id: string }
          | { __typename: 'ModerationDecision', id: string }
          | { __typename: 'MutedWord', id: string }
          | { __typename: 'Notification', id: string }
          | { __typename: 'NotificationDelivery', id: string }
          | { __typename: 'Participant', id: string }
          | { __typename: 'Payment', id: string }
          | { __typename: 'PaymentMethod', id: string }
          | { __typename: 'PaymentSetup', id: string }
          | { __typename: 'Payout', id: string }
          | { __typename: 'Poll', id: string }
          | { __typename: 'PollOption', id: string }
          | { __typename: 'Post', id: string }
          | { __typename: 'PushDevice', id: string }
          | { __typename: 'Restriction', id: string }
          | { __typename: 'SavedCollection', id: string }
          | { __typename: 'SavedPost', id: string }
          | { __typename: 'ScheduledMessage', id: string }
          | { __typename: 'Session', id: string }
          | { __typename: 'SpeakerRequest', id: string }
          | { __typename: 'SubscriptionInvoice', id: string }
          | { __typename: 'SubscriptionTier', id: string }
          | { __typename: 'User', id: string }
          | { __typename: 'UserSubscription', id: string }
          | { __typename: 'VerificationRequest', id: string }
         | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean, hasPreviousPage: boolean } } | null };

export type MyUnreadNotificationCountQueryVariables = Exact<{ [key: string]: never; }>;


export type MyUnreadNotificationCountQuery = { myUnreadNotificationCount: { unread: { count: number, isCapped: boolean }, unseen: { count: number, isCapped: boolean } } | null };

export type NotificationAddedSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type NotificationAddedSubscription = { notificationAdded: { cursor: string, notificationId: string, kind: NotificationChange, notification: { id: string, type: NotificationType, category: NotificationCategory, actorCount: number, title: string, body: string | null, isRead: boolean, isSeen: boolean, createdAt: string, latestAt: string, actors: Array<{ id: string, username: string, displayName: string }>, target:
        | { __typename: 'Appeal', id: string }
        | { __typename: 'Call', id: string }
        | { __typename: 'CoinPackage', id: string }
        | { __typename: 'CoinPurchase', id: string }
        | { __typename: 'CoinTip', id: string }
        | { __typename: 'CoinTransaction', id: string }
        | { __typename: 'Comment', id: string }
        | { __typename: 'ContentReport', id: string }
        | { __typename: 'Conversation', id: string }
        | { __typename: 'ConversationInvite', id: string }
        | { __typename: 'DataExport', id: string }
        | { __typename: 'Draft', id: string }
        | { __typename: 'Hashtag', id: string }
        | { __typename: 'JoinRequest', id: string }
        | { __typename: 'Me', id: string }
        | { __typename: 'Media', id: string }
        | { __typename: 'Message', id: string }
        | { __typename: 'MessagePurchase', id: string }
        | { __typename: 'ModerationDecision', id: string }
        | { __typename: 'MutedWord', id: string }
        | { __typename: 'Notification', id: string }
        | { __typename: 'NotificationDelivery', id: string }
        | { __typename: 'Participant', id: string }
        | { __typename: 'Payment', id: string }
        | { __typename: 'PaymentMethod', id: string }
        | { __typename: 'PaymentSetup', id: string }
        | { __typename: 'Payout', id: string }
        | { __typename: 'Poll', id: string }
        | { __typename: 'PollOption', id: string }
        | { __typename: 'Post', id: string }
        | { __typename: 'PushDevice', id: string }
        | { __typename: 'Restriction', id: string }
        | { __typename: 'SavedCollection', id: string }
        | { __typename: 'SavedPost', id: string }
        | { __typename: 'ScheduledMessage', id: string }
        | { __typename: 'Session', id: string }
        | { __typename: 'SpeakerRequest', id: string }
        | { __typename: 'SubscriptionInvoice', id: string }
        | { __typename: 'SubscriptionTier', id: string }
        | { __typename: 'User', id: string }
        | { __typename: 'UserSubscription', id: string }
        | { __typename: 'VerificationRequest', id: string }
       | null } | null, unreadCount: { count: number, isCapped: boolean }, unseenCount: { count: number, isCapped: boolean } } };

export type MarkNotificationsSeenMutationVariables = Exact<{
  input: MarkNotificationsSeenInput;
}>;


export type MarkNotificationsSeenMutation = { markNotificationsSeen: { counts: { unread: { count: number, isCapped: boolean }, unseen: { count: number, isCapped: boolean } } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null }
      | { current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null }
      | { constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type MarkNotificationsReadMutationVariables = Exact<{
  input: MarkNotificationsReadInput;
}>;


export type MarkNotificationsReadMutation = { markNotificationsRead: { counts: { unread: { count: number, isCapped: boolean }, unseen: { count: number, isCapped: boolean } } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null }
      | { current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null }
      | { constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type MarkNotificationUnreadMutationVariables = Exact<{
  input: MarkNotificationUnreadInput;
}>;


export type MarkNotificationUnreadMutation = { markNotificationUnread: { notification: { id: string, type: NotificationType, category: NotificationCategory, actorCount: number, title: string, body: string | null, isRead: boolean, isSeen: boolean, createdAt: string, latestAt: string, actors: Array<{ id: string, username: string, displayName: string }>, target:
        | { __typename: 'Appeal', id: string }
        | { __typename: 'Call', id: string }
        | { __typename: 'CoinPackage', id: string }
        | { __typename: 'CoinPurchase', id: string }
        | { __typename: 'CoinTip', id: string }
        | { __typename: 'CoinTransaction', id: string }
        | { __typename: 'Comment', id: string }
        | { __typename: 'ContentReport', id: string }
        | { __typename: 'Conversation', id: string }
        | { __typename: 'ConversationInvite', id: string }
        | { __typename: 'DataExport', id: string }
        | { __typename: 'Draft', id: string }
        | { __typename: 'Hashtag', id: string }
        | { __typename: 'JoinRequest', id: string }
        | { __typename: 'Me', id: string }
        | { __typename: 'Media', id: string }
        | { __typename: 'Message', id: string }
        | { __typename: 'MessagePurchase', id: string }
        | { __typename: 'ModerationDecision', id: string }
        | { __typename: 'MutedWord', id: string }
        | { __typename: 'Notification', id: string }
        | { __typename: 'NotificationDelivery', id: string }
        | { __typename: 'Participant', id: string }
        | { __typename: 'Payment', id: string }
        | { __typename: 'PaymentMethod', id: string }
        | { __typename: 'PaymentSetup', id: string }
        | { __typename: 'Payout', id: string }
        | { __typename: 'Poll', id: string }
        | { __typename: 'PollOption', id: string }
        | { __typename: 'Post', id: string }
        | { __typename: 'PushDevice', id: string }
        | { __typename: 'Restriction', id: string }
        | { __typename: 'SavedCollection', id: string }
        | { __typename: 'SavedPost', id: string }
        | { __typename: 'ScheduledMessage', id: string }
        | { __typename: 'Session', id: string }
        | { __typename: 'SpeakerRequest', id: string }
        | { __typename: 'SubscriptionInvoice', id: string }
        | { __typename: 'SubscriptionTier', id: string }
        | { __typename: 'User', id: string }
        | { __typename: 'UserSubscription', id: string }
        | { __typename: 'VerificationRequest', id: string }
       | null } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null }
      | { current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null }
      | { constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type DeleteNotificationMutationVariables = Exact<{
  input: DeleteNotificationInput;
}>;


export type DeleteNotificationMutation = { deleteNotification: { notificationId: string | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null }
      | { current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null }
      | { constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type SettingsOfNotificationsFragment = { timeZone: string, digest: NotificationDigest, showsPreviews: boolean, quietCallAudience: NotificationAudience, snoozeExpiresAt: string | null, quietHours: Array<{ weekday: Weekday, startMinute: number, endMinute: number }>, preferences: Array<{ type: NotificationType, category: NotificationCategory, isMandatory: boolean, isCritical: boolean, hasAudience: boolean, inApp: boolean, push: boolean, email: boolean, audience: NotificationAudience }> };

export type MyNotificationSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type MyNotificationSettingsQuery = { myNotificationSettings: { timeZone: string, digest: NotificationDigest, showsPreviews: boolean, quietCallAudience: NotificationAudience, snoozeExpiresAt: string | null, quietHours: Array<{ weekday: Weekday, startMinute: number, endMinute: number }>, preferences: Array<{ type: NotificationType, category: NotificationCategory, isMandatory: boolean, isCritical: boolean, hasAudience: boolean, inApp: boolean, push: boolean, email: boolean, audience: NotificationAudience }> } | null };

export type UpdateNotificationSettingsMutationVariables = Exact<{
  input: UpdateNotificationSettingsInput;
}>;


export type UpdateNotificationSettingsMutation = { updateNotificationSettings: { notificationSettings: { timeZone: string, digest: NotificationDigest, showsPreviews: boolean, quietCallAudience: NotificationAudience, snoozeExpiresAt: string | null, quietHours: Array<{ weekday: Weekday, startMinute: number, endMinute: number }>, preferences: Array<{ type: NotificationType, category: NotificationCategory, isMandatory: boolean, isCritical: boolean, hasAudience: boolean, inApp: boolean, push: boolean, email: boolean, audience: NotificationAudience }> } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null }
      | { current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null }
      | { constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type UpdateNotificationPreferencesMutationVariables = Exact<{
  input: UpdateNotificationPreferencesInput;
}>;


export type UpdateNotificationPreferencesMutation = { updateNotificationPreferences: { notificationSettings: { timeZone: string, digest: NotificationDigest, showsPreviews: boolean, quietCallAudience: NotificationAudience, snoozeExpiresAt: string | null, quietHours: Array<{ weekday: Weekday, startMinute: number, endMinute: number }>, preferences: Array<{ type: NotificationType, category: NotificationCategory, isMandatory: boolean, isCritical: boolean, hasAudience: boolean, inApp: boolean, push: boolean, email: boolean, audience: NotificationAudience }> } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null }
      | { current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null }
      | { constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type UpdateQuietHoursMutationVariables = Exact<{
  input: UpdateQuietHoursInput;
}>;


export type UpdateQuietHoursMutation = { updateQuietHours: { notificationSettings: { timeZone: string, digest: NotificationDigest, showsPreviews: boolean, quietCallAudience: NotificationAudience, snoozeExpiresAt: string | null, quietHours: Array<{ weekday: Weekday, startMinute: number, endMinute: number }>, preferences: Array<{ type: NotificationType, category: NotificationCategory, isMandatory: boolean, isCritical: boolean, hasAudience: boolean, inApp: boolean, push: boolean, email: boolean, audience: NotificationAudience }> } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null }
      | { current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null }
      | { constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type SnoozeNotificationsMutationVariables = Exact<{
  input: SnoozeNotificationsInput;
}>;


export type SnoozeNotificationsMutation = { snoozeNotifications: { notificationSettings: { timeZone: string, digest: NotificationDigest, showsPreviews: boolean, quietCallAudience: NotificationAudience, snoozeExpiresAt: string | null, quietHours: Array<{ weekday: Weekday, startMinute: number, endMinute: number }>, preferences: Array<{ type: NotificationType, category: NotificationCategory, isMandatory: boolean, isCritical: boolean, hasAudience: boolean, inApp: boolean, push: boolean, email: boolean, audience: NotificationAudience }> } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null }
      | { current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null }
      | { constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type PushSetupQueryVariables = Exact<{ [key: string]: never; }>;


export type PushSetupQuery = { pushSetup: { platforms: Array<PushPlatform>, webPushPublicKey: string | null } | null };

export type DeviceSummaryFragment = { id: string, platform: PushPlatform, appId: string, locale: string, environment: PushEnvironment, registeredAt: string, lastSuccessAt: string | null, isCurrent: boolean };

export type MyPushDevicesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type MyPushDevicesQuery = { myPushDevices: { edges: Array<{ cursor: string, node: { id: string, platform: PushPlatform, appId: string, locale: string, environment: PushEnvironment, registeredAt: string, lastSuccessAt: string | null, isCurrent: boolean } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type RegisterPushDeviceMutationVariables = Exact<{
  input: RegisterPushDeviceInput;
}>;


export type RegisterPushDeviceMutation = { registerPushDevice: { device: { id: string, platform: PushPlatform, appId: string, locale: string, environment: PushEnvironment, registeredAt: string, lastSuccessAt: string | null, isCurrent: boolean } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null }
      | { current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null }
      | { constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type UnregisterPushDeviceMutationVariables = Exact<{
  input: UnregisterPushDeviceInput;
}>;


export type UnregisterPushDeviceMutation = { unregisterPushDevice: { deviceId: string | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null }
      | { current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null }
      | { constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type FeedQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type FeedQuery = { feed: { edges: Array<{ cursor: string, node: { id: string, text: string, author: { id: string, username: string } | null, media: Array<{ id: string, url: string | null, altText: string | null }>, reactionCounts: { total: number }, viewer: { reaction: ReactionType | null, isSaved: boolean } | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type ExploreFeedQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ExploreFeedQuery = { exploreFeed: { edges: Array<{ cursor: string, node: { id: string, text: string, author: { id: string, username: string } | null, media: Array<{ id: string, url: string | null, altText: string | null }>, reactionCounts: { total: number }, viewer: { reaction: ReactionType | null, isSaved: boolean } | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type PostQueryVariables = Exact<{
  id: string | number;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type PostQuery = { post: { createdAt: string, viewCount: number, id: string, text: string, comments: { edges: Array<{ cursor: string, node: { id: string, text: string, author: { id: string, username: string } | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null, viewer: { canComment: boolean, canRepost: boolean, hasReposted: boolean, reaction: ReactionType | null, isSaved: boolean } | null, author: { id: string, username: string } | null, media: Array<{ id: string, url: string | null, altText: string | null }>, reactionCounts: { total: number } } | null };

export type PostSummaryFragment = { id: string, text: string, author: { id: string, username: string } | null, media: Array<{ id: string, url: string | null, altText: string | null }>, reactionCounts: { total: number }, viewer: { reaction: ReactionType | null, isSaved: boolean } | null };

export type CreatePostMutationVariables = Exact<{
  input: CreatePostInput;
}>;


export type CreatePostMutation = { createPost: { post: { id: string } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null }
      | { current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null }
      | { constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type UploadMediaMutationVariables = Exact<{
  file: Blob;
  altText?: string | null | undefined;
}>;


export type UploadMediaMutation = { uploadMedia: { media: { id: string, width: number | null, height: number | null } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null }
      | { current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null }
      | { constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type NodesQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type NodesQuery = { nodes: Array<
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { text: string, id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { username: string, id: string }
    | { id: string }
    | { id: string }
   | null> };

type Refusal_ConflictError_Fragment = { code: ErrorCode, message: string, path: Array<string> | null };

type Refusal_ConsentRequiredError_Fragment = { code: ErrorCode, message: string, path: Array<string> | null };

type Refusal_InsufficientCoinsError_Fragment = { code: ErrorCode, message: string, path: Array<string> | null };

type Refusal_ModerationNudgeError_Fragment = { code: ErrorCode, message: string, path: Array<string> | null };

type Refusal_PaymentDeclinedError_Fragment = { code: ErrorCode, message: string, path: Array<string> | null };

type Refusal_PlainError_Fragment = { code: ErrorCode, message: string, path: Array<string> | null };

type Refusal_PriceChangedError_Fragment = { code: ErrorCode, message: string, path: Array<string> | null };

type Refusal_RateLimitedError_Fragment = { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null };

type Refusal_RestrictedError_Fragment = { kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null };

type Refusal_StateError_Fragment = { current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null };

type Refusal_ValidationError_Fragment = { constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null };

export type RefusalFragment =
  | Refusal_ConflictError_Fragment
  | Refusal_ConsentRequiredError_Fragment
  | Refusal_InsufficientCoinsError_Fragment
  | Refusal_ModerationNudgeError_Fragment
  | Refusal_PaymentDeclinedError_Fragment
  | Refusal_PlainError_Fragment
  | Refusal_PriceChangedError_Fragment
  | Refusal_RateLimitedError_Fragment
  | Refusal_RestrictedError_Fragment
  | Refusal_StateError_Fragment
  | Refusal_ValidationError_Fragment
;

type SaleRefusal_ConflictError_Fragment = { __typename: 'ConflictError', code: ErrorCode, message: string, path: Array<string> | null };

type SaleRefusal_ConsentRequiredError_Fragment = { __typename: 'ConsentRequiredError', code: ErrorCode, message: string, path: Array<string> | null };

type SaleRefusal_InsufficientCoinsError_Fragment = { __typename: 'InsufficientCoinsError', requiredCoins: number, availableCoins: number, code: ErrorCode, message: string, path: Array<string> | null };

type SaleRefusal_ModerationNudgeError_Fragment = { __typename: 'ModerationNudgeError', code: ErrorCode, message: string, path: Array<string> | null };

type SaleRefusal_PaymentDeclinedError_Fragment = { __typename: 'PaymentDeclinedError', code: ErrorCode, message: string, path: Array<string> | null };

type SaleRefusal_PlainError_Fragment = { __typename: 'PlainError', code: ErrorCode, message: string, path: Array<string> | null };

type SaleRefusal_PriceChangedError_Fragment = { __typename: 'PriceChangedError', currentPriceCoins: number, code: ErrorCode, message: string, path: Array<string> | null };

type SaleRefusal_RateLimitedError_Fragment = { __typename: 'RateLimitedError', retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null };

type SaleRefusal_RestrictedError_Fragment = { __typename: 'RestrictedError', kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null };

type SaleRefusal_StateError_Fragment = { __typename: 'StateError', current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null };

type SaleRefusal_ValidationError_Fragment = { __typename: 'ValidationError', constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null };

export type SaleRefusalFragment =
  | SaleRefusal_ConflictError_Fragment
  | SaleRefusal_ConsentRequiredError_Fragment
  | SaleRefusal_InsufficientCoinsError_Fragment
  | SaleRefusal_ModerationNudgeError_Fragment
  | SaleRefusal_PaymentDeclinedError_Fragment
  | SaleRefusal_PlainError_Fragment
  | SaleRefusal_PriceChangedError_Fragment
  | SaleRefusal_RateLimitedError_Fragment
  | SaleRefusal_RestrictedError_Fragment
  | SaleRefusal_StateError_Fragment
  | SaleRefusal_ValidationError_Fragment
;

export type LoginMutationVariables = Exact<{
  input: LoginInput;
}>;


export type LoginMutation = { login: { accessToken: string | null, refreshToken: string | null, deviceToken: string | null, user: { id: string, username: string } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null }
      | { current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null }
      | { constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type RegisterMutationVariables = Exact<{
  input: RegisterInput;
}>;


export type RegisterMutation = { register: { accessToken: string | null, refreshToken: string | null, deviceToken: string | null, registrationToken: string | null, codeExpiresAt: string | null, user: { id: string, username: string } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null }
      | { current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null }
      | { constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type ConfirmRegistrationMutationVariables = Exact<{
  input: ConfirmRegistrationInput;
}>;


export type ConfirmRegistrationMutation = { confirmRegistration: { accessToken: string | null, refreshToken: string | null, deviceToken: string | null, user: { id: string, username: string } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null }
      | { current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null }
      | { constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type RefreshSessionMutationVariables = Exact<{
  input: RefreshSessionInput;
}>;


export type RefreshSessionMutation = { refreshSession: { accessToken: string | null, refreshToken: string | null, user: { id: string } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null }
      | { current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null }
      | { constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type LogoutMutationVariables = Exact<{
  input: LogoutInput;
}>;


export type LogoutMutation = { logout: { sessionIds: Array<string> | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { kind: RestrictionKind, expiresAt: string | null, code: ErrorCode, message: string, path: Array<string> | null }
      | { current: ObjectState, allowed: Array<ObjectState>, code: ErrorCode, message: string, path: Array<string> | null }
      | { constraint: string | null, limit: number | null, code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export const TierSummaryFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TierSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SubscriptionTier"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"level"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"perks"}},{"kind":"Field","name":{"kind":"Name","value":"priceCoins"}},{"kind":"Field","name":{"kind":"Name","value":"interval"}},{"kind":"Field","name":{"kind":"Name","value":"trialDays"}},{"kind":"Field","name":{"kind":"Name","value":"isFull"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasTrial"}},{"kind":"Field","name":{"kind":"Name","value":"subscription"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]}}]} as unknown as DocumentNode<TierSummaryFragment, unknown>;
export const SubscriptionSummaryFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SubscriptionSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserSubscription"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"priceCoins"}},{"kind":"Field","name":{"kind":"Name","value":"periodEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"accessEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"endsAtPeriodEnd"}},{"kind":"Field","name":{"kind":"Name","value":"nextTierId"}},{"kind":"Field","name":{"kind":"Name","value":"nextVersion"}},{"kind":"Field","name":{"kind":"Name","value":"endReason"}},{"kind":"Field","name":{"kind":"Name","value":"tier"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}}]}}]} as unknown as DocumentNode<SubscriptionSummaryFragment, unknown>;
export const SoldMessageFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SoldMessage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Message"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"lock"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"priceCoins"}},{"kind":"Field","name":{"kind":"Name","value":"teaser"}},{"kind":"Field","name":{"kind":"Name","value":"saleCount"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isUnlocked"}},{"kind":"Field","name":{"kind":"Name","value":"canUnlock"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"content"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LockedContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"priceCoins"}},{"kind":"Field","name":{"kind":"Name","value":"mediaCount"}}]}}]}}]}}]} as unknown as DocumentNode<SoldMessageFragment, unknown>;
export const SaleSummaryFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SaleSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MessagePurchase"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"priceCoins"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<SaleSummaryFragment, unknown>;
export const ConversationSummaryFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConversationSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Conversation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"lastMessage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"seq"}},{"kind":"Field","name":{"kind":"Name","value":"content"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"displayTitle"}},{"kind":"Field","name":{"kind":"Name","value":"displayAvatar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"Field","name":{"kind":"Name","value":"inbox"}},{"kind":"Field","name":{"kind":"Name","value":"isPinned"}},{"kind":"Field","name":{"kind":"Name","value":"unreadCount"}}]}}]}}]} as unknown as DocumentNode<ConversationSummaryFragment, unknown>;
export const NotificationSummaryFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NotificationSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Notification"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"actors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"actorCount"}},{"kind":"Field","name":{"kind":"Name","value":"target"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"isRead"}},{"kind":"Field","name":{"kind":"Name","value":"isSeen"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"latestAt"}}]}}]} as unknown as DocumentNode<NotificationSummaryFragment, unknown>;
export const NotificationNumberFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NotificationNumber"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"NotificationCount"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"isCapped"}}]}}]} as unknown as DocumentNode<NotificationNumberFragment, unknown>;
export const SettingsOfNotificationsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SettingsOfNotifications"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"NotificationSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"digest"}},{"kind":"Field","name":{"kind":"Name","value":"showsPreviews"}},{"kind":"Field","name":{"kind":"Name","value":"quietCallAudience"}},{"kind":"Field","name":{"kind":"Name","value":"snoozeExpiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"quietHours"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"weekday"}},{"kind":"Field","name":{"kind":"Name","value":"startMinute"}},{"kind":"Field","name":{"kind":"Name","value":"endMinute"}}]}},{"kind":"Field","name":{"kind":"Name","value":"preferences"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"isMandatory"}},{"kind":"Field","name":{"kind":"Name","value":"isCritical"}},{"kind":"Field","name":{"kind":"Name","value":"hasAudience"}},{"kind":"Field","name":{"kind":"Name","value":"inApp"}},{"kind":"Field","name":{"kind":"Name","value":"push"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"audience"}}]}}]}}]} as unknown as DocumentNode<SettingsOfNotificationsFragment, unknown>;
export const DeviceSummaryFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DeviceSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PushDevice"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"platform"}},{"kind":"Field","name":{"kind":"Name","value":"appId"}},{"kind":"Field","name":{"kind":"Name","value":"locale"}},{"kind":"Field","name":{"kind":"Name","value":"environment"}},{"kind":"Field","name":{"kind":"Name","value":"registeredAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastSuccessAt"}},{"kind":"Field","name":{"kind":"Name","value":"isCurrent"}}]}}]} as unknown as DocumentNode<DeviceSummaryFragment, unknown>;
export const PostSummaryFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PostSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Post"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"author"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","name":{"kind":"Name","value":"media"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"altText"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reactionCounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reaction"}},{"kind":"Field","name":{"kind":"Name","value":"isSaved"}}]}}]}}]} as unknown as DocumentNode<PostSummaryFragment, unknown>;
export const RefusalFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]} as unknown as DocumentNode<RefusalFragment, unknown>;
export const SaleRefusalFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SaleRefusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InsufficientCoinsError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requiredCoins"}},{"kind":"Field","name":{"kind":"Name","value":"availableCoins"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PriceChangedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentPriceCoins"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]} as unknown as DocumentNode<SaleRefusalFragment, unknown>;
export const SubscriptionTiersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SubscriptionTiers"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"creatorId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"subscriptionTiers"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"userId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"creatorId"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TierSummary"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TierSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SubscriptionTier"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"level"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"perks"}},{"kind":"Field","name":{"kind":"Name","value":"priceCoins"}},{"kind":"Field","name":{"kind":"Name","value":"interval"}},{"kind":"Field","name":{"kind":"Name","value":"trialDays"}},{"kind":"Field","name":{"kind":"Name","value":"isFull"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasTrial"}},{"kind":"Field","name":{"kind":"Name","value":"subscription"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]}}]} as unknown as DocumentNode<SubscriptionTiersQuery, SubscriptionTiersQueryVariables>;
export const CreateSubscriptionTierDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateSubscriptionTier"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateSubscriptionTierInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createSubscriptionTier"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tier"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TierSummary"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TierSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SubscriptionTier"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"level"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"perks"}},{"kind":"Field","name":{"kind":"Name","value":"priceCoins"}},{"kind":"Field","name":{"kind":"Name","value":"interval"}},{"kind":"Field","name":{"kind":"Name","value":"trialDays"}},{"kind":"Field","name":{"kind":"Name","value":"isFull"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasTrial"}},{"kind":"Field","name":{"kind":"Name","value":"subscription"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]} as unknown as DocumentNode<CreateSubscriptionTierMutation, CreateSubscriptionTierMutationVariables>;
export const SubscribeToTierDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SubscribeToTier"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SubscribeToTierInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"subscribeToTier"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"subscription"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SubscriptionSummary"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SaleRefusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SubscriptionSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserSubscription"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"priceCoins"}},{"kind":"Field","name":{"kind":"Name","value":"periodEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"accessEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"endsAtPeriodEnd"}},{"kind":"Field","name":{"kind":"Name","value":"nextTierId"}},{"kind":"Field","name":{"kind":"Name","value":"nextVersion"}},{"kind":"Field","name":{"kind":"Name","value":"endReason"}},{"kind":"Field","name":{"kind":"Name","value":"tier"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SaleRefusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InsufficientCoinsError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requiredCoins"}},{"kind":"Field","name":{"kind":"Name","value":"availableCoins"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PriceChangedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentPriceCoins"}}]}}]}}]} as unknown as DocumentNode<SubscribeToTierMutation, SubscribeToTierMutationVariables>;
export const ChangeSubscriptionTierDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ChangeSubscriptionTier"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ChangeSubscriptionTierInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"changeSubscriptionTier"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"subscription"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SubscriptionSummary"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dueCoins"}},{"kind":"Field","name":{"kind":"Name","value":"effectiveAt"}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SaleRefusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SubscriptionSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserSubscription"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"priceCoins"}},{"kind":"Field","name":{"kind":"Name","value":"periodEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"accessEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"endsAtPeriodEnd"}},{"kind":"Field","name":{"kind":"Name","value":"nextTierId"}},{"kind":"Field","name":{"kind":"Name","value":"nextVersion"}},{"kind":"Field","name":{"kind":"Name","value":"endReason"}},{"kind":"Field","name":{"kind":"Name","value":"tier"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SaleRefusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InsufficientCoinsError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requiredCoins"}},{"kind":"Field","name":{"kind":"Name","value":"availableCoins"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PriceChangedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentPriceCoins"}}]}}]}}]} as unknown as DocumentNode<ChangeSubscriptionTierMutation, ChangeSubscriptionTierMutationVariables>;
export const CancelSubscriptionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CancelSubscription"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CancelSubscriptionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cancelSubscription"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"subscription"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SubscriptionSummary"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SubscriptionSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserSubscription"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"priceCoins"}},{"kind":"Field","name":{"kind":"Name","value":"periodEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"accessEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"endsAtPeriodEnd"}},{"kind":"Field","name":{"kind":"Name","value":"nextTierId"}},{"kind":"Field","name":{"kind":"Name","value":"nextVersion"}},{"kind":"Field","name":{"kind":"Name","value":"endReason"}},{"kind":"Field","name":{"kind":"Name","value":"tier"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]} as unknown as DocumentNode<CancelSubscriptionMutation, CancelSubscriptionMutationVariables>;
export const ResumeSubscriptionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResumeSubscription"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ResumeSubscriptionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resumeSubscription"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"subscription"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SubscriptionSummary"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SubscriptionSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserSubscription"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"priceCoins"}},{"kind":"Field","name":{"kind":"Name","value":"periodEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"accessEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"endsAtPeriodEnd"}},{"kind":"Field","name":{"kind":"Name","value":"nextTierId"}},{"kind":"Field","name":{"kind":"Name","value":"nextVersion"}},{"kind":"Field","name":{"kind":"Name","value":"endReason"}},{"kind":"Field","name":{"kind":"Name","value":"tier"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]} as unknown as DocumentNode<ResumeSubscriptionMutation, ResumeSubscriptionMutationVariables>;
export const MySubscriptionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MySubscriptions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"status"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"UserSubscriptionState"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mySubscriptions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"status"},"value":{"kind":"Variable","name":{"kind":"Name","value":"status"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SubscriptionSummary"}},{"kind":"Field","name":{"kind":"Name","value":"creator"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SubscriptionSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserSubscription"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"priceCoins"}},{"kind":"Field","name":{"kind":"Name","value":"periodEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"accessEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"endsAtPeriodEnd"}},{"kind":"Field","name":{"kind":"Name","value":"nextTierId"}},{"kind":"Field","name":{"kind":"Name","value":"nextVersion"}},{"kind":"Field","name":{"kind":"Name","value":"endReason"}},{"kind":"Field","name":{"kind":"Name","value":"tier"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}}]}}]} as unknown as DocumentNode<MySubscriptionsQuery, MySubscriptionsQueryVariables>;
export const MySubscribersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MySubscribers"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tierId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mySubscribers"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"tierId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tierId"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SubscriptionSummary"}},{"kind":"Field","name":{"kind":"Name","value":"subscriber"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SubscriptionSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserSubscription"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"priceCoins"}},{"kind":"Field","name":{"kind":"Name","value":"periodEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"accessEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"endsAtPeriodEnd"}},{"kind":"Field","name":{"kind":"Name","value":"nextTierId"}},{"kind":"Field","name":{"kind":"Name","value":"nextVersion"}},{"kind":"Field","name":{"kind":"Name","value":"endReason"}},{"kind":"Field","name":{"kind":"Name","value":"tier"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}}]}}]} as unknown as DocumentNode<MySubscribersQuery, MySubscribersQueryVariables>;
export const CreatorStatsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CreatorStats"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"creatorStats"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"memberCount"}},{"kind":"Field","name":{"kind":"Name","value":"months"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"month"}},{"kind":"Field","name":{"kind":"Name","value":"startedCount"}},{"kind":"Field","name":{"kind":"Name","value":"endedCount"}},{"kind":"Field","name":{"kind":"Name","value":"paidCoins"}},{"kind":"Field","name":{"kind":"Name","value":"earnedCoins"}},{"kind":"Field","name":{"kind":"Name","value":"refundedCoins"}}]}}]}}]}}]} as unknown as DocumentNode<CreatorStatsQuery, CreatorStatsQueryVariables>;
export const SubscriptionChangedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"SubscriptionChanged"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"subscriptionChanged"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"subscription"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SubscriptionSummary"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SubscriptionSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserSubscription"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"priceCoins"}},{"kind":"Field","name":{"kind":"Name","value":"periodEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"accessEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"endsAtPeriodEnd"}},{"kind":"Field","name":{"kind":"Name","value":"nextTierId"}},{"kind":"Field","name":{"kind":"Name","value":"nextVersion"}},{"kind":"Field","name":{"kind":"Name","value":"endReason"}},{"kind":"Field","name":{"kind":"Name","value":"tier"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}}]}}]} as unknown as DocumentNode<SubscriptionChangedSubscription, SubscriptionChangedSubscriptionVariables>;
export const SendLockedMessageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SendLockedMessage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SendMessageInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sendMessage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SoldMessage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SoldMessage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Message"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"lock"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"priceCoins"}},{"kind":"Field","name":{"kind":"Name","value":"teaser"}},{"kind":"Field","name":{"kind":"Name","value":"saleCount"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isUnlocked"}},{"kind":"Field","name":{"kind":"Name","value":"canUnlock"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"content"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LockedContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"priceCoins"}},{"kind":"Field","name":{"kind":"Name","value":"mediaCount"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]} as unknown as DocumentNode<SendLockedMessageMutation, SendLockedMessageMutationVariables>;
export const UpdateMessageLockDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateMessageLock"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateMessageLockInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateMessageLock"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SoldMessage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SoldMessage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Message"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"lock"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"priceCoins"}},{"kind":"Field","name":{"kind":"Name","value":"teaser"}},{"kind":"Field","name":{"kind":"Name","value":"saleCount"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isUnlocked"}},{"kind":"Field","name":{"kind":"Name","value":"canUnlock"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"content"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LockedContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"priceCoins"}},{"kind":"Field","name":{"kind":"Name","value":"mediaCount"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]} as unknown as DocumentNode<UpdateMessageLockMutation, UpdateMessageLockMutationVariables>;
export const UnlockMessageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UnlockMessage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UnlockMessageInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unlockMessage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SoldMessage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SaleRefusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SoldMessage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Message"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"lock"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"priceCoins"}},{"kind":"Field","name":{"kind":"Name","value":"teaser"}},{"kind":"Field","name":{"kind":"Name","value":"saleCount"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isUnlocked"}},{"kind":"Field","name":{"kind":"Name","value":"canUnlock"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"content"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LockedContent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"priceCoins"}},{"kind":"Field","name":{"kind":"Name","value":"mediaCount"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SaleRefusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InsufficientCoinsError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requiredCoins"}},{"kind":"Field","name":{"kind":"Name","value":"availableCoins"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PriceChangedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentPriceCoins"}}]}}]}}]} as unknown as DocumentNode<UnlockMessageMutation, UnlockMessageMutationVariables>;
export const MessageSalesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MessageSales"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messageSales"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SaleSummary"}},{"kind":"Field","name":{"kind":"Name","value":"buyer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SaleSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MessagePurchase"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"priceCoins"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<MessageSalesQuery, MessageSalesQueryVariables>;
export const RefundMessagePurchaseDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RefundMessagePurchase"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RefundMessagePurchaseInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"refundMessagePurchase"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"purchase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SaleSummary"}},{"kind":"Field","name":{"kind":"Name","value":"refundedAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SaleSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MessagePurchase"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"priceCoins"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]} as unknown as DocumentNode<RefundMessagePurchaseMutation, RefundMessagePurchaseMutationVariables>;
export const StartConversationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"StartConversation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"StartConversationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startConversation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]} as unknown as DocumentNode<StartConversationMutation, StartConversationMutationVariables>;
export const SendMessageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SendMessage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SendMessageInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sendMessage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"seq"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]} as unknown as DocumentNode<SendMessageMutation, SendMessageMutationVariables>;
export const ConversationMessagesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ConversationMessages"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"conversationId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"last"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversationMessages"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"conversationId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"conversationId"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"Variable","name":{"kind":"Name","value":"last"}}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"seq"}},{"kind":"Field","name":{"kind":"Name","value":"content"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}}]}}]}}]}}]} as unknown as DocumentNode<ConversationMessagesQuery, ConversationMessagesQueryVariables>;
export const ChatDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Chat"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConversationSummary"}},{"kind":"Field","name":{"kind":"Name","value":"messages"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"seq"}},{"kind":"Field","name":{"kind":"Name","value":"content"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConversationSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Conversation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"lastMessage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"seq"}},{"kind":"Field","name":{"kind":"Name","value":"content"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"displayTitle"}},{"kind":"Field","name":{"kind":"Name","value":"displayAvatar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"Field","name":{"kind":"Name","value":"inbox"}},{"kind":"Field","name":{"kind":"Name","value":"isPinned"}},{"kind":"Field","name":{"kind":"Name","value":"unreadCount"}}]}}]}}]} as unknown as DocumentNode<ChatQuery, ChatQueryVariables>;
export const MessageAddedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"MessageAdded"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"conversationId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messageAdded"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"conversationId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"conversationId"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"message"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"seq"}},{"kind":"Field","name":{"kind":"Name","value":"content"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"Field","name":{"kind":"Name","value":"sender"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","name":{"kind":"Name","value":"conversation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]}}]} as unknown as DocumentNode<MessageAddedSubscription, MessageAddedSubscriptionVariables>;
export const MessageUpdatedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"MessageUpdated"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"conversationId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messageUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"conversationId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"conversationId"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"message"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"content"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"Field","name":{"kind":"Name","value":"editedAt"}}]}}]}}]}}]} as unknown as DocumentNode<MessageUpdatedSubscription, MessageUpdatedSubscriptionVariables>;
export const MessageDeletedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"MessageDeleted"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"conversationId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messageDeleted"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"conversationId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"conversationId"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"scope"}},{"kind":"Field","name":{"kind":"Name","value":"message"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"content"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}}]}}]}}]}}]} as unknown as DocumentNode<MessageDeletedSubscription, MessageDeletedSubscriptionVariables>;
export const MyConversationsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MyConversations"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"inbox"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Inbox"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"myConversations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"inbox"},"value":{"kind":"Variable","name":{"kind":"Name","value":"inbox"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConversationSummary"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConversationSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Conversation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"lastMessage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"seq"}},{"kind":"Field","name":{"kind":"Name","value":"content"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"displayTitle"}},{"kind":"Field","name":{"kind":"Name","value":"displayAvatar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"Field","name":{"kind":"Name","value":"inbox"}},{"kind":"Field","name":{"kind":"Name","value":"isPinned"}},{"kind":"Field","name":{"kind":"Name","value":"unreadCount"}}]}}]}}]} as unknown as DocumentNode<MyConversationsQuery, MyConversationsQueryVariables>;
export const ConversationAddedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"ConversationAdded"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversationAdded"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"conversation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConversationSummary"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConversationSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Conversation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"lastMessage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"seq"}},{"kind":"Field","name":{"kind":"Name","value":"content"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"displayTitle"}},{"kind":"Field","name":{"kind":"Name","value":"displayAvatar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"Field","name":{"kind":"Name","value":"inbox"}},{"kind":"Field","name":{"kind":"Name","value":"isPinned"}},{"kind":"Field","name":{"kind":"Name","value":"unreadCount"}}]}}]}}]} as unknown as DocumentNode<ConversationAddedSubscription, ConversationAddedSubscriptionVariables>;
export const ConversationUpdatedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"ConversationUpdated"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversationUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"conversation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConversationSummary"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConversationSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Conversation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"lastMessage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"seq"}},{"kind":"Field","name":{"kind":"Name","value":"content"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"displayTitle"}},{"kind":"Field","name":{"kind":"Name","value":"displayAvatar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"Field","name":{"kind":"Name","value":"inbox"}},{"kind":"Field","name":{"kind":"Name","value":"isPinned"}},{"kind":"Field","name":{"kind":"Name","value":"unreadCount"}}]}}]}}]} as unknown as DocumentNode<ConversationUpdatedSubscription, ConversationUpdatedSubscriptionVariables>;
export const MyNotificationsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MyNotifications"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"myNotifications"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NotificationSummary"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NotificationSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Notification"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"actors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"actorCount"}},{"kind":"Field","name":{"kind":"Name","value":"target"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"isRead"}},{"kind":"Field","name":{"kind":"Name","value":"isSeen"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"latestAt"}}]}}]} as unknown as DocumentNode<MyNotificationsQuery, MyNotificationsQueryVariables>;
export const MyUnreadNotificationCountDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MyUnreadNotificationCount"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"myUnreadNotificationCount"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unread"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NotificationNumber"}}]}},{"kind":"Field","name":{"kind":"Name","value":"unseen"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NotificationNumber"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NotificationNumber"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"NotificationCount"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"isCapped"}}]}}]} as unknown as DocumentNode<MyUnreadNotificationCountQuery, MyUnreadNotificationCountQueryVariables>;
export const NotificationAddedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"NotificationAdded"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"notificationAdded"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"notificationId"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"notification"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NotificationSummary"}}]}},{"kind":"Field","name":{"kind":"Name","value":"unreadCount"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NotificationNumber"}}]}},{"kind":"Field","name":{"kind":"Name","value":"unseenCount"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NotificationNumber"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NotificationSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Notification"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"actors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"actorCount"}},{"kind":"Field","name":{"kind":"Name","value":"target"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"isRead"}},{"kind":"Field","name":{"kind":"Name","value":"isSeen"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"latestAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NotificationNumber"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"NotificationCount"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"isCapped"}}]}}]} as unknown as DocumentNode<NotificationAddedSubscription, NotificationAddedSubscriptionVariables>;
export const MarkNotificationsSeenDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"MarkNotificationsSeen"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"MarkNotificationsSeenInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"markNotificationsSeen"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"counts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unread"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NotificationNumber"}}]}},{"kind":"Field","name":{"kind":"Name","value":"unseen"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NotificationNumber"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NotificationNumber"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"NotificationCount"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"isCapped"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]} as unknown as DocumentNode<MarkNotificationsSeenMutation, MarkNotificationsSeenMutationVariables>;
export const MarkNotificationsReadDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"MarkNotificationsRead"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"MarkNotificationsReadInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"markNotificationsRead"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"counts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unread"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NotificationNumber"}}]}},{"kind":"Field","name":{"kind":"Name","value":"unseen"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NotificationNumber"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NotificationNumber"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"NotificationCount"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"isCapped"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]} as unknown as DocumentNode<MarkNotificationsReadMutation, MarkNotificationsReadMutationVariables>;
export const MarkNotificationUnreadDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"MarkNotificationUnread"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"MarkNotificationUnreadInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"markNotificationUnread"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"notification"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NotificationSummary"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NotificationSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Notification"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"actors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"actorCount"}},{"kind":"Field","name":{"kind":"Name","value":"target"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"isRead"}},{"kind":"Field","name":{"kind":"Name","value":"isSeen"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"latestAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]} as unknown as DocumentNode<MarkNotificationUnreadMutation, MarkNotificationUnreadMutationVariables>;
export const DeleteNotificationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteNotification"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteNotificationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteNotification"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"notificationId"}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]} as unknown as DocumentNode<DeleteNotificationMutation, DeleteNotificationMutationVariables>;
export const MyNotificationSettingsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MyNotificationSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"myNotificationSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SettingsOfNotifications"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SettingsOfNotifications"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"NotificationSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"digest"}},{"kind":"Field","name":{"kind":"Name","value":"showsPreviews"}},{"kind":"Field","name":{"kind":"Name","value":"quietCallAudience"}},{"kind":"Field","name":{"kind":"Name","value":"snoozeExpiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"quietHours"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"weekday"}},{"kind":"Field","name":{"kind":"Name","value":"startMinute"}},{"kind":"Field","name":{"kind":"Name","value":"endMinute"}}]}},{"kind":"Field","name":{"kind":"Name","value":"preferences"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"isMandatory"}},{"kind":"Field","name":{"kind":"Name","value":"isCritical"}},{"kind":"Field","name":{"kind":"Name","value":"hasAudience"}},{"kind":"Field","name":{"kind":"Name","value":"inApp"}},{"kind":"Field","name":{"kind":"Name","value":"push"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"audience"}}]}}]}}]} as unknown as DocumentNode<MyNotificationSettingsQuery, MyNotificationSettingsQueryVariables>;
export const UpdateNotificationSettingsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateNotificationSettings"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateNotificationSettingsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateNotificationSettings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"notificationSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SettingsOfNotifications"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SettingsOfNotifications"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"NotificationSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"digest"}},{"kind":"Field","name":{"kind":"Name","value":"showsPreviews"}},{"kind":"Field","name":{"kind":"Name","value":"quietCallAudience"}},{"kind":"Field","name":{"kind":"Name","value":"snoozeExpiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"quietHours"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"weekday"}},{"kind":"Field","name":{"kind":"Name","value":"startMinute"}},{"kind":"Field","name":{"kind":"Name","value":"endMinute"}}]}},{"kind":"Field","name":{"kind":"Name","value":"preferences"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"isMandatory"}},{"kind":"Field","name":{"kind":"Name","value":"isCritical"}},{"kind":"Field","name":{"kind":"Name","value":"hasAudience"}},{"kind":"Field","name":{"kind":"Name","value":"inApp"}},{"kind":"Field","name":{"kind":"Name","value":"push"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"audience"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]} as unknown as DocumentNode<UpdateNotificationSettingsMutation, UpdateNotificationSettingsMutationVariables>;
export const UpdateNotificationPreferencesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateNotificationPreferences"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateNotificationPreferencesInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateNotificationPreferences"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"notificationSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SettingsOfNotifications"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SettingsOfNotifications"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"NotificationSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"digest"}},{"kind":"Field","name":{"kind":"Name","value":"showsPreviews"}},{"kind":"Field","name":{"kind":"Name","value":"quietCallAudience"}},{"kind":"Field","name":{"kind":"Name","value":"snoozeExpiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"quietHours"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"weekday"}},{"kind":"Field","name":{"kind":"Name","value":"startMinute"}},{"kind":"Field","name":{"kind":"Name","value":"endMinute"}}]}},{"kind":"Field","name":{"kind":"Name","value":"preferences"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"isMandatory"}},{"kind":"Field","name":{"kind":"Name","value":"isCritical"}},{"kind":"Field","name":{"kind":"Name","value":"hasAudience"}},{"kind":"Field","name":{"kind":"Name","value":"inApp"}},{"kind":"Field","name":{"kind":"Name","value":"push"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"audience"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]} as unknown as DocumentNode<UpdateNotificationPreferencesMutation, UpdateNotificationPreferencesMutationVariables>;
export const UpdateQuietHoursDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateQuietHours"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateQuietHoursInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateQuietHours"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"notificationSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SettingsOfNotifications"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SettingsOfNotifications"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"NotificationSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"digest"}},{"kind":"Field","name":{"kind":"Name","value":"showsPreviews"}},{"kind":"Field","name":{"kind":"Name","value":"quietCallAudience"}},{"kind":"Field","name":{"kind":"Name","value":"snoozeExpiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"quietHours"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"weekday"}},{"kind":"Field","name":{"kind":"Name","value":"startMinute"}},{"kind":"Field","name":{"kind":"Name","value":"endMinute"}}]}},{"kind":"Field","name":{"kind":"Name","value":"preferences"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"isMandatory"}},{"kind":"Field","name":{"kind":"Name","value":"isCritical"}},{"kind":"Field","name":{"kind":"Name","value":"hasAudience"}},{"kind":"Field","name":{"kind":"Name","value":"inApp"}},{"kind":"Field","name":{"kind":"Name","value":"push"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"audience"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]} as unknown as DocumentNode<UpdateQuietHoursMutation, UpdateQuietHoursMutationVariables>;
export const SnoozeNotificationsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SnoozeNotifications"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SnoozeNotificationsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"snoozeNotifications"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"notificationSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SettingsOfNotifications"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SettingsOfNotifications"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"NotificationSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"digest"}},{"kind":"Field","name":{"kind":"Name","value":"showsPreviews"}},{"kind":"Field","name":{"kind":"Name","value":"quietCallAudience"}},{"kind":"Field","name":{"kind":"Name","value":"snoozeExpiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"quietHours"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"weekday"}},{"kind":"Field","name":{"kind":"Name","value":"startMinute"}},{"kind":"Field","name":{"kind":"Name","value":"endMinute"}}]}},{"kind":"Field","name":{"kind":"Name","value":"preferences"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"isMandatory"}},{"kind":"Field","name":{"kind":"Name","value":"isCritical"}},{"kind":"Field","name":{"kind":"Name","value":"hasAudience"}},{"kind":"Field","name":{"kind":"Name","value":"inApp"}},{"kind":"Field","name":{"kind":"Name","value":"push"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"audience"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]} as unknown as DocumentNode<SnoozeNotificationsMutation, SnoozeNotificationsMutationVariables>;
export const PushSetupDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PushSetup"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pushSetup"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"platforms"}},{"kind":"Field","name":{"kind":"Name","value":"webPushPublicKey"}}]}}]}}]} as unknown as DocumentNode<PushSetupQuery, PushSetupQueryVariables>;
export const MyPushDevicesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MyPushDevices"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"myPushDevices"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DeviceSummary"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DeviceSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PushDevice"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"platform"}},{"kind":"Field","name":{"kind":"Name","value":"appId"}},{"kind":"Field","name":{"kind":"Name","value":"locale"}},{"kind":"Field","name":{"kind":"Name","value":"environment"}},{"kind":"Field","name":{"kind":"Name","value":"registeredAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastSuccessAt"}},{"kind":"Field","name":{"kind":"Name","value":"isCurrent"}}]}}]} as unknown as DocumentNode<MyPushDevicesQuery, MyPushDevicesQueryVariables>;
export const RegisterPushDeviceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RegisterPushDevice"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RegisterPushDeviceInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"registerPushDevice"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"device"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DeviceSummary"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DeviceSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PushDevice"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"platform"}},{"kind":"Field","name":{"kind":"Name","value":"appId"}},{"kind":"Field","name":{"kind":"Name","value":"locale"}},{"kind":"Field","name":{"kind":"Name","value":"environment"}},{"kind":"Field","name":{"kind":"Name","value":"registeredAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastSuccessAt"}},{"kind":"Field","name":{"kind":"Name","value":"isCurrent"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]} as unknown as DocumentNode<RegisterPushDeviceMutation, RegisterPushDeviceMutationVariables>;
export const UnregisterPushDeviceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UnregisterPushDevice"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UnregisterPushDeviceInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unregisterPushDevice"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deviceId"}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]} as unknown as DocumentNode<UnregisterPushDeviceMutation, UnregisterPushDeviceMutationVariables>;
export const FeedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Feed"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"feed"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PostSummary"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PostSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Post"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"author"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","name":{"kind":"Name","value":"media"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"altText"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reactionCounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reaction"}},{"kind":"Field","name":{"kind":"Name","value":"isSaved"}}]}}]}}]} as unknown as DocumentNode<FeedQuery, FeedQueryVariables>;
export const ExploreFeedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ExploreFeed"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"exploreFeed"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PostSummary"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PostSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Post"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"author"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","name":{"kind":"Name","value":"media"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"altText"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reactionCounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reaction"}},{"kind":"Field","name":{"kind":"Name","value":"isSaved"}}]}}]}}]} as unknown as DocumentNode<ExploreFeedQuery, ExploreFeedQueryVariables>;
export const PostDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Post"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"post"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PostSummary"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"viewCount"}},{"kind":"Field","name":{"kind":"Name","value":"comments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"author"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"canComment"}},{"kind":"Field","name":{"kind":"Name","value":"canRepost"}},{"kind":"Field","name":{"kind":"Name","value":"hasReposted"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PostSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Post"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"author"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","name":{"kind":"Name","value":"media"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"altText"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reactionCounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reaction"}},{"kind":"Field","name":{"kind":"Name","value":"isSaved"}}]}}]}}]} as unknown as DocumentNode<PostQuery, PostQueryVariables>;
export const CreatePostDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreatePost"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreatePostInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createPost"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"post"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]} as unknown as DocumentNode<CreatePostMutation, CreatePostMutationVariables>;
export const UploadMediaDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UploadMedia"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"file"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Upload"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"altText"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uploadMedia"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"file"},"value":{"kind":"Variable","name":{"kind":"Name","value":"file"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"altText"},"value":{"kind":"Variable","name":{"kind":"Name","value":"altText"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"media"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"width"}},{"kind":"Field","name":{"kind":"Name","value":"height"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]} as unknown as DocumentNode<UploadMediaMutation, UploadMediaMutationVariables>;
export const NodesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Nodes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Post"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}}]}}]} as unknown as DocumentNode<NodesQuery, NodesQueryVariables>;
export const LoginDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Login"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LoginInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"login"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"accessToken"}},{"kind":"Field","name":{"kind":"Name","value":"refreshToken"}},{"kind":"Field","name":{"kind":"Name","value":"deviceToken"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]} as unknown as DocumentNode<LoginMutation, LoginMutationVariables>;
export const RegisterDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Register"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RegisterInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"register"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"accessToken"}},{"kind":"Field","name":{"kind":"Name","value":"refreshToken"}},{"kind":"Field","name":{"kind":"Name","value":"deviceToken"}},{"kind":"Field","name":{"kind":"Name","value":"registrationToken"}},{"kind":"Field","name":{"kind":"Name","value":"codeExpiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]} as unknown as DocumentNode<RegisterMutation, RegisterMutationVariables>;
export const ConfirmRegistrationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConfirmRegistration"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ConfirmRegistrationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"confirmRegistration"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"accessToken"}},{"kind":"Field","name":{"kind":"Name","value":"refreshToken"}},{"kind":"Field","name":{"kind":"Name","value":"deviceToken"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]} as unknown as DocumentNode<ConfirmRegistrationMutation, ConfirmRegistrationMutationVariables>;
export const RefreshSessionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RefreshSession"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RefreshSessionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"refreshSession"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"accessToken"}},{"kind":"Field","name":{"kind":"Name","value":"refreshToken"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]} as unknown as DocumentNode<RefreshSessionMutation, RefreshSessionMutationVariables>;
export const LogoutDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Logout"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LogoutInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"logout"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sessionIds"}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constraint"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RateLimitedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestrictedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]} as unknown as DocumentNode<LogoutMutation, LogoutMutationVariables>;