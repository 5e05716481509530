/** The input of `acceptCall`. */
export type AcceptCallInput = {
  /** The call. */
  callId: string | number;
  /** Whether the microphone is off. Defaults to false. */
  isMuted?: boolean | null | undefined;
  /** Whether the camera is on. Defaults to true in a video call, else to false. */
  isVideoOn?: boolean | null | undefined;
};

/** The input of `acceptConversation`. */
export type AcceptConversationInput = {
  /** The conversation. */
  conversationId: string | number;
};

/** The input of `acceptFollowRequest`. */
export type AcceptFollowRequestInput = {
  /** The requester. */
  userId: string | number;
};

/** The input of `acceptJoinRequest`. */
export type AcceptJoinRequestInput = {
  /** The request. */
  requestId: string | number;
};

/** The input of `acceptSubscriptionPrice`. */
export type AcceptSubscriptionPriceInput = {
  /** The subscription. */
  subscriptionId: string | number;
  /** `version` of the tier that the subscriber has seen, with its price. */
  version: number;
};

/** Reason for which an owner cannot delete the account yet. */
export type AccountDeletionObstacle =
  /** The bank of a cardholder has not decided about a payment. */
  | 'DISPUTE_OPEN'
  /** Earnings are pending, or are available and not paid out. */
  | 'EARNINGS_UNPAID'
  /** A purchase can still be paid. */
  | 'PURCHASE_OPEN';

/** State of an account. Restrictions by moderators are separate. */
export type AccountState =
  /** Active. */
  | 'ACTIVE'
  /** Deactivated by its owner, who can reactivate it. */
  | 'DEACTIVATED'
  /** Deleted. */
  | 'DELETED'
  /** Scheduled for deletion; its owner can still cancel. */
  | 'PENDING_DELETION';

/** The input of `acknowledgeWarning`. */
export type AcknowledgeWarningInput = {
  /** A restriction of the kind WARNING; NOT_FOUND for any other. */
  restrictionId: string | number;
};

/** The input of `addCoHost`. */
export type AddCoHostInput = {
  /** The call, a group call. */
  callId: string | number;
  /** The member. */
  userId: string | number;
};

/** The input of `addComment`. */
export type AddCommentInput = {
  /** A UUID made by the client, or 1 to 64 letters, digits, `-` and `_` without the digits of a card's number outside of a UUID. The same key with the same input returns the first result for 30 days; with another input it is refused. */
  idempotencyKey?: string | null | undefined;
  /** Media items of the caller, READY or PROCESSING, in the order to show, at most 4. */
  mediaIds?: Array<string | number> | null | undefined;
  /** The comment on that post to reply to; a comment on the post itself when omitted. A reply to a comment of depth 50 gets the parent of that comment. */
  parentId?: string | number | null | undefined;
  /** The post. */
  postId: string | number;
  /** Token of a MODERATION_NUDGE, with which the author insists on the same text. Optional. */
  retryToken?: string | null | undefined;
  /** The text, at most 2200 characters. Required without media. */
  text?: string | null | undefined;
};

/** The input of `addMutedWord`. */
export type AddMutedWordInput = {
  /** Whether posts by users whom the caller follows stay visible. Defaults to false. */
  excludesFollowing?: boolean | null | undefined;
  /** Expiry time, within the next 10 years. Permanent when omitted. */
  expiresAt?: string | null | undefined;
  /** The word or phrase, 1 to 100 characters. HASHTAGS ignores a `#` before it. */
  phrase: string;
  /** Parts of a post to match. Defaults to all. */
  targets?: Array<MutedWordTarget> | null | undefined;
};

/** The input of `addParticipants`. */
export type AddParticipantsInput = {
  /** The group. */
  conversationId: string | number;
  /** The users to add, at least 1. Strangers (see `startConversation`), and users who left or declined it or cannot join it yet, are INVITED. */
  userIds: Array<string | number>;
};

/** The input of `answerVerification`. */
export type AnswerVerificationInput = {
  /** Documents that prove it, at most 10 in a request: JPEG, PNG, WebP, GIF, AVIF or HEIC, or PDF. Only admins who review it see them. */
  files?: Array<Blob> | null | undefined;
  /** The answer, 1 to 1000 characters. */
  note: string;
  /** The caller's request. */
  requestId: string | number;
};

/** The input of `appealDecisionByToken`. */
export type AppealDecisionByTokenInput = {
  /** The decision. */
  decisionId: string | number;
  /** Why it is wrong, 1 to 2000 characters. */
  text: string;
  /** The token of the mail about the decision. */
  token: string;
};

/** The input of `appealDecision`. */
export type AppealDecisionInput = {
  /** The decision. */
  decisionId: string | number;
  /** Why it is wrong, 1 to 2000 characters. */
  text: string;
};

/** State of an appeal. */
export type AppealState =
  /** The decision was taken back. */
  | 'OVERTURNED'
  /** Content stays removed; restrictions and points were taken back. */
  | 'PARTIAL'
  /** Another moderator has yet to decide. */
  | 'PENDING'
  /** The decision stays. */
  | 'UPHELD'
  /** The author has taken it back. */
  | 'WITHDRAWN';

/** The input of `archiveConversation`. */
export type ArchiveConversationInput = {
  /** The conversation. */
  conversationId: string | number;
};

/** The input of `archiveSubscriptionTier`. */
export type ArchiveSubscriptionTierInput = {
  /** The tier. */
  tierId: string | number;
};

/** Kind of what a message brings beside plain text. */
export type AttachmentKind =
  /** Files, such as PDFs and ZIPs. */
  | 'FILE'
  /** Links in its text. */
  | 'LINK'
  /** Images, videos and audio files. */
  | 'MEDIA'
  /** A voice note. */
  | 'VOICE_NOTE';

/** Audience of a setting. Always includes the owner of the setting, and never the users whom they block. */
export type Audience =
  /** Everyone who can see the owner, including anonymous callers where they have access. */
  | 'EVERYONE'
  /** Users who follow the owner. */
  | 'FOLLOWERS'
  /** Users whom the owner follows. */
  | 'FOLLOWING'
  /** Users who follow the owner and whom the owner follows. */
  | 'MUTUALS'
  /** No other user. */
  | 'NOBODY'
  /** Users who pay for a subscription of the owner. */
  | 'SUBSCRIBERS';

/** Kind of a badge: that which was verified of a user. */
export type BadgeKind =
  /** The account speaks for a business or an organisation. */
  | 'BUSINESS'
  /** The account is that of a known creator. */
  | 'CREATOR'
  /** The person is who they say, by an official document. */
  | 'IDENTITY'
  /** The person is of public interest. */
  | 'NOTABLE';

/** State of a badge. */
export type BadgeState =
  /** Shown beside the names of the user. */
  | 'ACTIVE'
  /** Not shown: its time is over. */
  | 'EXPIRED'
  /** Taken back by an admin. */
  | 'REVOKED'
  /** Not shown, since the display name or the username differs from what was verified. Changing back before it expires restores it. */
  | 'SUSPENDED';

/** The input of `blockUser`. */
export type BlockUserInput = {
  /** The user to block. One whom the caller does not see is blocked without being named, and an id of nobody answers alike. */
  userId: string | number;
};

/** Changed part of a call. */
export type CallChange =
  /** The connection of `member` was lost, came back or moved to another device. */
  | 'CONNECTION'
  /** `memberCount` and `watchingCount`. Never replayed. */
  | 'COUNTS'
  /** `host`. */
  | 'HOST'
  /** Somebody is rung or no more; of the caller see `viewer.invitation`. */
  | 'INVITATION'
  /** Microphone or camera of `member`. */
  | 'MEDIA'
  /** `mode`: it became a group call. */
  | 'MODE'
  /** `member` has to connect again by `connectCall`, or by a new `viewer.connection`. */
  | 'RECONNECT'
  /** Roles of members. */
  | 'ROLES'
  /** `screenSharer`. */
  | 'SCREEN'
  /** `state` and `startedAt`. */
  | 'STATE';

/** Why a call is declined. */
export type CallDeclineReason =
  /** The user is in another call. */
  | 'BUSY'
  /** The user does not want it. */
  | 'DECLINED';

/** Why a call has ended. */
export type CallEndReason =
  /** The invitee was busy. */
  | 'BUSY'
  /** The starter took it back, or went away, before it was accepted. */
  | 'CANCELLED'
  /** A user of a direct call hung up. */
  | 'COMPLETED'
  /** The invitee declined it. */
  | 'DECLINED'
  /** Nobody was in it any more, or one person alone for long. */
  | 'EMPTY'
  /** The call server could not carry it. */
  | 'FAILED'
  /** A host ended it. */
  | 'HOST_ENDED'
  /** The call lasted 4 hours. */
  | 'MAX_DURATION'
  /** Nobody accepted it within 45 seconds. */
  | 'MISSED'
  /** Moderation ended it. */
  | 'MODERATION';

/** State of an invitation to a call. */
export type CallInviteeState =
  /** The invitee accepted, or joined. */
  | 'ACCEPTED'
  /** The invitee was busy. */
  | 'BUSY'
  /** Taken back, or the call ended before an answer. */
  | 'CANCELLED'
  /** The invitee declined. */
  | 'DECLINED'
  /** The invitee did not answer in time. */
  | 'MISSED'
  /** The call rings. */
  | 'RINGING';

/** How to join a call. */
export type CallJoinAs =
  /** With a slot. Hosts get theirs in any case. */
  | 'SPEAKER'
  /** In viewer mode. */
  | 'VIEWER';

/** Media with which a call begins. */
export type CallKind =
  /** Sound; cameras are off at first. */
  | 'AUDIO'
  /** Sound and video. */
  | 'VIDEO';

/** State of the connection of a member of a call. */
export type CallMemberState =
  /** Sends and receives. */
  | 'CONNECTED'
  /** Has joined, and is not connected yet; has left after 20 seconds of it. */
  | 'CONNECTING'
  /** Is not in the call. */
  | 'LEFT'
  /** The connection is lost; has left after 30 seconds of it. */
  | 'RECONNECTING';

/** Rules of a call. */
export type CallMode =
  /** Of two users: it ends when one of them hangs up. */
  | 'DIRECT'
  /** Of any number, with hosts and viewers. A direct call becomes one by `inviteToCall`. */
  | 'GROUP';

/** A problem of a call. */
export type CallProblem =
  /** The sound was bad. */
  | 'AUDIO'
  /** The connection was lost or late. */
  | 'CONNECTION'
  /** There was an echo. */
  | 'ECHO'
  /** Something else. */
  | 'OTHER'
  /** The video was bad. */
  | 'VIDEO';

/** Role of a member of a call. */
export type CallRole =
  /** Manages the call beside the host. */
  | 'CO_HOST'
  /** Manages the call. There is one, who is the starter at first. */
  | 'HOST'
  /** Has a slot and may send sound, video and a screen. */
  | 'SPEAKER'
  /** In viewer mode: receives alone. */
  | 'VIEWER';

/** Rule by which people speak in a group call. */
export type CallSpeaking =
  /** Members watch until a host lets them speak; hosts speak. */
  | 'ON_REQUEST'
  /** Everybody who joins may speak while a slot is free. */
  | 'OPEN';

/** State of a call. */
export type CallState =
  /** Over, for the reason `endReason`. */
  | 'ENDED'
  /** People can join. */
  | 'ONGOING'
  /** A direct call that nobody has accepted yet. */
  | 'RINGING';

/** The input of `cancelAccountDeletion`. */
export type CancelAccountDeletionInput = {
  /** The e-mail address. Only for callers who are not signed in: users who cannot, such as suspended ones, give it with the password, or a provider token alone. */
  email?: string | null | undefined;
  /** The password of the account. Ignored if the caller is signed in. */
  password?: string | null | undefined;
  /** An access token from the identity provider for a sign-in of the last 5 minutes, instead of the password. Ignored if the caller is signed in. */
  providerToken?: string | null | undefined;
};

/** The input of `cancelCoinPurchase`. */
export type CancelCoinPurchaseInput = {
  /** The purchase. */
  purchaseId: string | number;
};

/** The input of `cancelFollowRequest`. */
export type CancelFollowRequestInput = {
  /** The user whom the caller requested to follow. */
  userId: string | number;
};

/** The input of `cancelJoinRequest`. */
export type CancelJoinRequestInput = {
  /** The request. */
  requestId: string | number;
};

/** The input of `cancelScheduledMessage`. */
export type CancelScheduledMessageInput = {
  /** The scheduled message. */
  scheduledMessageId: string | number;
};

/** The input of `cancelSubscription`. */
export type CancelSubscriptionInput = {
  /** The subscription. */
  subscriptionId: string | number;
};

/** Brand of a card. */
export type CardBrand =
  /** American Express. */
  | 'AMEX'
  /** Diners Club. */
  | 'DINERS'
  /** Discover. */
  | 'DISCOVER'
  /** JCB. */
  | 'JCB'
  /** Mastercard. */
  | 'MASTERCARD'
  /** Another or unknown brand. */
  | 'OTHER'
  /** UnionPay. */
  | 'UNIONPAY'
  /** Visa. */
  | 'VISA';

/** The input of `changeEmail`. */
export type ChangeEmailInput = {
  /** The code from the mail. Valid once, for 24 hours. */
  code: string;
};

/** The input of `changePassword`. */
export type ChangePasswordInput = {
  /** The current password. */
  currentPassword: string;
  /** The new password: 8 to 128 characters with the embedded identity provider. */
  newPassword: string;
};

/** The input of `changeSubscriptionTier`. */
export type ChangeSubscriptionTierInput = {
  /** A UUID made by the client, or 1 to 64 letters, digits, `-` and `_` without the digits of a card's number outside of a UUID. The same key with the same input returns the first result for ever; with another input it is refused. */
  idempotencyKey: string;
  /** Whether to say only what it costs and from when on it holds; the key stays free for the change. By default false. */
  preview?: boolean | null | undefined;
  /** The subscription. */
  subscriptionId: string | number;
  /** The tier. NOT_FOUND unless it is on offer. */
  tierId: string | number;
  /** `version` of the tier that the subscriber has seen, with its price. */
  version: number;
};

