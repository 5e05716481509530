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
import { EMAIL_LENGTH_MAX } from '#platform/email.ts';
import { badUserInput } from '#platform/errors.ts';
import { listAccounts, listAccountsByIds } from './accounts.queries.ts';
import type { UserAccount } from './accounts.types.ts';

const accountsList: KeysetList<IdKey> = { name: 'adminGetUsers', key: idKey };

/** Every account in every state, newest first. */
export async function adminGetUsers(
  ctx: AdminContext,
  args: PageArgs & { search?: string | null | undefined; state?: AccountState | null | undefined },
): Promise<Page<UserAccount>> {
  const page = parsePage(accountsList, args, ctx.limits);
  const search = parseSearch(args.search);
  const rows = await listAccounts(ctx.db, { search, state: args.state ?? null, page });
  return pageOf(accountsList, page, rows, (account): IdKey => [account.id]);
}

export async function findAccount(ctx: AdminContext, id: string): Promise<UserAccount | null> {
  const [account] = await listAccountsByIds(ctx.db, [id]);
  return account ?? null;
}

/** Null when nothing is searched for. @throws AppError BAD_USER_INPUT for what PostgreSQL's text cannot hold */
function parseSearch(search: string | null | undefined): string | null {
  const text = search?.trim().toLowerCase() ?? '';
  if (text.length > EMAIL_LENGTH_MAX || text.includes('\0') || !text.isWellFormed()) {
    throw badUserInput(`A search is text of at most ${EMAIL_LENGTH_MAX} characters.`);
  }
  return text === '' ? null : text;
}
