/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
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

/** The input of `adminAdjustCoins`. */
export type AdminAdjustCoinsInput = {
  /** Coins: above zero to give, below zero to take; at most 1000000 either way. */
  amountCoins: number;
  /** A UUID made by the client, or 1 to 64 letters, digits, `-` and `_` without the digits of a card's number outside of a UUID. The same key with the same input returns the first result for ever; with another input it is refused. */
  idempotencyKey: string;
  /** Reason for the record, 1 to 500 characters, without the number of a card. Users do not see it. */
  reason: string;
  /** The user. */
  userId: string | number;
};

/** Users for whom an announcement is: all active ones who fit each field that is given. */
export type AdminAnnouncementAudienceInput = {
  /** Days in which they were there, 1 to 365. */
  activeDays?: number | null | undefined;
  /** Whether they have a tier on offer. */
  isCreator?: boolean | null | undefined;
  /** Code of a language by ISO 639, in lower case, such as `de`, 1 to 20 of them: users with a device in one of them. */
  languages?: Array<string> | null | undefined;
};

/** State of an announcement. */
export type AdminAnnouncementState =
  /** An admin has ended it: whom it had not reached, it does not reach. */
  | 'CANCELED'
  /** The announcement is on its way. */
  | 'SENDING'
  /** The whole audience has it. */
  | 'SENT';

/** Text of an announcement in another language than English. */
export type AdminAnnouncementTranslationInput = {
  /** Code of a language by ISO 639, in lower case, such as `de`. */
  language: string;
  /** Text, 1 to 140 characters. */
  text: string;
  /** Title, 1 to 80 characters. */
  title: string;
};

/** Result of a review. */
export type AdminAppealResult =
  /** The decision is taken back. */
  | 'OVERTURNED'
  /** Content stays removed; restrictions and points are taken back. */
  | 'PARTIAL'
  /** The decision stays. */
  | 'UPHELD';

/** Side that appeals. */
export type AdminAppealSide =
  /** The owner of the content or account that was decided about. */
  | 'OWNER'
  /** Somebody who reported or sent a notice, when nothing was done. */
  | 'REPORTER';

/** The input of `adminApproveAdjustment`. */
export type AdminApproveAdjustmentInput = {
  /** The adjustment. */
  adjustmentId: string | number;
};

/** The input of `adminApproveCoinPackage`. */
export type AdminApproveCoinPackageInput = {
  /** The request. */
  requestId: string | number;
};

/** The input of `adminArchiveCoinPackage`. */
export type AdminArchiveCoinPackageInput = {
  /** The package. */
  packageId: string | number;
};

/** The input of `adminAssignReport`. */
export type AdminAssignReportInput = {
  /** The admin. Null gives the case back. */
  adminId?: string | number | null | undefined;
  /** The case. */
  caseId: string | number;
};

/** Consequence for a content that contains an entry. */
export type AdminBlocklistAction =
  /** Content for a moderator to look at. */
  | 'HOLD'
  /** Refused with VALIDATION_FAILED. */
  | 'REJECT';

/** Kind of the entries of a block list. */
export type AdminBlocklistKind =
  /** Domains: each blocks links to it and to its subdomains. */
  | 'LINK'
  /** Words and expressions of at most 4 words, compared without case and accents. */
  | 'WORD';

/** The input of `adminCancelAnnouncement`. */
export type AdminCancelAnnouncementInput = {
  /** The announcement. */
  announcementId: string | number;
};

/** The input of `adminCancelUserDeletion`. */
export type AdminCancelUserDeletionInput = {
  /** Reason for the record, 1 to 500 characters. Users do not see it. */
  reason: string;
  /** The user. */
  userId: string | number;
};

/** Queue of cases. */
export type AdminCaseQueue =
  /** Cases with a report about the safety of children. */
  | 'CHILD_SAFETY'
  /** Everything else. */
  | 'GENERAL'
  /** Cases with a notice of illegal content. */
  | 'LEGAL';

/** State of a case. */
export type AdminCaseState =
  /** An admin has the case, for at most 10 minutes. */
  | 'ASSIGNED'
  /** The case is decided, or its reports are withdrawn. */
  | 'CLOSED'
  /** The case is out of its queue, for admins who decide what is difficult. */
  | 'ESCALATED'
  /** Nobody has the case. */
  | 'OPEN';

/** The input of `adminClaimNextCase`. */
export type AdminClaimNextCaseInput = {
  /** The queue. */
  queue: AdminCaseQueue;
};

/** The input of `adminClaimVerification`. */
export type AdminClaimVerificationInput = {
  /** The request. */
  requestId: string | number;
};

/** State of an adjustment of coins. */
export type AdminCoinAdjustmentState =
  /** Nobody has decided about the adjustment in time. */
  | 'EXPIRED'
  /** The adjustment waits for another admin. */
  | 'PENDING'
  /** The coins were moved. */
  | 'POSTED'
  /** Another admin has refused the adjustment. */
  | 'REJECTED';

/** The input of `adminConfirmTotp`. */
export type AdminConfirmTotpInput = {
  /** A code of the app. At most 10 wrong ones in 24 hours in one session. */
  code: string;
};

/** The input of `adminCreateAdmin`. */
export type AdminCreateAdminInput = {
  /** The display name, 1 to 50 characters. */
  displayName: string;
  /** The e-mail address. */
  email: string;
  /** Reason for the record, 1 to 500 characters. */
  reason: string;
  /** Role of the admin: OWNER and ADMIN only an owner gives, else FORBIDDEN. */
  role: AdminRole;
};

/** The input of `adminCreateCoinPackage`. */
export type AdminCreateCoinPackageInput = {
  /** Promotional coins that are given in addition, 0 to 1000000; 0 when omitted. */
  bonusCoins?: number | null | undefined;
  /** Coins that are paid for, 1 to 1000000. */
  coins: number;
  /** The currency as ISO 4217, such as `EUR`, which the provider of payments has to charge. */
  currency: string;
  /** Time at which the offer ends, after its beginning; null for never. */
  endsAt?: string | null | undefined;
  /** A UUID made by the client, or 1 to 64 letters, digits, `-` and `_` without the digits of a card's number outside of a UUID. The same key with the same input returns the first result for 30 days; with another input it is refused. */
  idempotencyKey?: string | null | undefined;
  /** Number of times that a user can buy it, 1 to 1000000; null for no bound. */
  maxPerUser?: number | null | undefined;
  /** The price in the smallest unit of the currency by ISO 4217, within what the provider of payments charges in it: a refusal names the bound. */
  priceMinor: number;
  /** Time at which the offer begins; null for at once. */
  startsAt?: string | null | undefined;
};

/** The length of the periods, in UTC. */
export type AdminDashboardGranularity =
  /** Days from midnight to midnight. */
  | 'DAY'
  /** Hours, kept for 60 days. */
  | 'HOUR'
  /** Months from the first on. */
  | 'MONTH'
  /** Weeks from Monday on. */
  | 'WEEK';

/** The input of `adminDecideAppeal`. */
export type AdminDecideAppealInput = {
  /** Appeal among those against the decision. */
  appealId: string | number;
  /** Answer to the author, 1 to 2000 characters. */
  note: string;
  /** Result; not PARTIAL for the appeal of a reporter. */
  result: AdminAppealResult;
};

/** The input of `adminDecideCase`. */
export type AdminDecideCaseInput = {
  /** Actions; NO_ACTION alone. Accounts and conversations cannot be removed. */
  actions: Array<ModerationAction>;
  /** The case. */
  caseId: string | number;
  /** `version` of the case that the caller has read. */
  expectedVersion: number;
  /** Expiry time of restrictions, in the future. When omitted, they last until lifted. */
  expiresAt?: string | null | undefined;
  /** Explanation for the owner, at most 2000 characters. Required but for NO_ACTION. */
  explanation?: string | null | undefined;
  /** Facts for the owner, at most 2000 characters. Required but for NO_ACTION. */
  facts?: string | null | undefined;
  /** The ground. Required but for NO_ACTION. */
  ground?: DecisionGround | null | undefined;
  /** The policy that was broken. Required but for NO_ACTION. */
  policyId?: string | number | null | undefined;
  /** Territory that the statement names, at most 100 characters. Null for everywhere. */
  scope?: string | null | undefined;
  /** Points against the owner for 90 days, 0 to 10. By default 0. */
  strikePoints?: number | null | undefined;
};

/** The input of `adminDecideVerification`. */
export type AdminDecideVerificationInput = {
  /** The decision. */
  decision: AdminVerificationDecision;
  /** Version that the caller has looked at. CONFLICT when it has changed. */
  expectedVersion: number;
  /** Expiry time of the badge, in the future, only when APPROVED. When omitted, it has no end. */
  expiresAt?: string | null | undefined;
  /** Words to the user, 1 to 500 characters. Required unless it is APPROVED. */
  message?: string | null | undefined;
  /** The request. */
  requestId: string | number;
};

/** The input of `adminDeleteUser`. */
export type AdminDeleteUserInput = {
  /** Reason for the record, 1 to 500 characters. Users do not see it. */
  reason: string;
  /** The user. */
  userId: string | number;
};

/** The input of `adminDisableAdmin`. */
export type AdminDisableAdminInput = {
  /** The admin. */
  adminId: string | number;
  /** Reason for the record, 1 to 500 characters. */
  reason: string;
};

/** State of a dispute. INQUIRY, NEEDS_RESPONSE and UNDER_REVIEW are open. */
export type AdminDisputeState =
  /** The dispute ended before the bank took any money. */
  | 'CLOSED'
  /** The bank asks, and has taken no money yet. */
  | 'INQUIRY'
  /** The cardholder keeps the money. An appeal can still win it. */
  | 'LOST'
  /** The bank has taken the money, and waits for evidence until `dueAt`. */
  | 'NEEDS_RESPONSE'
  /** The bank looks at the evidence. */
  | 'UNDER_REVIEW'
  /** The bank has given the money back. */
  | 'WON';

/** The input of `adminEnableAdmin`. */
export type AdminEnableAdminInput = {
  /** The admin. */
  adminId: string | number;
  /** Reason for the record, 1 to 500 characters. */
  reason: string;
};

/** The input of `adminEndSubscription`. */
export type AdminEndSubscriptionInput = {
  /** Reason for the record, 1 to 500 characters, without the number of a card. Users do not see it. */
  reason: string;
  /** Whether the rest of what was paid goes back. */
  refund: boolean;
  /** The subscription. */
  subscriptionId: string | number;
};

/** The input of `adminEscalateCase`. */
export type AdminEscalateCaseInput = {
  /** The case. */
  caseId: string | number;
  /** Reason for other admins, 1 to 500 characters. */
  reason: string;
};

/** The input of `adminGrantBadge`. */
export type AdminGrantBadgeInput = {
  /** Display name that was verified. */
  displayName: string;
  /** Expiry time, in the future. When omitted, the badge has no end. */
  expiresAt?: string | null | undefined;
  /** Kind of the badge. */
  kind: BadgeKind;
  /** Reason for other admins, 1 to 500 characters. */
  reason: string;
  /** The user. */
  userId: string | number;
  /** Username that was verified. */
  username: string;
};

/** The input of `adminLiftRestriction`. */
export type AdminLiftRestrictionInput = {
  /** Reason for other admins, 1 to 500 characters. */
  reason: string;
  /** The restriction; not a SUSPENSION, which `adminUnsuspendUser` lifts. */
  restrictionId: string | number;
};

/** A number of the product. Sums keep what is taken back, deleted or erased later; what says "at the end of the day" or "to the end of the day" does not add up. */
export type AdminMeasure =
  /** Calls that ended, answered or not. */
  | 'CALLS'
  /** Minutes of the calls that ended, since they were answered. */
  | 'CALL_MINUTES'
  /** Promotional coins that expired. */
  | 'COINS_EXPIRED'
  /** Coins that were bought. */
  | 'COINS_SOLD'
  /** Coins that were given for tips, subscriptions and messages. */
  | 'COINS_SPENT'
  /** Coins that were given for tips. */
  | 'COINS_TIPPED'
  /** Comments that were published; held ones when they are released. */
  | 'COMMENTS'
  /** Conversations that were started, groups among them. */
  | 'CONVERSATIONS'
  /** Actions of moderation decisions, by action. */
  | 'DECISIONS'
  /** Moderation decisions that a machine took. */
  | 'DECISIONS_AUTOMATED'
  /** Moderation decisions that were reversed. */
  | 'DECISIONS_OVERTURNED'
  /** Disputed payments that were booked, less those that came back, in minor units by currency. */
  | 'DISPUTES'
  /** Users who followed a user. */
  | 'FOLLOWS'
  /** Groups that were started. */
  | 'GROUPS'
  /** Messages of users. */
  | 'MESSAGES'
  /** Posts that were published; held ones when they are released. */
  | 'POSTS'
  /** Devices to which a notification could not be sent. */
  | 'PUSHES_FAILED'
  /** Devices to which a notification was sent. */
  | 'PUSHES_SENT'
  /** Reactions to posts and comments, also changes of their type. */
  | 'REACTIONS'
  /** Coins a month of subscriptions in a paid period at the end of the day; a twelfth of yearly prices. */
  | 'RECURRING_COINS'
  /** Refunds that were booked, less those that came back, in minor units by currency. */
  | 'REFUNDS'
  /** Reports and notices that were closed, also by who made them. */
  | 'REPORTS_CLOSED'
  /** Reports and notices that were made. */
  | 'REPORTS_OPENED'
  /** Median hours from a report to its decision, of those closed in the seven days to the end of the day. */
  | 'REPORT_MEDIAN_HOURS'
  /** Hours for which the oldest open report had waited at the end of the day. */
  | 'REPORT_OLDEST_HOURS'
  /** Card payments that were booked, in minor units by currency. */
  | 'REVENUE'
  /** Subscriptions that ended. */
  | 'SUBSCRIPTIONS_ENDED'
  /** Subscriptions whose period could not be paid for the first time. */
  | 'SUBSCRIPTIONS_FAILING'
  /** Further periods of subscriptions that were paid. */
  | 'SUBSCRIPTIONS_RENEWED'
  /** Subscriptions that started. */
  | 'SUBSCRIPTIONS_STARTED'
  /** Users who were there on the day. Includes those whose accounts are erased since. */
  | 'USERS_ACTIVE_DAY'
  /** Users who were there in the month, from the first to the end of the day. */
  | 'USERS_ACTIVE_MONTH'
  /** Users who were there in the week, from Monday to the end of the day. */
  | 'USERS_ACTIVE_WEEK'
  /** Users whose accounts were erased. */
  | 'USERS_DELETED'
  /** Users who registered. */
  | 'USERS_NEW'
  /** Views of posts, as posts count them. */
  | 'VIEWS';

