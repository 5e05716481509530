/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { AdminDocument as DocumentTypeDecoration } from '../admin/documents.ts';
export type AccountState =
  | 'ACTIVE'
  | 'DEACTIVATED'
  | 'DELETED'
  | 'PENDING_DELETION';

export type AdminAcceptInvitationInput = {
  password: string;
  token: string;
};

export type AdminCaseQueue =
  | 'CHILD_SAFETY'
  | 'GENERAL'
  | 'LEGAL';

export type AdminCaseState =
  | 'ASSIGNED'
  | 'CLOSED'
  | 'ESCALATED'
  | 'OPEN';

export type AdminClaimNextCaseInput = {
  queue: AdminCaseQueue;
};

export type AdminDashboardGranularity =
  | 'DAY'
  | 'HOUR'
  | 'MONTH'
  | 'WEEK';

export type AdminDecideCaseInput = {
  actions: Array<ModerationAction>;
  caseId: string | number;
  expectedVersion: number;
  expiresAt?: string | null | undefined;
  explanation?: string | null | undefined;
  facts?: string | null | undefined;
  ground?: DecisionGround | null | undefined;
  policyId?: string | number | null | undefined;
  scope?: string | null | undefined;
  strikePoints?: number | null | undefined;
};

export type AdminDisputeState =
  | 'CLOSED'
  | 'INQUIRY'
  | 'LOST'
  | 'NEEDS_RESPONSE'
  | 'UNDER_REVIEW'
  | 'WON';

export type AdminLoginInput = {
  code?: string | null | undefined;
  deviceToken?: string | null | undefined;
  email: string;
  password: string;
  recoveryCode?: string | null | undefined;
};

export type AdminMeasure =
  | 'CALLS'
  | 'CALL_MINUTES'
  | 'COINS_EXPIRED'
  | 'COINS_SOLD'
  | 'COINS_SPENT'
  | 'COINS_TIPPED'
  | 'COMMENTS'
  | 'CONVERSATIONS'
  | 'DECISIONS'
  | 'DECISIONS_AUTOMATED'
  | 'DECISIONS_OVERTURNED'
  | 'DISPUTES'
  | 'FOLLOWS'
  | 'GROUPS'
  | 'MESSAGES'
  | 'POSTS'
  | 'PUSHES_FAILED'
  | 'PUSHES_SENT'
  | 'REACTIONS'
  | 'RECURRING_COINS'
  | 'REFUNDS'
  | 'REPORTS_CLOSED'
  | 'REPORTS_OPENED'
  | 'REPORT_MEDIAN_HOURS'
  | 'REPORT_OLDEST_HOURS'
  | 'REVENUE'
  | 'SUBSCRIPTIONS_ENDED'
  | 'SUBSCRIPTIONS_FAILING'
  | 'SUBSCRIPTIONS_RENEWED'
  | 'SUBSCRIPTIONS_STARTED'
  | 'USERS_ACTIVE_DAY'
  | 'USERS_ACTIVE_MONTH'
  | 'USERS_ACTIVE_WEEK'
  | 'USERS_DELETED'
  | 'USERS_NEW'
  | 'VIEWS';

export type AdminModerationState =
  | 'HELD'
  | 'REMOVED'
  | 'VISIBLE';

export type AdminPermission =
  | 'ADMINS_MANAGE'
  | 'ADMINS_READ'
  | 'ANNOUNCEMENTS_SEND'
  | 'APPEALS_DECIDE'
  | 'AUDIT_READ'
  | 'BADGES_MANAGE'
  | 'CASES_DECIDE'
  | 'COINS_MANAGE'
  | 'COINS_READ'
  | 'CONTENT_MANAGE'
  | 'DASHBOARD_READ'
  | 'NOTIFICATIONS_READ'
  | 'PAID_MESSAGES_REFUND'
  | 'PAYMENTS_READ'
  | 'PAYMENTS_REFUND'
  | 'PAYOUTS_MANAGE'
  | 'PRIVATE_CONTENT_READ'
  | 'REPORTS_READ'
  | 'SCREENING_MANAGE'
  | 'SUBSCRIPTIONS_MANAGE'
  | 'SUBSCRIPTIONS_READ'
  | 'TRANSPARENCY_READ'
  | 'USERS_DELETE'
  | 'USERS_EDIT'
  | 'USERS_PRIVATE_READ'
  | 'USERS_READ'
  | 'USERS_RESTRICT'
  | 'USERS_SUSPEND'
  | 'USER_NAMES_READ';

export type AdminProveIdentityInput = {
  code?: string | null | undefined;
  password?: string | null | undefined;
};

export type AdminRefreshSessionInput = {
  refreshToken: string;
};

export type AdminRefundKind =
  | 'DUPLICATE'
  | 'FRAUDULENT'
  | 'REQUESTED_BY_CUSTOMER';

export type AdminRefundPurchaseInput = {
  amountMinor?: number | null | undefined;
  idempotencyKey: string;
  kind?: AdminRefundKind | null | undefined;
  purchaseId: string | number;
  reason: string;
};

export type AdminRefundState =
  | 'CANCELED'
  | 'FAILED'
  | 'PENDING'
  | 'SUCCEEDED';

