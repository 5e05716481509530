import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { type Paged, type Pages, pagesSql } from '#platform/request/page-loader.ts';
import type { BlockList, BlockListEntry } from './screening.types.ts';

const selectLists = (db: Db) =>
  db
    .selectFrom('block_lists')
    .select([
      'id',
      'name',
      'kind',
      'action',
      'is_active as isActive',
      'entry_count as entryCount',
      'version',
      'changed_at as changedAt',
    ])
    .$narrowType<Pick<BlockList, 'kind' | 'action'>>();

/** Newest first, one more than the page. */
export async function listBlockLists(
  db: Db,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<BlockList[]> {
  return selectLists(db)
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

export async function findBlockList(db: Db, id: string): Promise<BlockList | null> {
  return (await selectLists(db).where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function findBlockListByName(db: Db, name: string): Promise<BlockList | null> {
  return (await selectLists(db).where('name', '=', name).executeTakeFirst()) ?? null;
}

/** Locks all lists for a change: their number is bounded. */
export async function lockBlockLists(tx: Tx): Promise<void> {
  await tx.selectFrom('screening_head').select('version').forUpdate().executeTakeFirstOrThrow();
}

export async function countBlockLists(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('block_lists')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function upsertBlockList(tx: Tx, list: BlockList): Promise<void> {
  const { id, name, kind, action, isActive, entryCount, version, changedAt } = list;
  const values = {
    name,
    action,
    is_active: isActive,
    entry_count: entryCount,
    version,
    changed_at: changedAt,
  };
  await tx
    .insertInto('block_lists')
    .values({ ...values, id, kind })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

/** @returns how many are new */
export async function insertEntries(
  tx: Tx,
  listId: string,
  entries: readonly BlockListEntry[],
): Promise<number> {
  if (entries.length === 0) return 0;
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('block_list_entries')
    .values(entries.map(({ id, entry }) => ({ id, list_id: listId, entry })))
    .onConflict((conflict) => conflict.columns(['list_id', 'entry']).doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows);
}

/** @returns how many there were */
export async function deleteEntries(tx: Tx, listId: string, entries: readonly string[]): Promise<number> {
  if (entries.length === 0) return 0;
  const { numDeletedRows } = await tx
    .deleteFrom('block_list_entries')
    .where('list_id', '=', listId)
    .where('entry', 'in', entries)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export const listEntries = prepared<Pages, Paged<BlockListEntry>>((db, pages) =>
  sql<Paged<BlockListEntry>>`
    select page.ordinal::integer as "pageNumber", e.id, e.entry
    from ${pagesSql(pages)}
    cross join lateral (
      select * from block_list_entries x
      where x.list_id = page.parent_id and x.id < page.before_id
      order by x.id desc limit page.size
    ) e
    order by page.ordinal, e.id desc`.compile(db),
);