/** Judgement of a machine on an image. */
export type AdminMediaScanState =
  /** Nothing was found. */
  | 'CLEAN'
  /** Posts and comments that show it are held. */
  | 'FLAGGED'
  /** Posts that show it are sensitive. */
  | 'SENSITIVE'
  /** No machine judges it. */
  | 'SKIPPED'
  /** Not judged yet. */
  | 'UNSCANNED';

/** Moderation state of a content. */
export type AdminModerationState =
  /** The author alone sees it, until a moderator decides. */
  | 'HELD'
  /** Nobody but moderators sees it. */
  | 'REMOVED'
  /** Everybody of its audience sees it. */
  | 'VISIBLE';

/** The input of `adminOpenPrivateContent`. */
export type AdminOpenPrivateContentInput = {
  /** The case. */
  caseId: string | number;
  /** Reason for the look, 1 to 500 characters. */
  reason: string;
};

/** The input of `adminOpenVerificationDocuments`. */
export type AdminOpenVerificationDocumentsInput = {
  /** Reason for the look, 1 to 500 characters. */
  reason: string;
  /** The request. */
  requestId: string | number;
};

/** The input of `adminProveIdentity`. */
export type AdminProveIdentityInput = {
  /** A code of the second factor, which an admin who has one must give. At most 10 wrong ones in 24 hours in one session. */
  code?: string | null | undefined;
  /** The password, of an admin without a second factor. */
  password?: string | null | undefined;
};

/** The input of `adminRecordPayout`. */
export type AdminRecordPayoutInput = {
  /** Coins that were paid out, above zero. */
  amountCoins: number;
  /** A UUID made by the client, or 1 to 64 letters, digits, `-` and `_` without the digits of a card's number outside of a UUID. The same key with the same input returns the first result for ever; with another input it is refused. */
  idempotencyKey: string;
  /** Way by which it was paid; BANK_TRANSFER when omitted. */
  method?: PayoutMethod | null | undefined;
  /** Currency of `paidMinor` as ISO 4217, needed with it. */
  paidCurrency?: string | null | undefined;
  /** Money that was paid, in the smallest unit of `paidCurrency`, above zero. With it the payout stands in the books of cash. */
  paidMinor?: number | null | undefined;
  /** Name of the payment at the bank or wherever it was made, 1 to 100 characters, without the number of a card. The user sees it. It names one payout of its method, spaces and case aside, else CONFLICT: `existingId` names the payout that holds. */
  reference: string;
  /** The user. */
  userId: string | number;
};

/** Kind of a refund, as the provider is told. */
export type AdminRefundKind =
  /** The user has paid twice. */
  | 'DUPLICATE'
  /** The cardholder has not paid: the provider holds the card for stolen from now on. */
  | 'FRAUDULENT'
  /** The user wants the money back. */
  | 'REQUESTED_BY_CUSTOMER';

/** The input of `adminRefundPurchase`. */
export type AdminRefundPurchaseInput = {
  /** The amount in the smallest unit of the currency, above zero and at most what is not refunded yet. All of that when omitted or null. */
  amountMinor?: number | null | undefined;
  /** A UUID made by the client, or 1 to 64 letters, digits, `-` and `_` without the digits of a card's number outside of a UUID. The same key with the same input returns the first result for ever; with another input it is refused. */
  idempotencyKey: string;
  /** The kind, which the provider is told; REQUESTED_BY_CUSTOMER when omitted. */
  kind?: AdminRefundKind | null | undefined;
  /** The purchase. */
  purchaseId: string | number;
  /** Reason in words for the record and for other admins, 1 to 500 characters, without the number of a card. Users do not see it. */
  reason: string;
};

/** State of a refund. */
export type AdminRefundState =
  /** The refund was canceled at the provider. Nothing was refunded. */
  | 'CANCELED'
  /** The provider refused the refund, or the bank sent the money back. Nothing was refunded. */
  | 'FAILED'
  /** The provider has not made the refund yet, or the bank has not taken it. */
  | 'PENDING'
  /** The money is on its way to the card. It can still come back: then it is FAILED. */
  | 'SUCCEEDED';

/** The input of `adminRejectAdjustment`. */
export type AdminRejectAdjustmentInput = {
  /** The adjustment. */
  adjustmentId: string | number;
};

/** The input of `adminRejectCoinPackage`. */
export type AdminRejectCoinPackageInput = {
  /** The request. */
  requestId: string | number;
};

/** The input of `adminRemoveComment`. */
export type AdminRemoveCommentInput = {
  /** The comment to remove. */
  commentId: string | number;
  /** Reason for other admins, 1 to 500 characters. */
  reason: string;
};

/** The input of `adminRemovePost`. */
export type AdminRemovePostInput = {
  /** The post to remove. */
  postId: string | number;
  /** Reason for other admins, 1 to 500 characters. */
  reason: string;
};

/** The input of `adminResetTotp`. */
export type AdminResetTotpInput = {
  /** The admin. */
  adminId: string | number;
  /** Reason for the record, 1 to 500 characters. */
  reason: string;
};

/** The input of `adminRestoreComment`. */
export type AdminRestoreCommentInput = {
  /** The comment to restore. */
  commentId: string | number;
  /** Reason for other admins, 1 to 500 characters. */
  reason: string;
};

/** The input of `adminRestorePost`. */
export type AdminRestorePostInput = {
  /** The post to restore. */
  postId: string | number;
  /** Reason for other admins, 1 to 500 characters. */
  reason: string;
};

/** The input of `adminRestrictUser`. */
export type AdminRestrictUserInput = {
  /** Expiry time, in the future. When omitted, the restriction lasts until lifted. */
  expiresAt?: string | null | undefined;
  /** Kind of acts to forbid; not SUSPENSION, which `adminSuspendUser` makes. */
  kind: RestrictionKind;
  /** Reason, 1 to 500 characters, shown to other admins. */
  reason: string;
  /** The user to restrict. */
  userId: string | number;
};

/** The input of `adminReverseAdjustment`. */
export type AdminReverseAdjustmentInput = {
  /** The adjustment to reverse. INVALID_STATE if it is not posted, is reversed, or reverses another one. */
  adjustmentId: string | number;
  /** A UUID made by the client, or 1 to 64 letters, digits, `-` and `_` without the digits of a card's number outside of a UUID. The same key with the same input returns the first result for ever; with another input it is refused. */
  idempotencyKey: string;
  /** Reason for the record, 1 to 500 characters, without the number of a card. Users do not see it. */
  reason: string;
};

/** The input of `adminReversePayout`. */
export type AdminReversePayoutInput = {
  /** The payout. */
  payoutId: string | number;
  /** Reason for the record, 1 to 500 characters, without the number of a card. Users do not see it. */
  reason: string;
};

/** The input of `adminRevokeAdminSession`. */
export type AdminRevokeAdminSessionInput = {
  /** Reason for the record, 1 to 500 characters. */
  reason: string;
  /** The session. */
  sessionId: string | number;
};

/** The input of `adminRevokeBadge`. */
export type AdminRevokeBadgeInput = {
  /** The badge. */
  badgeId: string | number;
  /** Why, to the user, 1 to 500 characters. */
  message: string;
  /** Reason for other admins, 1 to 500 characters. */
  reason: string;
};

/** The input of `adminRevokeUserSessions`. */
export type AdminRevokeUserSessionsInput = {
  /** Reason for the record, 1 to 500 characters. Users do not see it. */
  reason: string;
  /** The session. All of them when omitted. */
  sessionId?: string | number | null | undefined;
  /** The user. */
  userId: string | number;
};

/** Role of an admin: a set of permissions. */
export type AdminRole =
  /** Everything except owners. */
  | 'ADMIN'
  /** Reads statistics. */
  | 'ANALYST'
  /** Coins and payments. */
  | 'FINANCE'
  /** Users and content. */
  | 'MODERATOR'
  /** Everything, including admins. */
  | 'OWNER'
  /** Reads user accounts. */
  | 'SUPPORT';

/** The input of `adminSaveBlocklist`. */
export type AdminSaveBlocklistInput = {
  /** Consequence for a content that contains an entry. */
  action: AdminBlocklistAction;
  /** Words, expressions or domains to add, at most 250. Those that it has stay. */
  addEntries?: Array<string> | null | undefined;
  /** The list to change. Makes a new one when omitted. */
  blocklistId?: string | number | null | undefined;
  /** The version that a change is based on. Required with `blocklistId`. */
  expectedVersion?: number | null | undefined;
  /** Whether it is applied. */
  isActive: boolean;
  /** Kind of the entries; constant. */
  kind: AdminBlocklistKind;
  /** Name of the list, 1 to 100 characters on one line. */
  name: string;
  /** Reason for other admins, 1 to 500 characters. */
  reason: string;
  /** Entries to remove, at most 250. Those that it has not are passed over. */
  removeEntries?: Array<string> | null | undefined;
};

/** The input of `adminSendAnnouncement`. */
export type AdminSendAnnouncementInput = {
  /** The audience. Everybody when omitted. */
  audience?: AdminAnnouncementAudienceInput | null | undefined;
  /** A UUID made by the client, or 1 to 64 letters, digits, `-` and `_` without the digits of a card's number outside of a UUID. The same key with the same input returns the first result for 30 days; with another input it is refused. */
  idempotencyKey?: string | null | undefined;
  /** Text, 1 to 140 characters, in English. */
  text: string;
  /** Title, 1 to 80 characters, in English. */
  title: string;
  /** Texts in other languages, at most 20, each once. */
  translations?: Array<AdminAnnouncementTranslationInput> | null | undefined;
  /** Address that it leads to, `https://…`, at most 500 characters. */
  url?: string | null | undefined;
};

/** The input of `adminSetHashtagState`. */
export type AdminSetHashtagStateInput = {
  /** The name, in any case, with or without its `#`. */
  name: string;
  /** Reason for other admins, 1 to 500 characters. */
  reason: string;
  /** The new state. */
  state: HashtagState;
};

/** The input of `adminSuspendUser`. */
export type AdminSuspendUserInput = {
  /** Expiry time, in the future. When omitted, the suspension lasts until lifted. */
  expiresAt?: string | null | undefined;
  /** Reason, 1 to 500 characters, shown to other admins. */
  reason: string;
  /** The user to suspend. */
  userId: string | number;
};

/** The input of `adminUnsuspendUser`. */
export type AdminUnsuspendUserInput = {
  /** The suspended user. */
  userId: string | number;
};

/** The input of `adminUpdateAdmin`. */
export type AdminUpdateAdminInput = {
  /** The admin. */
  adminId: string | number;
  /** The display name, 1 to 50 characters. It cannot be null. */
  displayName?: string | null | undefined;
  /** Reason for the record, 1 to 500 characters. */
  reason: string;
  /** Role of the admin: OWNER and ADMIN only an owner gives. It cannot be null. */
  role?: AdminRole | null | undefined;
};

/** The input of `adminUpdateCoinPackage`. */
export type AdminUpdateCoinPackageInput = {
  /** Promotional coins that are given in addition, 0 to 1000000. */
  bonusCoins?: number | null | undefined;
  /** Coins that are paid for, 1 to 1000000. */
  coins?: number | null | undefined;
  /** The currency as ISO 4217, such as `EUR`, which the provider of payments has to charge. */
  currency?: string | null | undefined;
  /** Time at which the offer ends, after its beginning; null for never. */
  endsAt?: string | null | undefined;
  /** Number of times that a user can buy it, 1 to 1000000; null for no bound. */
  maxPerUser?: number | null | undefined;
  /** The package. */
  packageId: string | number;
  /** The price in the smallest unit of the currency by ISO 4217, within what the provider of payments charges in it: a refusal names the bound. */
  priceMinor?: number | null | undefined;
  /** Time at which the offer begins; null for at once. */
  startsAt?: string | null | undefined;
};

/** The input of `adminUpdateHashtagSettings`. */
export type AdminUpdateHashtagSettingsInput = {
  /** Whether only ALLOWED hashtags can be trending. Optional; unchanged when omitted. */
  trendsNeedReview?: boolean | null | undefined;
};

