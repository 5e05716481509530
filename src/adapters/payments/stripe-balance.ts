import type { Stripe } from 'stripe';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import type { ProviderBalanceKind, ProviderBalanceMove } from '#ports/payments.ts';
import { fromCharged } from './stripe-currencies.ts';

type Source = { readonly id: string; readonly amount: number; readonly currency: string };
type Expandable = string | Stripe.BalanceTransaction | null | undefined;

/** Null while there is none, and of a charge that was not paid. */
export const balanceOfCharge = (charge: Stripe.Charge): ProviderBalanceMove | null =>
  charge.paid ? moveOf(charge.balance_transaction, { kind: 'CHARGE', source: charge, sign: 1 }) : null;

export const balancesOfRefund = (refund: Stripe.Refund): ProviderBalanceMove[] =>
  [
    moveOf(refund.balance_transaction, { kind: 'REFUND', source: refund, sign: -1 }),
    moveOf(refund.failure_balance_transaction, { kind: 'REFUND_RETURN', source: refund, sign: 1 }),
  ].filter((move) => move !== null);

/** Moves of the account by a dispute: taken and given back. A fee that was given back for itself counts as a return. */
export const balancesOfDispute = (dispute: Stripe.Dispute): ProviderBalanceMove[] =>
  dispute.balance_transactions
    .map((transaction) => {
      const isReturn = transaction.amount > 0 || (transaction.amount === 0 && transaction.net > 0);
      return isReturn
        ? moveOf(transaction, { kind: 'DISPUTE_RETURN', source: dispute, sign: 1 })
        : moveOf(transaction, { kind: 'DISPUTE', source: dispute, sign: -1 });
    })
    .filter((move) => move !== null);

type Moved = { readonly kind: ProviderBalanceKind; readonly source: Source; readonly sign: 1 | -1 };

/** Null for an id alone, of what was not asked for. */
function moveOf(transaction: Expandable, { kind, source, sign }: Moved): ProviderBalanceMove | null {
  if (typeof transaction !== 'object' || transaction === null) return null;
  const { id, amount, net, currency, exchange_rate, created } = transaction;
  const grossMinor = fromCharged(amount, currency);
  const isConverted = currency !== source.currency;
  return {
    id,
    kind,
    sourceId: source.id,
    grossMinor,
    // The difference, so that the three fit together where the currency is counted otherwise here.
    feeMinor: grossMinor - fromCharged(net, currency),
    currency: currency.toUpperCase(),
    chargedMinor: isConverted ? chargedOf(source, amount === 0 ? 0 : sign) : grossMinor,
    chargedCurrency: source.currency.toUpperCase(),
    exchangeRate: isConverted ? decimalOf(exchange_rate) : null,
    movedAt: new Date(created * SECOND_MS),
  };
}

const chargedOf = ({ amount, currency }: Source, sign: -1 | 0 | 1): number =>
  sign * fromCharged(amount, currency);

const RATE_DIGITS = 12;

/** Without an exponent, which small numbers get. */
const decimalOf = (rate: number | null): string | null =>
  rate === null ? null : rate.toFixed(RATE_DIGITS).replace(/\.?0+$/, '');
