import type { Client } from 'pg';
import { z } from 'zod';
import type { RecordedStatement } from '../harness/statement-recorder.ts';
import type { AskedStatements } from './question-statements.ts';

/** A table that must not be scanned sequentially. */
export type SequentialScan = { readonly question: string; readonly table: string; readonly text: string };

/** Finds statements with a sequential scan of one of these tables in the generic plan. */
export async function findSequentialScans(
  client: Client,
  asked: readonly AskedStatements[],
  largeTables: readonly string[],
): Promise<SequentialScan[]> {
  const found: SequentialScan[] = [];
  const known = new Set<string>();
  await client.query('set plan_cache_mode = force_generic_plan');
  for (const { name, statements } of asked) {
    for (const statement of statements) {
      const { text } = statement;
      if (known.has(text) || !isPlanned(text)) continue;
      known.add(text);
      const tables = new Set(await scannedByPlan(client, statement));
      for (const table of largeTables) if (tables.has(table)) found.push({ question: name, table, text });
    }
  }
  return found;
}

/** The only other statements are begin and commit. */
const isPlanned = (text: string): boolean => /^\s*(select|with|insert|update|delete)\b/i.test(text);

async function scannedByPlan(client: Client, { text, values }: RecordedStatement): Promise<string[]> {
  const literals = values.map((value) => (value === null ? 'null' : client.escapeLiteral(value)));
  await client.query(`prepare recorded as ${text}`);
  const { rows } = await client.query(
    `explain (format json) execute recorded${literals.length > 0 ? `(${literals.join()})` : ''}`,
  );
  await client.query('deallocate recorded');
  const [{ 'QUERY PLAN': plans }] = explainedRows.parse(rows);
  return plans.flatMap(({ Plan: plan }) => scannedTables(plan));
}

type PlanNode = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string | undefined;
  readonly Plans?: readonly PlanNode[] | undefined;
};

const planNode: z.ZodType<PlanNode> = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  get Plans() {
    return z.array(planNode).optional();
  },
});
const explainedRows = z.tuple([z.object({ 'QUERY PLAN': z.array(z.object({ Plan: planNode })) })]);

function scannedTables(node: PlanNode): string[] {
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scannedTables)];
}