/** The input of `changeUsername`. */
export type ChangeUsernameInput = {
  /** The new username: 3 to 30 of `a-z`, `0-9`, `_` and `.`, with at least one letter or digit. Dots only inside, never two in a row. */
  username: string;
};

/** The input of `clearConversation`. */
export type ClearConversationInput = {
  /** The conversation. */
  conversationId: string | number;
};

/** The input of `closePoll`. */
export type ClosePollInput = {
  /** The poll. */
  pollId: string | number;
};

/** State of a purchase of coins. It is the state of its payment until the coins are there. */
export type CoinPurchaseState =
  /** The purchase was canceled, and nothing was charged. */
  | 'CANCELED'
  /** The payment waits for a card. */
  | 'CREATED'
  /** The cardholder disputes the payment at the bank; coins that are left are held if the bank has the money. */
  | 'DISPUTED'
  /** The purchase was not paid within an hour, and nothing was charged. */
  | 'EXPIRED'
  /** The card was declined: another one can be tried. */
  | 'FAILED'
  /** The bank has given the money back to the cardholder, and the coins were taken back. */
  | 'LOST'
  /** A part of the price was refunded, or is to be, and its coins were taken back. */
  | 'PARTIALLY_REFUNDED'
  /** The provider needs some more time, or the coins are just being credited. */
  | 'PROCESSING'
  /** All of the price was refunded, or is to be, and the coins were taken back. */
  | 'REFUNDED'
  /** The bank wants the cardholder to prove who they are: see `nextAction` of the payload. */
  | 'REQUIRES_ACTION'
  /** The coins are there. */
  | 'SUCCEEDED';

/** State of a tip. */
export type CoinTipState =
  /** The sender has undone the tip. */
  | 'CANCELED'
  /** The sender can still undo the tip; nobody else sees it. */
  | 'PENDING'
  /** The receiver has the coins. */
  | 'POSTED'
  /** The tip was taken back later. */
  | 'REVERSED';

/** The object for which a tip is given. */
export type CoinTipTargetInput =
  {   /** A comment. */
  commentId: string | number; messageId?: never; postId?: never; userId?: never; }
  |  { commentId?: never;   /** A message, except for those of the system. Users name one of a conversation in which they take part. */
  messageId: string | number; postId?: never; userId?: never; }
  |  { commentId?: never; messageId?: never;   /** A post. */
  postId: string | number; userId?: never; }
  |  { commentId?: never; messageId?: never; postId?: never;   /** A user. */
  userId: string | number; };

/** Kind of object for which a tip is given. */
export type CoinTipTargetKind =
  /** A comment; its author gets the tip. */
  | 'COMMENT'
  /** A message; its sender gets the tip. */
  | 'MESSAGE'
  /** A post; the author gets the tip. */
  | 'POST'
  /** A user. */
  | 'USER';

/** Direction of a coin transaction, seen from its user. */
export type CoinTransactionDirection =
  /** The user got the coins. */
  | 'CREDIT'
  /** The user gave the coins. */
  | 'DEBIT';

/** Status of a coin transaction. */
export type CoinTransactionStatus =
  /** The transaction counts. */
  | 'POSTED'
  /** A later transaction has reversed this one. */
  | 'REVERSED';

/** Type of a coin transaction. */
export type CoinTransactionType =
  /** An admin gave promotional coins, or took coins. */
  | 'ADMIN_ADJUSTMENT'
  /** Promotional coins have expired. */
  | 'COINS_EXPIRED'
  /** A package of coins was paid for, with the promotional coins that come with it. */
  | 'COIN_PURCHASE'
  /** An earlier transaction was reversed. */
  | 'CORRECTION'
  /** Coins of a purchase are held while its payment is disputed. */
  | 'DISPUTE_HOLD'
  /** A dispute took the payment of a purchase back, and its coins were taken back. */
  | 'DISPUTE_LOSS'
  /** Held coins came back, since the dispute was decided. */
  | 'DISPUTE_RELEASE'
  /** Earnings paid what had been taken back before and was not there. */
  | 'EARNINGS_DEBT_PAID'
  /** Earnings that had been taken back were given back. */
  | 'EARNINGS_RETURNED'
  /** Earnings were taken back, since the payment of the coins that they came from was, or what was sold was refunded. */
  | 'EARNINGS_TAKEN_BACK'
  /** The earnings that were left when the account was erased. */
  | 'EARNINGS_UNCLAIMED'
  /** The coins that were left when the account was erased. */
  | 'FORFEITURE'
  /** The coins that were paid for a locked message came back. */
  | 'MESSAGE_REFUNDED'
  /** Somebody paid for a locked message of the user, which is earnings and no coins to spend. */
  | 'MESSAGE_SOLD'
  /** The user paid for a locked message. */
  | 'MESSAGE_UNLOCKED'
  /** Earnings were paid out. */
  | 'PAYOUT'
  /** Promotional coins were given. */
  | 'PROMO_GRANT'
  /** A purchase was refunded, and its coins were taken back. */
  | 'PURCHASE_REFUND'
  /** The user's tier was paid for, with coins or by card, which is earnings and no coins to spend. */
  | 'SUBSCRIPTION_EARNED'
  /** A period of a subscription was paid with coins. */
  | 'SUBSCRIPTION_PAID'
  /** Coins that were paid for a subscription came back, all of them or a part. */
  | 'SUBSCRIPTION_REFUNDED'
  /** The user got a tip, which is earnings and no coins to spend. */
  | 'TIP_RECEIVED'
  /** The coins of a tip that was undone came back. */
  | 'TIP_REVERSED'
  /** The user gave a tip, in one tap or in several. */
  | 'TIP_SENT';

/** Sort order of comments on one level of a thread. */
export type CommentSort =
  /** Newest first. */
  | 'NEWEST'
  /** Oldest first. */
  | 'OLDEST'
  /** Most reactions and replies first, rounded above 16; newer first among equals. A comment that rises while pages are read can be skipped. */
  | 'TOP';

/** The input of `completeSandboxChallenge`. */
export type CompleteSandboxChallengeInput = {
  /** Whether the cardholder proves who they are. */
  isPassed: boolean;
  /** The payment. */
  paymentId?: string | number | null | undefined;
  /** The setup. */
  setupId?: string | number | null | undefined;
};

/** The input of `confirmCoinPurchase`. */
export type ConfirmCoinPurchaseInput = {
  /** A saved payment method to charge. */
  paymentMethodId?: string | number | null | undefined;
  /** Another card to charge, in place of a saved one: the provider's id of a payment method that its SDK has made in the client, such as `pm_…`; never the number of a card. The sandbox takes Stripe's test tokens, such as `pm_card_visa`. */
  providerMethodId?: string | null | undefined;
  /** The purchase. */
  purchaseId: string | number;
};

/** The input of `confirmPaymentSetup`. */
export type ConfirmPaymentSetupInput = {
  /** The provider's id of a payment method that its SDK has made in the client, such as `pm_…`; never the number of a card. The sandbox takes Stripe's test tokens, such as `pm_card_visa`. */
  providerMethodId: string;
  /** The setup. */
  setupId: string | number;
};

/** The input of `confirmSubscriptionPayment`. */
export type ConfirmSubscriptionPaymentInput = {
  /** A UUID made by the client, or 1 to 64 letters, digits, `-` and `_` without the digits of a card's number outside of a UUID. The same key with the same input returns the first result for ever; with another input it is refused. */
  idempotencyKey: string;
  /** The subscription. */
  subscriptionId: string | number;
};

/** The input of `connectCall`. */
export type ConnectCallInput = {
  /** The call. */
  callId: string | number;
  /** The offer in SDP, at most 96 KiB. */
  offer: string;
};

/** Why the caller is told of a conversation. */
export type ConversationAddedReason =
  /** The caller was added to the group. */
  | 'ADDED'
  /** The conversation was started. */
  | 'CREATED'
  /** The caller joined by an invite link, or their request to join was accepted. */
  | 'JOINED'
  /** The caller was added again, and sees what is sent from then on. */
  | 'REJOINED'
  /** The conversation waits for the answer of the caller: see `acceptConversation`. */
  | 'REQUEST'
  /** The caller accepted the request, or the other user of a direct conversation did. */
  | 'REQUEST_ACCEPTED';

/** Changed part of a conversation. */
export type ConversationChange =
  /** `viewer.isArchived`. */
  | 'ARCHIVE'
  /** `avatar`. */
  | 'AVATAR'
  /** `viewer.clearedSeq`: the caller has emptied it for themselves. */
  | 'CLEAR'
  /** `description`. */
  | 'DESCRIPTION'
  /** Requests to join the group, told to those who answer them: one was made, cancelled or rejected. PARTICIPANTS tells of an accepted one. See `conversationJoinRequests`. */
  | 'JOIN_REQUESTS'
  /** `viewer.isMuted` or its `muteExpiresAt`. */
  | 'MUTE'
  /** Users were added, left or were removed. */
  | 'PARTICIPANTS'
  /** `viewer.isPinned`. */
  | 'PIN'
  /** Roles of participants. */
  | 'ROLES'
  /** Messages that the caller has scheduled for it: one was scheduled, cancelled or sent, or could not be sent. See `myScheduledMessages`. */
  | 'SCHEDULED'
  /** `disappearAfterSeconds`. */
  | 'TIMER'
  /** `title`. */
  | 'TITLE'
  /** `viewer.isMarkedUnread`. */
  | 'UNREAD';

/** Kind of a conversation. */
export type ConversationKind =
  /** Between two users; a pair has one. */
  | 'DIRECT'
  /** Between up to 1000 users; up to 250 while the account of the owner is younger than 30 days. */
  | 'GROUP';

/** How the part of the caller in a conversation ended. */
export type ConversationLeftReason =
  /** The caller declined the request. */
  | 'DECLINED'
  /** The caller left the group. */
  | 'LEFT'
  /** The owner or an admin removed the caller. */
  | 'REMOVED';

/** The input of `createConversationInvite`. */
export type CreateConversationInviteInput = {
  /** The group. */
  conversationId: string | number;
  /** Time at which the link ends. When omitted, it lasts until it is revoked. */
  expiresAt?: string | null | undefined;
  /** Maximum number of users who can join by it, 1 to 1000. Any number when omitted. */
  maxUses?: number | null | undefined;
  /** Whether the owner or an admin has to accept each user who joins by it. Defaults to false. */
  needsApproval?: boolean | null | undefined;
};

/** The input of `createPost`. */
export type CreatePostInput = {
  /** Alt texts of `files`, not of `mediaIds`, in the same order, each at most 1500 characters. Null for a file without one. */
  altTexts?: Array<string | null | undefined> | null | undefined;
  /** Users visible to the caller who can see a PRIVATE post besides the author, at most 100. Defaults to none; allowed only with PRIVATE. */
  audienceUserIds?: Array<string | number> | null | undefined;
  /** Audience that may comment, limited by the author's own `commentAudience`. Defaults to EVERYONE. */
  commentAudience?: Audience | null | undefined;
  /** Images to store and show after `mediaIds`, together at most 10; upload videos and audio by `uploadMedia` first. Fails with RESTRICTED under the restriction UPLOADS. */
  files?: Array<Blob> | null | undefined;
  /** A UUID made by the client, or 1 to 64 letters, digits, `-` and `_` without the digits of a card's number outside of a UUID. The same key with the same input returns the first result for 30 days; with another input it is refused. */
  idempotencyKey?: string | null | undefined;
  /** Whether the post is sensitive: shown on request only. Defaults to false. */
  isSensitive?: boolean | null | undefined;
  /** The location. Optional. */
  location?: PostLocationInput | null | undefined;
  /** Media items of the caller, READY or PROCESSING, in the order to show, at most 10. Their alt texts are those of `uploadMedia` and `updateMedia`. */
  mediaIds?: Array<string | number> | null | undefined;
  /** The poll. Optional. */
  poll?: PollInput | null | undefined;
  /** A post to quote that is visible to the caller and PUBLIC, of an account that is not private. Optional. */
  quotedPostId?: string | number | null | undefined;
  /** Token of a MODERATION_NUDGE, with which the author insists on the same text. Optional. */
  retryToken?: string | null | undefined;
  /** The text, at most 2200 characters, with at most 50 mentions, 30 hashtags and 50 links. Required without media. */
  text?: string | null | undefined;
  /** Lowest tier level that can see a SUBSCRIBERS post, 1 to 100. Defaults to every subscriber; allowed only with SUBSCRIBERS. */
  tierLevel?: number | null | undefined;
  /** Audience of the post. Defaults to PUBLIC. */
  visibility?: PostVisibility | null | undefined;
};

/** The input of `createSavedCollection`. */
export type CreateSavedCollectionInput = {
  /** A UUID made by the client, or 1 to 64 letters, digits, `-` and `_` without the digits of a card's number outside of a UUID. The same key with the same input returns the first result for 30 days; with another input it is refused. */
  idempotencyKey?: string | null | undefined;
  /** Name of the collection, 1 to 50 characters on one line; several collections can have the same name. */
  name: string;
};

/** The input of `createSubscriptionTier`. */
export type CreateSubscriptionTierInput = {
  /** The description, at most 1000 characters. */
  description?: string | null | undefined;
  /** A UUID made by the client, or 1 to 64 letters, digits, `-` and `_` without the digits of a card's number outside of a UUID. The same key with the same input returns the first result for 30 days; with another input it is refused. */
  idempotencyKey?: string | null | undefined;
  /** An image of the caller that is READY. */
  imageMediaId?: string | number | null | undefined;
  /** Length of a period. MONTH in a new tier. */
  interval?: SubscriptionTierInterval | null | undefined;
  /** Whether the tier is on offer: true makes it ACTIVE; false makes an ACTIVE one HIDDEN, and leaves a DRAFT as it is. False in a new tier. */
  isShown?: boolean | null | undefined;
  /** Level, 1 to 100, which never changes and which no other tier of the caller has, archived ones among them. Defaults to the next above all others. */
  level?: number | null | undefined;
  /** Number of members that the tier takes, 1 to 1000000; null for no bound. Members beyond a new bound stay. */
  memberLimit?: number | null | undefined;
  /** Perks of members: at most 20 lines of 1 to 100 characters, in their order. */
  perks?: Array<string> | null | undefined;
  /** Price of a period by card, in a currency in which coins are sold: at least what its coins cost, and within what the provider of payments charges. A refusal names the bound. Without it members pay in coins alone. */
  price?: MoneyInput | null | undefined;
  /** Price of a period in coins, 1 to 100000. */
  priceCoins: number;
  /** Token of a MODERATION_NUDGE, with which the author insists on the same texts. Optional. */
  retryToken?: string | null | undefined;
  /** The title, 1 to 60 characters on one line. No text may contain the number of a card. */
  title: string;
  /** Days before the first payment, 0 to 30. 0 in a new tier. */
  trialDays?: number | null | undefined;
};

