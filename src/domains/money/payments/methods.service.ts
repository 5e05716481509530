import { notFound } from '#platform/kernel/errors.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import { writeInBatches } from '#platform/outbox/batches.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { InTransaction, RequestContext, UserContext } from '#platform/request/context.ts';
import {
  deleteRemoved,
  findMethod,
  findOwnerOfMethod,
  findRemoved,
  listMethods,
  lockCustomer,
  updateDefault,
  updateExpiryTold,
  updateMethod,
  updateRemoved,
} from './payments.queries.ts';
import { paymentMethodExpiring } from './payments.events.ts';
import type { PaymentMethod } from './payments.types.ts';

export const detachMethodJob = defineJob<{ methodId: string }>('payments.detachMethod');
/** `providerId` is the provider's. */
export const reconcileMethodJob = defineJob<{ providerId: string }>('payments.reconcileMethod');

/** The saved methods of the caller, the default first, then the newest. */
export const myPaymentMethods = (ctx: UserContext): Promise<PaymentMethod[]> =>
  listMethods(ctx.db, ownOf(ctx, ctx.user.id));

/** Null when the caller has no such method. */
export async function myPaymentMethod(
  ctx: InTransaction<RequestContext>,
  id: string,
): Promise<PaymentMethod | null> {
  return ctx.user ? findMethod(ctx.db, { ...ownOf(ctx, ctx.user.id), id }) : null;
}

/** Makes a method the default. Repeating it succeeds without a change. @throws AppError NOT_FOUND */
export async function setDefaultPaymentMethod(ctx: UserContext, id: string): Promise<PaymentMethod> {
  const own = ownOf(ctx, ctx.user.id);
  await ctx.transaction(async (tx) => {
    await lockCustomer(tx, own);
    if (!(await findMethod(tx, { ...own, id }))) throw notFound('Payment method', ['paymentMethodId']);
    await updateDefault(tx, { ...own, id });
  });
  const method = await myPaymentMethod(ctx, id);
  if (!method) throw notFound('Payment method', ['paymentMethodId']);
  return method;
}

/** Removes a method for its owner at once; a job detaches it at the provider. @throws AppError NOT_FOUND */
export async function removePaymentMethod(ctx: UserContext, id: string): Promise<string> {
  const own = ownOf(ctx, ctx.user.id);
  const isRemoved = await ctx.transaction((tx) => remove(tx, { ...own, id, now: ctx.clock.now() }));
  if (!isRemoved) throw notFound('Payment method', ['paymentMethodId']);
  return id;
}

type Removal = {
  readonly userId: string;
  readonly provider: string;
  readonly id: string;
  readonly now: Date;
};

/** Where it was the default, the newest of the others becomes it. @returns false when the user has no such method */
async function remove(tx: Tx, removal: Removal): Promise<boolean> {
  await lockCustomer(tx, removal);
  if (!(await updateRemoved(tx, removal))) return false;
  const [next] = await listMethods(tx, removal);
  if (next && !next.isDefault) await updateDefault(tx, { ...removal, id: next.id });
  tx.enqueue(detachMethodJob, { methodId: removal.id });
  return true;
}

const ownOf = ({ ports }: Pick<Services, 'ports'>, userId: string) => ({
  userId,
  provider: ports.payments.provider,
});

/** The work of `detachMethodJob`. @throws PaymentsError when the provider is away: the job is repeated */
export async function detachMethod(
  { db, ports, transaction }: Services,
  { methodId }: { methodId: string },
): Promise<void> {
  const { payments } = ports;
  const removed = await findRemoved(db, { id: methodId, provider: payments.provider });
  if (!removed) return;
  await payments.detachMethod(removed.providerId);
  await transaction((tx) => deleteRemoved(tx, methodId));
}

const EXPIRING_BATCH = 500;

/** Tells once of each saved card that expires at the end of this month, by UTC. */
export async function tellExpiringMethods(services: Services): Promise<void> {
  const now = services.clock.now();
  const { provider } = services.ports.payments;
  const expiry = { provider, year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 };
  await writeInBatches(services, async (tx) => {
    const expiring = await updateExpiryTold(tx, { ...expiry, limit: EXPIRING_BATCH });
    for (const method of expiring) tx.emit(paymentMethodExpiring, method);
    return expiring.length;
  });
}

/** The work of `reconcileMethodJob`: a bank has renewed a card, or the provider has detached it. */
export async function reconcileMethod(
  services: Services,
  { providerId }: { providerId: string },
): Promise<void> {
  const { clock, db, ports, transaction } = services;
  const { provider } = ports.payments;
  const known = await findOwnerOfMethod(db, { provider, providerId });
  if (!known) return;
  const method = await ports.payments.findMethod(providerId);
  await transaction(async (tx) => {
    if (method) await updateMethod(tx, { provider, method });
    else await remove(tx, { ...known, provider, now: clock.now() });
  });
}
