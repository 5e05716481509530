import type { ProviderBalanceKind, ProviderBalanceMove, ProviderTakeBacks } from '#ports/payments.ts';
import type { Cash, CashAccount, CashEntry } from './cash.types.ts';

type Accounts = { readonly cause: CashAccount; readonly fees: CashAccount };

const ACCOUNTS: Readonly<Record<ProviderBalanceKind, Accounts>> = {
  CHARGE: { cause: 'CARD_SALES', fees: 'PROVIDER_FEES' },
  REFUND: { cause: 'REFUNDS', fees: 'PROVIDER_FEES' },
  REFUND_RETURN: { cause: 'REFUNDS', fees: 'PROVIDER_FEES' },
  DISPUTE: { cause: 'DISPUTES', fees: 'DISPUTE_FEES' },
  DISPUTE_RETURN: { cause: 'DISPUTES', fees: 'DISPUTE_FEES' },
};

/** The entries of what has moved at the provider. They sum to zero in each currency; none is zero. */
export function entriesOfMove(move: ProviderBalanceMove): CashEntry[] {
  const { kind, grossMinor, feeMinor, currency, chargedMinor, chargedCurrency } = move;
  const { cause, fees } = ACCOUNTS[kind];
  const exchange = 'CURRENCY_EXCHANGE';
  const caused: CashEntry[] =
    chargedCurrency === currency
      ? [{ account: cause, currency, amountMinor: -grossMinor }]
      : [
          { account: cause, currency: chargedCurrency, amountMinor: -chargedMinor },
          { account: exchange, currency: chargedCurrency, amountMinor: chargedMinor },
          { account: exchange, currency, amountMinor: -grossMinor },
        ];
  const moved: CashEntry[] = [
    { account: fees, currency, amountMinor: feeMinor },
    { account: 'PROVIDER_BALANCE', currency, amountMinor: grossMinor - feeMinor },
  ];
  return [...caused, ...moved].filter(({ amountMinor }) => amountMinor !== 0);
}

/** States of disputes in which the bank has the money. */
const TAKEN: ReadonlySet<string> = new Set(['NEEDS_RESPONSE', 'UNDER_REVIEW', 'LOST']);

/** Whether the provider does not show yet what a paid payment, a refund or a dispute has moved, by their states. */
export function isAnyMoveAwaited({ refunds, disputes, balanceMoves }: ProviderTakeBacks): boolean {
  const countOf = (kind: ProviderBalanceKind, id: string): number =>
    balanceMoves.filter((move) => move.kind === kind && move.sourceId === id).length;
  if (!balanceMoves.some(({ kind }) => kind === 'CHARGE')) return true;
  const isRefundAwaited = refunds.some(({ id, state }) => {
    const kept = countOf('REFUND', id) - countOf('REFUND_RETURN', id);
    // A pending refund may wait for money on our account, for days.
    if (state === 'PENDING') return false;
    return state === 'SUCCEEDED' ? kept <= 0 : kept > 0;
  });
  const isDisputeAwaited = disputes.some(({ id, state }) => {
    const kept = countOf('DISPUTE', id) - countOf('DISPUTE_RETURN', id);
    return TAKEN.has(state) ? kept <= 0 : kept > 0;
  });
  return isRefundAwaited || isDisputeAwaited;
}

/** The entries of a payout, or of its return. */
export function entriesOfPayout({ amountMinor, currency }: Cash, isReturn: boolean): CashEntry[] {
  const paidMinor = isReturn ? -amountMinor : amountMinor;
  return [
    { account: 'PAYOUTS_TO_CREATORS', currency, amountMinor: paidMinor },
    { account: 'BANK', currency, amountMinor: -paidMinor },
  ];
}
