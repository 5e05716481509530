import { type RawBuilder, sql } from 'kysely';
import { AppError } from '#platform/kernel/errors.ts';
import type { RefusalDetails } from '#platform/outbox/write.ts';

/** The first period whose limit of the own of `spender` does not leave room for an amount; null for none. */
export const passedLimitSql = (amount: RawBuilder<number>): RawBuilder<string | null> => sql`
  case when ${amount} + spender.day_spent > spender.day_limit then 'DAY'
    when ${amount} + spender.month_spent > spender.month_limit then 'MONTH'
    when ${amount} + spender.week_spent > spender.week_limit then 'WEEK' end`;

/** @param path of the input that says how much is spent */
export const ownLimitPassed =
  (path: readonly string[]) =>
  ({ constraint = '' }: RefusalDetails): AppError =>
    new AppError('LIMIT_REACHED', 'This passes the limit that you have set for your own spending.', {
      path,
      details: { constraint },
    });