/** State of a data export. */
export type DataExportState =
  /** The export has expired and the file is deleted. */
  | 'EXPIRED'
  /** Writing failed; another export can be requested immediately. */
  | 'FAILED'
  /** The archive is being written, which takes minutes. */
  | 'PENDING'
  /** The archive can be downloaded. */
  | 'READY';

/** The input of `declineCall`. */
export type DeclineCallInput = {
  /** The call. */
  callId: string | number;
  /** Why it is declined. */
  reason: CallDeclineReason;
};

/** The input of `declineConversation`. */
export type DeclineConversationInput = {
  /** The conversation. */
  conversationId: string | number;
};

/** The input of `deleteComment`. */
export type DeleteCommentInput = {
  /** The comment to delete. */
  commentId: string | number;
};

/** The input of `deleteDraft`. */
export type DeleteDraftInput = {
  /** The draft to delete. */
  draftId: string | number;
};

/** The input of `deleteMessage`. */
export type DeleteMessageInput = {
  /** The message to delete. */
  messageId: string | number;
  /** For whom it is deleted. */
  scope: MessageDeletionScope;
};

/** The input of `deleteNotification`. */
export type DeleteNotificationInput = {
  /** The notification. */
  notificationId: string | number;
};

/** The input of `deletePost`. */
export type DeletePostInput = {
  /** The post to delete. */
  postId: string | number;
};

/** The input of `deleteSavedCollection`. */
export type DeleteSavedCollectionInput = {
  /** The collection. */
  collectionId: string | number;
};

/** State of an earning. */
export type EarningState =
  /** The coins are available or were paid out, except for those that were taken back. */
  | 'AVAILABLE'
  /** Some of its coins are not available yet: see `availableAt`. */
  | 'PENDING'
  /** All of it was taken back, since the payment of its coins was. */
  | 'TAKEN_BACK';

/** The input of `editMessage`. */
export type EditMessageInput = {
  /** The message to edit. */
  messageId: string | number;
  /** The new text, at most 4000 characters. Empty removes the caption of another content than a poll. */
  text: string;
};

/** The input of `endCall`. */
export type EndCallInput = {
  /** The call. */
  callId: string | number;
};

/** Every code of an error, in `errors[].extensions.code` and in the `errors` of a payload. */
export type ErrorCode =
  /** The request cannot be parsed: malformed JSON, multipart or headers. */
  | 'BAD_REQUEST'
  /** An id, a cursor, a page size or a variable is malformed. */
  | 'BAD_USER_INPUT'
  /** The value is already taken, or the object was changed concurrently. */
  | 'CONFLICT'
  /** The mutation takes something away: the input must name exactly what. */
  | 'CONSENT_REQUIRED'
  /** The events after this cursor are deleted: fetch the lists again. */
  | 'CURSOR_EXPIRED'
  /** The caller is signed in but not allowed to do this. */
  | 'FORBIDDEN'
  /** The document is not valid GraphQL syntax. */
  | 'GRAPHQL_PARSE_FAILED'
  /** The document does not fit the schema. */
  | 'GRAPHQL_VALIDATION_FAILED'
  /** The mutation with the same key is still being executed: try again shortly. */
  | 'IDEMPOTENCY_IN_PROGRESS'
  /** The idempotency key was used with another input: use a new key. */
  | 'IDEMPOTENCY_KEY_REUSED'
  /** The user has fewer coins than this needs. */
  | 'INSUFFICIENT_COINS'
  /** The server failed. `extensions.errorId` names the entry in its log. */
  | 'INTERNAL'
  /** The e-mail address, the password or the token does not match. */
  | 'INVALID_CREDENTIALS'
  /** The state of the object does not allow this. */
  | 'INVALID_STATE'
  /** The number of objects has reached its limit. */
  | 'LIMIT_REACHED'
  /** The text may hurt or break the rules: its author can rephrase it, or insist on it with `retryToken`. */
  | 'MODERATION_NUDGE'
  /** An object that the mutation names is absent or invisible to the caller. */
  | 'NOT_FOUND'
  /** The request or a JSON value in it is larger than its limit. */
  | 'PAYLOAD_TOO_LARGE'
  /** The card was declined: `reason` says why, as far as the cardholder may know. */
  | 'PAYMENT_DECLINED'
  /** The request holds the hash of a document and no document: send the document itself. */
  | 'PERSISTED_QUERY_NOT_SUPPORTED'
  /** The price is another one than the caller expects: show `currentPriceCoins` and ask again. */
  | 'PRICE_CHANGED'
  /** The act needs a proof of identity from the last minutes: give one and try again. */
  | 'PROOF_REQUIRED'
  /** The operation passes a limit on tokens, aliases, root fields or cost, or its result one on objects or bytes. */
  | 'QUERY_TOO_COMPLEX'
  /** The operation nests deeper than the limit. */
  | 'QUERY_TOO_DEEP'
  /** Too many calls: try again after `retryAfterSeconds`. */
  | 'RATE_LIMITED'
  /** A restriction on the account forbids this. */
  | 'RESTRICTED'
  /** A service that the server depends on is unavailable: try again shortly. */
  | 'SERVICE_UNAVAILABLE'
  /** The operation took longer than its time limit and was cancelled. */
  | 'TIMEOUT'
  /** The field needs a valid access token. `extensions.reason` says what is wrong with the one sent. */
  | 'UNAUTHENTICATED'
  /** An input value breaks a rule of its field; `path` names the field. */
  | 'VALIDATION_FAILED';

/** Reason why a post is in the explore feed. */
export type ExploreReason =
  /** The post has a hashtag that the caller follows. Named before every other reason. */
  | 'FOLLOWED_HASHTAG'
  /** The post is popular, and no other reason holds. */
  | 'POPULAR'
  /** At least 2 of the 100 users whom the caller followed most recently reacted to the post or reposted it. Named unless FOLLOWED_HASHTAG is. */
  | 'POPULAR_WITH_FOLLOWED'
  /** The post has a trending hashtag. Named if neither FOLLOWED_HASHTAG nor POPULAR_WITH_FOLLOWED is. */
  | 'TRENDING_HASHTAG';

/** Reason why a post is in the feed. */
export type FeedReason =
  /** The caller follows its author. */
  | 'FOLLOWING'
  /** The caller published it. */
  | 'OWN'
  /** The caller or a user they follow reposted it, and the caller does not follow its author. */
  | 'REPOST';

/** The input of `followHashtag`. */
export type FollowHashtagInput = {
  /** The name, in any case, with or without its `#`. */
  name: string;
};

/** Follow state of the caller towards a user. */
export type FollowState =
  /** The caller follows the user. */
  | 'FOLLOWING'
  /** The caller does not follow the user. */
  | 'NONE'
  /** The caller has requested to follow the user, who has not accepted. */
  | 'REQUESTED';

/** The input of `followUser`. */
export type FollowUserInput = {
  /** The user to follow. */
  userId: string | number;
};

/** The input of `forwardMessage`. */
export type ForwardMessageInput = {
  /** Conversations of the caller, 1 to 20. `errors` point at those that do not take it: leave them out. */
  conversationIds: Array<string | number>;
  /** A UUID made by the client, or 1 to 64 letters, digits, `-` and `_` without the digits of a card's number outside of a UUID. The same key with the same input returns the first result for ever; with another input it is refused. */
  idempotencyKey?: string | null | undefined;
  /** The message to forward. NOT_FOUND if it is deleted, unavailable, of the system or viewed once; INVALID_STATE for polls, live locations, paid messages of others and media of a request that the caller has not accepted. */
  messageId: string | number;
};

/** The input of `hideComment`. */
export type HideCommentInput = {
  /** The comment to hide. */
  commentId: string | number;
};

/** Part of the caller's conversations. */
export type Inbox =
  /** Conversations that the caller has archived. */
  | 'ARCHIVED'
  /** Conversations in which the caller takes part. */
  | 'PRIMARY'
  /** Conversations that wait for an answer: direct ones begun by users whom the caller did not follow then, and invitations to groups. */
  | 'REQUESTS';

/** The input of `inviteToCall`. */
export type InviteToCallInput = {
  /** The call. */
  callId: string | number;
  /** The users, at most 20. */
  userIds: Array<string | number>;
};

/** The input of `inviteToSpeak`. */
export type InviteToSpeakInput = {
  /** The call. */
  callId: string | number;
  /** The viewer. */
  userId: string | number;
};

/** The input of `joinCall`. */
export type JoinCallInput = {
  /** How to join. */
  as: CallJoinAs;
  /** The call. */
  callId: string | number;
  /** Whether the microphone is off. Defaults to false. */
  isMuted?: boolean | null | undefined;
  /** Whether the camera is on. Defaults to true in a video call, else to false. */
  isVideoOn?: boolean | null | undefined;
};

/** The input of `joinConversation`. */
export type JoinConversationInput = {
  /** The code of the link. Fails with RATE_LIMITED after 20 codes that cannot be used within 1 minute. NOT_FOUND where `conversationInvite` is null. */
  code: string;
};

/** The input of `leaveCall`. */
export type LeaveCallInput = {
  /** The call. */
  callId: string | number;
};

/** The input of `leaveConversation`. */
export type LeaveConversationInput = {
  /** The group. */
  conversationId: string | number;
};

/** A position to share for a time. */
export type LiveLocationInput = {
  /** Radius in meters in which the true position lies, 0 to 100000. */
  accuracyMeters?: number | null | undefined;
  /** Minutes after which it ends, 1 to 8 hours. */
  durationMinutes: number;
  /** Direction of movement in degrees, clockwise from north, 0 to 360. */
  headingDegrees?: number | null | undefined;
  /** Latitude in degrees of WGS 84, -90 to 90, north positive. */
  latitude: number;
  /** Longitude in degrees of WGS 84, -180 to 180, east positive. */
  longitude: number;
};

/** The input of `lowerAllHands`. */
export type LowerAllHandsInput = {
  /** The call. */
  callId: string | number;
};

/** The input of `markConversationRead`. */
export type MarkConversationReadInput = {
  /** The conversation. */
  conversationId: string | number;
  /** The newest message that was read, of this conversation. */
  upToMessageId: string | number;
};

/** The input of `markConversationUnread`. */
export type MarkConversationUnreadInput = {
  /** The conversation. */
  conversationId: string | number;
};

/** The input of `markInboxRead`. */
export type MarkInboxReadInput = {
  /** The inbox. */
  inbox: Inbox;
};

/** The input of `markNotificationUnread`. */
export type MarkNotificationUnreadInput = {
  /** The notification. NOT_FOUND unless the caller sees it. */
  notificationId: string | number;
};

/** The input of `markNotificationsRead`. */
export type MarkNotificationsReadInput =
  {   /** Some notifications, at most 100. Those that are not the caller's are passed over. */
  ids: Array<string | number>; upTo?: never; }
  |  { ids?: never;   /** All up to the `latestAt` of this one. */
  upTo: string; };

/** The input of `markNotificationsSeen`. */
export type MarkNotificationsSeenInput = {
  /** `latestAt` of the latest notification that was shown; a time to come is now. */
  upTo: string;
};

/** Kind of a media item. */
export type MediaKind =
  /** Audio, such as a voice note. */
  | 'AUDIO'
  /** Any other file, such as a PDF, a ZIP or a text: stored as it is, for messages alone, and always downloaded. */
  | 'FILE'
  /** An image, possibly animated. */
  | 'IMAGE'
  /** A video. */
  | 'VIDEO';

/** Processing state of a media item. */
export type MediaState =
  /** Not processed: it cannot be played or converted, or exceeds the limits of length or size. It can no longer be attached; objects that show it keep it until they are deleted. */
  | 'FAILED'
  /** Being processed, as videos and audio are at first, and files where they are scanned. It can be attached; its links are null. `mediaUpdated` tells its owner when that ends. */
  | 'PROCESSING'
  /** Processed: can be attached and shown. */
  | 'READY'
  /** Breaks the rules or holds malware, and is not shown. It can no longer be attached. */
  | 'REJECTED';

/** Changed part of a message. */
export type MessageChange =
  /** `content`: the text was edited. */
  | 'CONTENT'
  /** `content`: the position moved, or the sender stopped sharing it. */
  | 'LIVE_LOCATION'
  /** `lock`: its price changed. */
  | 'LOCK'
  /** `content`: a media item of it was processed: see `Media.state`. */
  | 'MEDIA'
  /** `viewer.isHeld`: moderation holds it, or shows it to all again. */
  | 'MODERATION'
  /** `pinnedAt`. */
  | 'PIN'
  /** The poll of `content`: votes came or went, or it was closed. */
  | 'POLL'
  /** `reactions`. */
  | 'REACTIONS'
  /** `content`: the caller has bought it or was refunded, or a recipient if the caller sent it. */
  | 'UNLOCKED'
  /** `content`: the caller has opened it, or a recipient if the caller sent it. */
  | 'VIEW_ONCE';

/** Kind of the user who has deleted a message for everyone. */
export type MessageDeleter =
  /** The owner or an admin of the group. */
  | 'ADMIN'
  /** The sender, or nobody, since the account of the sender was deleted. */
  | 'SENDER';

/** For whom a message is deleted. */
export type MessageDeletionScope =
  /** For everyone: a tombstone without content stays. Messages of the caller within 48 hours, even from before they left and came back. In a group its owner deletes any message at any time, and admins any but those of the owner. */
  | 'EVERYONE'
  /** For the caller alone, on all their devices: they do not see it any more. */
  | 'ME';

