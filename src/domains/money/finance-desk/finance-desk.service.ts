import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { badUserInput } from '#platform/kernel/errors.ts';
import type { AdminContext } from '#platform/request/context.ts';
import { listBalancesDue, listDebtors, listNamed } from './finance-desk.queries.ts';
import type { BalanceDue, Debtor, UserClue, UserName } from './finance-desk.types.ts';

type Clues = { readonly [Kind in UserClue['kind']]?: string | null | undefined };

const KINDS: readonly UserClue['kind'][] = ['userId', 'username', 'email', 'paymentId', 'providerId'];
const CLUE_LENGTH_MAX = 255;

/** Users whom a clue names exactly. @throws AppError BAD_USER_INPUT unless it is one, of a possible length */
export const adminGetUserNames = (ctx: AdminContext, clues: Clues): Promise<UserName[]> =>
  listNamed(ctx.db, parseClue(clues), ctx.ports.payments.provider);

function parseClue(clues: Clues): UserClue {
  const [clue, ...more] = KINDS.flatMap((kind) => {
    const value = clues[kind]?.trim() ?? '';
    return value === '' ? [] : [{ kind, value }];
  });
  if (!clue || more.length > 0) throw badUserInput('Name one of the arguments.');
  const { kind, value } = clue;
  if (value.length > CLUE_LENGTH_MAX || value.includes('\0') || !value.isWellFormed()) {
    throw badUserInput(`Use text of at most ${CLUE_LENGTH_MAX} characters.`);
  }
  if (kind === 'username') return { kind, value: value.replace(/^@/, '').toLowerCase() };
  return kind === 'email' ? { kind, value: value.toLowerCase() } : clue;
}

/** Users with at least so many available earnings, newest first. @throws AppError BAD_USER_INPUT */
export async function adminGetBalancesDue(
  ctx: AdminContext,
  minCoins: number,
  page: ListRequest<IdKey>,
): Promise<BalanceDue[]> {
  if (minCoins < 1) throw badUserInput('Use at least 1 for `minCoins`.');
  return listBalancesDue(ctx.db, minCoins, page);
}

/** Users who owe coins, newest first. */
export const adminGetDebtors = (ctx: AdminContext, page: ListRequest<IdKey>): Promise<Debtor[]> =>
  listDebtors(ctx.db, page);
