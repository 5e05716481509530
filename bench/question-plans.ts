import type { Client } from 'pg';
import { z } from 'zod';
import type { RecordedStatement } from './statement-recorder.ts';
import type { AskedStatements } from './question-statements.ts';

/** A table that would be read from its first row to its last. */
export type SequentialScan = { readonly question: string; readonly table: string; readonly text: string };

/** Which statements read one of these tables as a whole, by the plan that is the same for all values. */
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

/** What else is executed is begin and commit. */
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