/** How a message ended. */
export type MessageEnd =
  /** The message was deleted for everyone; a tombstone stays. */
  | 'EVERYONE'
  /** The message has disappeared: see `Message.expiresAt`. */
  | 'EXPIRED'
  /** The caller deleted the message for themselves. */
  | 'ME'
  /** Moderation has taken the message away. `messageUpdated` tells of MODERATION if it comes back. */
  | 'MODERATION';

/** A place to send. */
export type MessageLocationInput = {
  /** Latitude in degrees of WGS 84, -90 to 90, north positive. */
  latitude: number;
  /** Longitude in degrees of WGS 84, -180 to 180, east positive. */
  longitude: number;
  /** Name of the place, 1 to 100 characters on one line. */
  name?: string | null | undefined;
};

/** A price for the content of a message, and what is shown until it is paid. */
export type MessageLockInput = {
  /** Images, videos or audio of the caller that everybody sees, other ones than the content, at most 3. */
  previewMediaIds?: Array<string | number> | null | undefined;
  /** Coins for which each recipient can unlock the content, 1 to 25000; at most 500 while the account of the caller is new. */
  priceCoins: number;
  /** Token of a MODERATION_NUDGE, with which the author insists on the same teaser. Optional. */
  retryToken?: string | null | undefined;
  /** Text that everybody sees instead of the content, at most 500 characters. Whom it names is mentioned, and its words alone are searched. */
  teaser?: string | null | undefined;
};

/** State of a purchase of a paid message. */
export type MessagePurchaseState =
  /** The buyer has the content. */
  | 'PAID'
  /** The buyer has their coins back, and the message is locked for them. */
  | 'REFUNDED';

/** Action of a decision. */
export type ModerationAction =
  /** Nothing, since no policy was broken. */
  | 'NO_ACTION'
  /** Removes the content; a hashtag is hidden. */
  | 'REMOVE'
  /** Forbids the owner to comment. */
  | 'RESTRICT_COMMENTING'
  /** Does not suggest the owner to people who do not follow them. */
  | 'RESTRICT_DISCOVERY'
  /** Forbids the owner to follow. */
  | 'RESTRICT_FOLLOWING'
  /** Forbids the owner to write messages. */
  | 'RESTRICT_MESSAGING'
  /** Forbids the owner to post. */
  | 'RESTRICT_POSTING'
  /** Forbids the owner to upload files. */
  | 'RESTRICT_UPLOADS'
  /** Suspends the account of the owner. */
  | 'SUSPEND'
  /** Warns the owner, who has to acknowledge it. */
  | 'WARN';

/** An amount of money. */
export type MoneyInput = {
  /** The amount in the smallest unit of the currency by ISO 4217, such as cents. */
  amountMinor: number;
  /** The currency as ISO 4217, such as `EUR`. */
  currency: string;
};

/** The input of `moveSavedPost`. */
export type MoveSavedPostInput = {
  /** The collection of the caller to remove the post from. */
  fromCollectionId?: string | number | null | undefined;
  /** The post. Either this or `savedPostId` is required. */
  postId?: string | number | null | undefined;
  /** Global id of the saved post. */
  savedPostId?: string | number | null | undefined;
  /** The collection of the caller to add the post to. This, `fromCollectionId` or both are required. */
  toCollectionId?: string | number | null | undefined;
};

/** The input of `moveToViewers`. */
export type MoveToViewersInput = {
  /** The call, a group call. */
  callId: string | number;
  /** The member. */
  userId: string | number;
};

/** The input of `muteCallMember`. */
export type MuteCallMemberInput = {
  /** The call, a group call. */
  callId: string | number;
  /** The member. */
  userId: string | number;
};

/** The input of `muteConversation`. */
export type MuteConversationInput = {
  /** The conversation. */
  conversationId: string | number;
  /** Time at which the mute ends. When omitted, it lasts until it is removed. */
  expiresAt?: string | null | undefined;
};

/** Content types that a mute hides. */
export type MuteScope =
  /** Comments of the user on any post. */
  | 'COMMENTS'
  /** Notifications of actions of the user. */
  | 'NOTIFICATIONS'
  /** Posts of the user in the caller's feed and in other lists of posts by many users. `userPosts` and `post` show them. */
  | 'POSTS'
  /** Reposts by the user in the same lists. Their own posts stay. */
  | 'REPOSTS';

/** The input of `muteUser`. */
export type MuteUserInput = {
  /** Expiry time, within the next 10 years. Permanent when omitted. */
  expiresAt?: string | null | undefined;
  /** Content types to hide. Defaults to all. */
  scopes?: Array<MuteScope> | null | undefined;
  /** The user to mute. */
  userId: string | number;
};

/** Part of a post that a muted word is matched against. */
export type MutedWordTarget =
  /** The hashtags: one that is equal to the phrase. */
  | 'HASHTAGS'
  /** The text, as a whole word or phrase without a `#` before it. */
  | 'TEXT';

/** People of whom somebody wants to hear. */
export type NotificationAudience =
  /** All who are not blocked or muted. */
  | 'EVERYBODY'
  /** Users whom the owner of the setting follows. */
  | 'FOLLOWED'
  /** Users whom the owner of the setting follows and who follow them. */
  | 'MUTUAL'
  /** No user. */
  | 'NOBODY';

/** Group of kinds of notifications, as settings show them. */
export type NotificationCategory =
  /** Calls. */
  | 'CALLS'
  /** Conversations. */
  | 'MESSAGES'
  /** Coins, tips and cards. */
  | 'MONEY'
  /** Decisions of moderators, reports and appeals. */
  | 'SAFETY'
  /** Sign-ins, passwords and data of the account. */
  | 'SECURITY'
  /** Followers, posts and comments. */
  | 'SOCIAL'
  /** Subscriptions and subscribers. */
  | 'SUBSCRIPTIONS'
  /** News of the service. */
  | 'SYSTEM';

/** How the list of notifications has changed. */
export type NotificationChange =
  /** The notification is in the list from now on. */
  | 'NEW'
  /** The users behind it have changed; with a later `latestAt` it is the first of the list. */
  | 'REGROUPED'
  /** The notification has left the list: all behind it was taken back, or its target is gone. */
  | 'REMOVED';

/** Reason why a notification was not sent. */
export type NotificationDeliveryReason =
  /** The conversation was open on another device, where the message was read. */
  | 'ACTIVE'
  /** The service could not be reached, or asked to wait, until it was too late. */
  | 'EXPIRED'
  /** The app is not installed any more, or has another token: the device is removed. */
  | 'GONE'
  /** The conversation, or who wrote, is muted. */
  | 'MUTED'
  /** This server sends nothing to the platform of the device. */
  | 'NOT_CONFIGURED'
  /** The thing was gone, or the recipient could not see it any more. */
  | 'NOT_VISIBLE'
  /** No device is registered. */
  | 'NO_DEVICE'
  /** The settings of the recipient exclude it. */
  | 'PREFERENCE'
  /** Quiet hours held it, or snoozing did. */
  | 'QUIET_HOURS'
  /** The recipient had read it before. */
  | 'READ'
  /** The service refused it; `detail` has its word. */
  | 'REFUSED'
  /** The stored token cannot be read: the app registers again at its next start. */
  | 'UNREADABLE';

/** Result of a notification for a device. */
export type NotificationDeliveryState =
  /** Not sent, as `reason` says. */
  | 'FAILED'
  /** Held for the summary at the end of quiet hours or snoozing. */
  | 'HELD'
  /** The service of the device has taken it; whether the device shows it, nobody tells. */
  | 'SENT'
  /** Not tried, as `reason` says. */
  | 'SKIPPED';

/** Frequency of the mail with unread notifications. */
export type NotificationDigest =
  /** Each day. */
  | 'DAILY'
  /** Never. */
  | 'NONE'
  /** Each week. */
  | 'WEEKLY';

/** Ways of notification of one type. Omitted fields stay; null is as the default has it. */
export type NotificationPreferenceInput = {
  /** People from whom it may come; others notify in no way. Only types that come from people have one. */
  audience?: NotificationAudience | null | undefined;
  /** Whether the digest by mail has it. */
  email?: boolean | null | undefined;
  /** Whether it enters the list of notifications. Mandatory types stay in it. */
  inApp?: boolean | null | undefined;
  /** Whether it is pushed to devices. */
  push?: boolean | null | undefined;
  /** The type. */
  type: NotificationType;
};

/** Kind of a notification. More may come: show those that are unknown by their title and body. */
export type NotificationType =
  /** Somebody has added the user to a group. */
  | 'ADDED_TO_GROUP'
  /** News of the service. */
  | 'ANNOUNCEMENT'
  /** An appeal of the user is decided. */
  | 'APPEAL_DECIDED'
  /** A call rings. Pushed alone. */
  | 'CALL_INCOMING'
  /** A call has rung in vain. */
  | 'CALL_MISSED'
  /** A purchase of coins has failed. */
  | 'COIN_PURCHASE_FAILED'
  /** Bought coins have come. */
  | 'COIN_PURCHASE_SUCCEEDED'
  /** A comment mentions the user. */
  | 'COMMENT_MENTION'
  /** A comment of the user is pinned. */
  | 'COMMENT_PINNED'
  /** Reactions to a comment of the user. */
  | 'COMMENT_REACTION'
  /** A reply to a comment of the user. */
  | 'COMMENT_REPLY'
  /** The requested copy of the data of the user is ready. */
  | 'DATA_EXPORT_READY'
  /** New followers. */
  | 'FOLLOW'
  /** Somebody asks to follow the user. */
  | 'FOLLOW_REQUEST'
  /** A request of the user to follow somebody is accepted. */
  | 'FOLLOW_REQUEST_ACCEPTED'
  /** A message. Pushed alone: conversations are its list. */
  | 'MESSAGE'
  /** A message mentions the user. */
  | 'MESSAGE_MENTION'
  /** Reactions to a message of the user. */
  | 'MESSAGE_REACTION'
  /** A stranger has written to the user. */
  | 'MESSAGE_REQUEST'
  /** Somebody has bought a message of the user. */
  | 'MESSAGE_UNLOCKED'
  /** Moderators have decided about the user or their content. */
  | 'MODERATION_DECISION'
  /** A sign-in on a device that was not known. */
  | 'NEW_SIGN_IN'
  /** The password of the user was changed. */
  | 'PASSWORD_CHANGED'
  /** A saved card expires. */
  | 'PAYMENT_METHOD_EXPIRING'
  /** A poll of the user is over. */
  | 'POLL_CLOSED'
  /** Comments on a post of the user. */
  | 'POST_COMMENT'
  /** A post mentions the user. */
  | 'POST_MENTION'
  /** A post quotes one of the user. */
  | 'POST_QUOTE'
  /** Reactions to a post of the user. */
  | 'POST_REACTION'
  /** Reposts of a post of the user. */
  | 'POST_REPOST'
  /** A report of the user is dealt with. */
  | 'REPORT_CLOSED'
  /** A restriction of the user is lifted. */
  | 'RESTRICTION_LIFTED'
  /** Somebody has subscribed to the user. */
  | 'SUBSCRIBER_NEW'
  /** A subscription needs the user, as when their bank asks. */
  | 'SUBSCRIPTION_ACTION_NEEDED'
  /** A subscription of the user is over. */
  | 'SUBSCRIPTION_ENDED'
  /** A subscription could not be paid. */
  | 'SUBSCRIPTION_PAYMENT_FAILED'
  /** A subscription of the user goes on. */
  | 'SUBSCRIPTION_RENEWED'
  /** Tips for the user. */
  | 'TIP_RECEIVED'
  /** A request of the user for a badge is decided. */
  | 'VERIFICATION_DECIDED';

/** The input of `openViewOnce`. */
export type OpenViewOnceInput = {
  /** A UUID made by the client, or 1 to 64 letters, digits, `-` and `_` without the digits of a card's number outside of a UUID. The same key with the same input returns the first result for 30 days; with another input it is refused. */
  idempotencyKey?: string | null | undefined;
  /** The message, with ViewOnceContent. */
  messageId: string | number;
};

/** Permissions of a participant. In a direct conversation both are MEMBER. */
export type ParticipantRole =
  /** Manages participants. */
  | 'ADMIN'
  /** Reads and writes. */
  | 'MEMBER'
  /** Has all permissions; started the group. */
  | 'OWNER';

/** Whether a participant has joined the conversation. */
export type ParticipantStatus =
  /** Takes part. */
  | 'ACTIVE'
  /** Has not answered the invitation, and sees no messages and no participants. */
  | 'INVITED';

/** Way in which the cardholder goes on. */
export type PaymentActionKind =
  /** The provider's SDK in the client goes on with `clientSecret`. */
  | 'PROVIDER_SDK'
  /** The client opens `url`. */
  | 'REDIRECT'
  /** The client calls `completeSandboxChallenge`: no card is real. */
  | 'SANDBOX';

/** Reason why a card was declined, as far as the cardholder may know. */
export type PaymentDeclineReason =
  /** The bank could not verify the cardholder. */
  | 'AUTHENTICATION_FAILED'
  /** The bank wants the cardholder to prove who they are: the card can be tried again while they are there. */
  | 'AUTHENTICATION_REQUIRED'
  /** The bank declined it without a reason that may be told. */
  | 'DECLINED'
  /** The card has expired. */
  | 'EXPIRED_CARD'
  /** The security code is wrong. */
  | 'INCORRECT_CVC'
  /** The card has insufficient funds. */
  | 'INSUFFICIENT_FUNDS'
  /** The card could not be processed: it can be tried again. */
  | 'PROCESSING_ERROR';

/** Provider of card payments. */
export type PaymentProviderKind =
  /** No card is real: a client offers Stripe's test tokens, such as `pm_card_visa`. */
  | 'SANDBOX'
  /** A client gives cards to Stripe by Stripe's SDK. */
  | 'STRIPE';

/** Purpose of a payment. */
export type PaymentPurpose =
  /** A package of coins: `CoinPurchase` tells of it. */
  | 'COIN_PURCHASE'
  /** A period of a subscription to a tier, or a part of one after a change of tier. */
  | 'SUBSCRIPTION';

