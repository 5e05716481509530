import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';

/** The position is null before the first run. */
type Positions = { readonly position: number | null; readonly head: number };

export async function findPositions(db: Db, name: string): Promise<Positions> {
  const { rows } = await sql<Positions>`
    select f.position, h.position as head
    from (select position from event_head order by is_only_row desc limit 1) h
    left join event_followers f on f.name = ${name}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The row of event_head is missing.');
  return row;
}

/** Inserts a follower at the head of the log. */
export async function insertFollower(tx: Tx, name: string): Promise<void> {
  await sql`
    insert into event_followers (name, position, updated_at) select ${name}, position, now() from event_head
    on conflict (name) do nothing`.execute(tx);
}

/** @returns null when another transaction has the follower */
export async function lockPosition(tx: Tx, name: string): Promise<number | null> {
  const row = await tx
    .selectFrom('event_followers')
    .select('position')
    .where('name', '=', name)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row?.position ?? null;
}

export async function updatePosition(tx: Tx, name: string, position: number): Promise<void> {
  await tx
    .updateTable('event_followers')
    .set({ position, updated_at: sql`now()` })
    .where('name', '=', name)
    .execute();
}
