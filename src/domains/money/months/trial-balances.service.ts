import type { Db } from '#platform/db/database.ts';
import { FIRST_ID } from '#platform/db/keyset.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { firstIdAt } from '#platform/kernel/ids.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Services } from '#platform/outbox/services.ts';
import { type EnteredBatch, readCashEntered, readCoinsEntered } from './entered.queries.ts';
import { linesOf, type MonthSpan, parseMonth } from './months.policy.ts';
import { findMonth, findMonthEndingAt, insertLines, listLines, updateBalanced } from './months.queries.ts';
import type { EnteredSum, TrialBalanceLine } from './months.types.ts';

/** Writes the trial balance of a closed month, in which nothing changes any more. */
export const writeTrialBalanceJob = defineJob<{ month: string }>('months.writeTrialBalance');

const BATCH_TRANSFERS = 2_000;
/** The id of a transfer may be of another time than its date by less than this. */
const ID_DRIFT_MS = DAY_MS;

/** The work of `writeTrialBalanceJob`. Repeating it does nothing. */
export async function writeTrialBalance(services: Services, { month }: { month: string }): Promise<void> {
  const { clock, db, transaction } = services;
  const found = await findMonth(db, month);
  if (!found || found.balancedAt !== null) return;
  const span = parseMonth(month);
  const before = await linesBefore(db, span);
  // The job of the month before is not done: this one is repeated after it.
  if (!before) throw new Error(`The trial balance before ${month} is not written.`);
  const coins = await sumUp((afterId) =>
    readCoinsEntered(db, {
      ...span,
      afterId: afterId ?? firstIdAt(new Date(span.startsAt.getTime() - ID_DRIFT_MS)),
      untilId: firstIdAt(new Date(span.endsAt.getTime() + ID_DRIFT_MS)),
      limit: BATCH_TRANSFERS,
    }),
  );
  const cash = await sumUp((afterId) =>
    readCashEntered(db, { ...span, afterId: afterId ?? FIRST_ID, limit: BATCH_TRANSFERS }),
  );
  const lines = [...linesOf('COINS', before, coins), ...linesOf('CASH', before, cash)];
  await transaction(async (tx) => {
    if (await updateBalanced(tx, month, clock.now())) await insertLines(tx, month, lines);
  });
}

/** The lines of the month before, none for the first month; null while they are not written. */
async function linesBefore(db: Db, { startsAt }: MonthSpan): Promise<readonly TrialBalanceLine[] | null> {
  const before = await findMonthEndingAt(db, startsAt);
  if (!before) return [];
  return before.balancedAt === null ? null : listLines(db, before.month);
}

async function sumUp(read: (afterId: string | null) => Promise<EnteredBatch | null>): Promise<EnteredSum[]> {
  const sums = new Map<string, EnteredSum>();
  let batch = await read(null);
  while (batch) {
    for (const { account, currency, debits, credits } of batch.sums) {
      const key = `${account} ${currency}`;
      const sum = sums.get(key);
      sums.set(key, {
        account,
        currency,
        debits: debits + (sum?.debits ?? 0),
        credits: credits + (sum?.credits ?? 0),
      });
    }
    batch = await read(batch.lastId);
  }
  return [...sums.values()];
}
