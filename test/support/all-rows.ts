import { sql } from 'kysely';
import type { World } from './world.ts';

/** A row of any table as JSON text. */
export type Row = { readonly table: string; readonly line: string };

/** All rows of all tables, also of the identity provider and the queue; those of partitions as rows of the whole table. */
export async function allRows({ app }: World): Promise<Row[]> {
  const { db } = app.services;
  await app.relay.drain();
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema')
    order by 1, 2`.execute(db);
  const found: Row[] = [];
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ line: string }>`
      select to_jsonb(r)::text as line from ${sql.table(`${schema}.${name}`)} r order by 1`.execute(db);
    found.push(...rows.map(({ line }) => ({ table: `${schema}.${name}`, line })));
  }
  return found;
}

/** Whether a row contains any mark of a user. */
export const mentions = (line: string, marks: readonly string[]): boolean =>
  marks.some((mark) => line.includes(mark));

/** Columns, as `schema.table.column`, that contain any mark in any of the rows. */
export function columnsMentioning(rows: readonly Row[], marks: readonly string[]): string[] {
  const columns = rows.flatMap(({ table, line }) =>
    Object.entries(JSON.parse(line) as object)
      .filter(([, value]) => mentions(JSON.stringify(value), marks))
      .map(([column]) => `${table}.${column}`),
  );
  return [...new Set(columns)].toSorted();
}
