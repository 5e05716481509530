import { sql } from 'kysely';
import type { Tx } from './database.ts';
import type { Tables } from './tables.ts';

/** A table whose key is two people. */
type Pairs = { readonly table: keyof Tables; readonly from: string; readonly to: string };

/** Deletes rows of a person on either side, at most `limit` of each. @returns how many */
export async function deletePairsOf(
  tx: Tx,
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
