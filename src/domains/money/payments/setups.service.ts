import { AppError, notFound } from '#platform/kernel/errors.ts';
import type { ObjectState } from '#platform/kernel/object-states.ts';
import type { Services } from '#platform/outbox/services.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { PaymentsError, type ProviderSetup } from '#ports/payments.ts';
import { answeredBefore, hasExpired, isFinal, nextLookAt, parseMethodId } from './payments.policy.ts';
import {
  countMethods,
  countOpenSetups,
  findSetup,
  findUnansweredSetupId,
  insertCustomer,
  insertSetup,
  lockCustomer,
  updateSetupMethod,
  updateSetupProviderId,
  updateSetupState,
  upsertMethod,
} from './payments.queries.ts';
import { assertNotPaused, noteDecline } from '../card-pauses/card-pauses.service.ts';
import { ensureCustomer } from './customers.service.ts';
import type { PaymentSetup, ShownSetup } from './payments.types.ts';
import { askProvider } from './provider.service.ts';

/** Asks the provider how a setup stands, finishes what a lost process began, and cancels it when its time is over. */
export const reconcileSetupJob = defineJob<{ setupId: string }>('payments.reconcileSetup');

/** Null when the caller has no such setup. */
export async function myPaymentSetup(ctx: RequestContext, id: string): Promise<PaymentSetup | null> {
  const found = ctx.user && (await findSetup(ctx.db, { id, provider: ctx.ports.payments.provider }));
  return found && found.userId === ctx.user?.id ? found : null;
}

/** Begins the saving of a card. @throws AppError LIMIT_REACHED | RATE_LIMITED | SERVICE_UNAVAILABLE */
export async function createPaymentSetup(ctx: UserContext): Promise<ShownSetup> {
  const own = { userId: ctx.user.id, provider: ctx.ports.payments.provider };
  const [id, customerId] = [ctx.ids.next(), ctx.ids.next()];
  const createdAt = ctx.clock.now();
  const { sessionId } = ctx.user;
  await assertNotPaused(ctx.db, { userId: own.userId, sessionId, fingerprint: null }, createdAt);
  const setupId = await ctx.transaction(async (tx) => {
    await insertCustomer(tx, { ...own, id: customerId, createdAt });
    await lockCustomer(tx, own);
    const lost = await findUnansweredSetupId(tx, { ...own, before: answeredBefore(createdAt) });
    if (lost !== null) return lost;
    const open = await countOpenSetups(tx, own);
    const { openPaymentSetups, savedPaymentMethods } = ctx.limits;
    if (open >= openPaymentSetups) throw tooManyOpen(openPaymentSetups);
    // Each open one may still become a method.
    if ((await countMethods(tx, own)) + open >= savedPaymentMethods) throw tooManySaved(savedPaymentMethods);
    await insertSetup(tx, { ...own, id, sessionId, createdAt });
    enqueueLook(tx, { id, createdAt }, createdAt);
    return id;
  });
  return shownSetup(ctx, setupId);
}

const tooManyOpen = (limit: number): AppError =>
  new AppError(
    'LIMIT_REACHED',
    `At most ${limit} cards can be given at a time: finish one first, or wait an hour.`,
    {
      details: { limit },
    },
  );

const tooManySaved = (limit: number): AppError =>
  new AppError(
    'LIMIT_REACHED',
    `You can save at most ${limit} payment methods, with those that you are giving: remove one first.`,
    {
      details: { limit },
    },
  );

/**
 * A setup of the caller with what the provider says of it now; where the provider does not know it yet, it is made there.
 * @throws AppError NOT_FOUND | RATE_LIMITED | SERVICE_UNAVAILABLE
 */
async function shownSetup(ctx: UserContext, setupId: string): Promise<ShownSetup> {
  await requireSetup(ctx, setupId);
  const said = await askProvider(ctx, () => lookAtSetup(ctx, setupId));
  const setup = await requireSetup(ctx, setupId);
  if (!said) throw notFound('Payment setup', ['setupId']);
  return { setup, clientSecret: said.clientSecret, nextAction: isFinal(setup) ? null : said.nextAction };
}