/** State of the saving of a card. */
export type PaymentSetupState =
  /** No card was given within an hour. */
  | 'CANCELED'
  /** The setup waits for a card; `declineReason` says why the last one was not saved. */
  | 'PENDING'
  /** The provider needs some more time. */
  | 'PROCESSING'
  /** The bank wants the cardholder to prove who they are: see `nextAction` of the payload. */
  | 'REQUIRES_ACTION'
  /** The card is saved. */
  | 'SUCCEEDED';

/** State of a payment. CREATED, REQUIRES_ACTION, PROCESSING and FAILED follow each other in any order, for an hour. CANCELED, EXPIRED and SUCCEEDED stay, except that money which did move turns CANCELED or EXPIRED into SUCCEEDED. */
export type PaymentState =
  /** The payment was canceled, and nothing was charged. */
  | 'CANCELED'
  /** The payment waits for a card. */
  | 'CREATED'
  /** The payment was not made within an hour, and nothing was charged. */
  | 'EXPIRED'
  /** The card was declined, for `declineReason`: another one can be tried. */
  | 'FAILED'
  /** The provider needs some more time. */
  | 'PROCESSING'
  /** The bank wants the cardholder to prove who they are: see `nextAction` of the payload. */
  | 'REQUIRES_ACTION'
  /** The payment is made. */
  | 'SUCCEEDED';

/** Way by which earnings are paid out, outside of the product. */
export type PayoutMethod =
  /** A transfer from bank to bank. */
  | 'BANK_TRANSFER'
  /** Any other way. */
  | 'OTHER'
  /** A service that keeps accounts of its own, such as an electronic purse. */
  | 'PAYMENT_SERVICE';

/** The input of `pinComment`. */
export type PinCommentInput = {
  /** The comment to pin. */
  commentId: string | number;
};

/** The input of `pinConversation`. */
export type PinConversationInput = {
  /** The conversation. */
  conversationId: string | number;
};

/** The input of `pinMessage`. */
export type PinMessageInput = {
  /** The message to pin. INVALID_STATE for messages of the system and those whose content is deleted or not available. */
  messageId: string | number;
};

/** The input of `pinPost`. */
export type PinPostInput = {
  /** The post to pin. */
  postId: string | number;
};

/** Kind of client of a session. */
export type Platform =
  /** An Android app. */
  | 'ANDROID'
  /** The iOS app. */
  | 'IOS'
  /** Any other client, or unknown. */
  | 'OTHER'
  /** The web front end. */
  | 'WEB';

/** A poll to publish with a post or message. It cannot be changed afterwards, only closed. */
export type PollInput = {
  /** Time at which it closes automatically, 5 minutes to 30 days ahead; not for a draft. Without it and `durationMinutes`, only its author closes it. */
  closesAt?: string | null | undefined;
  /** Minutes from the publication until it closes automatically, 5 to 43200, in place of `closesAt`. */
  durationMinutes?: number | null | undefined;
  /** Whether the voters are hidden from every viewer. Defaults to true. */
  isAnonymous?: boolean | null | undefined;
  /** Whether a user can choose several options. Defaults to false. */
  isMultipleChoice?: boolean | null | undefined;
  /** Options in the order to show: 2 to 10 texts of 1 to 100 characters on one line that differ in what people see, and in more than capital letters. */
  options: Array<string>;
  /** When the counts are shown. Defaults to ALWAYS. */
  results?: PollResults | null | undefined;
};

/** When the results of a poll are shown to the users who can see it, its author included. */
export type PollResults =
  /** To every viewer once it is closed. */
  | 'AFTER_CLOSE'
  /** To users who have a vote in it, and to every viewer once it is closed. */
  | 'AFTER_VOTE'
  /** From the beginning. */
  | 'ALWAYS';

/** Location of a post. */
export type PostLocationInput = {
  /** Latitude in degrees of WGS 84, -90 to 90, north positive. */
  latitude: number;
  /** Longitude in degrees of WGS 84, -180 to 180, east positive. */
  longitude: number;
  /** Name of the location, 1 to 100 characters on one line. */
  name: string;
};

/** Range of days of UTC for statistics, ending with the current day. */
export type PostStatsRange =
  /** Today and the 6 days before. */
  | 'LAST_7_DAYS'
  /** Today and the 27 days before. */
  | 'LAST_28_DAYS'
  /** Today and the 89 days before. */
  | 'LAST_90_DAYS';

/** A view of a post on a screen. */
export type PostViewInput = {
  /** Duration of the view in milliseconds, 0 to 3600000. Unknown when omitted. */
  durationMs?: number | null | undefined;
  /** The post. A malformed id refuses this view alone. */
  postId: string | number;
  /** Source of the view. */
  source: PostViewSource;
  /** Time of the view, at most 24 hours ago, for views that are reported later. Defaults to now, which also replaces a time in the future and any time of an anonymous caller. */
  viewedAt?: string | null | undefined;
};

/** Source of a view. */
export type PostViewSource =
  /** In a feed. */
  | 'FEED'
  /** Among the posts of a hashtag. */
  | 'HASHTAG'
  /** In a message. */
  | 'MESSAGE'
  /** By a notification. */
  | 'NOTIFICATION'
  /** Among its author's posts. */
  | 'PROFILE'
  /** In the results of a search. */
  | 'SEARCH'
  /** By a link that was shared outside of the app. */
  | 'SHARE_LINK';

/** Audience of a post. */
export type PostVisibility =
  /** Followers of the author. */
  | 'FOLLOWERS'
  /** The author and the users in the `audience` of the post. */
  | 'PRIVATE'
  /** Everyone, signed in or not. */
  | 'PUBLIC'
  /** Users with a paid entitlement to the author, from the `tierLevel` of the post. */
  | 'SUBSCRIBERS';

/** The input of `publishDraft`. */
export type PublishDraftInput = {
  /** The draft to publish. */
  draftId: string | number;
  /** A UUID made by the client, or 1 to 64 letters, digits, `-` and `_` without the digits of a card's number outside of a UUID. The same key with the same input returns the first result for 30 days; with another input it is refused. */
  idempotencyKey?: string | null | undefined;
  /** Token of a MODERATION_NUDGE, with which the author insists on the same text. Optional. */
  retryToken?: string | null | undefined;
};

/** The input of `purchaseCoins`. */
export type PurchaseCoinsInput = {
  /** Whether another purchase is wanted beside one of the same version that is open or was paid within a minute, which is given back otherwise; false when omitted. */
  allowSecond?: boolean | null | undefined;
  /** A UUID made by the client, or 1 to 64 letters, digits, `-` and `_` without the digits of a card's number outside of a UUID. The same key with the same input returns the first result for ever; with another input it is refused. */
  idempotencyKey: string;
  /** The package. NOT_FOUND unless it is on offer. */
  packageId: string | number;
  /** The saved payment method to charge; the default one when omitted, if there is one. Null charges none: the client gives a card to the provider with `clientSecret`, or by `confirmCoinPurchase`. */
  paymentMethodId?: string | number | null | undefined;
  /** `version` of the package that the buyer has seen, with its coins and its price. CONFLICT when the offer has changed. */
  version: number;
};

/** Environment of an app at Apple. */
export type PushEnvironment =
  /** Builds from the App Store and TestFlight. */
  | 'PRODUCTION'
  /** Builds of developers. */
  | 'SANDBOX';

/** Service that carries notifications to a device. */
export type PushPlatform =
  /** Apple, for alerts. */
  | 'APNS'
  /** Apple, for calls that ring by CallKit. */
  | 'APNS_VOIP'
  /** Firebase Cloud Messaging, for Android above all. */
  | 'FCM'
  /** The push service of a browser. */
  | 'WEB_PUSH';

/** Interval of each week in which pushes are held. */
export type QuietIntervalInput = {
  /** Minute of local time at which it ends, 1 to 1440 from midnight. Up to `startMinute` it is on the next day. */
  endMinute: number;
  /** First minute of local time, 0 to 1439 from midnight. */
  startMinute: number;
  /** Day on which the interval begins. */
  weekday: Weekday;
};

/** The input of `rateCall`. */
export type RateCallInput = {
  /** The call. */
  callId: string | number;
  /** Problems, at most 5. */
  problems?: Array<CallProblem> | null | undefined;
  /** Stars, 1 to 5. */
  stars: number;
};

/** The input of `reactToComment`. */
export type ReactToCommentInput = {
  /** The comment. */
  commentId: string | number;
  /** The reaction. */
  type: ReactionType;
};

/** The input of `reactToMessage`. */
export type ReactToMessageInput = {
  /** Exactly one emoji. It is returned in its qualified form. */
  emoji: string;
  /** The message. */
  messageId: string | number;
};

/** The input of `reactToPost`. */
export type ReactToPostInput = {
  /** The post. */
  postId: string | number;
  /** The reaction. */
  type: ReactionType;
};

/** Reaction of a user to a post or comment; a user has at most one. */
export type ReactionType =
  /** Anger. */
  | 'ANGRY'
  /** Laughter. */
  | 'HAHA'
  /** Like. */
  | 'LIKE'
  /** Love. */
  | 'LOVE'
  /** Sadness. */
  | 'SAD'
  /** Surprise. */
  | 'WOW';

/** The input of `recordPostViews`. */
export type RecordPostViewsInput = {
  /** The views, at most 100. A view counts if its viewer had no other counted view of the post in the 24 hours before; a viewer is an account or, for anonymous callers, a network on one day. */
  events: Array<PostViewInput>;
};

/** The input of `refreshCallConnection`. */
export type RefreshCallConnectionInput = {
  /** The call. */
  callId: string | number;
};

/** The input of `refreshCoinPurchase`. */
export type RefreshCoinPurchaseInput = {
  /** The purchase. */
  purchaseId: string | number;
};

/** The input of `refundMessagePurchase`. */
export type RefundMessagePurchaseInput = {
  /** The purchase. */
  purchaseId: string | number;
};

/** The input of `registerPushDevice`. */
export type RegisterPushDeviceInput = {
  /** Identifier of the app, such as `com.example.app`, or the host of a web front end, 1 to 155 characters. */
  appId: string;
  /** Environment of the app at Apple. Defaults to PRODUCTION. */
  environment?: PushEnvironment | null | undefined;
  /** Language tag in which notifications are written, such as `en-GB`. */
  locale: string;
  /** Service of the token, one of those of `pushSetup`. */
  platform: PushPlatform;
  /** The registration token of FCM, the device token of Apple in hexadecimal, or the subscription of a browser as JSON, 1 to 4096 characters. */
  token: string;
};

/** The input of `rejectFollowRequest`. */
export type RejectFollowRequestInput = {
  /** The requester. */
  userId: string | number;
};

/** The input of `rejectJoinRequest`. */
export type RejectJoinRequestInput = {
  /** The request. */
  requestId: string | number;
};

/** The input of `removeCoHost`. */
export type RemoveCoHostInput = {
  /** The call, a group call. */
  callId: string | number;
  /** The member. */
  userId: string | number;
};

/** The input of `removeCommentReaction`. */
export type RemoveCommentReactionInput = {
  /** The comment. */
  commentId: string | number;
};

/** The input of `removeFollower`. */
export type RemoveFollowerInput = {
  /** The follower to remove. */
  userId: string | number;
};

/** The input of `removeFromCall`. */
export type RemoveFromCallInput = {
  /** The call, a group call. */
  callId: string | number;
  /** Whether they cannot come back. Defaults to false. */
  isBanned?: boolean | null | undefined;
  /** A member, or somebody who is or was rung. */
  userId: string | number;
};

/** The input of `removeMessageReaction`. */
export type RemoveMessageReactionInput = {
  /** Exactly one emoji. It is returned in its qualified form. */
  emoji: string;
  /** The message. */
  messageId: string | number;
};

/** The input of `removeMutedWord`. */
export type RemoveMutedWordInput = {
  /** The muted word. */
  mutedWordId: string | number;
};

/** The input of `removeParticipant`. */
export type RemoveParticipantInput = {
  /** The group. */
  conversationId: string | number;
  /** The participant, also one whom the caller does not see. Give this or `userId`. */
  participantId?: string | number | null | undefined;
  /** The participant. Give this or `participantId`. */
  userId?: string | number | null | undefined;
};

/** The input of `removePaymentMethod`. */
export type RemovePaymentMethodInput = {
  /** The payment method. */
  paymentMethodId: string | number;
};

/** The input of `removePostReaction`. */
export type RemovePostReactionInput = {
  /** The post. */
  postId: string | number;
};

/** The input of `reorderSubscriptionTiers`. */
export type ReorderSubscriptionTiersInput = {
  /** All tiers of the caller that are not archived, in their new order. */
  tierIds: Array<string | number>;
};

/** The input of `reportContent`. */
export type ReportContentInput = {
  /** Whether the caller also blocks the owner; nothing happens where there is none. By default false. */
  alsoBlock?: boolean | null | undefined;
  /** The reason. */
  reason: ReportReason;
  /** A reason of the second level, of `reason`. */
  subReason?: ReportSubReason | null | undefined;
  /** Subject of the report. */
  subject: ReportSubjectInput;
  /** Text for the moderators, at most 1000 characters. */
  text?: string | null | undefined;
};

/** Outcome of a report. */
export type ReportOutcome =
  /** Moderators have acted. */
  | 'ACTION_TAKEN'
  /** Moderators have found no violation. */
  | 'NO_VIOLATION'
  /** The reporter has taken it back. */
  | 'WITHDRAWN';

/** Reason of a report. */
export type ReportReason =
  /** Harm to children. */
  | 'CHILD_SAFETY'
  /** Attacks on a person. */
  | 'HARASSMENT'
  /** Attacks on a group of people. */
  | 'HATE'
  /** Trade in what is forbidden. */
  | 'ILLEGAL_GOODS'
  /** Pretending to be somebody else. */
  | 'IMPERSONATION'
  /** Somebody's work or mark. */
  | 'INTELLECTUAL_PROPERTY'
  /** False claims that do harm. */
  | 'MISINFORMATION'
  /** Something else; the text says what. */
  | 'OTHER'
  /** Somebody's private data. */
  | 'PRIVACY'
  /** Fraud. */
  | 'SCAM'
  /** Self-harm or suicide. */
  | 'SELF_HARM'
  /** Sexual content. */
  | 'SEXUAL'
  /** Unwanted or repeated content. */
  | 'SPAM'
  /** Terrorism. */
  | 'TERRORISM'
  /** Threats, or violence that is shown or praised. */
  | 'VIOLENCE';

