import type { Client } from 'pg';
import { z } from 'zod';

/**
 * Fills tables without their indexes and keys, which are recreated afterwards: sorting a million rows once
 * is many times faster than inserting each into an index, and a recreated key validates all its rows. Primary keys stay
 * where tables outside of this list refer to them.
 */
export async function fillWithoutIndexes(
  client: Client,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const constraints = constraintRows.parse((await client.query(CONSTRAINTS, [tables])).rows);
  const indexes = indexRows.parse((await client.query(INDEXES, [tables])).rows);
  for (const { table, name } of constraints)
    await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await fill();
  for (const { definition } of indexes) await client.query(definition);
  for (const { table, name, definition } of constraints.toReversed()) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
}

/**
 * Vacuums and analyzes what was filled. Empty tables lose their statistics, as those that nobody has analyzed: a plan for an empty
 * table is kept, and reads all of it while it grows during a benchmark, which is shorter than the pause of the autovacuum.
 */
export async function vacuumFilled(client: Client): Promise<void> {
  await client.query('vacuum (freeze, analyze)');
  await client.query(`
    select pg_clear_relation_stats(relnamespace::regnamespace::text, relname::text) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples = 0`);
}

const constraintRows = z.array(z.object({ table: z.string(), name: z.string(), definition: z.string() }));
const indexRows = z.array(z.object({ name: z.string(), definition: z.string() }));

/** References first, because they depend on the keys. */
const CONSTRAINTS = `
  select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint own
  where conrelid = any($1::regclass[]) and (contype = 'f' or contype in ('p', 'u') and not exists (
    select from pg_constraint other
    where other.contype = 'f' and other.conindid = own.conindid and not other.conrelid = any($1::regclass[])))
  order by contype <> 'f', conname`;

const INDEXES = `
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
  from pg_index
  where indrelid = any($1::regclass[])
    and not exists (select from pg_constraint where conindid = indexrelid and conrelid = indrelid)
  order by 1`;
