import assert from 'node:assert/strict';
import { CompiledQuery, type QueryResult } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { listeningTo } from '#test/support/transport/listening.ts';

type PlanNode = Readonly<Record<string, unknown>> & { readonly Plans?: readonly PlanNode[] };

/** Number of rows of a table that the only statement of `read` scans. */
export const rowsRead = async (db: Db, table: string, read: (db: Db) => Promise<unknown>): Promise<number> =>
  rowsScanned(db, table, await onlyStatement(db, read));

/** As `rowsRead`, the number of pages: a scan passes over rows of an index that it does not count. */
export const pagesRead = async (db: Db, table: string, read: (db: Db) => Promise<unknown>): Promise<number> =>
  scanned(db, { table, measure: pagesOf }, await onlyStatement(db, read));

async function onlyStatement(db: Db, read: (db: Db) => Promise<unknown>): Promise<CompiledQuery> {
  let sent: CompiledQuery | null = null;
  await read(listeningTo(db, (query) => (sent = query)));
  assert.ok(sent);
  return sent;
}

/** Executions after which PostgreSQL compares the plan for the values with one for all values, and keeps the second if it looks cheaper. */
const PLANNED_BY_VALUES = 5;

/**
 * Number of rows of a table that a statement scans, by the worse of the plans for its first execution and for the later ones. It
 * is executed twice and rolled back.
 */
export const rowsScanned = (db: Db, table: string, query: CompiledQuery): Promise<number> =>
  scanned(db, { table, measure: rowsOf }, query);

type Wanted = { readonly table: string; readonly measure: (node: PlanNode) => number };

async function scanned(db: Db, wanted: Wanted, { sql: text, parameters }: CompiledQuery): Promise<number> {
  const given = parameters.length === 0 ? '' : `(${parameters.map(literalOf).join(', ')})`;
  const explain = (tx: Db, options: string): Promise<QueryResult<unknown>> =>
    tx.executeQuery(raw(`explain (${options}) execute planned${given}`));
  const after = (executions: number): Promise<number> =>
    rolledBack(db, async (tx) => {
      await tx.executeQuery(raw(`prepare planned as ${text}`));
      for (let done = 0; done < executions; done += 1) await explain(tx, 'format json');
      const explained = await explain(tx, 'analyze, format json');
      await tx.executeQuery(raw('deallocate planned'));
      return scannedBy(explained, wanted);
    });
  return Math.max(await after(0), await after(PLANNED_BY_VALUES));
}

const raw = (text: string): CompiledQuery => CompiledQuery.raw(text);

/** Runs `read` in a transaction that changes nothing. */
async function rolledBack<Result>(db: Db, read: (tx: Db) => Promise<Result>): Promise<Result> {
  const tx = await db.startTransaction().execute();
  try {
    return await read(tx);
  } finally {
    await tx.rollback().execute();
  }
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  // With its braces it takes the type of the parameter, also when it is empty.
  if (Array.isArray(value)) return `'{${value.map(elementOf).join(',')}}'`;
  const text =
    value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : JSON.stringify(value);
  return `'${text.replaceAll("'", "''")}'`;
}

const elementOf = (value: unknown): string =>
  value === null
    ? 'null'
    : JSON.stringify(value instanceof Date ? value.toISOString() : value).replaceAll("'", "''");

function scannedBy({ rows }: QueryResult<unknown>, wanted: Wanted): number {
  // `explain` answers with one row of one column.
  const [row] = rows as readonly { readonly 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }[];
  const [plan] = row?.['QUERY PLAN'] ?? [];
  assert.ok(plan);
  return sumOf(plan.Plan, wanted);
}

function sumOf(node: PlanNode, wanted: Wanted): number {
  const own = node['Relation Name'] === wanted.table ? wanted.measure(node) : 0;
  return (node.Plans ?? []).reduce((sum, below) => sum + sumOf(below, wanted), own);
}

/** Number of rows that a node has read, including those removed by its filter. */
function rowsOf(node: PlanNode): number {
  const perLoop = Number(node['Actual Rows']) + Number(node['Rows Removed by Filter'] ?? 0);
  return perLoop * Number(node['Actual Loops']);
}

/** Number of pages that a node and those below it have read, in all of its loops. */
const pagesOf = (node: PlanNode): number =>
  Number(node['Shared Hit Blocks'] ?? 0) + Number(node['Shared Read Blocks'] ?? 0);
