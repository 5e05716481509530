import type { Stripe } from 'stripe';
import { TEST_CARDS } from './cards.ts';
import type { SandboxStore } from './store.ts';

/** Currencies that the account converts into euros, with the euros for one unit. All others it keeps as they are. */
const CONVERTED: Readonly<Record<string, { readonly rate: number; readonly digits: number }>> = {
  jpy: { rate: 0.0061, digits: 0 },
  chf: { rate: 1.05, digits: 2 },
};
const EURO_CENTS = 100;

const CHARGE_FEE_SHARE = 0.015;
const CHARGE_FEE_FIXED = 25;
export const DISPUTE_FEE = 1_500;

/** The time after which a card of late balances has one. */
const LATE_SECONDS = 3_600;

type Move = {
  readonly type: 'charge' | 'refund' | 'refund_failure' | 'adjustment';
  /** Id of the charge, refund or dispute. */
  readonly source: string;
  /** In the currency of the charge; below zero for money that goes. */
  readonly amount: number;
  readonly currency: string;
  /** Of the amount in the currency of the account. */
  readonly feeOf?: (settled: number) => number;
};

/** Moves money on the account. The fee is in the currency of the account. */
export async function moveBalance(
  store: SandboxStore,
  { type, source, amount: moved, currency: from, feeOf }: Move,
): Promise<Stripe.BalanceTransaction> {
  const converted = CONVERTED[from];
  const amount = converted
    ? Math.round((moved * converted.rate * EURO_CENTS) / 10 ** converted.digits)
    : moved;
  const currency = converted ? 'eur' : from;
  const fee = feeOf?.(amount) ?? 0;
  const transaction: Stripe.BalanceTransaction = {
    id: store.newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: store.now,
    balance_type: 'payments',
    created: store.now,
    currency,
    description: null,
    exchange_rate: converted?.rate ?? null,
    fee,
    fee_details:
      fee === 0 ? [] : [{ amount: fee, application: null, currency, description: null, type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: type === 'adjustment' ? 'dispute' : type,
    source,
    status: 'available',
    type,
  };
  await store.save('balance_transaction', transaction);
  return transaction;
}

const chargeFee = (settled: number): number => Math.round(settled * CHARGE_FEE_SHARE) + CHARGE_FEE_FIXED;

/** Books a charge, unless it is by a card of late balances and still new. @returns it with the id of its transaction */
export async function settleCharge(store: SandboxStore, charge: Stripe.Charge): Promise<Stripe.Charge> {
  if (charge.balance_transaction !== null) return charge;
  const token = charge.payment_method === null ? null : await store.testCardOf(charge.payment_method);
  const isLate = TEST_CARDS[token ?? '']?.isBalanceLate ?? false;
  if (isLate && store.now < charge.created + LATE_SECONDS) return charge;
  const { id: source, amount, currency } = charge;
  const { id } = await moveBalance(store, { type: 'charge', source, amount, currency, feeOf: chargeFee });
  const settled: Stripe.Charge = { ...charge, balance_transaction: id };
  await store.save('charge', settled);
  return settled;
}

type Expandable = string | Stripe.BalanceTransaction | null | undefined;

/** The transaction in place of its id. */
export const expandedBalance = async (
  store: SandboxStore,
  balance: Expandable,
): Promise<Stripe.BalanceTransaction | null> =>
  typeof balance === 'string' ? store.find('balance_transaction', balance) : (balance ?? null);
