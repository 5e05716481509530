import { badUserInput } from '#platform/kernel/errors.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { AdminContext } from '#platform/request/context.ts';
import { assertClosable, monthSpan, parseMonth } from './months.policy.ts';
import {
  countUnbooked,
  findClosedUntil,
  findMonth,
  hasTransfersBefore,
  insertMonth,
  listLines,
  listMonths,
  lockMonths,
} from './months.queries.ts';
import type { BookMonth, TrialBalance } from './months.types.ts';
import { writeTrialBalanceJob } from './trial-balances.service.ts';

/** Months that are listed, of ten years. */
export const LISTED_MONTHS = 120;

/** The closed months, newest first. */
export const adminGetMonths = (ctx: AdminContext): Promise<BookMonth[]> => listMonths(ctx.db, LISTED_MONTHS);

/** The trial balance of a closed month; null while it is not written. @throws AppError BAD_USER_INPUT for what is no month */
export async function adminGetTrialBalance(ctx: AdminContext, month: string): Promise<TrialBalance | null> {
  if (!monthSpan(month)) throw badUserInput('Use a month such as 2026-11.');
  const found = await findMonth(ctx.db, month);
  if (!found || found.balancedAt === null) return null;
  return { ...found, lines: await listLines(ctx.db, month) };
}

/**
 * Closes a month of the books, so that no transfer carries a date in it any more; its trial balance follows after the commit.
 * Repeating it succeeds without a change.
 * @throws ValidationFailed | AppError INVALID_STATE
 */
export async function adminCloseMonth(ctx: AdminContext, input: { month: string }): Promise<BookMonth> {
  const span = parseMonth(input.month);
  const { month, startsAt, endsAt } = span;
  return ctx.transaction(async (tx) => {
    await lockMonths(tx);
    const closed = await findMonth(tx, month);
    const now = ctx.clock.now();
    const { provider } = ctx.ports.payments;
    if (!closed)
      assertClosable({
        span,
        closedUntil: await findClosedUntil(tx),
        hasEarlier: await hasTransfersBefore(tx, startsAt),
        unbookedCount: await countUnbooked(tx, { provider, before: endsAt }),
        now,
      });
    await writeAuditEntry(ctx, tx, {
      action: 'adminCloseMonth',
      subject: null,
      reason: null,
      before: { month, isClosed: closed !== null },
      after: { month, isClosed: true },
    });
    if (closed) return closed;
    const made = { month, endsAt, closedBy: ctx.admin.id, closedAt: now };
    await insertMonth(tx, made);
    tx.enqueue(writeTrialBalanceJob, { month }, { key: month });
    return { ...made, balancedAt: null };
  });
}
