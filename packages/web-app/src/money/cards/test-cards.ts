/** Cards of the sandbox, which are public and pay nothing. */
export const TEST_CARDS = [
  { token: 'pm_card_visa', last4: '4242', kind: 'good' },
  { token: 'pm_card_mastercard', last4: '4444', kind: 'good' },
  { token: 'pm_card_authenticationRequired', last4: '3184', kind: 'asks' },
  { token: 'pm_card_chargeDeclined', last4: '0002', kind: 'declined' },
  { token: 'pm_card_chargeDeclinedInsufficientFunds', last4: '9995', kind: 'poor' },
] as const;