/**
 * A setup of the caller as the provider says now, without giving it a card.
 * @throws AppError NOT_FOUND | RATE_LIMITED | SERVICE_UNAVAILABLE
 */
export const refreshPaymentSetup = (ctx: UserContext, setupId: string): Promise<ShownSetup> =>
  shownSetup(ctx, setupId);

/**
 * Confirms a setup with a card that the client has given to the provider, and stores what the provider says.
 * @throws AppError NOT_FOUND | VALIDATION_FAILED | PAYMENT_DECLINED | RATE_LIMITED | SERVICE_UNAVAILABLE
 */
export async function confirmPaymentSetup(
  ctx: UserContext,
  input: { setupId: string; providerMethodId: string },
): Promise<ShownSetup> {
  const methodId = parseMethodId(input);
  const found = await requireSetup(ctx, input.setupId);
  if (isFinal(found)) return shownSetup(ctx, found.id);
  const { id: userId, sessionId } = ctx.user;
  const fingerprint = await askProvider(ctx, () => ctx.ports.payments.findFingerprint(methodId), METHOD_PATH);
  await assertNotPaused(ctx.db, { userId, sessionId, fingerprint }, ctx.clock.now());
  const setupId = await askProvider(ctx, () => ensureAtProvider(ctx, found));
  if (setupId === null) throw notFound('Payment setup', ['setupId']);
  try {
    await askProvider(ctx, () => ctx.ports.payments.confirmSetup({ setupId, methodId }), METHOD_PATH);
  } catch (refusal) {
    // The provider has recorded a decline, and a setup that another request has finished is as it is.
    const isKnown = refusal instanceof AppError && KNOWN_REFUSALS.has(refusal.code);
    if (!isKnown) throw refusal;
    const shown = await shownSetup(ctx, found.id);
    if (refusal.code === 'PAYMENT_DECLINED') throw refusal;
    return shown;
  }
  return shownSetup(ctx, found.id);
}

const METHOD_PATH = ['providerMethodId'];
const KNOWN_REFUSALS: ReadonlySet<string> = new Set(['PAYMENT_DECLINED', 'INVALID_STATE']);

/** Passes or fails the challenge of a setup in the sandbox. @throws AppError NOT_FOUND | INVALID_STATE */
export async function completeSetupChallenge(
  ctx: UserContext,
  { setupId, isPassed }: { setupId: string; isPassed: boolean },
): Promise<ShownSetup> {
  const { sandbox } = ctx.ports.payments;
  if (!sandbox)
    throw invalidState('Only the sandbox has challenges that a client completes.', 'LIVE', ['SANDBOX']);
  const { state, providerId } = await requireSetup(ctx, setupId);
  if (state !== 'REQUIRES_ACTION' || providerId === null)
    throw invalidState('The setup waits for no challenge.', state, ['REQUIRES_ACTION']);
  await askProvider(ctx, () => sandbox.completeChallenge({ id: providerId, isPassed }));
  return shownSetup(ctx, setupId);
}

const invalidState = (message: string, current: ObjectState, allowed: readonly ObjectState[]): AppError =>
  new AppError('INVALID_STATE', message, { path: ['setupId'], details: { current, allowed } });

async function requireSetup(ctx: UserContext, id: string): Promise<PaymentSetup> {
  const found = await myPaymentSetup(ctx, id);
  if (!found) throw notFound('Payment setup', ['setupId']);
  return found;
}

/** Each round loses against another look that was faster. */
const ROUNDS_MAX = 5;

/**
 * Asks the provider about a setup and stores the answer, whoever else does so at the same time.
 * @returns null when there is no such setup
 * @throws PaymentsError
 */
