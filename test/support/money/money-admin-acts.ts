import { type Act, REASON } from '#test/support/promises/audited-act.ts';

const CLOSED_MONTH = '2020-01';
const OFFER = {
  coins: 100,
  bonusCoins: 0,
  priceMinor: 199,
  currency: 'EUR',
  startsAt: null,
  endsAt: null,
  maxPerUser: null,
};

/** Acts of admins with money, in the order in which each can be done. */
export const MONEY_ACTS: Readonly<Record<string, Act>> = {
  adminAdjustCoins: {
    input: ({ userId }) => ({ userId, amountCoins: 500, reason: REASON, idempotencyKey: 'one' }),
    subject: 'adjustmentId',
    gives: ['adjustmentId', 'adjustment', 'id'],
    before: null,
    after: ({ userId }) => ({ userId, amountCoins: 500, state: 'POSTED' }),
  },
  adminReverseAdjustment: {
    input: ({ adjustmentId }) => ({ adjustmentId, reason: REASON, idempotencyKey: 'one' }),
    subject: 'reversalId',
    gives: ['reversalId', 'adjustment', 'id'],
    before: null,
    after: ({ userId }) => ({ userId, amountCoins: -500, state: 'POSTED' }),
  },
  adminApproveAdjustment: {
    input: ({ approvedId }) => ({ adjustmentId: approvedId }),
    subject: 'approvedId',
    isOfAnother: true,
    before: { state: 'PENDING' },
    after: { state: 'POSTED' },
  },
  adminRejectAdjustment: {
    input: ({ rejectedId }) => ({ adjustmentId: rejectedId }),
    subject: 'rejectedId',
    isOfAnother: true,
    before: { state: 'PENDING' },
    after: { state: 'REJECTED' },
  },
  adminRefundPurchase: {
    input: ({ purchaseId }) => ({ purchaseId, amountMinor: 100, reason: REASON, idempotencyKey: 'one' }),
    subject: 'purchaseId',
    before: { refundedMinor: 0, currency: 'EUR' },
    after: { refundedMinor: 100, currency: 'EUR' },
  },
  adminEndSubscription: {
    input: ({ subscriptionId }) => ({ subscriptionId, refund: true, reason: REASON }),
    subject: 'subscriptionId',
    before: { state: 'ACTIVE' },
    after: { state: 'ENDED', isRefunded: true },
  },
  adminRefundMessagePurchase: {
    input: ({ messagePurchaseId }) => ({ purchaseId: messagePurchaseId, reason: REASON }),
    subject: 'messagePurchaseId',
    before: { state: 'PAID' },
    after: { state: 'REFUNDED', priceCoins: 1 },
  },
  adminRecordPayout: {
    input: ({ userId }) => ({ userId, amountCoins: 5, reference: 'SEPA', idempotencyKey: 'one' }),
    subject: 'payoutId',
    gives: ['payoutId', 'payout', 'id'],
    before: null,
    after: ({ userId }) => ({ userId, amountCoins: 5, method: 'BANK_TRANSFER' }),
  },
  adminReversePayout: {
    input: ({ payoutId }) => ({ payoutId, reason: REASON }),
    subject: 'payoutId',
    before: { isReversed: false },
    after: { isReversed: true },
  },
  adminExportBooks: {
    input: () => ({ month: '2020-01', kind: 'PAYOUTS' }),
    subject: 'bookExportId',
    gives: ['bookExportId', 'export', 'id'],
    before: null,
    after: { month: '2020-01', kind: 'PAYOUTS' },
  },
  adminCloseMonth: {
    input: () => ({ month: CLOSED_MONTH }),
    subject: null,
    before: { month: CLOSED_MONTH, isClosed: false },
    after: { month: CLOSED_MONTH, isClosed: true },
  },
  adminCreateCoinPackage: {
    input: () => ({ coins: 100, priceMinor: 199, currency: 'EUR' }),
    subject: 'packageId',
    gives: ['packageId', 'package', 'id'],
    before: null,
    after: OFFER,
  },
  adminUpdateCoinPackage: {
    input: ({ packageId }) => ({ packageId, bonusCoins: 10 }),
    subject: 'packageId',
    before: OFFER,
    after: { ...OFFER, bonusCoins: 10 },
  },
  adminApproveCoinPackage: {
    input: ({ approvedOfferId }) => ({ requestId: approvedOfferId }),
    subject: 'approvedOfferId',
    gives: ['unusualId', 'request', 'packageId'],
    isOfAnother: true,
    before: { state: 'PENDING' },
    after: { state: 'APPROVED' },
  },
  adminRejectCoinPackage: {
    input: ({ rejectedOfferId }) => ({ requestId: rejectedOfferId }),
    subject: 'rejectedOfferId',
    isOfAnother: true,
    before: { state: 'PENDING' },
    after: { state: 'REJECTED' },
  },
  adminReorderCoinPackages: {
    input: ({ packageId, otherPackageId, unusualId }) => ({
      packageIds: [packageId, otherPackageId, unusualId],
    }),
    subject: null,
    before: ({ packageId, otherPackageId, unusualId }) => ({
      packageIds: `${otherPackageId} ${packageId} ${unusualId}`,
    }),
    after: ({ packageId, otherPackageId, unusualId }) => ({
      packageIds: `${packageId} ${otherPackageId} ${unusualId}`,
    }),
  },
  adminArchiveCoinPackage: {
    input: ({ packageId }) => ({ packageId }),
    subject: 'packageId',
    gives: ['archivedAt', 'package', 'archivedAt'],
    before: { archivedAt: null },
    after: ({ archivedAt }) => ({ archivedAt }),
  },
};
