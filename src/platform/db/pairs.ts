import { sql, type Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** A table whose key is a pair of users. */
type Pairs = { readonly table: keyof Tables; readonly from: string; readonly to: string };

/** Deletes rows with the user on either side, at most `limit` of each. @returns how many */
export async function deletePairsOf(
  tx: Transaction<Tables>,
  { table, from, to }: Pairs,
  { userId, limit }: { userId: string; limit: number },
): Promise<number> {
  const [rows, one, other] = [sql.table(table), sql.ref(from), sql.ref(to)];
  const { numAffectedRows = 0n } = await sql`
    delete from ${rows} where (${one}, ${other}) in (
      (select ${one}, ${other} from ${rows} where ${one} = ${userId}::uuid limit ${limit})
      union all
      (select ${one}, ${other} from ${rows} where ${other} = ${userId}::uuid limit ${limit})
    )`.execute(tx);
  return Number(numAffectedRows);
}