/** The input of `adminUpdateUser`. */
export type AdminUpdateUserInput = {
  /** The description of the profile, at most 500 characters. Null clears it. */
  bio?: string | null | undefined;
  /** The display name, 1 to 50 characters. */
  displayName?: string | null | undefined;
  /** Reason for the record, 1 to 500 characters. Users do not see it. */
  reason: string;
  /** Whether to take the avatar away. Defaults to false. */
  removesAvatar?: boolean | null | undefined;
  /** Whether to take the cover away. Defaults to false. */
  removesCover?: boolean | null | undefined;
  /** The user. */
  userId: string | number;
  /** The username: 3 to 30 of `a-z`, `0-9`, `_` and `.`. */
  username?: string | null | undefined;
};

/** Decision about a request to be verified. */
export type AdminVerificationDecision =
  /** Grant the badge, under the names of the request. */
  | 'APPROVED'
  /** Ask the user for more. */
  | 'MORE_INFO'
  /** Refuse the badge. */
  | 'REJECTED';

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

/** Ground of a decision. */
export type DecisionGround =
  /** The content is illegal. */
  | 'ILLEGAL'
  /** The content breaks the terms of the platform. */
  | 'TERMS';

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

/** State of a hashtag, set by admins. */
export type HashtagState =
  /** Allowed in every list, search and trend. */
  | 'ALLOWED'
  /** Hidden from every list, search and trend, as if it did not exist; posts keep its text. */
  | 'HIDDEN'
  /** Not reviewed. Can be trending unless trends need review. */
  | 'PENDING';

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

/** Purpose of a payment. */
export type PaymentPurpose =
  /** A package of coins: `CoinPurchase` tells of it. */
  | 'COIN_PURCHASE'
  /** A period of a subscription to a tier, or a part of one after a change of tier. */
  | 'SUBSCRIPTION';

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

/** Reason of an invoice. */
export type SubscriptionInvoiceReason =
  /** The first period. */
  | 'CREATE'
  /** A further period. */
  | 'CYCLE'
  /** A change to a dearer tier within a period. */
  | 'UPGRADE';

/** State of an invoice. */
export type SubscriptionInvoiceState =
  /** The invoice is due. */
  | 'OPEN'
  /** The invoice is paid; `refundedCoins` or `refundedAmount` was given back since. */
  | 'PAID'
  /** The invoice was not paid, and is not due any more. */
  | 'VOID';

/** Order of a list of user accounts. */
export type UserAccountOrder =
  /** By the time of the last change, latest first. */
  | 'LAST_UPDATED'
  /** By the time of the registration, latest first. */
  | 'NEWEST';

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

export type AdjustmentRowFragment = { id: string, amountCoins: number, state: AdminCoinAdjustmentState, reason: string, reversesId: string | null, requestedById: string, decidedById: string | null, decidedAt: string | null, createdAt: string, userId: string, user: { id: string, username: string } | null };