/** State of a report. */
export type ReportState =
  /** The report is decided or withdrawn. */
  | 'CLOSED'
  /** Moderators have not decided yet. */
  | 'OPEN';

/** Reason of the second level, which belongs to one of the first. */
export type ReportSubReason =
  /** Images of abuse of children. */
  | 'ABUSE_MATERIAL'
  /** Cruelty to animals. */
  | 'ANIMAL_CRUELTY'
  /** Somebody may harm themselves. */
  | 'AT_RISK'
  /** A work of somebody else. */
  | 'COPYRIGHT'
  /** Forged goods. */
  | 'COUNTERFEIT'
  /** Made by a machine of a real person. */
  | 'DEEPFAKE'
  /** Publishing where somebody lives or works. */
  | 'DOXXING'
  /** Drugs. */
  | 'DRUG_SALE'
  /** Encouraging an eating disorder. */
  | 'EATING_DISORDER'
  /** About elections. */
  | 'ELECTION'
  /** Encouraging self-harm. */
  | 'ENCOURAGEMENT'
  /** Bought followers or reactions. */
  | 'FAKE_ENGAGEMENT'
  /** An offer that is not meant. */
  | 'FALSE_OFFER'
  /** Praise of violence. */
  | 'GLORIFICATION'
  /** Cruel images. */
  | 'GORE'
  /** Approaching a child. */
  | 'GROOMING'
  /** Words of hate. */
  | 'HATE_SPEECH'
  /** Symbols of hate. */
  | 'HATE_SYMBOL'
  /** About health. */
  | 'HEALTH'
  /** Health, sexuality or belief. */
  | 'INTIMATE_DATA'
  /** Images or sound that were changed to mislead. */
  | 'MANIPULATED_MEDIA'
  /** A link that leads somewhere else. */
  | 'MISLEADING_LINK'
  /** Shown without the consent of the person. */
  | 'NON_CONSENSUAL'
  /** Pretending to be an organisation. */
  | 'OF_ORGANISATION'
  /** Pretending to be a person. */
  | 'OF_PERSON'
  /** Addresses, numbers or documents. */
  | 'PERSONAL_DATA'
  /** Stealing passwords or data. */
  | 'PHISHING'
  /** Propaganda. */
  | 'PROPAGANDA'
  /** Winning people over. */
  | 'RECRUITMENT'
  /** The same again and again. */
  | 'REPETITION'
  /** Love pretended for money. */
  | 'ROMANCE'
  /** Extortion with intimate images. */
  | 'SEXTORTION'
  /** Attacks on one person. */
  | 'TARGETED'
  /** A threat. */
  | 'THREAT'
  /** A mark of somebody else. */
  | 'TRADEMARK'
  /** Provocation. */
  | 'TROLLING'
  /** The user is too young for an account. */
  | 'UNDERAGE_ACCOUNT'
  /** Not marked as sensitive. */
  | 'UNLABELED'
  /** Weapons. */
  | 'WEAPON_SALE';

/** Subject of a report. */
export type ReportSubjectInput =
  {   /** A comment. */
  commentId: string | number; conversationId?: never; hashtagId?: never; messageId?: never; postId?: never; userId?: never; }
  |  { commentId?: never;   /** A conversation of the caller. */
  conversationId: string | number; hashtagId?: never; messageId?: never; postId?: never; userId?: never; }
  |  { commentId?: never; conversationId?: never;   /** A hashtag. */
  hashtagId: string | number; messageId?: never; postId?: never; userId?: never; }
  |  { commentId?: never; conversationId?: never; hashtagId?: never;   /** A message of a conversation of the caller. */
  messageId: string | number; postId?: never; userId?: never; }
  |  { commentId?: never; conversationId?: never; hashtagId?: never; messageId?: never;   /** A post. */
  postId: string | number; userId?: never; }
  |  { commentId?: never; conversationId?: never; hashtagId?: never; messageId?: never; postId?: never;   /** A user. */
  userId: string | number; };

/** Kind of object that is reported. */
export type ReportSubjectKind =
  /** A comment. */
  | 'COMMENT'
  /** A conversation. */
  | 'CONVERSATION'
  /** A hashtag. */
  | 'HASHTAG'
  /** A message. */
  | 'MESSAGE'
  /** A post. */
  | 'POST'
  /** A user. */
  | 'USER';

/** The input of `repost`. */
export type RepostInput = {
  /** The post to repost. */
  postId: string | number;
};

/** The input of `requestAccountDeletion`. */
export type RequestAccountDeletionInput = {
  /** The e-mail address. Only for callers who are not signed in: users who cannot, such as suspended ones, give it with the password, or a provider token alone. */
  email?: string | null | undefined;
  /** Coins that the user agrees to lose: exactly `lostCoins` of `Me.deletionTerms`, else CONSENT_REQUIRED tells them. 0 when omitted. */
  lostCoins?: number | null | undefined;
  /** The password of the account. Give the password or the provider token. */
  password?: string | null | undefined;
  /** An access token from the identity provider for a sign-in of the last 5 minutes, instead of the password. Give the password or the provider token. */
  providerToken?: string | null | undefined;
};

/** The input of `requestDataExport`. */
export type RequestDataExportInput = {
  /** The e-mail address. Only for callers who are not signed in: users who cannot, such as suspended ones, give it with the password, or a provider token alone. */
  email?: string | null | undefined;
  /** The password of the account. Give the password or the provider token. */
  password?: string | null | undefined;
  /** An access token from the identity provider for a sign-in of the last 5 minutes, instead of the password. Give the password or the provider token. */
  providerToken?: string | null | undefined;
};

/** The input of `requestEmailChange`. */
export type RequestEmailChangeInput = {
  /** The new address. */
  email: string;
  /** The password of the account. */
  password: string;
};

/** The input of `requestPasswordReset`. */
export type RequestPasswordResetInput = {
  /** The e-mail address of the account. */
  email: string;
};

/** The one who has still to accept a conversation. */
export type RequestState =
  /** The caller: see `acceptConversation` and `declineConversation`. */
  | 'RECEIVED'
  /** The other user of a direct conversation. */
  | 'SENT';

/** The input of `requestToSpeak`. */
export type RequestToSpeakInput = {
  /** The call. */
  callId: string | number;
};

/** The input of `requestVerification`. */
export type RequestVerificationInput = {
  /** Documents that prove it, at most 10 in a request: JPEG, PNG, WebP, GIF, AVIF or HEIC, or PDF. Only admins who review it see them. */
  files?: Array<Blob> | null | undefined;
  /** A UUID made by the client, or 1 to 64 letters, digits, `-` and `_` without the digits of a card's number outside of a UUID. The same key with the same input returns the first result for 30 days; with another input it is refused. */
  idempotencyKey?: string | null | undefined;
  /** The badge. */
  kind: BadgeKind;
  /** Note on what to verify, 1 to 1000 characters. */
  note: string;
};

/** The input of `resetPassword`. */
export type ResetPasswordInput = {
  /** The code from the mail. Valid once, for one hour. */
  code: string;
  /** The new password: 8 to 128 characters with the embedded identity provider. */
  newPassword: string;
};

/** The input of `respondToSpeakerRequest`. */
export type RespondToSpeakerRequestInput = {
  /** Whether the viewer may speak, or wants to. */
  isGranted: boolean;
  /** The request. */
  requestId: string | number;
};

/** Kind of action that a restriction on an account forbids. */
export type RestrictionKind =
  /** Starting, accepting and joining calls, and speaking in them. */
  | 'CALLING'
  /** Commenting on posts, reacting to posts and comments, and voting in polls. */
  | 'COMMENTING'
  /** Being found: suggestions, search and explore do not show the account to people who do not follow it. */
  | 'DISCOVERY'
  /** Following people. */
  | 'FOLLOWING'
  /** Starting conversations and sending messages. */
  | 'MESSAGING'
  /** Asking people who do not know the user: new conversations with them, and messages before they accept. */
  | 'MESSAGING_STRANGERS'
  /** Selling: new tiers, changes of what is offered, and messages for coins. */
  | 'MONETISATION'
  /** Publishing and changing posts. */
  | 'POSTING'
  /** Buying coins, and what others sell for coins. */
  | 'PURCHASING'
  /** Everything: the account is signed out and cannot sign in. */
  | 'SUSPENSION'
  /** Giving tips. */
  | 'TIPPING'
  /** Uploading files. */
  | 'UPLOADS'
  /** Nothing: it is in force until the user acknowledges it by `acknowledgeWarning`. */
  | 'WARNING';

/** The input of `resumeSubscription`. */
export type ResumeSubscriptionInput = {
  /** The subscription. */
  subscriptionId: string | number;
};

/** The input of `revokeConversationInvite`. */
export type RevokeConversationInviteInput = {
  /** The link. */
  inviteId: string | number;
};

/** The input of `revokeSession`. */
export type RevokeSessionInput = {
  /** The session to end. */
  sessionId: string | number;
};

/** The input of `saveDraft`. */
export type SaveDraftInput = {
  /** Users visible to the caller who can see a PRIVATE post besides the author, at most 100. Defaults to none; allowed only with PRIVATE. */
  audienceUserIds?: Array<string | number> | null | undefined;
  /** Audience that may comment, limited by the author's own `commentAudience`. Defaults to EVERYONE. */
  commentAudience?: Audience | null | undefined;
  /** The draft to replace. Defaults to a new one. */
  draftId?: string | number | null | undefined;
  /** Version of the draft that this replaces; another one is kept, and the mutation fails with CONFLICT. Without it, the last save wins. Allowed only with `draftId`. */
  expectedVersion?: number | null | undefined;
  /** A UUID made by the client, or 1 to 64 letters, digits, `-` and `_` without the digits of a card's number outside of a UUID. The same key with the same input returns the first result for 30 days; with another input it is refused. */
  idempotencyKey?: string | null | undefined;
  /** Whether the post is sensitive: shown on request only. Defaults to false. */
  isSensitive?: boolean | null | undefined;
  /** The location. Optional. */
  location?: PostLocationInput | null | undefined;
  /** Media items of the caller, READY or PROCESSING, in the order to show, at most 10. Their alt texts are those of `uploadMedia` and `updateMedia`. */
  mediaIds?: Array<string | number> | null | undefined;
  /** The poll. Optional. */
  poll?: PollInput | null | undefined;
  /** A post to quote that is visible to the caller and PUBLIC, of an account that is not private. Optional. */
  quotedPostId?: string | number | null | undefined;
  /** The text, at most 2200 characters, with at most 50 mentions, 30 hashtags and 50 links. Required without media. */
  text?: string | null | undefined;
  /** Lowest tier level that can see a SUBSCRIBERS post, 1 to 100. Defaults to every subscriber; allowed only with SUBSCRIBERS. */
  tierLevel?: number | null | undefined;
  /** Audience of the post. Defaults to PUBLIC. */
  visibility?: PostVisibility | null | undefined;
};

/** The input of `savePost`. */
export type SavePostInput = {
  /** Collections of the caller to add the post to. Optional. */
  collectionIds?: Array<string | number> | null | undefined;
  /** The post. */
  postId: string | number;
};

/** The input of `scheduleMessage`. */
export type ScheduleMessageInput = {
  /** Free data that is returned with the message. */
  clientData?: unknown;
  /** A user to recommend. */
  contactId?: string | number | null | undefined;
  /** The conversation. */
  conversationId: string | number;
  /** A UUID made by the client, or 1 to 64 letters, digits, `-` and `_` without the digits of a card's number outside of a UUID. The same key with the same input returns the first result for 30 days; with another input it is refused. */
  idempotencyKey?: string | null | undefined;
  /** A place on the map. */
  location?: MessageLocationInput | null | undefined;
  /** Media items of the caller by `uploadMedia`, in the order to show, at most 10; all or none of the kind FILE. */
  mediaIds?: Array<string | number> | null | undefined;
  /** A post to share, which each recipient sees by their own rights. */
  postId?: string | number | null | undefined;
  /** The message of the same conversation to reply to, not deleted. */
  replyToId?: string | number | null | undefined;
  /** Time of sending, in the future and within the next 30 days. */
  sendAt: string;
  /** Text or caption, at most 4000 characters. Required without another content. */
  text?: string | null | undefined;
  /** A recording of the caller: an AUDIO media item of at most 15 minutes. One that is PROCESSING and turns out to be longer becomes FAILED, which `mediaUpdated` tells, and `Media.failure` says why. */
  voiceNoteId?: string | number | null | undefined;
};

/** The input of `sendMessage`. */
export type SendMessageInput = {
  /** Free data that is returned with the message. */
  clientData?: unknown;
  /** A user to recommend. */
  contactId?: string | number | null | undefined;
  /** The conversation. */
  conversationId: string | number;
  /** A UUID made by the client, or 1 to 64 letters, digits, `-` and `_` without the digits of a card's number outside of a UUID. The same key with the same input returns the first result for ever; with another input it is refused. */
  idempotencyKey?: string | null | undefined;
  /** Whether each recipient can open the image, video, file or voice note only once, by `openViewOnce`. The media item must not be attached to anything else, and the message has no text. Fails with INVALID_STATE in a request that is not accepted. Defaults to false. */
  isViewOnce?: boolean | null | undefined;
  /** A live location of the caller: see `updateLiveLocation` and `stopLiveLocation`. Fails with INVALID_STATE in a request that is not accepted. */
  liveLocation?: LiveLocationInput | null | undefined;
  /** A place on the map. */
  location?: MessageLocationInput | null | undefined;
  /** Sells the content, which is text, media items or a voice note: recipients see LockedContent until `unlockMessage`. It does not disappear. Forbidden by the restriction MONETISATION. Fails with INVALID_STATE in a request that is not accepted; messages to send later cannot be sold. */
  lock?: MessageLockInput | null | undefined;
  /** Media items of the caller by `uploadMedia`, in the order to show, at most 10; all or none of the kind FILE. */
  mediaIds?: Array<string | number> | null | undefined;
  /** A poll, whose question is `text`. */
  poll?: PollInput | null | undefined;
  /** A post to share, which each recipient sees by their own rights. */
  postId?: string | number | null | undefined;
  /** The message of the same conversation to reply to, not deleted. */
  replyToId?: string | number | null | undefined;
  /** Text or caption, at most 4000 characters. Required without another content. */
  text?: string | null | undefined;
  /** A recording of the caller: an AUDIO media item of at most 15 minutes. One that is PROCESSING and turns out to be longer becomes FAILED, which `mediaUpdated` tells, and `Media.failure` says why. */
  voiceNoteId?: string | number | null | undefined;
};

