import type { AccountState } from '#domains/foundation/visibility/visibility.policy.ts';
import type { AdminContext } from '#platform/request/context.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { EMAIL_LENGTH_MAX } from '#platform/kernel/email.ts';
import { badUserInput } from '#platform/kernel/errors.ts';
import { listAccounts, listAccountsByIds } from './user-accounts.queries.ts';
import type { UserAccount } from './user-accounts.types.ts';

/** Every account in every state, newest first. */
export async function adminGetUsers(
  ctx: AdminContext,
  { search, state = null }: { search?: string | null | undefined; state?: AccountState | null | undefined },
  page: ListRequest<IdKey>,
): Promise<UserAccount[]> {
  return listAccounts(ctx.db, { search: parseAccountSearch(search), state }, page);
}

export async function findUserAccount(ctx: AdminContext, id: string): Promise<UserAccount | null> {
  const [account] = await listAccountsByIds(ctx.db, [id]);
  return account ?? null;
}

/** Null for a blank search text. @throws AppError BAD_USER_INPUT for text that PostgreSQL cannot store */
function parseAccountSearch(search: string | null | undefined): string | null {
  const text = search?.trim().toLowerCase() ?? '';
  if (text.length > EMAIL_LENGTH_MAX || text.includes('\0') || !text.isWellFormed()) {
    throw badUserInput(`The search text must have at most ${EMAIL_LENGTH_MAX} characters.`);
  }
  return text === '' ? null : text;
}
