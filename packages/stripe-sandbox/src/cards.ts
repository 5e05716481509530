/** A card of the sandbox: Stripe's public test tokens, and how their cards behave. */
export type TestCard = {
  readonly brand: string;
  readonly last4: string;
  /** The refusal of the bank; null for a good card. */
  readonly decline: { readonly code: string; readonly declineCode?: string; readonly message: string } | null;
  /** Whether the bank wants the cardholder to prove who they are. */
  readonly isChallenged: boolean;
  /** Whether the cardholder disputes each payment by it, or begins with an inquiry. */
  readonly dispute: 'DISPUTE' | 'INQUIRY' | null;
  /** Whether the bank takes a refund later, or sends one back that has succeeded; null takes it at once. */
  readonly lateRefund: 'SUCCEEDS' | 'FAILS' | null;
  /** Whether the account shows the money of a charge an hour later. */
  readonly isBalanceLate: boolean;
};

const GOOD = {
  brand: 'visa',
  decline: null,
  isChallenged: false,
  dispute: null,
  lateRefund: null,
  isBalanceLate: false,
} as const;
const declined = (last4: string, code: string, message: string, declineCode?: string): TestCard => ({
  ...GOOD,
  last4,
  decline: { code, message, ...(declineCode !== undefined && { declineCode }) },
});

export const TEST_CARDS: Readonly<Record<string, TestCard>> = {
  pm_card_visa: { ...GOOD, last4: '4242' },
  pm_card_mastercard: { ...GOOD, brand: 'mastercard', last4: '4444' },
  pm_card_authenticationRequired: { ...GOOD, last4: '3184', isChallenged: true },
  pm_card_createDispute: { ...GOOD, last4: '0259', dispute: 'DISPUTE' },
  pm_card_createDisputeInquiry: { ...GOOD, last4: '1976', dispute: 'INQUIRY' },
  pm_card_pendingRefund: { ...GOOD, last4: '7726', lateRefund: 'SUCCEEDS' },
  pm_card_refundFail: { ...GOOD, last4: '5126', lateRefund: 'FAILS' },
  pm_card_lateBalance: { ...GOOD, last4: '0077', isBalanceLate: true },
  pm_card_chargeDeclined: declined('0002', 'card_declined', 'Your card was declined.', 'generic_decline'),
  pm_card_chargeDeclinedInsufficientFunds: declined(
    '9995',
    'card_declined',
    'Your card has insufficient funds.',
    'insufficient_funds',
  ),
  pm_card_chargeDeclinedExpiredCard: declined('0069', 'expired_card', 'Your card has expired.'),
  pm_card_chargeDeclinedIncorrectCvc: declined(
    '0127',
    'incorrect_cvc',
    "Your card's security code is incorrect.",
  ),
};
