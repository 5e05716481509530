import type { AccountState } from '#domains/foundation/visibility/visibility.policy.ts';
import type { ListRequest, TimeKey } from '#platform/db/keyset.ts';
import { EMAIL_LENGTH_MAX } from '#platform/kernel/email.ts';
import { badUserInput } from '#platform/kernel/errors.ts';
import { parseGlobalId } from '#platform/kernel/ids.ts';
import type { AdminContext } from '#platform/request/context.ts';
import { findAccountSession } from './account-sessions.queries.ts';
import type { AccountSession } from './account-sessions.types.ts';
import { listAccounts, listAccountsByIds } from './user-accounts.queries.ts';
import type { UserAccount, UserAccountOrder, UserAccountSearch } from './user-accounts.types.ts';

type AskedAccounts = {
  readonly search?: string | null | undefined;
  readonly state?: AccountState | null | undefined;
  readonly isSuspended?: boolean | null | undefined;
  readonly hasBadge?: boolean | null | undefined;
  readonly createdFrom?: Date | null | undefined;
  readonly createdBefore?: Date | null | undefined;
  readonly updatedAfter?: Date | null | undefined;
  readonly order?: UserAccountOrder | null | undefined;
};

/** Accounts that fulfil all given conditions. @throws AppError BAD_USER_INPUT */
export async function adminGetUsers(
  ctx: AdminContext,
  asked: AskedAccounts,
  page: ListRequest<TimeKey>,
): Promise<UserAccount[]> {
  const { state = null, isSuspended = null, hasBadge = null, order } = asked;
  const { createdFrom = null, createdBefore = null, updatedAfter = null } = asked;
  const search = parseAccountSearch(asked.search);
  const filter = { search, state, isSuspended, hasBadge, createdFrom, createdBefore, updatedAfter };
  return listAccounts(ctx.db, { ...filter, order: order ?? 'NEWEST', now: ctx.clock.now() }, page);
}

export async function findUserAccount(ctx: AdminContext, id: string): Promise<UserAccount | null> {
  const [account] = await listAccountsByIds(ctx.db, [id]);
  return account ?? null;
}

/** A session of any user, live or ended. */
export const findUserSession = (ctx: AdminContext, id: string): Promise<AccountSession | null> =>
  findAccountSession(ctx.db, id);

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Null for a blank search text. @throws AppError BAD_USER_INPUT for text that PostgreSQL cannot store */
function parseAccountSearch(search: string | null | undefined): UserAccountSearch | null {
  const text = search?.trim().toLowerCase() ?? '';
  if (text.length > EMAIL_LENGTH_MAX || text.includes('\0') || !text.isWellFormed()) {
    throw badUserInput(`The search text must have at most ${EMAIL_LENGTH_MAX} characters.`);
  }
  if (text === '') return null;
  if (UUID.test(text)) return { id: text };
  const given = parseGlobalId(text);
  return given?.type === 'user' ? { id: given.uuid } : { beginning: text.replace(/^@/, '') };
}
