import { sendMail } from '#domains/foundation/mails/mails.service.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Services } from '#platform/outbox/services.ts';
import { purchaseReceiptMail, takeBackMail } from './receipts.mails.ts';
import { findReceipt, findTakenAmount } from './receipts.queries.ts';
import type { Receipt, ReceiptFrame } from './receipts.types.ts';

/** Tells the buyer of a refund that has succeeded, or a dispute that was decided for them. */
export const mailTakeBackJob = defineJob<{ purchaseId: string; takeBackId: string }>(
  'coin-purchases.mailTakeBack',
);

/** Mails the receipt of a purchase that is credited. */
export async function mailReceipt(services: Services, purchaseId: string): Promise<void> {
  const receipt = await findReceipt(services.db, purchaseId);
  if (!receipt) return;
  const mail = purchaseReceiptMail(receipt, frameOf(services, receipt));
  await services.transaction(async (tx) => sendMail(services, tx, mail));
}

/** The work of `mailTakeBackJob`. */
export async function mailTakeBack(
  services: Services,
  given: { purchaseId: string; takeBackId: string },
): Promise<void> {
  const receipt = await findReceipt(services.db, given.purchaseId);
  const taken = await findTakenAmount(services.db, given);
  if (!receipt || !taken) return;
  const frame = { ...frameOf(services, receipt), ...taken, takeBackId: given.takeBackId };
  const mail = takeBackMail(receipt, frame);
  await services.transaction(async (tx) => sendMail(services, tx, mail));
}

/** Nearly all currencies have two digits; the provider knows the others. */
const frameOf = ({ ports }: Services, { currency }: Receipt): ReceiptFrame => ({
  digits: ports.payments.chargeRuleOf(currency)?.digits ?? 2,
  statementDescriptor: ports.payments.statementDescriptor,
});