/** The input of `sendScheduledMessage`. */
export type SendScheduledMessageInput = {
  /** The scheduled message. */
  scheduledMessageId: string | number;
};

/** The input of `sendTip`. */
export type SendTipInput = {
  /** Coins to give, `Earnings.smallestTipCoins` to 10000. The receiver gets them less a fee of 3000 hundredths of a percent, to the nearest whole coin, of two the lower. */
  amountCoins: number;
  /** A UUID made by the client, or 1 to 64 letters, digits, `-` and `_` without the digits of a card's number outside of a UUID. The same key with the same input returns the first result for ever; with another input it is refused. */
  idempotencyKey: string;
  /** Whether the caller is hidden from everybody else, the receiver included. Refused where that tells who it was: in a conversation, or of an audience, of two. By default false. */
  isAnonymous?: boolean | null | undefined;
  /** Text to the receiver, at most 200 characters, without the number of a card; visible to all who see the tip. */
  message?: string | null | undefined;
  /** Token of a MODERATION_NUDGE, with which the author insists on the same text. Optional. */
  retryToken?: string | null | undefined;
  /** The object to give for. */
  target: CoinTipTargetInput;
};

/** The input of `setDefaultPaymentMethod`. */
export type SetDefaultPaymentMethodInput = {
  /** The payment method. */
  paymentMethodId: string | number;
};

/** The input of `setParticipantRole`. */
export type SetParticipantRoleInput = {
  /** The group. */
  conversationId: string | number;
  /** The participant, also one whom the caller does not see. Give this or `userId`. */
  participantId?: string | number | null | undefined;
  /** The new role. */
  role: ParticipantRole;
  /** The participant. Give this or `participantId`. */
  userId?: string | number | null | undefined;
};

/** The input of `setSpendingLimit`. */
export type SetSpendingLimitInput = {
  /** The kind; SPENDING when omitted. */
  kind?: SpendingLimitKind | null | undefined;
  /** Maximum coins to spend, or to buy, in the period, 0 or more. Null removes the limit. */
  limitCoins?: number | null | undefined;
  /** The period. */
  period: SpendingPeriod;
};

/** The input of `setSubscriptionPaymentMethod`. */
export type SetSubscriptionPaymentMethodInput = {
  /** The saved card of the caller. */
  paymentMethodId: string | number;
  /** The subscription. */
  subscriptionId: string | number;
};

/** The input of `setTyping`. */
export type SetTypingInput = {
  /** The conversation. */
  conversationId: string | number;
  /** Whether the user is writing; false when they stopped. The same state within 3 seconds is not sent again. */
  isTyping: boolean;
  /** Kind of message that the user is making. Defaults to TEXT. */
  kind?: TypingKind | null | undefined;
};

/** The input of `snoozeNotifications`. */
export type SnoozeNotificationsInput = {
  /** Time at which it ends, within the next 30 days. Null ends it now. */
  expiresAt?: string | null | undefined;
};

/** The side that a speaker request comes from. */
export type SpeakerRequestKind =
  /** A host asks a viewer to speak, who answers. Expires after 60 seconds. */
  | 'OFFERED'
  /** A viewer asks to speak; hosts answer. Expires after 5 minutes. */
  | 'RAISED';

/** State of a speaker request. */
export type SpeakerRequestState =
  /** The answer was no. */
  | 'DENIED'
  /** Nobody answered in time. */
  | 'EXPIRED'
  /** The viewer speaks. */
  | 'GRANTED'
  /** Waiting for an answer. */
  | 'PENDING'
  /** Taken back, the hand was lowered, or the viewer has left. */
  | 'WITHDRAWN';

/** Kind of a limit on spending. */
export type SpendingLimitKind =
  /** Coins that are bought, without bonuses: also of purchases that may still be paid, and without what was refunded. */
  | 'PURCHASES'
  /** Coins that are given in tips, or paid for subscriptions and messages. Renewals count and are not refused. */
  | 'SPENDING';

/** Period of a limit on spending. */
export type SpendingPeriod =
  /** The last 24 hours. */
  | 'DAY'
  /** The last 30 days. */
  | 'MONTH'
  /** The last 7 days. */
  | 'WEEK';

/** The input of `startCall`. */
export type StartCallInput = {
  /** The conversation. */
  conversationId: string | number;
  /** A UUID made by the client, or 1 to 64 letters, digits, `-` and `_` without the digits of a card's number outside of a UUID. The same key with the same input returns the first result for 30 days; with another input it is refused. */
  idempotencyKey?: string | null | undefined;
  /** Whether the microphone is off. Defaults to false. */
  isMuted?: boolean | null | undefined;
  /** Whether the camera is on. Defaults to true in a video call, else to false. */
  isVideoOn?: boolean | null | undefined;
  /** Media with which it begins. */
  kind: CallKind;
  /** Rule by which people speak; of a direct call always OPEN. Defaults to OPEN. */
  speaking?: CallSpeaking | null | undefined;
};

/** The input of `startConversation`. */
export type StartConversationInput = {
  /** A UUID made by the client, or 1 to 64 letters, digits, `-` and `_` without the digits of a card's number outside of a UUID. The same key with the same input returns the first result for 30 days; with another input it is refused. */
  idempotencyKey?: string | null | undefined;
  /** Defaults to DIRECT with one other user, else to GROUP. */
  kind?: ConversationKind | null | undefined;
  /** Token of a MODERATION_NUDGE, with which the author insists on the same text. Optional. */
  retryToken?: string | null | undefined;
  /** Name of a group, 1 to 100 characters. */
  title?: string | null | undefined;
  /** The other users: 1, or several for a group of at most 1000 users with the caller. Strangers neither follow the caller nor have a direct conversation with them that both have accepted. */
  userIds: Array<string | number>;
};

/** The input of `stopLiveLocation`. */
export type StopLiveLocationInput = {
  /** The live location of the caller, as a message. */
  messageId: string | number;
};

/** The input of `submitIllegalContentNotice`. */
export type SubmitIllegalContentNoticeInput = {
  /** E-mail address of the caller, for moderators and mails about the notice alone. Required but for CHILD_SAFETY. */
  email?: string | null | undefined;
  /** Explanation why it is illegal, 1 to 3000 characters. */
  explanation: string;
  /** Whether the caller believes that all of it is true and complete; must be true. */
  isInGoodFaith: boolean;
  /** Name of the caller, at most 200 characters, for moderators alone. Required but for CHILD_SAFETY. */
  name?: string | null | undefined;
  /** Reason why it is illegal. */
  reason: ReportReason;
  /** A reason of the second level, of `reason`. */
  subReason?: ReportSubReason | null | undefined;
  /** The content or account by its id, also one that the caller does not see. */
  subject: ReportSubjectInput;
};

/** The input of `subscribeToTier`. */
export type SubscribeToTierInput = {
  /** Means of payment; COINS when omitted. */
  funding?: UserSubscriptionFunding | null | undefined;
  /** A UUID made by the client, or 1 to 64 letters, digits, `-` and `_` without the digits of a card's number outside of a UUID. The same key with the same input returns the first result for ever; with another input it is refused. */
  idempotencyKey: string;
  /** The saved card of the funding CARD, which later periods are charged to; the default one when omitted. */
  paymentMethodId?: string | number | null | undefined;
  /** The tier. NOT_FOUND unless it is on offer. */
  tierId: string | number;
  /** `version` of the tier that the subscriber has seen, with its price. */
  version: number;
};

/** State of an invoice. */
export type SubscriptionInvoiceState =
  /** The invoice is due. */
  | 'OPEN'
  /** The invoice is paid; `refundedCoins` or `refundedAmount` was given back since. */
  | 'PAID'
  /** The invoice was not paid, and is not due any more. */
  | 'VOID';

/** Length of the periods for which members pay. */
export type SubscriptionTierInterval =
  /** A month of the calendar. */
  | 'MONTH'
  /** A year of the calendar. */
  | 'YEAR';

/** State of a tier. */
export type SubscriptionTierState =
  /** On offer. Visible to everybody who sees its creator. */
  | 'ACTIVE'
  /** Off the offer for good. Visible to its creator alone. */
  | 'ARCHIVED'
  /** Never on offer so far. Visible to its creator alone. */
  | 'DRAFT'
  /** Off the offer for now; members keep it. Visible to its creator alone. */
  | 'HIDDEN';

/** Reason why a user is suggested. */
export type SuggestionReason =
  /** Users whom the caller follows follow this user. */
  | 'FOLLOWED_BY_PEOPLE_YOU_FOLLOW'
  /** The user has many followers. */
  | 'POPULAR'
  /** The user recently published public posts with hashtags that the caller follows. */
  | 'SHARES_HASHTAGS';

/** A change of a conversation. */
export type SystemChange =
  /** A call that `by` has started has ended: see `call`. */
  | 'CALL_ENDED'
  /** `by` has pinned a message: see `Conversation.pinnedMessages`. */
  | 'MESSAGE_PINNED'
  /** `by` has added `users`. */
  | 'PARTICIPANTS_ADDED'
  /** `by` has accepted the invitation, or joined by an invite link. */
  | 'PARTICIPANT_JOINED'
  /** `by` has left. */
  | 'PARTICIPANT_LEFT'
  /** `by` has removed the one of `users`. */
  | 'PARTICIPANT_REMOVED'
  /** `by` has changed or removed the image. */
  | 'PICTURE_CHANGED'
  /** `by` has changed the title to `title`, or cleared it. */
  | 'RENAMED'
  /** `by` has changed the role of the one of `users`. */
  | 'ROLE_CHANGED'
  /** `by` has changed after how long messages disappear to `disappearAfterSeconds`. */
  | 'TIMER_CHANGED';

/** Period for which tips are summed up, by the time at which they were settled. */
export type TopTippersPeriod =
  /** From the first tip on. */
  | 'ALL'
  /** Today, from midnight UTC. */
  | 'DAY'
  /** This month, from its first midnight UTC. */
  | 'MONTH'
  /** This week, from Monday at midnight UTC. */
  | 'WEEK';

/** The input of `transferHost`. */
export type TransferHostInput = {
  /** The call, a group call. */
  callId: string | number;
  /** The member. */
  userId: string | number;
};

/** Kind of message that a user is making. */
export type TypingKind =
  /** Chooses a location. */
  | 'LOCATION'
  /** Chooses, records or uploads media items. */
  | 'MEDIA'
  /** Writes text. */
  | 'TEXT'
  /** Records a voice note. */
  | 'VOICE_NOTE';

/** The input of `unarchiveConversation`. */
export type UnarchiveConversationInput = {
  /** The conversation. */
  conversationId: string | number;
};

/** The input of `unblockUser`. */
export type UnblockUserInput = {
  /** The user to unblock. */
  userId: string | number;
};

/** The input of `undoRepost`. */
export type UndoRepostInput = {
  /** The reposted post. */
  postId: string | number;
};

/** The input of `undoTip`. */
export type UndoTipInput = {
  /** The tip. */
  tipId: string | number;
};

/** The input of `unfollowHashtag`. */
export type UnfollowHashtagInput = {
  /** The name, in any case, with or without its `#`. */
  name: string;
};

/** The input of `unfollowUser`. */
export type UnfollowUserInput = {
  /** The user to unfollow. */
  userId: string | number;
};

/** The input of `unhideComment`. */
export type UnhideCommentInput = {
  /** The comment to unhide. */
  commentId: string | number;
};

/** The input of `unlockMessage`. */
export type UnlockMessageInput = {
  /** The price in coins that the caller has agreed to: `LockedContent.priceCoins`. */
  expectedPriceCoins: number;
  /** A UUID made by the client, or 1 to 64 letters, digits, `-` and `_` without the digits of a card's number outside of a UUID. The same key with the same input returns the first result for ever; with another input it is refused. */
  idempotencyKey: string;
  /** The message, with LockedContent. */
  messageId: string | number;
};

/** The input of `unmuteConversation`. */
export type UnmuteConversationInput = {
  /** The conversation. */
  conversationId: string | number;
};

/** The input of `unmuteUser`. */
export type UnmuteUserInput = {
  /** The user to unmute. */
  userId: string | number;
};

/** The input of `unpinComment`. */
export type UnpinCommentInput = {
  /** The comment to unpin. */
  commentId: string | number;
};

/** The input of `unpinConversation`. */
export type UnpinConversationInput = {
  /** The conversation. */
  conversationId: string | number;
};

/** The input of `unpinMessage`. */
export type UnpinMessageInput = {
  /** The message to unpin. */
  messageId: string | number;
};

/** The input of `unpinPost`. */
export type UnpinPostInput = {
  /** The post to unpin. */
  postId: string | number;
};

/** The input of `unregisterPushDevice`. */
export type UnregisterPushDeviceInput = {
  /** A device of the caller. */
  deviceId: string | number;
};

/** The input of `unsavePost`. */
export type UnsavePostInput =
  {   /** The post. */
  postId: string | number; savedPostId?: never; }
  |  { postId?: never;   /** The saved post, also one whose post is no longer visible. */
  savedPostId: string | number; };

/** The input of `unsubscribeFromMail`. */
export type UnsubscribeFromMailInput = {
  /** The token in the link of the mail. */
  token: string;
};

