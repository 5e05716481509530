import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { AdminContext, InTransaction, RequestContext, UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { assertNotPaused } from '../card-pauses/card-pauses.service.ts';
import { paymentById } from './card-payments.loaders.ts';
import { isOpen } from './card-payments.policy.ts';
import {
  type ChargeableMethod,
  countOpenPayments,
  findChargeableMethod,
  findPayment,
  insertPayment,
  listPayments,
  updateSession,
} from './card-payments.queries.ts';
import type { NewPayment, Payment, PaymentFilter, PaymentStep } from './card-payments.types.ts';
import { parseMethodId } from './payments.policy.ts';
import { insertCustomer, lockCustomer } from './payments.queries.ts';
import { askProvider } from './provider.service.ts';
import {
  cancelAtProvider,
  chargePaymentJob,
  enqueuePaymentLook,
  ensurePayment,
  lookAtPayment,
} from './payment-looks.service.ts';

/** Null when it is not the caller's. */
export async function findOwnPayment(ctx: RequestContext, id: string): Promise<Payment | null> {
  const found = await load(ctx, paymentById, id);
  return found && found.userId === ctx.user?.id ? found : null;
}

export const findAnyPayment = async (ctx: AdminContext, id: string): Promise<Payment | null> =>
  load(ctx, paymentById, id);

/** Payments of the caller, newest first. */
export const myPayments = (ctx: UserContext, page: ListRequest<IdKey>): Promise<Payment[]> =>
  listPayments(ctx.db, { userId: ctx.user.id, state: null, from: null, until: null }, page);

/** Payments of all users, newest first. */
export const adminGetPayments = (
  ctx: AdminContext,
  filter: PaymentFilter,
  page: ListRequest<IdKey>,
): Promise<Payment[]> => listPayments(ctx.db, filter, page);

/** Serializes the payments of the caller until the commit, so that their counts stay true. */
export async function lockPayer(ctx: InTransaction<UserContext>, tx: Tx): Promise<void> {
  const own = { userId: ctx.user.id, provider: ctx.ports.payments.provider };
  await insertCustomer(tx, { ...own, id: ctx.ids.next(), createdAt: ctx.clock.now() });
  await lockCustomer(tx, own);
}

/**
 * Begins a payment; `lockPayer` precedes it, and `nextPaymentStep` follows after the commit.
 * @param methodId the saved method to charge; undefined is the default one, if there is one, and null none
 * @throws AppError NOT_FOUND | LIMIT_REACHED | RATE_LIMITED
 */
export async function beginPayment(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  { methodId, ...payment }: NewPayment & { methodId: string | null | undefined },
): Promise<void> {
  const own = { userId: ctx.user.id, provider: ctx.ports.payments.provider };
  const limit = ctx.limits.openPayments;
  if ((await countOpenPayments(tx, own.userId)) >= limit) throw tooManyOpen(limit);
  const method = methodId === null ? null : await findChargeableMethod(tx, { ...own, id: methodId ?? null });
  if (methodId && !method) throw notFound('Payment method', ['paymentMethodId']);
  const createdAt = ctx.clock.now();
  const { sessionId } = ctx.user;
  const trial = { userId: own.userId, sessionId, fingerprint: method?.fingerprint ?? null };
  await assertNotPaused(tx, trial, createdAt);
  const methodProviderId = method?.providerId ?? null;
  const begun = { ...payment, ...own, methodProviderId, isOffSession: false, sessionId, createdAt };
  await insertPayment(tx, begun);
  enqueuePaymentLook(tx, { id: payment.id, createdAt }, createdAt);
}

/** A payment that is made while its payer is away, with a saved method: the default one where its id is undefined. */
export type PaymentWithoutPayer = NewPayment & {
  readonly userId: string;
  readonly methodId: string | undefined;
};

/**
 * Begins a payment without its payer, which a job makes at the provider after the commit; `paymentChanged` tells how it went. It counts
 * neither among the open payments of the payer nor as a trial of a card, and no limit of theirs stops it. Locks the payments of the payer
 * until the commit.
 * @returns false when the payer does not have the method any more: then nothing is begun
 */
export async function beginPaymentFor(
  { clock, ports }: Pick<Services, 'clock' | 'ports'>,
  tx: Tx,
  { methodId, ...payment }: PaymentWithoutPayer,
): Promise<boolean> {
  const own = { userId: payment.userId, provider: ports.payments.provider };
  // Without a customer the user is erased, or never had a card.
  if (!(await lockCustomer(tx, own))) return false;
  const method = await findChargeableMethod(tx, { ...own, id: methodId ?? null });
  if (!method) return false;
  const { provider } = own;
  const createdAt = clock.now();
  const away = { isOffSession: true, sessionId: null, methodProviderId: method.providerId };
  await insertPayment(tx, { ...payment, ...away, provider, createdAt });
  tx.enqueue(chargePaymentJob, { paymentId: payment.id }, { key: payment.id });
  enqueuePaymentLook(tx, { id: payment.id, createdAt }, createdAt);
  return true;
}

const tooManyOpen = (limit: number): AppError =>
  new AppError(
    'LIMIT_REACHED',
    `At most ${limit} payments can be open at a time: pay or cancel one first, or wait an hour.`,
    { details: { limit } },
  );

/**
 * Asks the provider how a payment of the caller stands, makes it there where it is not yet, and stores the answer.
 * @throws AppError NOT_FOUND | RATE_LIMITED | SERVICE_UNAVAILABLE
 */
export async function nextPaymentStep(ctx: UserContext, id: string): Promise<PaymentStep> {
  return stepOf(ctx, id, { isMade: true });
}

/**
 * Asks the provider how a payment of the caller stands, and stores the answer; nothing is made or charged.
 * @throws AppError NOT_FOUND | RATE_LIMITED | SERVICE_UNAVAILABLE
 */
export async function presentPaymentStep(ctx: UserContext, id: string): Promise<PaymentStep> {
  return stepOf(ctx, id, { isMade: false });
}

async function stepOf(ctx: UserContext, id: string, making: { isMade: boolean }): Promise<PaymentStep> {
  if (!isOpen(await requirePayment(ctx, id))) return NO_STEP;
  const said = await askProvider(ctx, () => lookAtPayment(ctx, id, making));
  if (!said || !isOpen(await requirePayment(ctx, id))) return NO_STEP;
  return { clientSecret: said.clientSecret, nextAction: said.nextAction };
}

const NO_STEP: PaymentStep = { clientSecret: null, nextAction: null };

/** A card to pay with: a saved one, or one that the client has given to the provider. */
export type PayingCard = {
  readonly paymentMethodId?: string | null | undefined;
  readonly providerMethodId?: string | null | undefined;
};

/**
 * Charges a card for a payment that is open.
 * @throws AppError NOT_FOUND | VALIDATION_FAILED | PAYMENT_DECLINED | RATE_LIMITED | SERVICE_UNAVAILABLE
 */
export async function payBy(ctx: UserContext, id: string, card: PayingCard): Promise<PaymentStep> {
  const path = [card.paymentMethodId == null ? 'providerMethodId' : 'paymentMethodId'];
  const { providerId, ...chosen } = await chosenMethod(ctx, card);
  const found = await requirePayment(ctx, id);
  if (!isOpen(found)) return NO_STEP;
  const { id: userId, sessionId } = ctx.user;
  const fingerprint =
    chosen.fingerprint ??
    (await askProvider(ctx, () => ctx.ports.payments.findFingerprint(providerId), path));
  await assertNotPaused(ctx.db, { userId, sessionId, fingerprint }, ctx.clock.now());
  await ctx.transaction((tx) => updateSession(tx, { id, sessionId }));
  try {
    await askProvider(ctx, () => confirmAtProvider(ctx, found, providerId), path);
  } catch (refusal) {
    // The provider has recorded a decline, and a payment that another request has finished is as it is.
    const isKnown = refusal instanceof AppError && KNOWN_REFUSALS.has(refusal.code);
    if (!isKnown) throw refusal;
    const step = await nextPaymentStep(ctx, id);
    if (refusal.code === 'PAYMENT_DECLINED') throw refusal;
    return step;
  }
  return nextPaymentStep(ctx, id);
}

async function confirmAtProvider(ctx: UserContext, payment: Payment, methodId: string): Promise<void> {
  const paymentId = await ensurePayment(ctx, payment, { isMade: true });
  if (paymentId === null) throw notFound('Payment');
  await ctx.ports.payments.confirmPayment({ paymentId, methodId });
}

const KNOWN_REFUSALS: ReadonlySet<string> = new Set(['PAYMENT_DECLINED', 'INVALID_STATE']);

/** The card by the provider's id. */
async function chosenMethod(
  ctx: UserContext,
  { paymentMethodId, providerMethodId }: PayingCard,
): Promise<ChargeableMethod> {
  if (paymentMethodId == null) {
    if (providerMethodId == null)
      throw invalid(['providerMethodId'], 'Name a card, by one of its ids.', 'required');
    return { providerId: parseMethodId({ providerMethodId }), fingerprint: null };
  }
  if (providerMethodId != null)
    throw invalid(['providerMethodId'], 'Name one card, by one of its ids.', 'exclusive');
  const own = { userId: ctx.user.id, provider: ctx.ports.payments.provider };
  const saved = await findChargeableMethod(ctx.db, { ...own, id: paymentMethodId });
  if (!saved) throw notFound('Payment method', ['paymentMethodId']);
  return saved;
}

/**
 * Cancels a payment at the provider. Repeating it succeeds, and one that is paid meanwhile stays so.
 * @throws AppError NOT_FOUND | RATE_LIMITED | SERVICE_UNAVAILABLE
 */
export async function cancelPayment(ctx: UserContext, id: string): Promise<void> {
  const found = await requirePayment(ctx, id);
  if (isOpen(found)) await askProvider(ctx, () => cancelAtProvider(ctx, id));
}

/** Passes or fails the challenge of a payment in the sandbox. @throws AppError NOT_FOUND | INVALID_STATE */
export async function completePaymentChallenge(
  ctx: UserContext,
  { paymentId, isPassed }: { paymentId: string; isPassed: boolean },
): Promise<PaymentStep> {
  const { sandbox } = ctx.ports.payments;
  const { state, providerId } = await requirePayment(ctx, paymentId);
  if (!sandbox || state !== 'REQUIRES_ACTION' || providerId === null)
    throw new AppError('INVALID_STATE', 'The payment waits for no challenge of the sandbox.', {
      path: ['paymentId'],
      details: { current: sandbox ? state : 'LIVE', allowed: ['REQUIRES_ACTION'] },
    });
  await askProvider(ctx, () => sandbox.completeChallenge({ id: providerId, isPassed }));
  return nextPaymentStep(ctx, paymentId);
}

async function requirePayment(ctx: UserContext, id: string): Promise<Payment> {
  const found = await findPayment(ctx.db, id);
  if (found?.userId !== ctx.user.id) throw notFound('Payment', ['paymentId']);
  return found;
}
