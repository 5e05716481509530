import type { Loader } from '#platform/request/loader.ts';
import { listAccountsByIds } from './user-accounts.queries.ts';
import type { UserAccount } from './user-accounts.types.ts';

/** Accounts of users in every state, for admins who may read them. */
export const userAccountById: Loader<UserAccount> = {
  name: 'userAccountById',
  batch: async (ctx, ids) => {
    const accounts = ctx.admin?.permissions.has('USERS_READ') ? await listAccountsByIds(ctx.db, ids) : [];
    return new Map(accounts.map((account) => [account.id, account]));
  },
};