export type AdminRevokeAdminSessionInput = {
  reason: string;
  sessionId: string | number;
};

export type AdminRole =
  | 'ADMIN'
  | 'ANALYST'
  | 'FINANCE'
  | 'MODERATOR'
  | 'OWNER'
  | 'SUPPORT';

export type CardBrand =
  | 'AMEX'
  | 'DINERS'
  | 'DISCOVER'
  | 'JCB'
  | 'MASTERCARD'
  | 'OTHER'
  | 'UNIONPAY'
  | 'VISA';

export type CoinPurchaseState =
  | 'CANCELED'
  | 'CREATED'
  | 'DISPUTED'
  | 'EXPIRED'
  | 'FAILED'
  | 'LOST'
  | 'PARTIALLY_REFUNDED'
  | 'PROCESSING'
  | 'REFUNDED'
  | 'REQUIRES_ACTION'
  | 'SUCCEEDED';

export type DecisionGround =
  | 'ILLEGAL'
  | 'TERMS';

export type DecisionSource =
  | 'NOTICE'
  | 'OWN_DETECTION';

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

export type ModerationAction =
  | 'NO_ACTION'
  | 'REMOVE'
  | 'RESTRICT_COMMENTING'
  | 'RESTRICT_DISCOVERY'
  | 'RESTRICT_FOLLOWING'
  | 'RESTRICT_MESSAGING'
  | 'RESTRICT_POSTING'
  | 'RESTRICT_UPLOADS'
  | 'SUSPEND'
  | 'WARN';

export type PaymentDeclineReason =
  | 'AUTHENTICATION_FAILED'
  | 'AUTHENTICATION_REQUIRED'
  | 'DECLINED'
  | 'EXPIRED_CARD'
  | 'INCORRECT_CVC'
  | 'INSUFFICIENT_FUNDS'
  | 'PROCESSING_ERROR';

export type PaymentPurpose =
  | 'COIN_PURCHASE'
  | 'SUBSCRIPTION';

export type PaymentState =
  | 'CANCELED'
  | 'CREATED'
  | 'EXPIRED'
  | 'FAILED'
  | 'PROCESSING'
  | 'REQUIRES_ACTION'
  | 'SUCCEEDED';

export type ReportReason =
  | 'CHILD_SAFETY'
  | 'HARASSMENT'
  | 'HATE'
  | 'ILLEGAL_GOODS'
  | 'IMPERSONATION'
  | 'INTELLECTUAL_PROPERTY'
  | 'MISINFORMATION'
  | 'OTHER'
  | 'PRIVACY'
  | 'SCAM'
  | 'SELF_HARM'
  | 'SEXUAL'
  | 'SPAM'
  | 'TERRORISM'
  | 'VIOLENCE';

export type ReportState =
  | 'CLOSED'
  | 'OPEN';

export type ReportSubReason =
  | 'ABUSE_MATERIAL'
  | 'ANIMAL_CRUELTY'
  | 'AT_RISK'
  | 'COPYRIGHT'
  | 'COUNTERFEIT'
  | 'DEEPFAKE'
  | 'DOXXING'
  | 'DRUG_SALE'
  | 'EATING_DISORDER'
  | 'ELECTION'
  | 'ENCOURAGEMENT'
  | 'FAKE_ENGAGEMENT'
  | 'FALSE_OFFER'
  | 'GLORIFICATION'
  | 'GORE'
  | 'GROOMING'
  | 'HATE_SPEECH'
  | 'HATE_SYMBOL'
  | 'HEALTH'
  | 'INTIMATE_DATA'
  | 'MANIPULATED_MEDIA'
  | 'MISLEADING_LINK'
  | 'NON_CONSENSUAL'
  | 'OF_ORGANISATION'
  | 'OF_PERSON'
  | 'PERSONAL_DATA'
  | 'PHISHING'
  | 'PROPAGANDA'
  | 'RECRUITMENT'
  | 'REPETITION'
  | 'ROMANCE'
  | 'SEXTORTION'
  | 'TARGETED'
  | 'THREAT'
  | 'TRADEMARK'
  | 'TROLLING'
  | 'UNDERAGE_ACCOUNT'
  | 'UNLABELED'
  | 'WEAPON_SALE';

export type ReportSubjectKind =
  | 'COMMENT'
  | 'CONVERSATION'
  | 'HASHTAG'
  | 'MESSAGE'
  | 'POST'
  | 'USER';

export type UserAccountOrder =
  | 'LAST_UPDATED'
  | 'NEWEST';

export type AdminRowFragment = { id: string, email: string, displayName: string, role: AdminRole, createdAt: string, account: { disabledAt: string | null, hasSecondFactor: boolean, invitationExpiresAt: string | null, lastSignedInAt: string | null, updatedAt: string } | null };

export type AdminsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  role?: AdminRole | null | undefined;
  updatedAfter?: string | null | undefined;
}>;


