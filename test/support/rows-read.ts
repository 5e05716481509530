import assert from 'node:assert/strict';
import { CompiledQuery } from 'kysely';
import type { Db } from '#platform/db/database.ts';

type PlanNode = Readonly<Record<string, unknown>> & { readonly Plans?: readonly PlanNode[] };

/** Number of rows of a table that the only statement of `read` scans. */
export async function rowsRead(db: Db, table: string, read: (db: Db) => Promise<unknown>): Promise<number> {
  let sent: CompiledQuery | null = null;
  const listening = new Proxy(db, {
    get(target, name) {
      if (name === 'executeQuery') return (query: CompiledQuery) => target.executeQuery((sent = query));
      const value: unknown = Reflect.get(target, name);
      // Methods use private fields, which a proxy does not have.
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  await read(listening);
  assert.ok(sent);
  return rowsScanned(db, table, sent);
}

/** Number of rows of a table that a statement scans, which is executed. */
export async function rowsScanned(
  db: Db,
  table: string,
  { sql: text, parameters }: CompiledQuery,
): Promise<number> {
  const explained = CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...parameters]);
  const { rows } = await db.executeQuery(explained as CompiledQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>);
  const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
  assert.ok(plan);
  return rowsIn(plan.Plan, table);
}

function rowsIn(node: PlanNode, table: string): number {
  const own = node['Relation Name'] === table ? rowsOf(node) : 0;
  return (node.Plans ?? []).reduce((sum, below) => sum + rowsIn(below, table), own);
}

/** Number of rows that a node has read, including those removed by its filter. */
function rowsOf(node: PlanNode): number {
  const perLoop = Number(node['Actual Rows']) + Number(node['Rows Removed by Filter'] ?? 0);
  return perLoop * Number(node['Actual Loops']);
}
