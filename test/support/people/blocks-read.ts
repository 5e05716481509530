import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

/** Number of blocks that the connection of a database with one lane has read, from memory or from disk, while `work` ran. */
export async function blocksRead(db: Db, work: () => Promise<unknown>): Promise<number> {
  const before = await countBlocks(db);
  await work();
  return (await countBlocks(db)) - before;
}

async function countBlocks(db: Db): Promise<number> {
  // Otherwise it adds to the statistics once a second.
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ blocks: number }>`
    select sum(coalesce(reads, 0) + coalesce(hits, 0))::float8 as blocks
    from pg_stat_get_backend_io(pg_backend_pid()) where object = 'relation'`.execute(db);
  const [row] = rows;
  assert.ok(row);
  return row.blocks;
}
