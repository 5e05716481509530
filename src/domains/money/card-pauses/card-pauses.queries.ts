import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';

/** The end of the longest pause; null when there is none. */
export async function findPausedUntil(db: Db, keys: readonly string[]): Promise<Date | null> {
  const { until } = await db
    .selectFrom('card_pauses')
    .select(({ fn }) => fn.max('paused_until').as('until'))
    .where('key', 'in', keys)
    .executeTakeFirstOrThrow();
  return until;
}

/** Counts a decline for each key; older ones than `since` no longer count. @returns the declines of each */
export async function countDecline(
  tx: Tx,
  { keys, now, since }: { keys: readonly string[]; now: Date; since: Date },
): Promise<{ key: string; declines: number }[]> {
  const declines = sql<number>`case when card_pauses.declined_at > ${since} then card_pauses.declines + 1 else 1 end`;
  return tx
    .insertInto('card_pauses')
    .values(keys.map((key) => ({ key, declines: 1, declined_at: now })))
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ declines, declined_at: now }))
    .returning(['key', 'declines'])
    .execute();
}

export async function updatePausedUntil(tx: Tx, pause: { key: string; until: Date }): Promise<void> {
  await tx
    .updateTable('card_pauses')
    .set({ paused_until: pause.until })
    .where('key', '=', pause.key)
    .execute();
}

export async function deletePauses(tx: Tx, keys: readonly string[]): Promise<void> {
  await sql`
    delete from card_pauses where key in (
      select key from card_pauses where key = any(${keys}::text[]) order by key collate "C" for update)`.execute(
    tx,
  );
}

/** @returns how many */
export async function deleteForgotten(
  tx: Tx,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from card_pauses where ctid = any(array(
      select ctid from card_pauses where declined_at <= ${before} order by declined_at limit ${limit}
      for update skip locked
    ))`.execute(tx);
  return Number(numAffectedRows);
}
