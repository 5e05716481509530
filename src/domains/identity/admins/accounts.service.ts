import type { AccountState } from '#domains/foundation/visibility/visibility.policy.ts';
import type { AdminContext } from '#platform/context.ts';
import {
  idKey,
  type IdKey,
  type KeysetList,
  type Page,
  type PageArgs,
  pageOf,
  parsePage,
} from '#platform/db/keyset.ts';
import { listAccounts, listAccountsByIds } from './accounts.queries.ts';
import type { UserAccount } from './accounts.types.ts';

const accountsList: KeysetList<IdKey> = { name: 'adminGetUsers', key: idKey };

/** Every account in every state, newest first. */
export async function adminGetUsers(
  ctx: AdminContext,
  args: PageArgs & { search?: string | null | undefined; state?: AccountState | null | undefined },
): Promise<Page<UserAccount>> {
  const page = parsePage(accountsList, args, ctx.limits);
  const search = args.search?.trim().toLowerCase() ?? '';
  const rows = await listAccounts(ctx.db, {
    search: search === '' ? null : search,
    state: args.state ?? null,
    page,
  });
  return pageOf(accountsList, page, rows, (account): IdKey => [account.id]);
}

export async function findAccount(ctx: AdminContext, id: string): Promise<UserAccount | null> {
  const [account] = await listAccountsByIds(ctx.db, [id]);
  return account ?? null;
}
