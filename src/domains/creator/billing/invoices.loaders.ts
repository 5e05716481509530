import { load, type Loader } from '#platform/request/loader.ts';
import { listAttempts, listPaidInvoices } from './attempts.queries.ts';
import type { Attempt, Invoice } from './billing.types.ts';
import { listDueInvoices, listInvoicesByIds } from './invoices.queries.ts';

/** Invoices of the caller. */
export const ownInvoiceById: Loader<Invoice> = {
  name: 'ownInvoiceById',
  batch: async (ctx, ids) => {
    const found = await listInvoicesByIds(ctx.db, ids);
    const own = found.filter(({ subscriberId }) => subscriberId === ctx.user?.id);
    return new Map(own.map((invoice) => [invoice.id, invoice]));
  },
};

/** Invoices of all users, for admins. */
export const anyInvoiceById: Loader<Invoice> = {
  name: 'anyInvoiceById',
  batch: async ({ db }, ids) =>
    new Map((await listInvoicesByIds(db, ids)).map((invoice) => [invoice.id, invoice])),
};

/** The invoice that is due of a subscription of the caller. */
export const dueInvoiceBySubscription: Loader<Invoice> = {
  name: 'dueInvoiceBySubscription',
  batch: async (ctx, subscriptionIds) => {
    const found = await listDueInvoices(ctx.db, subscriptionIds);
    const own = found.filter(({ subscriberId }) => subscriberId === ctx.user?.id);
    return new Map(own.map((invoice) => [invoice.subscriptionId, invoice]));
  },
};

/** The attempts to pay invoices that the caller sees, each oldest first. */
export const attemptsByInvoice: Loader<readonly Attempt[]> = {
  name: 'attemptsByInvoice',
  batch: async ({ db }, invoiceIds) =>
    Map.groupBy(await listAttempts(db, invoiceIds), (row) => row.invoiceId),
};

/** The invoice of a payment of the caller, or for an admin of any user. */
export const invoiceByPayment: Loader<Invoice> = {
  name: 'invoiceByPayment',
  batch: async (ctx, paymentIds) => {
    const paid = await listPaidInvoices(ctx.db, paymentIds);
    const loader = ctx.admin === null ? ownInvoiceById : anyInvoiceById;
    const invoices = await Promise.all(paid.map(async ({ invoiceId }) => load(ctx, loader, invoiceId)));
    return new Map(
      paid.flatMap(({ paymentId }, index) => {
        const invoice = invoices[index];
        return invoice ? [[paymentId, invoice]] : [];
      }),
    );
  },
};
