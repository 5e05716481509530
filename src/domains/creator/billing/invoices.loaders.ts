import type { Loader } from '#platform/request/loader.ts';
import { listAttempts } from './attempts.queries.ts';
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
