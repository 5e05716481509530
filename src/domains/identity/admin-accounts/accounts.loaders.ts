import type { Loader } from '#platform/request/loader.ts';
import { listAccountsOf } from './accounts.queries.ts';
import type { AdminAccount } from './admin-accounts.types.ts';

/**
 * Accounts of admins, for those who may read them, and one's own. A request without a token sees an admin in the payload of their sign-in
 * alone.
 */
export const adminAccountById: Loader<AdminAccount> = {
  name: 'adminAccountById',
  batch: async (ctx, ids) => {
    const { admin } = ctx;
    const isOpen = admin === null || admin.permissions.has('ADMINS_READ');
    const readable = isOpen ? ids : ids.filter((id) => id === admin.id);
    const accounts = readable.length > 0 ? await listAccountsOf(ctx.db, readable) : [];
    return new Map(accounts.map((account) => [account.adminId, account]));
  },
};