async function lookAtSetup(services: Services, setupId: string): Promise<ProviderSetup | null> {
  const { payments } = services.ports;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    // Read before the provider is asked: what is applied meanwhile is newer.
    const setup = await findSetup(services.db, { id: setupId, provider: payments.provider });
    const providerId = setup && (await ensureAtProvider(services, setup));
    if (!setup || providerId === null) return null;
    const said = await payments.findSetup(providerId);
    if (isFinal(setup) || (await apply(services, setup, said))) return said;
  }
  throw new Error(`The setup ${setupId} changes faster than it can be looked at.`);
}

/** @returns false when another look was applied since `setup` was read */
async function apply(
  services: Services,
  setup: PaymentSetup,
  said: Pick<ProviderSetup, 'state' | 'declineReason' | 'decline' | 'method'>,
): Promise<boolean> {
  const { clock, ids, ports, transaction } = services;
  const own = { userId: setup.userId, provider: ports.payments.provider };
  const { state, declineReason, decline, method } = said;
  const isDeclinedAnew = decline !== null && decline.id !== setup.declineId;
  if (state === setup.state && declineReason === setup.declineReason && !isDeclinedAnew) return true;
  return transaction(async (tx) => {
    // The user is erased, and with them the customer.
    if (!(await lockCustomer(tx, own))) return true;
    const declineId = decline?.id ?? null;
    const applied = { id: setup.id, version: setup.version, state, declineReason, declineId };
    if (!(await updateSetupState(tx, applied))) return false;
    if (isDeclinedAnew) await noteDecline(tx, { ...setup, fingerprint: decline.fingerprint }, clock.now());
    if (!method) return true;
    const saved = { ...own, id: ids.next(), method, createdAt: clock.now() };
    await updateSetupMethod(tx, { id: setup.id, methodId: await upsertMethod(tx, saved) });
    return true;
  });
}

/**
 * Makes the customer and the setup at the provider, unless it has them. The idempotency keys are the ids of the rows, so that a
 * repetition after a lost answer or a lost process makes no second one.
 * @returns the provider's id of the setup; null when the user is erased
 */
async function ensureAtProvider(services: Services, setup: PaymentSetup): Promise<string | null> {
  if (setup.providerId !== null) return setup.providerId;
  const { ports, transaction } = services;
  const customerId = await ensureCustomer(services, setup.userId);
  if (customerId === null) return null;
  const asked = { customerId, reference: setup.id, idempotencyKey: setup.id };
  const { id } = await ports.payments.createSetup(asked);
  const stored = { id: setup.id, providerId: id };
  return (await transaction((tx) => updateSetupProviderId(tx, stored))) ? id : null;
}

/** The work of `reconcileSetupJob`. @throws PaymentsError when the provider is away: the job is repeated */
export async function reconcileSetup(services: Services, { setupId }: { setupId: string }): Promise<void> {
  const { clock, db, ports, transaction } = services;
  const found = await findSetup(db, { id: setupId, provider: ports.payments.provider });
  if (!found || isFinal(found)) return;
  if (hasExpired(found, clock.now())) await cancel(services, found);
  else await lookAtSetup(services, setupId);
  const setup = await findSetup(db, { id: setupId, provider: ports.payments.provider });
  if (!setup || isFinal(setup)) return;
  await transaction(async (tx) => enqueueLook(tx, setup, clock.now()));
}

/** At the provider first, which says so where a card was saved meanwhile. */
async function cancel(services: Services, setup: PaymentSetup): Promise<void> {
  const { payments } = services.ports;
  try {
    const providerId = await ensureAtProvider(services, setup);
    if (providerId !== null) await apply(services, setup, await payments.cancelSetup(providerId));
  } catch (error) {
    // The operator of the provider's account has deleted the setup or the customer there.
    if (!(error instanceof PaymentsError) || error.code !== 'NOT_FOUND') throw error;
    await apply(services, setup, { state: 'CANCELED', declineReason: null, decline: null, method: null });
  }
}

function enqueueLook(tx: Tx, setup: Pick<PaymentSetup, 'id' | 'createdAt'>, now: Date): void {
  tx.enqueue(reconcileSetupJob, { setupId: setup.id }, { key: setup.id, runAt: nextLookAt(setup, now) });
}