export type AdminsQuery = { adminGetAdmins: { nodes: Array<{ id: string, email: string, displayName: string, role: AdminRole, createdAt: string, account: { disabledAt: string | null, hasSecondFactor: boolean, invitationExpiresAt: string | null, lastSignedInAt: string | null, updatedAt: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type AdminSessionsQueryVariables = Exact<{
  adminId?: string | number | null | undefined;
  after?: string | null | undefined;
}>;


export type AdminSessionsQuery = { adminGetAdminSessions: { nodes: Array<{ id: string, ipAddress: string, userAgent: string, createdAt: string, refreshedAt: string, expiresAt: string, revokedAt: string | null, isCurrent: boolean }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type AdminRevokeSessionMutationVariables = Exact<{
  input: AdminRevokeAdminSessionInput;
}>;


export type AdminRevokeSessionMutation = { adminRevokeAdminSession: { session: { id: string, revokedAt: string | null } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type AdminCaseRowFragment = { id: string, queue: AdminCaseQueue, state: AdminCaseState, version: number, priority: number, reportedWeight: number, subjectKind: ReportSubjectKind, subjectId: string, isPrivate: boolean, openedAt: string, heldAt: string | null, decidedAt: string | null, assigneeId: string | null, leaseExpiresAt: string | null, ownerId: string | null, ownerStrikePoints: number, owner: { id: string, username: string, displayName: string } | null };

export type AdminCasesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  queue?: AdminCaseQueue | null | undefined;
  state?: AdminCaseState | null | undefined;
}>;


export type AdminCasesQuery = { adminGetCases: { nodes: Array<{ id: string, queue: AdminCaseQueue, state: AdminCaseState, version: number, priority: number, reportedWeight: number, subjectKind: ReportSubjectKind, subjectId: string, isPrivate: boolean, openedAt: string, heldAt: string | null, decidedAt: string | null, assigneeId: string | null, leaseExpiresAt: string | null, ownerId: string | null, ownerStrikePoints: number, owner: { id: string, username: string, displayName: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type AdminCaseQueryVariables = Exact<{
  id: string | number;
}>;


export type AdminCaseQuery = { adminGetNode:
    | { id: string, queue: AdminCaseQueue, state: AdminCaseState, version: number, priority: number, reportedWeight: number, subjectKind: ReportSubjectKind, subjectId: string, isPrivate: boolean, openedAt: string, heldAt: string | null, decidedAt: string | null, assigneeId: string | null, leaseExpiresAt: string | null, ownerId: string | null, ownerStrikePoints: number, post: { id: string, text: string | null, mediaCount: number, moderationState: AdminModerationState, createdAt: string } | null, comment: { id: string, text: string | null, mediaCount: number, moderationState: AdminModerationState, createdAt: string } | null, message: { id: string, conversationId: string, mediaCount: number, moderationState: AdminModerationState, createdAt: string } | null, snapshots: Array<{ version: string, takenAt: string, content: { name: string | null, text: string, mediaCount: number } }> | null, decisions: Array<{ id: string, actions: Array<ModerationAction>, source: DecisionSource, ground: DecisionGround | null, policyTitle: string | null, facts: string, explanation: string, strikePoints: number, decidedAt: string, decidedById: string, expiresAt: string | null, revertedAt: string | null }>, owner: { id: string, username: string, displayName: string } | null }
    | Record<PropertyKey, never>
   | null, adminGetReports: { nodes: Array<{ id: string, reason: ReportReason, subReason: ReportSubReason | null, text: string, state: ReportState, weight: number, isIllegalNotice: boolean, createdAt: string, reporterId: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type AdminDecisionRowFragment = { id: string, actions: Array<ModerationAction>, source: DecisionSource, ground: DecisionGround | null, policyTitle: string | null, facts: string, explanation: string, strikePoints: number, decidedAt: string, decidedById: string, expiresAt: string | null, revertedAt: string | null };

export type AdminPoliciesQueryVariables = Exact<{ [key: string]: never; }>;


export type AdminPoliciesQuery = { adminGetPolicies: Array<{ id: string, title: string, ground: DecisionGround, template: string, isActive: boolean }> | null };

export type AdminClaimNextCaseMutationVariables = Exact<{
  input: AdminClaimNextCaseInput;
}>;


export type AdminClaimNextCaseMutation = { adminClaimNextCase: { case: { id: string, queue: AdminCaseQueue, state: AdminCaseState, version: number, priority: number, reportedWeight: number, subjectKind: ReportSubjectKind, subjectId: string, isPrivate: boolean, openedAt: string, heldAt: string | null, decidedAt: string | null, assigneeId: string | null, leaseExpiresAt: string | null, ownerId: string | null, ownerStrikePoints: number, owner: { id: string, username: string, displayName: string } | null } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type AdminDecideCaseMutationVariables = Exact<{
  input: AdminDecideCaseInput;
}>;


export type AdminDecideCaseMutation = { adminDecideCase: { decision: { id: string, actions: Array<ModerationAction>, source: DecisionSource, ground: DecisionGround | null, policyTitle: string | null, facts: string, explanation: string, strikePoints: number, decidedAt: string, decidedById: string, expiresAt: string | null, revertedAt: string | null } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type AdminDashboardQueryVariables = Exact<{
  from: string;
  until: string;
  granularity: AdminDashboardGranularity;
  measures: Array<AdminMeasure> | AdminMeasure;
}>;


export type AdminDashboardQuery = { adminGetDashboard: { updatedAt: string, periods: Array<{ startsAt: string, isComplete: boolean }>, measures: Array<{ key: AdminMeasure, part: string | null, total: number | null, previousTotal: number | null, values: Array<number | null> }>, cohorts: Array<{ month: string, registeredCount: number, activeCounts: Array<number> }> } | null };

export type AdminQueuesQueryVariables = Exact<{ [key: string]: never; }>;


export type AdminQueuesQuery = { adminGetQueues: { openCaseCount: number, oldestCaseAt: string | null, pendingAdjustmentCount: number, failedScanCount: number, followers: Array<{ name: string, eventCount: number, seconds: number }> } | null };

export type AdminPaymentRowFragment = { id: string, purpose: PaymentPurpose, state: PaymentState, provider: string, providerId: string | null, cardBrand: CardBrand | null, cardLast4: string | null, declineReason: PaymentDeclineReason | null, createdAt: string, userId: string, user: { id: string, username: string } | null, amount: { amountMinor: number, currency: string }, refundedAmount: { amountMinor: number, currency: string } };

export type AdminPaymentsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  state?: PaymentState | null | undefined;
  userId?: string | number | null | undefined;
  createdFrom?: string | null | undefined;
  createdBefore?: string | null | undefined;
}>;


export type AdminPaymentsQuery = { adminGetPayments: { nodes: Array<{ id: string, purpose: PaymentPurpose, state: PaymentState, provider: string, providerId: string | null, cardBrand: CardBrand | null, cardLast4: string | null, declineReason: PaymentDeclineReason | null, createdAt: string, userId: string, user: { id: string, username: string } | null, amount: { amountMinor: number, currency: string }, refundedAmount: { amountMinor: number, currency: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type AdminPaymentQueryVariables = Exact<{
  id: string | number;
}>;


export type AdminPaymentQuery = { adminGetNode:
    | { id: string, purpose: PaymentPurpose, state: PaymentState, provider: string, providerId: string | null, cardBrand: CardBrand | null, cardLast4: string | null, declineReason: PaymentDeclineReason | null, createdAt: string, userId: string, refunds: Array<{ id: string, amountMinor: number, state: AdminRefundState, kind: AdminRefundKind | null, reason: string | null, requestedById: string | null, createdAt: string }>, disputes: Array<{ id: string, state: AdminDisputeState, reason: string, dueAt: string | null, createdAt: string, amount: { amountMinor: number, currency: string } }>, user: { id: string, username: string } | null, amount: { amountMinor: number, currency: string }, refundedAmount: { amountMinor: number, currency: string } }
    | Record<PropertyKey, never>
   | null };

export type AdminRefundRowFragment = { id: string, amountMinor: number, state: AdminRefundState, kind: AdminRefundKind | null, reason: string | null, requestedById: string | null, createdAt: string };

export type AdminCoinPurchaseRowFragment = { id: string, coins: number, bonusCoins: number, state: CoinPurchaseState, createdAt: string, userId: string, price: { amountMinor: number, currency: string }, payment: { id: string, purpose: PaymentPurpose, state: PaymentState, provider: string, providerId: string | null, cardBrand: CardBrand | null, cardLast4: string | null, declineReason: PaymentDeclineReason | null, createdAt: string, userId: string, user: { id: string, username: string } | null, amount: { amountMinor: number, currency: string }, refundedAmount: { amountMinor: number, currency: string } } | null };

export type AdminCoinPurchasesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  state?: PaymentState | null | undefined;
  userId?: string | number | null | undefined;
  createdFrom?: string | null | undefined;
  createdBefore?: string | null | undefined;
}>;


export type AdminCoinPurchasesQuery = { adminGetCoinPurchases: { nodes: Array<{ id: string, coins: number, bonusCoins: number, state: CoinPurchaseState, createdAt: string, userId: string, price: { amountMinor: number, currency: string }, payment: { id: string, purpose: PaymentPurpose, state: PaymentState, provider: string, providerId: string | null, cardBrand: CardBrand | null, cardLast4: string | null, declineReason: PaymentDeclineReason | null, createdAt: string, userId: string, user: { id: string, username: string } | null, amount: { amountMinor: number, currency: string }, refundedAmount: { amountMinor: number, currency: string } } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type AdminRefundPurchaseMutationVariables = Exact<{
  input: AdminRefundPurchaseInput;
}>;


export type AdminRefundPurchaseMutation = { adminRefundPurchase: { refund: { id: string, amountMinor: number, state: AdminRefundState, kind: AdminRefundKind | null, reason: string | null, requestedById: string | null, createdAt: string } | null, purchase: { id: string, coins: number, bonusCoins: number, state: CoinPurchaseState, createdAt: string, userId: string, price: { amountMinor: number, currency: string }, payment: { id: string, purpose: PaymentPurpose, state: PaymentState, provider: string, providerId: string | null, cardBrand: CardBrand | null, cardLast4: string | null, declineReason: PaymentDeclineReason | null, createdAt: string, userId: string, user: { id: string, username: string } | null, amount: { amountMinor: number, currency: string }, refundedAmount: { amountMinor: number, currency: string } } | null } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

type AdminRefusal_ConflictError_Fragment = { code: ErrorCode, message: string, path: Array<string> | null };

type AdminRefusal_ConsentRequiredError_Fragment = { code: ErrorCode, message: string, path: Array<string> | null };

type AdminRefusal_InsufficientCoinsError_Fragment = { code: ErrorCode, message: string, path: Array<string> | null };

type AdminRefusal_ModerationNudgeError_Fragment = { code: ErrorCode, message: string, path: Array<string> | null };

type AdminRefusal_PaymentDeclinedError_Fragment = { code: ErrorCode, message: string, path: Array<string> | null };

type AdminRefusal_PlainError_Fragment = { code: ErrorCode, message: string, path: Array<string> | null };

type AdminRefusal_PriceChangedError_Fragment = { code: ErrorCode, message: string, path: Array<string> | null };

type AdminRefusal_RateLimitedError_Fragment = { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null };

type AdminRefusal_RestrictedError_Fragment = { code: ErrorCode, message: string, path: Array<string> | null };

type AdminRefusal_StateError_Fragment = { code: ErrorCode, message: string, path: Array<string> | null };

type AdminRefusal_ValidationError_Fragment = { code: ErrorCode, message: string, path: Array<string> | null };

export type AdminRefusalFragment =
  | AdminRefusal_ConflictError_Fragment
  | AdminRefusal_ConsentRequiredError_Fragment
  | AdminRefusal_InsufficientCoinsError_Fragment
  | AdminRefusal_ModerationNudgeError_Fragment
  | AdminRefusal_PaymentDeclinedError_Fragment
  | AdminRefusal_PlainError_Fragment
  | AdminRefusal_PriceChangedError_Fragment
  | AdminRefusal_RateLimitedError_Fragment
  | AdminRefusal_RestrictedError_Fragment
  | AdminRefusal_StateError_Fragment
  | AdminRefusal_ValidationError_Fragment
;

export type SignedInAdminFragment = { id: string, email: string, displayName: string, role: AdminRole, permissions: Array<AdminPermission>, account: { hasSecondFactor: boolean, needsSecondFactor: boolean, recoveryCodeCount: number } | null };

export type AdminLoginMutationVariables = Exact<{
  input: AdminLoginInput;
}>;


export type AdminLoginMutation = { adminLogin: { accessToken: string | null, refreshToken: string | null, deviceToken: string | null, needsCode: boolean | null, admin: { id: string, email: string, displayName: string, role: AdminRole, permissions: Array<AdminPermission>, account: { hasSecondFactor: boolean, needsSecondFactor: boolean, recoveryCodeCount: number } | null } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type AdminAcceptInvitationMutationVariables = Exact<{
  input: AdminAcceptInvitationInput;
}>;


export type AdminAcceptInvitationMutation = { adminAcceptInvitation: { accessToken: string | null, refreshToken: string | null, admin: { id: string, email: string, displayName: string, role: AdminRole, permissions: Array<AdminPermission>, account: { hasSecondFactor: boolean, needsSecondFactor: boolean, recoveryCodeCount: number } | null } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type AdminRefreshSessionMutationVariables = Exact<{
  input: AdminRefreshSessionInput;
}>;


export type AdminRefreshSessionMutation = { adminRefreshSession: { accessToken: string | null, refreshToken: string | null, admin: { id: string, email: string, displayName: string, role: AdminRole, permissions: Array<AdminPermission>, account: { hasSecondFactor: boolean, needsSecondFactor: boolean, recoveryCodeCount: number } | null } | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type AdminLogoutMutationVariables = Exact<{ [key: string]: never; }>;


export type AdminLogoutMutation = { adminLogout: { errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type AdminProveIdentityMutationVariables = Exact<{
  input: AdminProveIdentityInput;
}>;


export type AdminProveIdentityMutation = { adminProveIdentity: { provedAt: string | null, errors: Array<
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { retryAfterSeconds: number, code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
      | { code: ErrorCode, message: string, path: Array<string> | null }
    > } | null };

export type AdminMeQueryVariables = Exact<{ [key: string]: never; }>;


export type AdminMeQuery = { adminMe: { id: string, email: string, displayName: string, role: AdminRole, permissions: Array<AdminPermission>, account: { hasSecondFactor: boolean, needsSecondFactor: boolean, recoveryCodeCount: number } | null } | null };

export type AdminUserRowFragment = { id: string, username: string, displayName: string, email: string | null, state: AccountState, createdAt: string, updatedAt: string, suspension: { expiresAt: string | null, reason: string } | null };

export type AdminUsersQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  search?: string | null | undefined;
  state?: AccountState | null | undefined;
  isSuspended?: boolean | null | undefined;
  hasBadge?: boolean | null | undefined;
  createdFrom?: string | null | undefined;
  createdBefore?: string | null | undefined;
  order?: UserAccountOrder | null | undefined;
  updatedAfter?: string | null | undefined;
}>;


export type AdminUsersQuery = { adminGetUsers: { nodes: Array<{ id: string, username: string, displayName: string, email: string | null, state: AccountState, createdAt: string, updatedAt: string, suspension: { expiresAt: string | null, reason: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

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
export const AdminRowFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment AdminRow on AdminUser {
  id
  email
  displayName
  role
  createdAt
  account {
    disabledAt
    hasSecondFactor
    invitationExpiresAt
    lastSignedInAt
    updatedAt
  }
}
    `, {"fragmentName":"AdminRow"}) as unknown as TypedDocumentString<AdminRowFragment, unknown>;
export const AdminCaseRowFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment AdminCaseRow on AdminCase {
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
  heldAt
  decidedAt
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
    `, {"fragmentName":"AdminCaseRow"}) as unknown as TypedDocumentString<AdminCaseRowFragment, unknown>;
export const AdminDecisionRowFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment AdminDecisionRow on AdminDecision {
  id
  actions
  source
  ground
  policyTitle
  facts
  explanation
  strikePoints
  decidedAt
  decidedById
  expiresAt
  revertedAt
}
    `, {"fragmentName":"AdminDecisionRow"}) as unknown as TypedDocumentString<AdminDecisionRowFragment, unknown>;
export const AdminRefundRowFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment AdminRefundRow on AdminRefund {
  id
  amountMinor
  state
  kind
  reason
  requestedById
  createdAt
}
    `, {"fragmentName":"AdminRefundRow"}) as unknown as TypedDocumentString<AdminRefundRowFragment, unknown>;
export const AdminPaymentRowFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment AdminPaymentRow on AdminPayment {
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
    `, {"fragmentName":"AdminPaymentRow"}) as unknown as TypedDocumentString<AdminPaymentRowFragment, unknown>;
export const AdminCoinPurchaseRowFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment AdminCoinPurchaseRow on AdminCoinPurchase {
  id
  coins
  bonusCoins
  state
  createdAt
  userId
  price {
    amountMinor
    currency
  }
  payment {
    ...AdminPaymentRow
  }
}
    fragment AdminPaymentRow on AdminPayment {
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
}`, {"fragmentName":"AdminCoinPurchaseRow"}) as unknown as TypedDocumentString<AdminCoinPurchaseRowFragment, unknown>;
export const AdminRefusalFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment AdminRefusal on UserError {
  code
  message
  path
  ... on RateLimitedError {
    retryAfterSeconds
  }
}
    `, {"fragmentName":"AdminRefusal"}) as unknown as TypedDocumentString<AdminRefusalFragment, unknown>;
export const SignedInAdminFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment SignedInAdmin on AdminUser {
  id
  email
  displayName
  role
  permissions
  account {
    hasSecondFactor
    needsSecondFactor
    recoveryCodeCount
  }
}
    `, {"fragmentName":"SignedInAdmin"}) as unknown as TypedDocumentString<SignedInAdminFragment, unknown>;
export const AdminUserRowFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment AdminUserRow on UserAccount {
  id
  username
  displayName
  email
  state
  createdAt
  updatedAt
  suspension {
    expiresAt
    reason
  }
}
    `, {"fragmentName":"AdminUserRow"}) as unknown as TypedDocumentString<AdminUserRowFragment, unknown>;
export const AdminsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Admins($first: Int, $after: String, $role: AdminRole, $updatedAfter: DateTime) {
  adminGetAdmins(
    first: $first
    after: $after
    role: $role
    updatedAfter: $updatedAfter
  ) {
    nodes {
      ...AdminRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment AdminRow on AdminUser {
  id
  email
  displayName
  role
  createdAt
  account {
    disabledAt
    hasSecondFactor
    invitationExpiresAt
    lastSignedInAt
    updatedAt
  }
}`) as unknown as TypedDocumentString<AdminsQuery, AdminsQueryVariables>;
export const AdminSessionsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query AdminSessions($adminId: ID, $after: String) {
  adminGetAdminSessions(adminId: $adminId, first: 100, after: $after) {
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
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<AdminSessionsQuery, AdminSessionsQueryVariables>;
export const AdminRevokeSessionDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation AdminRevokeSession($input: AdminRevokeAdminSessionInput!) {
  adminRevokeAdminSession(input: $input) {
    session {
      id
      revokedAt
    }
    errors {
      ...AdminRefusal
    }
  }
}
    fragment AdminRefusal on UserError {
  code
  message
  path
  ... on RateLimitedError {
    retryAfterSeconds
  }
}`) as unknown as TypedDocumentString<AdminRevokeSessionMutation, AdminRevokeSessionMutationVariables>;
export const AdminCasesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query AdminCases($first: Int, $after: String, $queue: AdminCaseQueue, $state: AdminCaseState) {
  adminGetCases(first: $first, after: $after, queue: $queue, state: $state) {
    nodes {
      ...AdminCaseRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment AdminCaseRow on AdminCase {
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
  heldAt
  decidedAt
  assigneeId
  leaseExpiresAt
  ownerId
  ownerStrikePoints
  owner {
    id
    username
    displayName
  }
}`) as unknown as TypedDocumentString<AdminCasesQuery, AdminCasesQueryVariables>;
export const AdminCaseDocument = /*#__PURE__*/ new TypedDocumentString(`
    query AdminCase($id: ID!) {
  adminGetNode(id: $id) {
    ... on AdminCase {
      ...AdminCaseRow
      post {
        id
        text
        mediaCount
        moderationState
        createdAt
      }
      comment {
        id
        text
        mediaCount
        moderationState
        createdAt
      }
      message {
        id
        conversationId
        mediaCount
        moderationState
        createdAt
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
        ...AdminDecisionRow
      }
    }
  }
  adminGetReports(caseId: $id, first: 100) {
    nodes {
      id
      reason
      subReason
      text
      state
      weight
      isIllegalNotice
      createdAt
      reporterId
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment AdminCaseRow on AdminCase {
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
  heldAt
  decidedAt
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
fragment AdminDecisionRow on AdminDecision {
  id
  actions
  source
  ground
  policyTitle
  facts
  explanation
  strikePoints
  decidedAt
  decidedById
  expiresAt
  revertedAt
}`) as unknown as TypedDocumentString<AdminCaseQuery, AdminCaseQueryVariables>;
export const AdminPoliciesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query AdminPolicies {
  adminGetPolicies {
    id
    title
    ground
    template
    isActive
  }
}
    `) as unknown as TypedDocumentString<AdminPoliciesQuery, AdminPoliciesQueryVariables>;
export const AdminClaimNextCaseDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation AdminClaimNextCase($input: AdminClaimNextCaseInput!) {
  adminClaimNextCase(input: $input) {
    case {
      ...AdminCaseRow
    }
    errors {
      ...AdminRefusal
    }
  }
}
    fragment AdminCaseRow on AdminCase {
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
  heldAt
  decidedAt
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
fragment AdminRefusal on UserError {
  code
  message
  path
  ... on RateLimitedError {
    retryAfterSeconds
  }
}`) as unknown as TypedDocumentString<AdminClaimNextCaseMutation, AdminClaimNextCaseMutationVariables>;
export const AdminDecideCaseDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation AdminDecideCase($input: AdminDecideCaseInput!) {
  adminDecideCase(input: $input) {
    decision {
      ...AdminDecisionRow
    }
    errors {
      ...AdminRefusal
    }
  }
}
    fragment AdminDecisionRow on AdminDecision {
  id
  actions
  source
  ground
  policyTitle
  facts
  explanation
  strikePoints
  decidedAt
  decidedById
  expiresAt
  revertedAt
}
fragment AdminRefusal on UserError {
  code
  message
  path
  ... on RateLimitedError {
    retryAfterSeconds
  }
}`) as unknown as TypedDocumentString<AdminDecideCaseMutation, AdminDecideCaseMutationVariables>;
export const AdminDashboardDocument = /*#__PURE__*/ new TypedDocumentString(`
    query AdminDashboard($from: DateTime!, $until: DateTime!, $granularity: AdminDashboardGranularity!, $measures: [AdminMeasure!]!) {
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
    `) as unknown as TypedDocumentString<AdminDashboardQuery, AdminDashboardQueryVariables>;
export const AdminQueuesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query AdminQueues {
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
    `) as unknown as TypedDocumentString<AdminQueuesQuery, AdminQueuesQueryVariables>;
export const AdminPaymentsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query AdminPayments($first: Int, $after: String, $state: PaymentState, $userId: ID, $createdFrom: DateTime, $createdBefore: DateTime) {
  adminGetPayments(
    first: $first
    after: $after
    state: $state
    userId: $userId
    createdFrom: $createdFrom
    createdBefore: $createdBefore
  ) {
    nodes {
      ...AdminPaymentRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment AdminPaymentRow on AdminPayment {
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
}`) as unknown as TypedDocumentString<AdminPaymentsQuery, AdminPaymentsQueryVariables>;
export const AdminPaymentDocument = /*#__PURE__*/ new TypedDocumentString(`
    query AdminPayment($id: ID!) {
  adminGetNode(id: $id) {
    ... on AdminPayment {
      ...AdminPaymentRow
      refunds {
        ...AdminRefundRow
      }
      disputes {
        id
        state
        reason
        dueAt
        createdAt
        amount {
          amountMinor
          currency
        }
      }
    }
  }
}
    fragment AdminPaymentRow on AdminPayment {
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
fragment AdminRefundRow on AdminRefund {
  id
  amountMinor
  state
  kind
  reason
  requestedById
  createdAt
}`) as unknown as TypedDocumentString<AdminPaymentQuery, AdminPaymentQueryVariables>;
export const AdminCoinPurchasesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query AdminCoinPurchases($first: Int, $after: String, $state: PaymentState, $userId: ID, $createdFrom: DateTime, $createdBefore: DateTime) {
  adminGetCoinPurchases(
    first: $first
    after: $after
    state: $state
    userId: $userId
    createdFrom: $createdFrom
    createdBefore: $createdBefore
  ) {
    nodes {
      ...AdminCoinPurchaseRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment AdminPaymentRow on AdminPayment {
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
fragment AdminCoinPurchaseRow on AdminCoinPurchase {
  id
  coins
  bonusCoins
  state
  createdAt
  userId
  price {
    amountMinor
    currency
  }
  payment {
    ...AdminPaymentRow
  }
}`) as unknown as TypedDocumentString<AdminCoinPurchasesQuery, AdminCoinPurchasesQueryVariables>;
export const AdminRefundPurchaseDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation AdminRefundPurchase($input: AdminRefundPurchaseInput!) {
  adminRefundPurchase(input: $input) {
    refund {
      ...AdminRefundRow
    }
    purchase {
      ...AdminCoinPurchaseRow
    }
    errors {
      ...AdminRefusal
    }
  }
}
    fragment AdminPaymentRow on AdminPayment {
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
fragment AdminRefundRow on AdminRefund {
  id
  amountMinor
  state
  kind
  reason
  requestedById
  createdAt
}
fragment AdminCoinPurchaseRow on AdminCoinPurchase {
  id
  coins
  bonusCoins
  state
  createdAt
  userId
  price {
    amountMinor
    currency
  }
  payment {
    ...AdminPaymentRow
  }
}
fragment AdminRefusal on UserError {
  code
  message
  path
  ... on RateLimitedError {
    retryAfterSeconds
  }
}`) as unknown as TypedDocumentString<AdminRefundPurchaseMutation, AdminRefundPurchaseMutationVariables>;
export const AdminLoginDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation AdminLogin($input: AdminLoginInput!) {
  adminLogin(input: $input) {
    accessToken
    refreshToken
    deviceToken
    needsCode
    admin {
      ...SignedInAdmin
    }
    errors {
      ...AdminRefusal
    }
  }
}
    fragment AdminRefusal on UserError {
  code
  message
  path
  ... on RateLimitedError {
    retryAfterSeconds
  }
}
fragment SignedInAdmin on AdminUser {
  id
  email
  displayName
  role
  permissions
  account {
    hasSecondFactor
    needsSecondFactor
    recoveryCodeCount
  }
}`) as unknown as TypedDocumentString<AdminLoginMutation, AdminLoginMutationVariables>;
export const AdminAcceptInvitationDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation AdminAcceptInvitation($input: AdminAcceptInvitationInput!) {
  adminAcceptInvitation(input: $input) {
    accessToken
    refreshToken
    admin {
      ...SignedInAdmin
    }
    errors {
      ...AdminRefusal
    }
  }
}
    fragment AdminRefusal on UserError {
  code
  message
  path
  ... on RateLimitedError {
    retryAfterSeconds
  }
}
fragment SignedInAdmin on AdminUser {
  id
  email
  displayName
  role
  permissions
  account {
    hasSecondFactor
    needsSecondFactor
    recoveryCodeCount
  }
}`) as unknown as TypedDocumentString<AdminAcceptInvitationMutation, AdminAcceptInvitationMutationVariables>;
export const AdminRefreshSessionDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation AdminRefreshSession($input: AdminRefreshSessionInput!) {
  adminRefreshSession(input: $input) {
    accessToken
    refreshToken
    admin {
      ...SignedInAdmin
    }
    errors {
      ...AdminRefusal
    }
  }
}
    fragment AdminRefusal on UserError {
  code
  message
  path
  ... on RateLimitedError {
    retryAfterSeconds
  }
}
fragment SignedInAdmin on AdminUser {
  id
  email
  displayName
  role
  permissions
  account {
    hasSecondFactor
    needsSecondFactor
    recoveryCodeCount
  }
}`) as unknown as TypedDocumentString<AdminRefreshSessionMutation, AdminRefreshSessionMutationVariables>;
export const AdminLogoutDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation AdminLogout {
  adminLogout {
    errors {
      ...AdminRefusal
    }
  }
}
    fragment AdminRefusal on UserError {
  code
  message
  path
  ... on RateLimitedError {
    retryAfterSeconds
  }
}`) as unknown as TypedDocumentString<AdminLogoutMutation, AdminLogoutMutationVariables>;
export const AdminProveIdentityDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation AdminProveIdentity($input: AdminProveIdentityInput!) {
  adminProveIdentity(input: $input) {
    provedAt
    errors {
      ...AdminRefusal
    }
  }
}
    fragment AdminRefusal on UserError {
  code
  message
  path
  ... on RateLimitedError {
    retryAfterSeconds
  }
}`) as unknown as TypedDocumentString<AdminProveIdentityMutation, AdminProveIdentityMutationVariables>;
export const AdminMeDocument = /*#__PURE__*/ new TypedDocumentString(`
    query AdminMe {
  adminMe {
    ...SignedInAdmin
  }
}
    fragment SignedInAdmin on AdminUser {
  id
  email
  displayName
  role
  permissions
  account {
    hasSecondFactor
    needsSecondFactor
    recoveryCodeCount
  }
}`) as unknown as TypedDocumentString<AdminMeQuery, AdminMeQueryVariables>;
export const AdminUsersDocument = /*#__PURE__*/ new TypedDocumentString(`
    query AdminUsers($first: Int, $after: String, $search: String, $state: AccountState, $isSuspended: Boolean, $hasBadge: Boolean, $createdFrom: DateTime, $createdBefore: DateTime, $order: UserAccountOrder, $updatedAfter: DateTime) {
  adminGetUsers(
    first: $first
    after: $after
    search: $search
    state: $state
    isSuspended: $isSuspended
    hasBadge: $hasBadge
    createdFrom: $createdFrom
    createdBefore: $createdBefore
    order: $order
    updatedAfter: $updatedAfter
  ) {
    nodes {
      ...AdminUserRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment AdminUserRow on UserAccount {
  id
  username
  displayName
  email
  state
  createdAt
  updatedAt
  suspension {
    expiresAt
    reason
  }
}`) as unknown as TypedDocumentString<AdminUsersQuery, AdminUsersQueryVariables>;