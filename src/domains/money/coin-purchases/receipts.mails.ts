import { composeMail } from '#domains/foundation/mails/mails.policy.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { MailMessage } from '#ports/mail.ts';
import type { CardBrand } from '#ports/payments.ts';
import type { Receipt, ReceiptFrame } from './receipts.types.ts';

export function purchaseReceiptMail(receipt: Receipt, frame: ReceiptFrame): MailMessage {
  return composeMail({
    to: receipt.to,
    subject: `Receipt for ${totalOf(receipt)}`,
    paragraphs: [
      `You have bought ${coinsOf(receipt)} for ${amountOf(receipt, frame)} on ${dayOf(receipt.paidAt)}.`,
      ...cardLines(receipt, frame),
      `Payment: ${paymentIdOf(receipt)}.`,
      'If you did not buy this, choose a new password and tell the bank of your card.',
    ],
    link: linkOf(receipt),
    idempotencyKey: `receipt:${receipt.purchaseId}`,
  });
}

type Taken = ReceiptFrame & {
  readonly takeBackId: string;
  readonly amountMinor: number;
  /** Decided for the buyer, in place of a refund. */
  readonly isDispute: boolean;
};

export function takeBackMail(receipt: Receipt, { amountMinor, ...taken }: Taken): MailMessage {
  const amount = amountOf({ ...receipt, amountMinor }, taken);
  const price = amountOf(receipt, taken);
  const bought = `${coinsOf(receipt)} for ${price} on ${dayOf(receipt.paidAt)}`;
  return composeMail({
    to: receipt.to,
    subject: `${taken.isDispute ? 'Returned by your bank' : 'Refund'}: ${amount}`,
    paragraphs: [
      taken.isDispute
        ? `Your bank has returned ${amount} to you, of a payment that was disputed.`
        : `We have refunded ${amount} to you.`,
      `You had bought ${bought}. The coins that this amount has paid for are taken back.`,
      ...cardLines(receipt, taken),
      `Payment: ${paymentIdOf(receipt)}.`,
    ],
    link: linkOf(receipt),
    idempotencyKey: `purchase-taken-back:${taken.takeBackId}`,
  });
}

const totalOf = ({ coins, bonusCoins }: Receipt): string => `${coins + bonusCoins} coins`;

const coinsOf = ({ coins, bonusCoins }: Receipt): string =>
  bonusCoins > 0 ? `${coins} coins with a bonus of ${bonusCoins}` : `${coins} coins`;

/** With the code of the currency, whose sign others may share: EUR 4.49. */
function amountOf({ amountMinor, currency }: Receipt, { digits }: ReceiptFrame): string {
  const units = BigInt(amountMinor) / 10n ** BigInt(digits);
  const rest = String(amountMinor)
    .padStart(digits + 1, '0')
    .slice(-digits);
  return `${currency} ${units.toLocaleString('en')}${digits > 0 ? `.${rest}` : ''}`;
}

function cardLines(
  { cardBrand, cardLast4 }: Receipt,
  { statementDescriptor }: ReceiptFrame,
): readonly string[] {
  const card = cardLast4 === null ? [] : [`Card: ${BRANDS[cardBrand ?? 'OTHER']} ending in ${cardLast4}.`];
  const shown = statementDescriptor === null ? [] : [`Its statement shows it with ${statementDescriptor}.`];
  return card.length + shown.length === 0 ? [] : [[...card, ...shown].join(' ')];
}

const BRANDS: Readonly<Record<CardBrand, string>> = {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
  AMEX: 'American Express',
  DISCOVER: 'Discover',
  DINERS: 'Diners Club',
  JCB: 'JCB',
  UNIONPAY: 'UnionPay',
  OTHER: 'a card',
};

const paymentIdOf = ({ purchaseId }: Receipt): string => toGlobalId('payment', purchaseId);

const linkOf = ({ receiptUrl }: Receipt) =>
  receiptUrl === null ? null : { label: 'Receipt of the payment provider', url: receiptUrl };

/** Unambiguous in every locale: 2026-11-20 14:05 UTC. */
const dayOf = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