export type GetPendingAdjustmentsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type GetPendingAdjustmentsQuery = { adminGetPendingAdjustments: { nodes: Array<{ id: string, amountCoins: number, state: AdminCoinAdjustmentState, reason: string, reversesId: string | null, requestedById: string, decidedById: string | null, decidedAt: string | null, createdAt: string, userId: string, user: { id: string, username: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type GetAdjustmentQueryVariables = Exact<{
  id: string | number;
}>;


export type GetAdjustmentQuery = { adminGetNode:
    | { id: string, amountCoins: number, state: AdminCoinAdjustmentState, reason: string, reversesId: string | null, requestedById: string, decidedById: string | null, decidedAt: string | null, createdAt: string, userId: string, user: { id: string, username: string } | null }
    | Record<PropertyKey, never>
   | null };

export type GetUserNamesQueryVariables = Exact<{
  userId?: string | number | null | undefined;
  username?: string | null | undefined;
  email?: string | null | undefined;
}>;


export type GetUserNamesQuery = { adminGetUserNames: Array<{ userId: string, username: string, displayName: string }> | null };

export type AdjustCoinsMutationVariables = Exact<{
  input: AdminAdjustCoinsInput;
}>;


export type AdjustCoinsMutation = { adminAdjustCoins: { adjustment: { id: string } | null, errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type ReverseAdjustmentMutationVariables = Exact<{
  input: AdminReverseAdjustmentInput;
}>;


export type ReverseAdjustmentMutation = { adminReverseAdjustment: { adjustment: { id: string } | null, errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type ApproveAdjustmentMutationVariables = Exact<{
  input: AdminApproveAdjustmentInput;
}>;


export type ApproveAdjustmentMutation = { adminApproveAdjustment: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type RejectAdjustmentMutationVariables = Exact<{
  input: AdminRejectAdjustmentInput;
}>;


export type RejectAdjustmentMutation = { adminRejectAdjustment: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type GetAdminsQueryVariables = Exact<{
  after?: string | null | undefined;
  role?: AdminRole | null | undefined;
  updatedAfter?: string | null | undefined;
}>;


export type GetAdminsQuery = { adminGetAdmins: { nodes: Array<{ id: string, email: string, displayName: string, role: AdminRole, createdAt: string, account: { disabledAt: string | null, hasSecondFactor: boolean, needsSecondFactor: boolean, invitationExpiresAt: string | null, lastSignedInAt: string | null, updatedAt: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type GetAdminSessionsQueryVariables = Exact<{
  adminId?: string | number | null | undefined;
}>;


export type GetAdminSessionsQuery = { adminGetAdminSessions: { nodes: Array<{ id: string, ipAddress: string, userAgent: string, createdAt: string, refreshedAt: string, expiresAt: string, revokedAt: string | null, isCurrent: boolean }> } | null };

export type GetAuditEntriesQueryVariables = Exact<{
  after?: string | null | undefined;
  adminId?: string | number | null | undefined;
  subjectId?: string | number | null | undefined;
}>;


export type GetAuditEntriesQuery = { adminGetAuditEntries: { nodes: Array<{ id: string, action: string, reason: string | null, subjectId: string | null, before: unknown, after: unknown, requestId: string | null, createdAt: string, admin: { id: string, displayName: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type CreateAdminMutationVariables = Exact<{
  input: AdminCreateAdminInput;
}>;


export type CreateAdminMutation = { adminCreateAdmin: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type UpdateAdminMutationVariables = Exact<{
  input: AdminUpdateAdminInput;
}>;


export type UpdateAdminMutation = { adminUpdateAdmin: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type DisableAdminMutationVariables = Exact<{
  input: AdminDisableAdminInput;
}>;


export type DisableAdminMutation = { adminDisableAdmin: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type EnableAdminMutationVariables = Exact<{
  input: AdminEnableAdminInput;
}>;


export type EnableAdminMutation = { adminEnableAdmin: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type ResetTotpMutationVariables = Exact<{
  input: AdminResetTotpInput;
}>;


export type ResetTotpMutation = { adminResetTotp: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type RevokeAdminSessionMutationVariables = Exact<{
  input: AdminRevokeAdminSessionInput;
}>;


export type RevokeAdminSessionMutation = { adminRevokeAdminSession: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type GetAnnouncementsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type GetAnnouncementsQuery = { adminGetAnnouncements: { nodes: Array<{ id: string, state: AdminAnnouncementState, createdAt: string, endedAt: string | null, userCount: number, url: string | null, texts: Array<{ language: string, title: string, text: string }>, audience: { languages: Array<string> | null, isCreator: boolean | null, activeDays: number | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type SendAnnouncementMutationVariables = Exact<{
  input: AdminSendAnnouncementInput;
}>;


export type SendAnnouncementMutation = { adminSendAnnouncement: { announcement: { id: string } | null, errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type CancelAnnouncementMutationVariables = Exact<{
  input: AdminCancelAnnouncementInput;
}>;


export type CancelAnnouncementMutation = { adminCancelAnnouncement: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type GetAppealsQueryVariables = Exact<{
  after?: string | null | undefined;
  state?: AppealState | null | undefined;
}>;


export type GetAppealsQuery = { adminGetAppeals: { nodes: Array<{ id: string, side: AdminAppealSide, state: AppealState, text: string, note: string | null, createdAt: string, decidedAt: string | null, decision: { id: string, caseId: string, actions: Array<ModerationAction>, policyTitle: string | null, facts: string, explanation: string, decidedById: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type DecideAppealMutationVariables = Exact<{
  input: AdminDecideAppealInput;
}>;


export type DecideAppealMutation = { adminDecideAppeal: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type BlocklistRowFragment = { id: string, name: string, kind: AdminBlocklistKind, action: AdminBlocklistAction, isActive: boolean, entryCount: number, version: number, changedAt: string };

export type GetBlocklistsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type GetBlocklistsQuery = { adminGetBlocklists: { nodes: Array<{ id: string, name: string, kind: AdminBlocklistKind, action: AdminBlocklistAction, isActive: boolean, entryCount: number, version: number, changedAt: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type GetBlocklistQueryVariables = Exact<{
  id: string | number;
}>;


export type GetBlocklistQuery = { adminGetNode:
    | { id: string, name: string, kind: AdminBlocklistKind, action: AdminBlocklistAction, isActive: boolean, entryCount: number, version: number, changedAt: string }
    | Record<PropertyKey, never>
   | null };

export type GetBlocklistEntriesQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type GetBlocklistEntriesQuery = { adminGetNode:
    | { entries: { nodes: Array<{ id: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
    | Record<PropertyKey, never>
   | null };

export type SaveBlocklistMutationVariables = Exact<{
  input: AdminSaveBlocklistInput;
}>;


export type SaveBlocklistMutation = { adminSaveBlocklist: { blocklist: { id: string } | null, errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type CaseRowFragment = { id: string, queue: AdminCaseQueue, state: AdminCaseState, version: number, priority: number, reportedWeight: number, subjectKind: ReportSubjectKind, subjectId: string, isPrivate: boolean, openedAt: string, decidedAt: string | null, heldAt: string | null, assigneeId: string | null, leaseExpiresAt: string | null, ownerId: string | null, ownerStrikePoints: number, owner: { id: string, username: string, displayName: string } | null };

export type GetCasesQueryVariables = Exact<{
  queue?: AdminCaseQueue | null | undefined;
  state?: AdminCaseState | null | undefined;
  after?: string | null | undefined;
}>;


export type GetCasesQuery = { adminGetCases: { nodes: Array<{ id: string, queue: AdminCaseQueue, state: AdminCaseState, version: number, priority: number, reportedWeight: number, subjectKind: ReportSubjectKind, subjectId: string, isPrivate: boolean, openedAt: string, decidedAt: string | null, heldAt: string | null, assigneeId: string | null, leaseExpiresAt: string | null, ownerId: string | null, ownerStrikePoints: number, owner: { id: string, username: string, displayName: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type GetCaseQueryVariables = Exact<{
  id: string | number;
}>;


export type GetCaseQuery = { adminGetNode:
    | { id: string, queue: AdminCaseQueue, state: AdminCaseState, version: number, priority: number, reportedWeight: number, subjectKind: ReportSubjectKind, subjectId: string, isPrivate: boolean, openedAt: string, decidedAt: string | null, heldAt: string | null, assigneeId: string | null, leaseExpiresAt: string | null, ownerId: string | null, ownerStrikePoints: number, post: { id: string, text: string | null, mediaCount: number, moderationState: AdminModerationState, createdAt: string, media: Array<{ id: string, kind: MediaKind, state: MediaState, failure: string | null, scanState: AdminMediaScanState, isPrivate: boolean, isViewOnce: boolean, altText: string | null, fileName: string | null, contentType: string | null, sizeBytes: number | null, width: number | null, height: number | null, durationMs: number | null, url: string | null, createdAt: string }> | null } | null, comment: { id: string, text: string | null, mediaCount: number, moderationState: AdminModerationState, createdAt: string, media: Array<{ id: string, kind: MediaKind, state: MediaState, failure: string | null, scanState: AdminMediaScanState, isPrivate: boolean, isViewOnce: boolean, altText: string | null, fileName: string | null, contentType: string | null, sizeBytes: number | null, width: number | null, height: number | null, durationMs: number | null, url: string | null, createdAt: string }> | null } | null, message: { id: string, authorId: string, mediaCount: number, moderationState: AdminModerationState, openReportCount: number, reportCount: number, createdAt: string, editedAt: string | null, expiresAt: string | null, author: { id: string, username: string } | null } | null, snapshots: Array<{ version: string, takenAt: string, content: { name: string | null, text: string, mediaCount: number } }> | null, decisions: Array<{ id: string, actions: Array<ModerationAction>, facts: string, explanation: string, policyTitle: string | null, decidedAt: string, decidedById: string, revertedAt: string | null, strikePoints: number }>, owner: { id: string, username: string, displayName: string } | null }
    | Record<PropertyKey, never>
   | null, adminGetReports: { nodes: Array<{ id: string, reason: ReportReason, subReason: ReportSubReason | null, text: string, state: ReportState, weight: number, createdAt: string, isIllegalNotice: boolean, reporter: { id: string, username: string } | null }> } | null };

export type GetPoliciesQueryVariables = Exact<{ [key: string]: never; }>;


export type GetPoliciesQuery = { adminGetPolicies: Array<{ id: string, title: string, template: string, ground: DecisionGround, isActive: boolean }> | null };

export type ClaimNextCaseMutationVariables = Exact<{
  input: AdminClaimNextCaseInput;
}>;


export type ClaimNextCaseMutation = { adminClaimNextCase: { case: { id: string } | null, errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type AssignReportMutationVariables = Exact<{
  input: AdminAssignReportInput;
}>;


export type AssignReportMutation = { adminAssignReport: { case: { id: string } | null, errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type EscalateCaseMutationVariables = Exact<{
  input: AdminEscalateCaseInput;
}>;


export type EscalateCaseMutation = { adminEscalateCase: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type DecideCaseMutationVariables = Exact<{
  input: AdminDecideCaseInput;
}>;


export type DecideCaseMutation = { adminDecideCase: { decision: { id: string } | null, errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type OpenPrivateContentMutationVariables = Exact<{
  input: AdminOpenPrivateContentInput;
}>;


export type OpenPrivateContentMutation = { adminOpenPrivateContent: { current: { name: string | null, text: string, mediaCount: number } | null, media: Array<{ id: string, kind: MediaKind, state: MediaState, failure: string | null, scanState: AdminMediaScanState, isPrivate: boolean, isViewOnce: boolean, altText: string | null, fileName: string | null, contentType: string | null, sizeBytes: number | null, width: number | null, height: number | null, durationMs: number | null, url: string | null, createdAt: string }> | null, messages: Array<{ messageId: string, senderId: string | null, text: string, createdAt: string, media: Array<{ id: string, kind: MediaKind, state: MediaState, failure: string | null, scanState: AdminMediaScanState, isPrivate: boolean, isViewOnce: boolean, altText: string | null, fileName: string | null, contentType: string | null, sizeBytes: number | null, width: number | null, height: number | null, durationMs: number | null, url: string | null, createdAt: string }> }> | null, snapshots: Array<{ version: string, takenAt: string, content: { name: string | null, text: string, mediaCount: number } }> | null, errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type PostRowFragment = { id: string, authorId: string, text: string | null, isPrivate: boolean, mediaCount: number, moderationState: AdminModerationState, moderationReason: string | null, openReportCount: number, createdAt: string, author: { id: string, username: string } | null };

export type CommentRowFragment = { id: string, authorId: string, text: string | null, isPrivate: boolean, mediaCount: number, moderationState: AdminModerationState, moderationReason: string | null, openReportCount: number, createdAt: string, author: { id: string, username: string } | null };

export type GetPostsQueryVariables = Exact<{
  after?: string | null | undefined;
  authorId?: string | number | null | undefined;
  moderationState?: AdminModerationState | null | undefined;
}>;


export type GetPostsQuery = { adminGetPosts: { nodes: Array<{ id: string, authorId: string, text: string | null, isPrivate: boolean, mediaCount: number, moderationState: AdminModerationState, moderationReason: string | null, openReportCount: number, createdAt: string, author: { id: string, username: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type GetCommentsQueryVariables = Exact<{
  after?: string | null | undefined;
  authorId?: string | number | null | undefined;
  moderationState?: AdminModerationState | null | undefined;
}>;


export type GetCommentsQuery = { adminGetComments: { nodes: Array<{ id: string, authorId: string, text: string | null, isPrivate: boolean, mediaCount: number, moderationState: AdminModerationState, moderationReason: string | null, openReportCount: number, createdAt: string, author: { id: string, username: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type RemovePostMutationVariables = Exact<{
  input: AdminRemovePostInput;
}>;


export type RemovePostMutation = { adminRemovePost: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type RestorePostMutationVariables = Exact<{
  input: AdminRestorePostInput;
}>;


export type RestorePostMutation = { adminRestorePost: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type RemoveCommentMutationVariables = Exact<{
  input: AdminRemoveCommentInput;
}>;


export type RemoveCommentMutation = { adminRemoveComment: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type RestoreCommentMutationVariables = Exact<{
  input: AdminRestoreCommentInput;
}>;


export type RestoreCommentMutation = { adminRestoreComment: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type GetDashboardQueryVariables = Exact<{
  from: string;
  until: string;
  granularity: AdminDashboardGranularity;
  measures: Array<AdminMeasure> | AdminMeasure;
}>;


export type GetDashboardQuery = { adminGetDashboard: { updatedAt: string, periods: Array<{ startsAt: string, isComplete: boolean }>, measures: Array<{ key: AdminMeasure, part: string | null, total: number | null, previousTotal: number | null, values: Array<number | null> }>, cohorts: Array<{ month: string, registeredCount: number, activeCounts: Array<number> }> } | null };

export type GetQueuesQueryVariables = Exact<{ [key: string]: never; }>;


export type GetQueuesQuery = { adminGetQueues: { openCaseCount: number, oldestCaseAt: string | null, pendingAdjustmentCount: number, failedScanCount: number, followers: Array<{ name: string, eventCount: number, seconds: number }> } | null };

export type GetHashtagsQueryVariables = Exact<{
  after?: string | null | undefined;
  state?: HashtagState | null | undefined;
  search?: string | null | undefined;
  isRising?: boolean | null | undefined;
}>;


export type GetHashtagsQuery = { adminGetHashtags: { nodes: Array<{ id: string, name: string, displayName: string, postCount: number, followerCount: number, isTrending: boolean, state: HashtagState, stateReason: string | null, stateChangedAt: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type GetHashtagSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type GetHashtagSettingsQuery = { adminGetHashtagSettings: { trendsNeedReview: boolean } | null };

export type SetHashtagStateMutationVariables = Exact<{
  input: AdminSetHashtagStateInput;
}>;


export type SetHashtagStateMutation = { adminSetHashtagState: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type UpdateHashtagSettingsMutationVariables = Exact<{
  input: AdminUpdateHashtagSettingsInput;
}>;


export type UpdateHashtagSettingsMutation = { adminUpdateHashtagSettings: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type MediaRowFragment = { id: string, kind: MediaKind, state: MediaState, failure: string | null, scanState: AdminMediaScanState, isPrivate: boolean, isViewOnce: boolean, altText: string | null, fileName: string | null, contentType: string | null, sizeBytes: number | null, width: number | null, height: number | null, durationMs: number | null, url: string | null, createdAt: string };

export type GetMediaQueryVariables = Exact<{
  after?: string | null | undefined;
  ownerId: string | number;
}>;


export type GetMediaQuery = { adminGetMedia: { nodes: Array<{ id: string, kind: MediaKind, state: MediaState, failure: string | null, scanState: AdminMediaScanState, isPrivate: boolean, isViewOnce: boolean, altText: string | null, fileName: string | null, contentType: string | null, sizeBytes: number | null, width: number | null, height: number | null, durationMs: number | null, url: string | null, createdAt: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type MessageRowFragment = { id: string, authorId: string, mediaCount: number, moderationState: AdminModerationState, openReportCount: number, reportCount: number, createdAt: string, editedAt: string | null, expiresAt: string | null, author: { id: string, username: string } | null };

export type GetReportedMessagesQueryVariables = Exact<{
  after?: string | null | undefined;
  authorId?: string | number | null | undefined;
}>;


export type GetReportedMessagesQuery = { adminGetReports: { nodes: Array<{ id: string, reason: ReportReason, case: { id: string, message: { id: string, authorId: string, mediaCount: number, moderationState: AdminModerationState, openReportCount: number, reportCount: number, createdAt: string, editedAt: string | null, expiresAt: string | null, author: { id: string, username: string } | null } | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type GetCoinPackagesQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type GetCoinPackagesQuery = { adminGetCoinPackages: { nodes: Array<{ id: string, coins: number, bonusCoins: number, maxPerUser: number | null, version: number, position: number, startsAt: string | null, endsAt: string | null, archivedAt: string | null, price: { amountMinor: number, currency: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type GetPendingCoinPackagesQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type GetPendingCoinPackagesQuery = { adminGetPendingCoinPackages: { nodes: Array<{ id: string, packageId: string, coins: number, bonusCoins: number, expiresAt: string, requestedById: string, price: { amountMinor: number, currency: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type CreateCoinPackageMutationVariables = Exact<{
  input: AdminCreateCoinPackageInput;
}>;


export type CreateCoinPackageMutation = { adminCreateCoinPackage: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type UpdateCoinPackageMutationVariables = Exact<{
  input: AdminUpdateCoinPackageInput;
}>;


export type UpdateCoinPackageMutation = { adminUpdateCoinPackage: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type ArchiveCoinPackageMutationVariables = Exact<{
  input: AdminArchiveCoinPackageInput;
}>;


export type ArchiveCoinPackageMutation = { adminArchiveCoinPackage: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type ApproveCoinPackageMutationVariables = Exact<{
  input: AdminApproveCoinPackageInput;
}>;


export type ApproveCoinPackageMutation = { adminApproveCoinPackage: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type RejectCoinPackageMutationVariables = Exact<{
  input: AdminRejectCoinPackageInput;
}>;


export type RejectCoinPackageMutation = { adminRejectCoinPackage: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type PaymentHistoryFragment = { refunds: Array<{ id: string, amountMinor: number, state: AdminRefundState, kind: AdminRefundKind | null, reason: string | null, createdAt: string }>, disputes: Array<{ id: string, state: AdminDisputeState, reason: string, dueAt: string | null, providerId: string, createdAt: string, amount: { amountMinor: number, currency: string } }> };

export type PaymentRowFragment = { id: string, purpose: PaymentPurpose, state: PaymentState, provider: string, providerId: string | null, cardBrand: CardBrand | null, cardLast4: string | null, declineReason: PaymentDeclineReason | null, createdAt: string, userId: string, user: { id: string, username: string } | null, amount: { amountMinor: number, currency: string }, refundedAmount: { amountMinor: number, currency: string } };

export type PurchaseRowFragment = { id: string, coins: number, bonusCoins: number, state: CoinPurchaseState, createdAt: string, userId: string, price: { amountMinor: number, currency: string }, user: { id: string, username: string } | null, payment: { id: string, state: PaymentState, cardBrand: CardBrand | null, cardLast4: string | null, declineReason: PaymentDeclineReason | null, provider: string, providerId: string | null, refundedAmount: { amountMinor: number, currency: string } } | null };

export type GetPurchasesQueryVariables = Exact<{
  after?: string | null | undefined;
  state?: PaymentState | null | undefined;
  userId?: string | number | null | undefined;
  createdFrom?: string | null | undefined;
  createdBefore?: string | null | undefined;
}>;


export type GetPurchasesQuery = { adminGetCoinPurchases: { nodes: Array<{ id: string, coins: number, bonusCoins: number, state: CoinPurchaseState, createdAt: string, userId: string, price: { amountMinor: number, currency: string }, user: { id: string, username: string } | null, payment: { id: string, state: PaymentState, cardBrand: CardBrand | null, cardLast4: string | null, declineReason: PaymentDeclineReason | null, provider: string, providerId: string | null, refundedAmount: { amountMinor: number, currency: string } } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type GetPurchaseQueryVariables = Exact<{
  id: string | number;
}>;


export type GetPurchaseQuery = { adminGetNode:
    | { id: string, coins: number, bonusCoins: number, state: CoinPurchaseState, createdAt: string, userId: string, history: Array<{ state: CoinPurchaseState, changedAt: string }>, payment: { id: string, state: PaymentState, cardBrand: CardBrand | null, cardLast4: string | null, declineReason: PaymentDeclineReason | null, provider: string, providerId: string | null, refundedAmount: { amountMinor: number, currency: string }, refunds: Array<{ id: string, amountMinor: number, state: AdminRefundState, kind: AdminRefundKind | null, reason: string | null, createdAt: string }>, disputes: Array<{ id: string, state: AdminDisputeState, reason: string, dueAt: string | null, providerId: string, createdAt: string, amount: { amountMinor: number, currency: string } }> } | null, price: { amountMinor: number, currency: string }, user: { id: string, username: string } | null }
    | Record<PropertyKey, never>
   | null };

export type RefundPurchaseMutationVariables = Exact<{
  input: AdminRefundPurchaseInput;
}>;


export type RefundPurchaseMutation = { adminRefundPurchase: { refund: { id: string, state: AdminRefundState } | null, errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type GetPaymentsQueryVariables = Exact<{
  after?: string | null | undefined;
  state?: PaymentState | null | undefined;
  userId?: string | number | null | undefined;
  createdFrom?: string | null | undefined;
  createdBefore?: string | null | undefined;
}>;


export type GetPaymentsQuery = { adminGetPayments: { nodes: Array<{ id: string, purpose: PaymentPurpose, state: PaymentState, provider: string, providerId: string | null, cardBrand: CardBrand | null, cardLast4: string | null, declineReason: PaymentDeclineReason | null, createdAt: string, userId: string, user: { id: string, username: string } | null, amount: { amountMinor: number, currency: string }, refundedAmount: { amountMinor: number, currency: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type GetPaymentQueryVariables = Exact<{
  id: string | number;
}>;


export type GetPaymentQuery = { adminGetNode:
    | { id: string, purpose: PaymentPurpose, state: PaymentState, provider: string, providerId: string | null, cardBrand: CardBrand | null, cardLast4: string | null, declineReason: PaymentDeclineReason | null, createdAt: string, userId: string, user: { id: string, username: string } | null, amount: { amountMinor: number, currency: string }, refundedAmount: { amountMinor: number, currency: string }, refunds: Array<{ id: string, amountMinor: number, state: AdminRefundState, kind: AdminRefundKind | null, reason: string | null, createdAt: string }>, disputes: Array<{ id: string, state: AdminDisputeState, reason: string, dueAt: string | null, providerId: string, createdAt: string, amount: { amountMinor: number, currency: string } }> }
    | Record<PropertyKey, never>
   | null };

export type GetDisputesQueryVariables = Exact<{
  after?: string | null | undefined;
  isOpen?: boolean | null | undefined;
}>;


export type GetDisputesQuery = { adminGetDisputes: { nodes: Array<{ id: string, state: AdminDisputeState, reason: string, dueAt: string | null, createdAt: string, amount: { amountMinor: number, currency: string }, payment: { id: string, purpose: PaymentPurpose, userId: string, user: { id: string, username: string } | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type GetBalancesDueQueryVariables = Exact<{
  after?: string | null | undefined;
  minCoins?: number | null | undefined;
}>;


export type GetBalancesDueQuery = { adminGetBalancesDue: { nodes: Array<{ availableCoins: number, pendingCoins: number, id: string, user: { username: string, displayName: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type GetEarningsQueryVariables = Exact<{
  userId: string | number;
}>;


export type GetEarningsQuery = { adminGetEarnings: { availableCoins: number, pendingCoins: number, paidOutCoins: number, debtCoins: number } | null };

export type GetPayoutsQueryVariables = Exact<{
  after?: string | null | undefined;
  userId: string | number;
}>;


export type GetPayoutsQuery = { adminGetPayouts: { nodes: Array<{ id: string, amountCoins: number, method: PayoutMethod, reference: string, createdAt: string, reversedAt: string | null, paid: { amountMinor: number, currency: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type RecordPayoutMutationVariables = Exact<{
  input: AdminRecordPayoutInput;
}>;


export type RecordPayoutMutation = { adminRecordPayout: { payout: { id: string } | null, errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type ReversePayoutMutationVariables = Exact<{
  input: AdminReversePayoutInput;
}>;


export type ReversePayoutMutation = { adminReversePayout: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type EnrollTotpMutationVariables = Exact<{ [key: string]: never; }>;


export type EnrollTotpMutation = { adminEnrollTotp: { secret: string | null, uri: string | null, errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type ConfirmTotpMutationVariables = Exact<{
  input: AdminConfirmTotpInput;
}>;


export type ConfirmTotpMutation = { adminConfirmTotp: { recoveryCodes: Array<string> | null, errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type ProveIdentityMutationVariables = Exact<{
  input: AdminProveIdentityInput;
}>;


export type ProveIdentityMutation = { adminProveIdentity: { provedAt: string | null, errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type SubscriptionRowFragment = { id: string, state: UserSubscriptionState, funding: UserSubscriptionFunding, priceCoins: number, createdAt: string, periodStartsAt: string, periodEndsAt: string, endsAtPeriodEnd: boolean, endedAt: string | null, endReason: UserSubscriptionEndReason | null, attempts: number, version: number, tierId: string, subscriberId: string, creatorId: string, price: { amountMinor: number, currency: string } | null, subscriber: { id: string, username: string } | null, creator: { id: string, username: string } | null };

export type GetSubscriptionsQueryVariables = Exact<{
  after?: string | null | undefined;
  state?: UserSubscriptionState | null | undefined;
  subscriberId?: string | number | null | undefined;
  creatorId?: string | number | null | undefined;
}>;


export type GetSubscriptionsQuery = { adminGetSubscriptions: { nodes: Array<{ id: string, state: UserSubscriptionState, funding: UserSubscriptionFunding, priceCoins: number, createdAt: string, periodStartsAt: string, periodEndsAt: string, endsAtPeriodEnd: boolean, endedAt: string | null, endReason: UserSubscriptionEndReason | null, attempts: number, version: number, tierId: string, subscriberId: string, creatorId: string, price: { amountMinor: number, currency: string } | null, subscriber: { id: string, username: string } | null, creator: { id: string, username: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type GetSubscriptionQueryVariables = Exact<{
  id: string | number;
}>;


export type GetSubscriptionQuery = { adminGetNode:
    | { id: string, state: UserSubscriptionState, funding: UserSubscriptionFunding, priceCoins: number, createdAt: string, periodStartsAt: string, periodEndsAt: string, endsAtPeriodEnd: boolean, endedAt: string | null, endReason: UserSubscriptionEndReason | null, attempts: number, version: number, tierId: string, subscriberId: string, creatorId: string, price: { amountMinor: number, currency: string } | null, subscriber: { id: string, username: string } | null, creator: { id: string, username: string } | null }
    | Record<PropertyKey, never>
   | null };

export type GetInvoicesQueryVariables = Exact<{
  after?: string | null | undefined;
  subscriptionId?: string | number | null | undefined;
  subscriberId?: string | number | null | undefined;
}>;


export type GetInvoicesQuery = { adminGetSubscriptionInvoices: { nodes: Array<{ id: string, subscriptionId: string, reason: SubscriptionInvoiceReason, state: SubscriptionInvoiceState, amountCoins: number, refundedCoins: number, createdAt: string, periodEndsAt: string, amount: { amountMinor: number, currency: string } | null, refundedAmount: { amountMinor: number, currency: string } | null, attempts: Array<{ paymentId: string, declineReason: PaymentDeclineReason | null, createdAt: string }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type EndSubscriptionMutationVariables = Exact<{
  input: AdminEndSubscriptionInput;
}>;


export type EndSubscriptionMutation = { adminEndSubscription: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type UserRowFragment = { id: string, username: string, displayName: string, email: string | null, state: AccountState, createdAt: string, updatedAt: string, suspension: { createdAt: string, expiresAt: string | null, reason: string } | null };

export type GetUsersQueryVariables = Exact<{
  after?: string | null | undefined;
  first?: number | null | undefined;
  search?: string | null | undefined;
  state?: AccountState | null | undefined;
  isSuspended?: boolean | null | undefined;
  hasBadge?: boolean | null | undefined;
  createdFrom?: string | null | undefined;
  createdBefore?: string | null | undefined;
  updatedAfter?: string | null | undefined;
  order?: UserAccountOrder | null | undefined;
}>;


export type GetUsersQuery = { adminGetUsers: { nodes: Array<{ id: string, username: string, displayName: string, email: string | null, state: AccountState, createdAt: string, updatedAt: string, suspension: { createdAt: string, expiresAt: string | null, reason: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type GetUserQueryVariables = Exact<{
  id: string | number;
}>;


export type GetUserQuery = { adminGetUser: { bio: string, isEmailVerified: boolean, isPrivate: boolean, isDiscoverable: boolean, requiresSignIn: boolean, deletionDueAt: string | null, followerCount: number, followingCount: number, postCount: number, strikePoints: number | null, id: string, username: string, displayName: string, email: string | null, state: AccountState, createdAt: string, updatedAt: string, coins: { coins: number, promoCoins: number, totalCoins: number } | null, reports: { aboutCount: number, openAboutCount: number, byCount: number } | null, badges: Array<{ id: string, kind: BadgeKind, state: BadgeState, verifiedName: string, verifiedUsername: string, grantedAt: string, expiresAt: string | null, revokedAt: string | null, message: string | null }>, usernameHistory: Array<{ username: string, changedAt: string }>, restrictions: { nodes: Array<{ id: string, kind: RestrictionKind, reason: string, createdAt: string, expiresAt: string | null, liftedAt: string | null, isInForce: boolean }> }, sessions: Array<{ id: string, deviceName: string | null, platform: Platform, userAgent: string, ip: string, country: string | null, createdAt: string, lastSeenAt: string, revokedAt: string | null }> | null, relatedAccounts: Array<{ ip: string, lastSeenAt: string, account: { id: string, username: string, displayName: string } | null }> | null, suspension: { createdAt: string, expiresAt: string | null, reason: string } | null } | null };

export type SuspendUserMutationVariables = Exact<{
  input: AdminSuspendUserInput;
}>;


export type SuspendUserMutation = { adminSuspendUser: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type UnsuspendUserMutationVariables = Exact<{
  input: AdminUnsuspendUserInput;
}>;


export type UnsuspendUserMutation = { adminUnsuspendUser: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type UpdateUserMutationVariables = Exact<{
  input: AdminUpdateUserInput;
}>;


export type UpdateUserMutation = { adminUpdateUser: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type RestrictUserMutationVariables = Exact<{
  input: AdminRestrictUserInput;
}>;


export type RestrictUserMutation = { adminRestrictUser: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type LiftRestrictionMutationVariables = Exact<{
  input: AdminLiftRestrictionInput;
}>;


export type LiftRestrictionMutation = { adminLiftRestriction: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type RevokeUserSessionsMutationVariables = Exact<{
  input: AdminRevokeUserSessionsInput;
}>;


export type RevokeUserSessionsMutation = { adminRevokeUserSessions: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type DeleteUserMutationVariables = Exact<{
  input: AdminDeleteUserInput;
}>;


export type DeleteUserMutation = { adminDeleteUser: { deletionDueAt: string | null, errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type CancelUserDeletionMutationVariables = Exact<{
  input: AdminCancelUserDeletionInput;
}>;


export type CancelUserDeletionMutation = { adminCancelUserDeletion: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type VerificationRowFragment = { id: string, kind: BadgeKind, state: VerificationState, displayName: string, username: string, note: string, answer: string | null, message: string | null, version: number, reviewerId: string | null, createdAt: string, endedAt: string | null, userId: string, user: { id: string, username: string } | null, documents: Array<{ fileName: string, contentType: string, sizeBytes: number }> };

export type GetVerificationsQueryVariables = Exact<{
  after?: string | null | undefined;
  kind?: BadgeKind | null | undefined;
  state?: VerificationState | null | undefined;
  userId?: string | number | null | undefined;
}>;


export type GetVerificationsQuery = { adminGetVerificationRequests: { nodes: Array<{ id: string, kind: BadgeKind, state: VerificationState, displayName: string, username: string, note: string, answer: string | null, message: string | null, version: number, reviewerId: string | null, createdAt: string, endedAt: string | null, userId: string, user: { id: string, username: string } | null, documents: Array<{ fileName: string, contentType: string, sizeBytes: number }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type GetVerificationQueryVariables = Exact<{
  id: string | number;
}>;


export type GetVerificationQuery = { adminGetNode:
    | { id: string, kind: BadgeKind, state: VerificationState, displayName: string, username: string, note: string, answer: string | null, message: string | null, version: number, reviewerId: string | null, createdAt: string, endedAt: string | null, userId: string, user: { id: string, username: string } | null, documents: Array<{ fileName: string, contentType: string, sizeBytes: number }> }
    | Record<PropertyKey, never>
   | null };

export type ClaimVerificationMutationVariables = Exact<{
  input: AdminClaimVerificationInput;
}>;


export type ClaimVerificationMutation = { adminClaimVerification: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type DecideVerificationMutationVariables = Exact<{
  input: AdminDecideVerificationInput;
}>;


export type DecideVerificationMutation = { adminDecideVerification: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type OpenVerificationDocumentsMutationVariables = Exact<{
  input: AdminOpenVerificationDocumentsInput;
}>;


export type OpenVerificationDocumentsMutation = { adminOpenVerificationDocuments: { documents: Array<{ fileName: string, contentType: string, sizeBytes: number, url: string | null }> | null, errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type GrantBadgeMutationVariables = Exact<{
  input: AdminGrantBadgeInput;
}>;


export type GrantBadgeMutation = { adminGrantBadge: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export type RevokeBadgeMutationVariables = Exact<{
  input: AdminRevokeBadgeInput;
}>;


export type RevokeBadgeMutation = { adminRevokeBadge: { errors: Array<
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
      | { code: ErrorCode, message: string }
    > } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const AdjustmentRowFragmentDoc = new TypedDocumentString(`
    fragment AdjustmentRow on AdminCoinAdjustment {
  id
  amountCoins
  state
  reason
  reversesId
  requestedById
  decidedById
  decidedAt
  createdAt
  userId
  user {
    id
    username
  }
}
    `, {"fragmentName":"AdjustmentRow"}) as unknown as TypedDocumentString<AdjustmentRowFragment, unknown>;
export const BlocklistRowFragmentDoc = new TypedDocumentString(`
    fragment BlocklistRow on AdminBlocklist {
  id
  name
  kind
  action
  isActive
  entryCount
  version
  changedAt
}
    `, {"fragmentName":"BlocklistRow"}) as unknown as TypedDocumentString<BlocklistRowFragment, unknown>;
export const CaseRowFragmentDoc = new TypedDocumentString(`
    fragment CaseRow on AdminCase {
  id
  queue
  state
  version
  priority
  reportedWeight
  subjectKind
  subjectId
  isPrivate
  openedAt
  decidedAt
  heldAt
  assigneeId
  leaseExpiresAt
  ownerId
  ownerStrikePoints
  owner {
    id
    username
    displayName
  }
}
    `, {"fragmentName":"CaseRow"}) as unknown as TypedDocumentString<CaseRowFragment, unknown>;
export const PostRowFragmentDoc = new TypedDocumentString(`
    fragment PostRow on AdminPostView {
  id
  authorId
  text
  isPrivate
  mediaCount
  moderationState
  moderationReason
  openReportCount
  createdAt
  author {
    id
    username
  }
}
    `, {"fragmentName":"PostRow"}) as unknown as TypedDocumentString<PostRowFragment, unknown>;
export const CommentRowFragmentDoc = new TypedDocumentString(`
    fragment CommentRow on AdminCommentView {
  id
  authorId
  text
  isPrivate
  mediaCount
  moderationState
  moderationReason
  openReportCount
  createdAt
  author {
    id
    username
  }
}
    `, {"fragmentName":"CommentRow"}) as unknown as TypedDocumentString<CommentRowFragment, unknown>;
export const MediaRowFragmentDoc = new TypedDocumentString(`
    fragment MediaRow on AdminMediaView {
  id
  kind
  state
  failure
  scanState
  isPrivate
  isViewOnce
  altText
  fileName
  contentType
  sizeBytes
  width
  height
  durationMs
  url
  createdAt
}
    `, {"fragmentName":"MediaRow"}) as unknown as TypedDocumentString<MediaRowFragment, unknown>;
export const MessageRowFragmentDoc = new TypedDocumentString(`
    fragment MessageRow on AdminMessageView {
  id
  authorId
  mediaCount
  moderationState
  openReportCount
  reportCount
  createdAt
  editedAt
  expiresAt
  author {
    id
    username
  }
}
    `, {"fragmentName":"MessageRow"}) as unknown as TypedDocumentString<MessageRowFragment, unknown>;
export const PaymentHistoryFragmentDoc = new TypedDocumentString(`
    fragment PaymentHistory on AdminPayment {
  refunds {
    id
    amountMinor
    state
    kind
    reason
    createdAt
  }
  disputes {
    id
    state
    reason
    dueAt
    providerId
    createdAt
    amount {
      amountMinor
      currency
    }
  }
}
    `, {"fragmentName":"PaymentHistory"}) as unknown as TypedDocumentString<PaymentHistoryFragment, unknown>;
export const PaymentRowFragmentDoc = new TypedDocumentString(`
    fragment PaymentRow on AdminPayment {
  id
  purpose
  state
  provider
  providerId
  cardBrand
  cardLast4
  declineReason
  createdAt
  userId
  user {
    id
    username
  }
  amount {
    amountMinor
    currency
  }
  refundedAmount {
    amountMinor
    currency
  }
}
    `, {"fragmentName":"PaymentRow"}) as unknown as TypedDocumentString<PaymentRowFragment, unknown>;
export const PurchaseRowFragmentDoc = new TypedDocumentString(`
    fragment PurchaseRow on AdminCoinPurchase {
  id
  coins
  bonusCoins
  state
  createdAt
  price {
    amountMinor
    currency
  }
  userId
  user {
    id
    username
  }
  payment {
    id
    state
    cardBrand
    cardLast4
    declineReason
    provider
    providerId
    refundedAmount {
      amountMinor
      currency
    }
  }
}
    `, {"fragmentName":"PurchaseRow"}) as unknown as TypedDocumentString<PurchaseRowFragment, unknown>;
export const SubscriptionRowFragmentDoc = new TypedDocumentString(`
    fragment SubscriptionRow on AdminUserSubscription {
  id
  state
  funding
  priceCoins
  createdAt
  periodStartsAt
  periodEndsAt
  endsAtPeriodEnd
  endedAt
  endReason
  attempts
  version
  tierId
  price {
    amountMinor
    currency
  }
  subscriberId
  subscriber {
    id
    username
  }
  creatorId
  creator {
    id
    username
  }
}
    `, {"fragmentName":"SubscriptionRow"}) as unknown as TypedDocumentString<SubscriptionRowFragment, unknown>;
export const UserRowFragmentDoc = new TypedDocumentString(`
    fragment UserRow on UserAccount {
  id
  username
  displayName
  email
  state
  createdAt
  updatedAt
  suspension {
    createdAt
    expiresAt
    reason
  }
}
    `, {"fragmentName":"UserRow"}) as unknown as TypedDocumentString<UserRowFragment, unknown>;
export const VerificationRowFragmentDoc = new TypedDocumentString(`
    fragment VerificationRow on AdminVerificationRequest {
  id
  kind
  state
  displayName
  username
  note
  answer
  message
  version
  reviewerId
  createdAt
  endedAt
  userId
  user {
    id
    username
  }
  documents {
    fileName
    contentType
    sizeBytes
  }
}
    `, {"fragmentName":"VerificationRow"}) as unknown as TypedDocumentString<VerificationRowFragment, unknown>;
export const GetPendingAdjustmentsDocument = new TypedDocumentString(`
    query GetPendingAdjustments($after: String) {
  adminGetPendingAdjustments(after: $after, first: 50) {
    nodes {
      ...AdjustmentRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment AdjustmentRow on AdminCoinAdjustment {
  id
  amountCoins
  state
  reason
  reversesId
  requestedById
  decidedById
  decidedAt
  createdAt
  userId
  user {
    id
    username
  }
}`) as unknown as TypedDocumentString<GetPendingAdjustmentsQuery, GetPendingAdjustmentsQueryVariables>;
export const GetAdjustmentDocument = new TypedDocumentString(`
    query GetAdjustment($id: ID!) {
  adminGetNode(id: $id) {
    ... on AdminCoinAdjustment {
      ...AdjustmentRow
    }
  }
}
    fragment AdjustmentRow on AdminCoinAdjustment {
  id
  amountCoins
  state
  reason
  reversesId
  requestedById
  decidedById
  decidedAt
  createdAt
  userId
  user {
    id
    username
  }
}`) as unknown as TypedDocumentString<GetAdjustmentQuery, GetAdjustmentQueryVariables>;
export const GetUserNamesDocument = new TypedDocumentString(`
    query GetUserNames($userId: ID, $username: String, $email: String) {
  adminGetUserNames(userId: $userId, username: $username, email: $email) {
    userId
    username
    displayName
  }
}
    `) as unknown as TypedDocumentString<GetUserNamesQuery, GetUserNamesQueryVariables>;
export const AdjustCoinsDocument = new TypedDocumentString(`
    mutation AdjustCoins($input: AdminAdjustCoinsInput!) {
  adminAdjustCoins(input: $input) {
    adjustment {
      id
    }
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<AdjustCoinsMutation, AdjustCoinsMutationVariables>;
export const ReverseAdjustmentDocument = new TypedDocumentString(`
    mutation ReverseAdjustment($input: AdminReverseAdjustmentInput!) {
  adminReverseAdjustment(input: $input) {
    adjustment {
      id
    }
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ReverseAdjustmentMutation, ReverseAdjustmentMutationVariables>;
export const ApproveAdjustmentDocument = new TypedDocumentString(`
    mutation ApproveAdjustment($input: AdminApproveAdjustmentInput!) {
  adminApproveAdjustment(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ApproveAdjustmentMutation, ApproveAdjustmentMutationVariables>;
export const RejectAdjustmentDocument = new TypedDocumentString(`
    mutation RejectAdjustment($input: AdminRejectAdjustmentInput!) {
  adminRejectAdjustment(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RejectAdjustmentMutation, RejectAdjustmentMutationVariables>;
export const GetAdminsDocument = new TypedDocumentString(`
    query GetAdmins($after: String, $role: AdminRole, $updatedAfter: DateTime) {
  adminGetAdmins(
    after: $after
    role: $role
    updatedAfter: $updatedAfter
    first: 50
  ) {
    nodes {
      id
      email
      displayName
      role
      createdAt
      account {
        disabledAt
        hasSecondFactor
        needsSecondFactor
        invitationExpiresAt
        lastSignedInAt
        updatedAt
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<GetAdminsQuery, GetAdminsQueryVariables>;
export const GetAdminSessionsDocument = new TypedDocumentString(`
    query GetAdminSessions($adminId: ID) {
  adminGetAdminSessions(adminId: $adminId, first: 50) {
    nodes {
      id
      ipAddress
      userAgent
      createdAt
      refreshedAt
      expiresAt
      revokedAt
      isCurrent
    }
  }
}
    `) as unknown as TypedDocumentString<GetAdminSessionsQuery, GetAdminSessionsQueryVariables>;
export const GetAuditEntriesDocument = new TypedDocumentString(`
    query GetAuditEntries($after: String, $adminId: ID, $subjectId: ID) {
  adminGetAuditEntries(
    after: $after
    adminId: $adminId
    subjectId: $subjectId
    first: 50
  ) {
    nodes {
      id
      action
      reason
      subjectId
      before
      after
      requestId
      createdAt
      admin {
        id
        displayName
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<GetAuditEntriesQuery, GetAuditEntriesQueryVariables>;
export const CreateAdminDocument = new TypedDocumentString(`
    mutation CreateAdmin($input: AdminCreateAdminInput!) {
  adminCreateAdmin(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<CreateAdminMutation, CreateAdminMutationVariables>;
export const UpdateAdminDocument = new TypedDocumentString(`
    mutation UpdateAdmin($input: AdminUpdateAdminInput!) {
  adminUpdateAdmin(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateAdminMutation, UpdateAdminMutationVariables>;
export const DisableAdminDocument = new TypedDocumentString(`
    mutation DisableAdmin($input: AdminDisableAdminInput!) {
  adminDisableAdmin(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<DisableAdminMutation, DisableAdminMutationVariables>;
export const EnableAdminDocument = new TypedDocumentString(`
    mutation EnableAdmin($input: AdminEnableAdminInput!) {
  adminEnableAdmin(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<EnableAdminMutation, EnableAdminMutationVariables>;
export const ResetTotpDocument = new TypedDocumentString(`
    mutation ResetTotp($input: AdminResetTotpInput!) {
  adminResetTotp(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ResetTotpMutation, ResetTotpMutationVariables>;
export const RevokeAdminSessionDocument = new TypedDocumentString(`
    mutation RevokeAdminSession($input: AdminRevokeAdminSessionInput!) {
  adminRevokeAdminSession(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RevokeAdminSessionMutation, RevokeAdminSessionMutationVariables>;
export const GetAnnouncementsDocument = new TypedDocumentString(`
    query GetAnnouncements($after: String) {
  adminGetAnnouncements(after: $after, first: 50) {
    nodes {
      id
      state
      createdAt
      endedAt
      userCount
      url
      texts {
        language
        title
        text
      }
      audience {
        languages
        isCreator
        activeDays
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<GetAnnouncementsQuery, GetAnnouncementsQueryVariables>;
export const SendAnnouncementDocument = new TypedDocumentString(`
    mutation SendAnnouncement($input: AdminSendAnnouncementInput!) {
  adminSendAnnouncement(input: $input) {
    announcement {
      id
    }
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<SendAnnouncementMutation, SendAnnouncementMutationVariables>;
export const CancelAnnouncementDocument = new TypedDocumentString(`
    mutation CancelAnnouncement($input: AdminCancelAnnouncementInput!) {
  adminCancelAnnouncement(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<CancelAnnouncementMutation, CancelAnnouncementMutationVariables>;
export const GetAppealsDocument = new TypedDocumentString(`
    query GetAppeals($after: String, $state: AppealState) {
  adminGetAppeals(after: $after, first: 50, state: $state) {
    nodes {
      id
      side
      state
      text
      note
      createdAt
      decidedAt
      decision {
        id
        caseId
        actions
        policyTitle
        facts
        explanation
        decidedById
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<GetAppealsQuery, GetAppealsQueryVariables>;
export const DecideAppealDocument = new TypedDocumentString(`
    mutation DecideAppeal($input: AdminDecideAppealInput!) {
  adminDecideAppeal(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<DecideAppealMutation, DecideAppealMutationVariables>;
export const GetBlocklistsDocument = new TypedDocumentString(`
    query GetBlocklists($after: String) {
  adminGetBlocklists(after: $after, first: 50) {
    nodes {
      ...BlocklistRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment BlocklistRow on AdminBlocklist {
  id
  name
  kind
  action
  isActive
  entryCount
  version
  changedAt
}`) as unknown as TypedDocumentString<GetBlocklistsQuery, GetBlocklistsQueryVariables>;
export const GetBlocklistDocument = new TypedDocumentString(`
    query GetBlocklist($id: ID!) {
  adminGetNode(id: $id) {
    ... on AdminBlocklist {
      ...BlocklistRow
    }
  }
}
    fragment BlocklistRow on AdminBlocklist {
  id
  name
  kind
  action
  isActive
  entryCount
  version
  changedAt
}`) as unknown as TypedDocumentString<GetBlocklistQuery, GetBlocklistQueryVariables>;
export const GetBlocklistEntriesDocument = new TypedDocumentString(`
    query GetBlocklistEntries($id: ID!, $after: String) {
  adminGetNode(id: $id) {
    ... on AdminBlocklist {
      entries(after: $after, first: 100) {
        nodes {
          id: text
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<GetBlocklistEntriesQuery, GetBlocklistEntriesQueryVariables>;
export const SaveBlocklistDocument = new TypedDocumentString(`
    mutation SaveBlocklist($input: AdminSaveBlocklistInput!) {
  adminSaveBlocklist(input: $input) {
    blocklist {
      id
    }
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<SaveBlocklistMutation, SaveBlocklistMutationVariables>;
export const GetCasesDocument = new TypedDocumentString(`
    query GetCases($queue: AdminCaseQueue, $state: AdminCaseState, $after: String) {
  adminGetCases(queue: $queue, state: $state, after: $after, first: 50) {
    nodes {
      ...CaseRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment CaseRow on AdminCase {
  id
  queue
  state
  version
  priority
  reportedWeight
  subjectKind
  subjectId
  isPrivate
  openedAt
  decidedAt
  heldAt
  assigneeId
  leaseExpiresAt
  ownerId
  ownerStrikePoints
  owner {
    id
    username
    displayName
  }
}`) as unknown as TypedDocumentString<GetCasesQuery, GetCasesQueryVariables>;
export const GetCaseDocument = new TypedDocumentString(`
    query GetCase($id: ID!) {
  adminGetNode(id: $id) {
    ... on AdminCase {
      ...CaseRow
      post {
        id
        text
        mediaCount
        moderationState
        createdAt
        media {
          ...MediaRow
        }
      }
      comment {
        id
        text
        mediaCount
        moderationState
        createdAt
        media {
          ...MediaRow
        }
      }
      message {
        ...MessageRow
      }
      snapshots {
        version
        takenAt
        content {
          name
          text
          mediaCount
        }
      }
      decisions {
        id
        actions
        facts
        explanation
        policyTitle
        decidedAt
        decidedById
        revertedAt
        strikePoints
      }
    }
  }
  adminGetReports(caseId: $id, first: 50) {
    nodes {
      id
      reason
      subReason
      text
      state
      weight
      createdAt
      isIllegalNotice
      reporter {
        id
        username
      }
    }
  }
}
    fragment CaseRow on AdminCase {
  id
  queue
  state
  version
  priority
  reportedWeight
  subjectKind
  subjectId
  isPrivate
  openedAt
  decidedAt
  heldAt
  assigneeId
  leaseExpiresAt
  ownerId
  ownerStrikePoints
  owner {
    id
    username
    displayName
  }
}
fragment MediaRow on AdminMediaView {
  id
  kind
  state
  failure
  scanState
  isPrivate
  isViewOnce
  altText
  fileName
  contentType
  sizeBytes
  width
  height
  durationMs
  url
  createdAt
}
fragment MessageRow on AdminMessageView {
  id
  authorId
  mediaCount
  moderationState
  openReportCount
  reportCount
  createdAt
  editedAt
  expiresAt
  author {
    id
    username
  }
}`) as unknown as TypedDocumentString<GetCaseQuery, GetCaseQueryVariables>;
export const GetPoliciesDocument = new TypedDocumentString(`
    query GetPolicies {
  adminGetPolicies {
    id
    title
    template
    ground
    isActive
  }
}
    `) as unknown as TypedDocumentString<GetPoliciesQuery, GetPoliciesQueryVariables>;
export const ClaimNextCaseDocument = new TypedDocumentString(`
    mutation ClaimNextCase($input: AdminClaimNextCaseInput!) {
  adminClaimNextCase(input: $input) {
    case {
      id
    }
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ClaimNextCaseMutation, ClaimNextCaseMutationVariables>;
export const AssignReportDocument = new TypedDocumentString(`
    mutation AssignReport($input: AdminAssignReportInput!) {
  adminAssignReport(input: $input) {
    case {
      id
    }
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<AssignReportMutation, AssignReportMutationVariables>;
export const EscalateCaseDocument = new TypedDocumentString(`
    mutation EscalateCase($input: AdminEscalateCaseInput!) {
  adminEscalateCase(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<EscalateCaseMutation, EscalateCaseMutationVariables>;
export const DecideCaseDocument = new TypedDocumentString(`
    mutation DecideCase($input: AdminDecideCaseInput!) {
  adminDecideCase(input: $input) {
    decision {
      id
    }
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<DecideCaseMutation, DecideCaseMutationVariables>;
export const OpenPrivateContentDocument = new TypedDocumentString(`
    mutation OpenPrivateContent($input: AdminOpenPrivateContentInput!) {
  adminOpenPrivateContent(input: $input) {
    current {
      name
      text
      mediaCount
    }
    media {
      ...MediaRow
    }
    messages {
      messageId
      senderId
      text
      createdAt
      media {
        ...MediaRow
      }
    }
    snapshots {
      version
      takenAt
      content {
        name
        text
        mediaCount
      }
    }
    errors {
      code
      message
    }
  }
}
    fragment MediaRow on AdminMediaView {
  id
  kind
  state
  failure
  scanState
  isPrivate
  isViewOnce
  altText
  fileName
  contentType
  sizeBytes
  width
  height
  durationMs
  url
  createdAt
}`) as unknown as TypedDocumentString<OpenPrivateContentMutation, OpenPrivateContentMutationVariables>;
export const GetPostsDocument = new TypedDocumentString(`
    query GetPosts($after: String, $authorId: ID, $moderationState: AdminModerationState) {
  adminGetPosts(
    after: $after
    first: 50
    authorId: $authorId
    moderationState: $moderationState
  ) {
    nodes {
      ...PostRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment PostRow on AdminPostView {
  id
  authorId
  text
  isPrivate
  mediaCount
  moderationState
  moderationReason
  openReportCount
  createdAt
  author {
    id
    username
  }
}`) as unknown as TypedDocumentString<GetPostsQuery, GetPostsQueryVariables>;
export const GetCommentsDocument = new TypedDocumentString(`
    query GetComments($after: String, $authorId: ID, $moderationState: AdminModerationState) {
  adminGetComments(
    after: $after
    first: 50
    authorId: $authorId
    moderationState: $moderationState
  ) {
    nodes {
      ...CommentRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment CommentRow on AdminCommentView {
  id
  authorId
  text
  isPrivate
  mediaCount
  moderationState
  moderationReason
  openReportCount
  createdAt
  author {
    id
    username
  }
}`) as unknown as TypedDocumentString<GetCommentsQuery, GetCommentsQueryVariables>;
export const RemovePostDocument = new TypedDocumentString(`
    mutation RemovePost($input: AdminRemovePostInput!) {
  adminRemovePost(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RemovePostMutation, RemovePostMutationVariables>;
export const RestorePostDocument = new TypedDocumentString(`
    mutation RestorePost($input: AdminRestorePostInput!) {
  adminRestorePost(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RestorePostMutation, RestorePostMutationVariables>;
export const RemoveCommentDocument = new TypedDocumentString(`
    mutation RemoveComment($input: AdminRemoveCommentInput!) {
  adminRemoveComment(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RemoveCommentMutation, RemoveCommentMutationVariables>;
export const RestoreCommentDocument = new TypedDocumentString(`
    mutation RestoreComment($input: AdminRestoreCommentInput!) {
  adminRestoreComment(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RestoreCommentMutation, RestoreCommentMutationVariables>;
export const GetDashboardDocument = new TypedDocumentString(`
    query GetDashboard($from: DateTime!, $until: DateTime!, $granularity: AdminDashboardGranularity!, $measures: [AdminMeasure!]!) {
  adminGetDashboard(
    from: $from
    until: $until
    granularity: $granularity
    measures: $measures
  ) {
    updatedAt
    periods {
      startsAt
      isComplete
    }
    measures {
      key
      part
      total
      previousTotal
      values
    }
    cohorts {
      month
      registeredCount
      activeCounts
    }
  }
}
    `) as unknown as TypedDocumentString<GetDashboardQuery, GetDashboardQueryVariables>;
export const GetQueuesDocument = new TypedDocumentString(`
    query GetQueues {
  adminGetQueues {
    openCaseCount
    oldestCaseAt
    pendingAdjustmentCount
    failedScanCount
    followers {
      name
      eventCount
      seconds
    }
  }
}
    `) as unknown as TypedDocumentString<GetQueuesQuery, GetQueuesQueryVariables>;
export const GetHashtagsDocument = new TypedDocumentString(`
    query GetHashtags($after: String, $state: HashtagState, $search: String, $isRising: Boolean) {
  adminGetHashtags(
    after: $after
    first: 50
    state: $state
    search: $search
    isRising: $isRising
  ) {
    nodes {
      id
      name
      displayName
      postCount
      followerCount
      isTrending
      state
      stateReason
      stateChangedAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<GetHashtagsQuery, GetHashtagsQueryVariables>;
export const GetHashtagSettingsDocument = new TypedDocumentString(`
    query GetHashtagSettings {
  adminGetHashtagSettings {
    trendsNeedReview
  }
}
    `) as unknown as TypedDocumentString<GetHashtagSettingsQuery, GetHashtagSettingsQueryVariables>;
export const SetHashtagStateDocument = new TypedDocumentString(`
    mutation SetHashtagState($input: AdminSetHashtagStateInput!) {
  adminSetHashtagState(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<SetHashtagStateMutation, SetHashtagStateMutationVariables>;
export const UpdateHashtagSettingsDocument = new TypedDocumentString(`
    mutation UpdateHashtagSettings($input: AdminUpdateHashtagSettingsInput!) {
  adminUpdateHashtagSettings(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateHashtagSettingsMutation, UpdateHashtagSettingsMutationVariables>;
export const GetMediaDocument = new TypedDocumentString(`
    query GetMedia($after: String, $ownerId: ID!) {
  adminGetMedia(after: $after, first: 50, ownerId: $ownerId) {
    nodes {
      ...MediaRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment MediaRow on AdminMediaView {
  id
  kind
  state
  failure
  scanState
  isPrivate
  isViewOnce
  altText
  fileName
  contentType
  sizeBytes
  width
  height
  durationMs
  url
  createdAt
}`) as unknown as TypedDocumentString<GetMediaQuery, GetMediaQueryVariables>;
export const GetReportedMessagesDocument = new TypedDocumentString(`
    query GetReportedMessages($after: String, $authorId: ID) {
  adminGetReports(after: $after, first: 50, ownerId: $authorId) {
    nodes {
      id
      reason
      case {
        id
        message {
          ...MessageRow
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment MessageRow on AdminMessageView {
  id
  authorId
  mediaCount
  moderationState
  openReportCount
  reportCount
  createdAt
  editedAt
  expiresAt
  author {
    id
    username
  }
}`) as unknown as TypedDocumentString<GetReportedMessagesQuery, GetReportedMessagesQueryVariables>;
export const GetCoinPackagesDocument = new TypedDocumentString(`
    query GetCoinPackages($after: String) {
  adminGetCoinPackages(after: $after, first: 50) {
    nodes {
      id
      coins
      bonusCoins
      maxPerUser
      version
      position
      startsAt
      endsAt
      archivedAt
      price {
        amountMinor
        currency
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<GetCoinPackagesQuery, GetCoinPackagesQueryVariables>;
export const GetPendingCoinPackagesDocument = new TypedDocumentString(`
    query GetPendingCoinPackages($after: String) {
  adminGetPendingCoinPackages(after: $after, first: 50) {
    nodes {
      id
      packageId
      coins
      bonusCoins
      expiresAt
      requestedById
      price {
        amountMinor
        currency
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<GetPendingCoinPackagesQuery, GetPendingCoinPackagesQueryVariables>;
export const CreateCoinPackageDocument = new TypedDocumentString(`
    mutation CreateCoinPackage($input: AdminCreateCoinPackageInput!) {
  adminCreateCoinPackage(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<CreateCoinPackageMutation, CreateCoinPackageMutationVariables>;
export const UpdateCoinPackageDocument = new TypedDocumentString(`
    mutation UpdateCoinPackage($input: AdminUpdateCoinPackageInput!) {
  adminUpdateCoinPackage(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateCoinPackageMutation, UpdateCoinPackageMutationVariables>;
export const ArchiveCoinPackageDocument = new TypedDocumentString(`
    mutation ArchiveCoinPackage($input: AdminArchiveCoinPackageInput!) {
  adminArchiveCoinPackage(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ArchiveCoinPackageMutation, ArchiveCoinPackageMutationVariables>;
export const ApproveCoinPackageDocument = new TypedDocumentString(`
    mutation ApproveCoinPackage($input: AdminApproveCoinPackageInput!) {
  adminApproveCoinPackage(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ApproveCoinPackageMutation, ApproveCoinPackageMutationVariables>;
export const RejectCoinPackageDocument = new TypedDocumentString(`
    mutation RejectCoinPackage($input: AdminRejectCoinPackageInput!) {
  adminRejectCoinPackage(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RejectCoinPackageMutation, RejectCoinPackageMutationVariables>;
export const GetPurchasesDocument = new TypedDocumentString(`
    query GetPurchases($after: String, $state: PaymentState, $userId: ID, $createdFrom: DateTime, $createdBefore: DateTime) {
  adminGetCoinPurchases(
    after: $after
    first: 50
    state: $state
    userId: $userId
    createdFrom: $createdFrom
    createdBefore: $createdBefore
  ) {
    nodes {
      ...PurchaseRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment PurchaseRow on AdminCoinPurchase {
  id
  coins
  bonusCoins
  state
  createdAt
  price {
    amountMinor
    currency
  }
  userId
  user {
    id
    username
  }
  payment {
    id
    state
    cardBrand
    cardLast4
    declineReason
    provider
    providerId
    refundedAmount {
      amountMinor
      currency
    }
  }
}`) as unknown as TypedDocumentString<GetPurchasesQuery, GetPurchasesQueryVariables>;
export const GetPurchaseDocument = new TypedDocumentString(`
    query GetPurchase($id: ID!) {
  adminGetNode(id: $id) {
    ... on AdminCoinPurchase {
      ...PurchaseRow
      history {
        state
        changedAt
      }
      payment {
        ...PaymentHistory
      }
    }
  }
}
    fragment PaymentHistory on AdminPayment {
  refunds {
    id
    amountMinor
    state
    kind
    reason
    createdAt
  }
  disputes {
    id
    state
    reason
    dueAt
    providerId
    createdAt
    amount {
      amountMinor
      currency
    }
  }
}
fragment PurchaseRow on AdminCoinPurchase {
  id
  coins
  bonusCoins
  state
  createdAt
  price {
    amountMinor
    currency
  }
  userId
  user {
    id
    username
  }
  payment {
    id
    state
    cardBrand
    cardLast4
    declineReason
    provider
    providerId
    refundedAmount {
      amountMinor
      currency
    }
  }
}`) as unknown as TypedDocumentString<GetPurchaseQuery, GetPurchaseQueryVariables>;
export const RefundPurchaseDocument = new TypedDocumentString(`
    mutation RefundPurchase($input: AdminRefundPurchaseInput!) {
  adminRefundPurchase(input: $input) {
    refund {
      id
      state
    }
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RefundPurchaseMutation, RefundPurchaseMutationVariables>;
export const GetPaymentsDocument = new TypedDocumentString(`
    query GetPayments($after: String, $state: PaymentState, $userId: ID, $createdFrom: DateTime, $createdBefore: DateTime) {
  adminGetPayments(
    after: $after
    first: 50
    state: $state
    userId: $userId
    createdFrom: $createdFrom
    createdBefore: $createdBefore
  ) {
    nodes {
      ...PaymentRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment PaymentRow on AdminPayment {
  id
  purpose
  state
  provider
  providerId
  cardBrand
  cardLast4
  declineReason
  createdAt
  userId
  user {
    id
    username
  }
  amount {
    amountMinor
    currency
  }
  refundedAmount {
    amountMinor
    currency
  }
}`) as unknown as TypedDocumentString<GetPaymentsQuery, GetPaymentsQueryVariables>;
export const GetPaymentDocument = new TypedDocumentString(`
    query GetPayment($id: ID!) {
  adminGetNode(id: $id) {
    ... on AdminPayment {
      ...PaymentRow
      ...PaymentHistory
    }
  }
}
    fragment PaymentHistory on AdminPayment {
  refunds {
    id
    amountMinor
    state
    kind
    reason
    createdAt
  }
  disputes {
    id
    state
    reason
    dueAt
    providerId
    createdAt
    amount {
      amountMinor
      currency
    }
  }
}
fragment PaymentRow on AdminPayment {
  id
  purpose
  state
  provider
  providerId
  cardBrand
  cardLast4
  declineReason
  createdAt
  userId
  user {
    id
    username
  }
  amount {
    amountMinor
    currency
  }
  refundedAmount {
    amountMinor
    currency
  }
}`) as unknown as TypedDocumentString<GetPaymentQuery, GetPaymentQueryVariables>;
export const GetDisputesDocument = new TypedDocumentString(`
    query GetDisputes($after: String, $isOpen: Boolean) {
  adminGetDisputes(after: $after, first: 50, isOpen: $isOpen) {
    nodes {
      id
      state
      reason
      dueAt
      createdAt
      amount {
        amountMinor
        currency
      }
      payment {
        id
        purpose
        userId
        user {
          id
          username
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<GetDisputesQuery, GetDisputesQueryVariables>;
export const GetBalancesDueDocument = new TypedDocumentString(`
    query GetBalancesDue($after: String, $minCoins: Int) {
  adminGetBalancesDue(after: $after, first: 50, minCoins: $minCoins) {
    nodes {
      id: userId
      availableCoins
      pendingCoins
      user {
        username
        displayName
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<GetBalancesDueQuery, GetBalancesDueQueryVariables>;
export const GetEarningsDocument = new TypedDocumentString(`
    query GetEarnings($userId: ID!) {
  adminGetEarnings(userId: $userId) {
    availableCoins
    pendingCoins
    paidOutCoins
    debtCoins
  }
}
    `) as unknown as TypedDocumentString<GetEarningsQuery, GetEarningsQueryVariables>;
export const GetPayoutsDocument = new TypedDocumentString(`
    query GetPayouts($after: String, $userId: ID!) {
  adminGetPayouts(after: $after, first: 50, userId: $userId) {
    nodes {
      id
      amountCoins
      method
      reference
      createdAt
      reversedAt
      paid {
        amountMinor
        currency
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<GetPayoutsQuery, GetPayoutsQueryVariables>;
export const RecordPayoutDocument = new TypedDocumentString(`
    mutation RecordPayout($input: AdminRecordPayoutInput!) {
  adminRecordPayout(input: $input) {
    payout {
      id
    }
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RecordPayoutMutation, RecordPayoutMutationVariables>;
export const ReversePayoutDocument = new TypedDocumentString(`
    mutation ReversePayout($input: AdminReversePayoutInput!) {
  adminReversePayout(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ReversePayoutMutation, ReversePayoutMutationVariables>;
export const EnrollTotpDocument = new TypedDocumentString(`
    mutation EnrollTotp {
  adminEnrollTotp {
    secret
    uri
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<EnrollTotpMutation, EnrollTotpMutationVariables>;
export const ConfirmTotpDocument = new TypedDocumentString(`
    mutation ConfirmTotp($input: AdminConfirmTotpInput!) {
  adminConfirmTotp(input: $input) {
    recoveryCodes
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ConfirmTotpMutation, ConfirmTotpMutationVariables>;
export const ProveIdentityDocument = new TypedDocumentString(`
    mutation ProveIdentity($input: AdminProveIdentityInput!) {
  adminProveIdentity(input: $input) {
    provedAt
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ProveIdentityMutation, ProveIdentityMutationVariables>;
export const GetSubscriptionsDocument = new TypedDocumentString(`
    query GetSubscriptions($after: String, $state: UserSubscriptionState, $subscriberId: ID, $creatorId: ID) {
  adminGetSubscriptions(
    after: $after
    first: 50
    state: $state
    subscriberId: $subscriberId
    creatorId: $creatorId
  ) {
    nodes {
      ...SubscriptionRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment SubscriptionRow on AdminUserSubscription {
  id
  state
  funding
  priceCoins
  createdAt
  periodStartsAt
  periodEndsAt
  endsAtPeriodEnd
  endedAt
  endReason
  attempts
  version
  tierId
  price {
    amountMinor
    currency
  }
  subscriberId
  subscriber {
    id
    username
  }
  creatorId
  creator {
    id
    username
  }
}`) as unknown as TypedDocumentString<GetSubscriptionsQuery, GetSubscriptionsQueryVariables>;
export const GetSubscriptionDocument = new TypedDocumentString(`
    query GetSubscription($id: ID!) {
  adminGetNode(id: $id) {
    ... on AdminUserSubscription {
      ...SubscriptionRow
    }
  }
}
    fragment SubscriptionRow on AdminUserSubscription {
  id
  state
  funding
  priceCoins
  createdAt
  periodStartsAt
  periodEndsAt
  endsAtPeriodEnd
  endedAt
  endReason
  attempts
  version
  tierId
  price {
    amountMinor
    currency
  }
  subscriberId
  subscriber {
    id
    username
  }
  creatorId
  creator {
    id
    username
  }
}`) as unknown as TypedDocumentString<GetSubscriptionQuery, GetSubscriptionQueryVariables>;
export const GetInvoicesDocument = new TypedDocumentString(`
    query GetInvoices($after: String, $subscriptionId: ID, $subscriberId: ID) {
  adminGetSubscriptionInvoices(
    after: $after
    first: 50
    subscriptionId: $subscriptionId
    subscriberId: $subscriberId
  ) {
    nodes {
      id
      subscriptionId
      reason
      state
      amountCoins
      refundedCoins
      createdAt
      periodEndsAt
      amount {
        amountMinor
        currency
      }
      refundedAmount {
        amountMinor
        currency
      }
      attempts {
        paymentId
        declineReason
        createdAt
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<GetInvoicesQuery, GetInvoicesQueryVariables>;
export const EndSubscriptionDocument = new TypedDocumentString(`
    mutation EndSubscription($input: AdminEndSubscriptionInput!) {
  adminEndSubscription(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<EndSubscriptionMutation, EndSubscriptionMutationVariables>;
export const GetUsersDocument = new TypedDocumentString(`
    query GetUsers($after: String, $first: Int, $search: String, $state: AccountState, $isSuspended: Boolean, $hasBadge: Boolean, $createdFrom: DateTime, $createdBefore: DateTime, $updatedAfter: DateTime, $order: UserAccountOrder) {
  adminGetUsers(
    after: $after
    first: $first
    search: $search
    state: $state
    isSuspended: $isSuspended
    hasBadge: $hasBadge
    createdFrom: $createdFrom
    createdBefore: $createdBefore
    updatedAfter: $updatedAfter
    order: $order
  ) {
    nodes {
      ...UserRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment UserRow on UserAccount {
  id
  username
  displayName
  email
  state
  createdAt
  updatedAt
  suspension {
    createdAt
    expiresAt
    reason
  }
}`) as unknown as TypedDocumentString<GetUsersQuery, GetUsersQueryVariables>;
export const GetUserDocument = new TypedDocumentString(`
    query GetUser($id: ID!) {
  adminGetUser(id: $id) {
    ...UserRow
    bio
    isEmailVerified
    isPrivate
    isDiscoverable
    requiresSignIn
    deletionDueAt
    followerCount
    followingCount
    postCount
    strikePoints
    coins {
      coins
      promoCoins
      totalCoins
    }
    reports {
      aboutCount
      openAboutCount
      byCount
    }
    badges {
      id
      kind
      state
      verifiedName
      verifiedUsername
      grantedAt
      expiresAt
      revokedAt
      message
    }
    usernameHistory {
      username
      changedAt
    }
    restrictions(first: 20) {
      nodes {
        id
        kind
        reason
        createdAt
        expiresAt
        liftedAt
        isInForce
      }
    }
    sessions {
      id
      deviceName
      platform
      userAgent
      ip
      country
      createdAt
      lastSeenAt
      revokedAt
    }
    relatedAccounts {
      ip
      lastSeenAt
      account {
        id
        username
        displayName
      }
    }
  }
}
    fragment UserRow on UserAccount {
  id
  username
  displayName
  email
  state
  createdAt
  updatedAt
  suspension {
    createdAt
    expiresAt
    reason
  }
}`) as unknown as TypedDocumentString<GetUserQuery, GetUserQueryVariables>;
export const SuspendUserDocument = new TypedDocumentString(`
    mutation SuspendUser($input: AdminSuspendUserInput!) {
  adminSuspendUser(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<SuspendUserMutation, SuspendUserMutationVariables>;
export const UnsuspendUserDocument = new TypedDocumentString(`
    mutation UnsuspendUser($input: AdminUnsuspendUserInput!) {
  adminUnsuspendUser(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<UnsuspendUserMutation, UnsuspendUserMutationVariables>;
export const UpdateUserDocument = new TypedDocumentString(`
    mutation UpdateUser($input: AdminUpdateUserInput!) {
  adminUpdateUser(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateUserMutation, UpdateUserMutationVariables>;
export const RestrictUserDocument = new TypedDocumentString(`
    mutation RestrictUser($input: AdminRestrictUserInput!) {
  adminRestrictUser(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RestrictUserMutation, RestrictUserMutationVariables>;
export const LiftRestrictionDocument = new TypedDocumentString(`
    mutation LiftRestriction($input: AdminLiftRestrictionInput!) {
  adminLiftRestriction(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<LiftRestrictionMutation, LiftRestrictionMutationVariables>;
export const RevokeUserSessionsDocument = new TypedDocumentString(`
    mutation RevokeUserSessions($input: AdminRevokeUserSessionsInput!) {
  adminRevokeUserSessions(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RevokeUserSessionsMutation, RevokeUserSessionsMutationVariables>;
export const DeleteUserDocument = new TypedDocumentString(`
    mutation DeleteUser($input: AdminDeleteUserInput!) {
  adminDeleteUser(input: $input) {
    deletionDueAt
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteUserMutation, DeleteUserMutationVariables>;
export const CancelUserDeletionDocument = new TypedDocumentString(`
    mutation CancelUserDeletion($input: AdminCancelUserDeletionInput!) {
  adminCancelUserDeletion(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<CancelUserDeletionMutation, CancelUserDeletionMutationVariables>;
export const GetVerificationsDocument = new TypedDocumentString(`
    query GetVerifications($after: String, $kind: BadgeKind, $state: VerificationState, $userId: ID) {
  adminGetVerificationRequests(
    after: $after
    first: 50
    kind: $kind
    state: $state
    userId: $userId
  ) {
    nodes {
      ...VerificationRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment VerificationRow on AdminVerificationRequest {
  id
  kind
  state
  displayName
  username
  note
  answer
  message
  version
  reviewerId
  createdAt
  endedAt
  userId
  user {
    id
    username
  }
  documents {
    fileName
    contentType
    sizeBytes
  }
}`) as unknown as TypedDocumentString<GetVerificationsQuery, GetVerificationsQueryVariables>;
export const GetVerificationDocument = new TypedDocumentString(`
    query GetVerification($id: ID!) {
  adminGetNode(id: $id) {
    ... on AdminVerificationRequest {
      ...VerificationRow
    }
  }
}
    fragment VerificationRow on AdminVerificationRequest {
  id
  kind
  state
  displayName
  username
  note
  answer
  message
  version
  reviewerId
  createdAt
  endedAt
  userId
  user {
    id
    username
  }
  documents {
    fileName
    contentType
    sizeBytes
  }
}`) as unknown as TypedDocumentString<GetVerificationQuery, GetVerificationQueryVariables>;
export const ClaimVerificationDocument = new TypedDocumentString(`
    mutation ClaimVerification($input: AdminClaimVerificationInput!) {
  adminClaimVerification(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ClaimVerificationMutation, ClaimVerificationMutationVariables>;
export const DecideVerificationDocument = new TypedDocumentString(`
    mutation DecideVerification($input: AdminDecideVerificationInput!) {
  adminDecideVerification(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<DecideVerificationMutation, DecideVerificationMutationVariables>;
export const OpenVerificationDocumentsDocument = new TypedDocumentString(`
    mutation OpenVerificationDocuments($input: AdminOpenVerificationDocumentsInput!) {
  adminOpenVerificationDocuments(input: $input) {
    documents {
      fileName
      contentType
      sizeBytes
      url
    }
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<OpenVerificationDocumentsMutation, OpenVerificationDocumentsMutationVariables>;
export const GrantBadgeDocument = new TypedDocumentString(`
    mutation GrantBadge($input: AdminGrantBadgeInput!) {
  adminGrantBadge(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<GrantBadgeMutation, GrantBadgeMutationVariables>;
export const RevokeBadgeDocument = new TypedDocumentString(`
    mutation RevokeBadge($input: AdminRevokeBadgeInput!) {
  adminRevokeBadge(input: $input) {
    errors {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RevokeBadgeMutation, RevokeBadgeMutationVariables>;