/** The input of `updateCallMedia`. */
export type UpdateCallMediaInput = {
  /** The call. */
  callId: string | number;
  /** Whether the microphone is off. Cannot be null. */
  isMuted?: boolean | null | undefined;
  /** Whether the caller shares their screen. Cannot be null. */
  isScreenSharing?: boolean | null | undefined;
  /** Whether the camera is on. Cannot be null. */
  isVideoOn?: boolean | null | undefined;
};

/** The input of `updateComment`. */
export type UpdateCommentInput = {
  /** The comment. */
  commentId: string | number;
  /** Token of a MODERATION_NUDGE, with which the author insists on the same text. Optional. */
  retryToken?: string | null | undefined;
  /** The new text, at most 2200 characters; may be empty if the comment has media. */
  text: string;
};

/** The input of `updateConversation`. */
export type UpdateConversationInput = {
  /** The new image of the group, uploaded by the caller with `uploadMedia`. Null removes it. */
  avatarMediaId?: string | number | null | undefined;
  /** The conversation. */
  conversationId: string | number;
  /** The new text about the group, 1 to 500 characters. Null removes it. */
  description?: string | null | undefined;
  /** Seconds after which messages that are sent from now on disappear, 3600 to 7776000. Null: never. Messages that were sent before stay as they are. */
  disappearAfterSeconds?: number | null | undefined;
  /** Token of a MODERATION_NUDGE, with which the author insists on the same text. Optional. */
  retryToken?: string | null | undefined;
  /** The new name, 1 to 100 characters. Null removes it. */
  title?: string | null | undefined;
};

/** The input of `updateLiveLocation`. */
export type UpdateLiveLocationInput = {
  /** Radius in meters in which the true position lies, 0 to 100000. */
  accuracyMeters?: number | null | undefined;
  /** Direction of movement in degrees, clockwise from north, 0 to 360. */
  headingDegrees?: number | null | undefined;
  /** Latitude in degrees of WGS 84, -90 to 90, north positive. */
  latitude: number;
  /** Longitude in degrees of WGS 84, -180 to 180, east positive. */
  longitude: number;
  /** A message of the caller with LiveLocationContent. */
  messageId: string | number;
};

/** The input of `updateMedia`. */
export type UpdateMediaInput = {
  /** Alt text, for people who cannot see the media item, at most 1500 characters. Empty or null removes it; omitted, it stays. */
  altText?: string | null | undefined;
  /** The media item. */
  mediaId: string | number;
  /** Token of a MODERATION_NUDGE, with which the author insists on the same text. Optional. */
  retryToken?: string | null | undefined;
};

/** The input of `updateMessageLock`. */
export type UpdateMessageLockInput = {
  /** The message. */
  messageId: string | number;
  /** The new price, 1 to 25000 coins; at most 500 while the account of the caller is new. */
  priceCoins: number;
};

/** The input of `updateMutedWord`. */
export type UpdateMutedWordInput = {
  /** Whether posts by users whom the caller follows stay visible. */
  excludesFollowing?: boolean | null | undefined;
  /** Expiry time, within the next 10 years; null makes it permanent. */
  expiresAt?: string | null | undefined;
  /** The muted word. */
  mutedWordId: string | number;
  /** Parts of a post to match. Cannot be null. */
  targets?: Array<MutedWordTarget> | null | undefined;
};

/** The input of `updateNotificationPreferences`. */
export type UpdateNotificationPreferencesInput = {
  /** The types to change, each once. */
  preferences: Array<NotificationPreferenceInput>;
};

/** The input of `updateNotificationSettings`. */
export type UpdateNotificationSettingsInput = {
  /** Frequency of the mail with unread notifications. */
  digest?: NotificationDigest | null | undefined;
  /** People whose calls ring in quiet hours and while notifications are snoozed. */
  quietCallAudience?: NotificationAudience | null | undefined;
  /** Whether pushes show texts, and not only what kind of thing has come. */
  showsPreviews?: boolean | null | undefined;
  /** Time zone of the user, a name of the IANA database such as `Europe/Berlin`. At most 64 characters. */
  timeZone?: string | null | undefined;
};

/** The input of `updatePost`. */
export type UpdatePostInput = {
  /** Audience that may comment from now on. Cannot be null. */
  commentAudience?: Audience | null | undefined;
  /** `version` of the post that the caller has changed. CONFLICT if the post has another one. Without it the last update wins. */
  expectedVersion?: number | null | undefined;
  /** Whether the post is sensitive: shown on request only. It stays sensitive while a machine finds its text or media so. Cannot be null. */
  isSensitive?: boolean | null | undefined;
  /** The location. Null removes it. */
  location?: PostLocationInput | null | undefined;
  /** The post to update. */
  postId: string | number;
  /** Token of a MODERATION_NUDGE, with which the author insists on the same text. Optional. */
  retryToken?: string | null | undefined;
  /** The text, as for `createPost`; empty or null removes the text of a post with media. Fails with LIMIT_REACHED after 100 edits, and with INVALID_STATE while the poll of the post has votes. */
  text?: string | null | undefined;
  /** Lowest tier level that can see a SUBSCRIBERS post, 1 to 100; can only rise. Null stands for every subscriber. */
  tierLevel?: number | null | undefined;
  /** A narrower audience: PUBLIC can become any other, FOLLOWERS and SUBSCRIBERS can become PRIVATE with the author alone. A wider or different audience is refused. Cannot be null. */
  visibility?: PostVisibility | null | undefined;
};

/** The input of `updatePrivacySettings`. */
export type UpdatePrivacySettingsInput = {
  /** Audience who can call the user. */
  callAudience?: Audience | null | undefined;
  /** Audience who can comment on the user's posts. */
  commentAudience?: Audience | null | undefined;
  /** Audience who can see the followers of the user. */
  followersAudience?: Audience | null | undefined;
  /** Audience who can see the users whom the user follows. */
  followingAudience?: Audience | null | undefined;
  /** Whether suggestions and search may show the user to people who do not follow them. */
  isDiscoverable?: boolean | null | undefined;
  /** Whether only followers see the posts and the lists of followers and followed users, and following needs consent. */
  isPrivate?: boolean | null | undefined;
  /** Audience who can see when the user was last seen. Mutual: the user does not see it of users outside the audience. */
  lastSeenAudience?: Audience | null | undefined;
  /** Audience whose mentions notify the user. */
  mentionAudience?: Audience | null | undefined;
  /** Audience who can start a conversation with the user or add them to a group. Existing direct conversations stay open. */
  messageAudience?: Audience | null | undefined;
  /** Audience who is notified of what the user has read and of their typing. Mutual: the user is notified of neither by users outside the audience. */
  readReceiptsAudience?: Audience | null | undefined;
  /** Whether the user and their content are hidden from anonymous callers. */
  requiresSignIn?: boolean | null | undefined;
  /** Audience who can send tips to the user. */
  tipAudience?: Audience | null | undefined;
};

/** The input of `updateProfile`. */
export type UpdateProfileInput = {
  /** A new profile image: JPEG, PNG, WebP, GIF, AVIF or HEIC, at most 20 MiB. Null removes the present one. */
  avatar?: Blob | null | undefined;
  /** The new text about the user, at most 500 characters. Empty or null removes it. */
  bio?: string | null | undefined;
  /** A new cover image: JPEG, PNG, WebP, GIF, AVIF or HEIC, at most 20 MiB. Null removes the present one. */
  cover?: Blob | null | undefined;
  /** The new display name, 1 to 50 characters. Cannot be null. */
  displayName?: string | null | undefined;
  /** Token of a MODERATION_NUDGE, with which the author insists on the same text. Optional. */
  retryToken?: string | null | undefined;
};

/** The input of `updateQuietHours`. */
export type UpdateQuietHoursInput = {
  /** All intervals, at most 14, of which no two begin at one time. Empty ends quiet hours. */
  intervals: Array<QuietIntervalInput>;
};

/** The input of `updateSavedCollection`. */
export type UpdateSavedCollectionInput = {
  /** The collection. */
  collectionId: string | number;
  /** Name of the collection, 1 to 50 characters on one line; several collections can have the same name. */
  name: string;
};

/** The input of `updateScheduledMessage`. */
export type UpdateScheduledMessageInput = {
  /** The scheduled message. */
  scheduledMessageId: string | number;
  /** The new time of sending, in the future and within the next 30 days. The former one stays when omitted. */
  sendAt?: string | null | undefined;
  /** The new text or caption. The former one stays when omitted. */
  text?: string | null | undefined;
};

/** The input of `updateSubscriptionTier`. */
export type UpdateSubscriptionTierInput = {
  /** The description, at most 1000 characters. */
  description?: string | null | undefined;
  /** The version that the caller has seen. */
  expectedVersion: number;
  /** An image of the caller that is READY. */
  imageMediaId?: string | number | null | undefined;
  /** Length of a period. MONTH in a new tier. */
  interval?: SubscriptionTierInterval | null | undefined;
  /** Whether the tier is on offer: true makes it ACTIVE; false makes an ACTIVE one HIDDEN, and leaves a DRAFT as it is. False in a new tier. */
  isShown?: boolean | null | undefined;
  /** Number of members that the tier takes, 1 to 1000000; null for no bound. Members beyond a new bound stay. */
  memberLimit?: number | null | undefined;
  /** Perks of members: at most 20 lines of 1 to 100 characters, in their order. */
  perks?: Array<string> | null | undefined;
  /** Price of a period by card, in a currency in which coins are sold: at least what its coins cost, and within what the provider of payments charges. A refusal names the bound. Without it members pay in coins alone. */
  price?: MoneyInput | null | undefined;
  /** Price of a period in coins, 1 to 100000. */
  priceCoins?: number | null | undefined;
  /** Token of a MODERATION_NUDGE, with which the author insists on the same texts. Optional. */
  retryToken?: string | null | undefined;
  /** The tier. */
  tierId: string | number;
  /** The title, 1 to 60 characters on one line. No text may contain the number of a card. */
  title?: string | null | undefined;
  /** Days before the first payment, 0 to 30. 0 in a new tier. */
  trialDays?: number | null | undefined;
};

/** Reason why a subscription has ended. */
export type UserSubscriptionEndReason =
  /** The account of the subscriber is erased. */
  | 'ACCOUNT_ERASED'
  /** The creator has blocked the subscriber; told to the creator alone. */
  | 'BLOCKED'
  /** The subscriber has canceled it. */
  | 'CANCELED'
  /** The creator has ended it. */
  | 'CREATOR_ENDED'
  /** The creator is not active any more. */
  | 'CREATOR_GONE'
  /** The payment was disputed. */
  | 'DISPUTED'
  /** The first period was not paid in time. */
  | 'INCOMPLETE'
  /** An admin has ended it. */
  | 'MODERATION'
  /** A period was not paid in time. */
  | 'PAYMENT_FAILED'
  /** The payment was refunded. */
  | 'REFUNDED';

/** Means of payment of a subscription. */
export type UserSubscriptionFunding =
  /** A saved card. */
  | 'CARD'
  /** Coins of the subscriber. */
  | 'COINS';

/** State of a subscription. What the subscriber sees of the creator does not depend on it, but on `accessEndsAt`. */
export type UserSubscriptionState =
  /** The period is paid. */
  | 'ACTIVE'
  /** The subscription has ended, for `endReason`. */
  | 'ENDED'
  /** The first period is not paid yet; there is no access. */
  | 'INCOMPLETE'
  /** A period is due that could not be paid: see `dueInvoice`. It can be paid until `accessEndsAt`. */
  | 'PAST_DUE'
  /** The trial runs; the first period is paid when it ends. */
  | 'TRIALING';

/** Reason why a username is not available. */
export type UsernameProblem =
  /** The name looks like another user's. */
  | 'CONFUSABLE'
  /** Another user gave the name up less than 30 days ago and can take it back. */
  | 'HELD'
  /** The name breaks a rule of usernames. */
  | 'INVALID'
  /** Reserved for the service. */
  | 'RESERVED'
  /** Another user has the name. */
  | 'TAKEN';

/** State of a request to be verified. */
export type VerificationState =
  /** The badge is granted. */
  | 'APPROVED'
  /** An admin reviews it. */
  | 'IN_REVIEW'
  /** An admin asks for more: `message` says what. `answerVerification` answers. */
  | 'MORE_INFO'
  /** The badge is refused: `message` says why. */
  | 'REJECTED'
  /** Waits for a review. */
  | 'REQUESTED'
  /** The user has taken it back. */
  | 'WITHDRAWN';

/** The input of `verifyEmail`. */
export type VerifyEmailInput = {
  /** The code from the mail. Valid for 24 hours. */
  code: string;
};

/** State of a media item that is viewed once, for the caller. */
export type ViewOnceState =
  /** Not opened by the caller: `openViewOnce` shows the media item once it is processed. */
  | 'AVAILABLE'
  /** Not opened by the caller, and nobody can open it any more. */
  | 'ENDED'
  /** Opened by the caller, who does not see it again. */
  | 'OPENED'
  /** Sent by the caller, who cannot open it. */
  | 'SENT';

/** The input of `votePoll`. */
export type VotePollInput = {
  /** All options that the caller chooses: at most one unless `isMultipleChoice`. An empty list removes the vote, also when the caller no longer sees the poll. */
  optionIds: Array<string | number>;
  /** The poll. */
  pollId: string | number;
};

/** Day of the week. */
export type Weekday =
  /** Friday. */
  | 'FRIDAY'
  /** Monday. */
  | 'MONDAY'
  /** Saturday. */
  | 'SATURDAY'
  /** Sunday. */
  | 'SUNDAY'
  /** Thursday. */
  | 'THURSDAY'
  /** Tuesday. */
  | 'TUESDAY'
  /** Wednesday. */
  | 'WEDNESDAY';

/** The input of `withdrawAppeal`. */
export type WithdrawAppealInput = {
  /** The appeal. */
  appealId: string | number;
};

/** The input of `withdrawReport`. */
export type WithdrawReportInput = {
  /** The report. */
  reportId: string | number;
};

/** The input of `withdrawSpeakerRequest`. */
export type WithdrawSpeakerRequestInput = {
  /** The request. */
  requestId: string | number;
};

/** The input of `withdrawVerification`. */
export type WithdrawVerificationInput = {
  /** The caller's request. */
  requestId: string | number;
};

