import { Client } from 'pg';
import type { World } from './world.ts';

/** Numbers of rows by table. */
export type RowsTouched = Readonly<Record<string, { readonly read: number; readonly written: number }>>;

const TABLES = [
  ...['conversations', 'participants', 'participant_markers', 'messages', 'message_mentions'],
  ...['conversation_invites', 'join_requests'],
];

/**
 * Counts the rows of conversations that one operation reads and writes in all of its statements. PostgreSQL adds up what a connection has touched
 * when it ends, so all connections are ended before and after.
 */
export async function rowsTouched(world: World, work: () => Promise<unknown>): Promise<RowsTouched> {
  const client = new Client({ connectionString: world.connectionString });
  await client.connect();
  const before = await countersOf(client);
  await work();
  const after = await countersOf(client);
  await client.end();
  return Object.fromEntries(
    [...after].map(([table, { read, written }]) => {
      const known = before.get(table) ?? { read: 0, written: 0 };
      return [table, { read: read - known.read, written: written - known.written }];
    }),
  );
}

type Counter = { readonly table: string; readonly read: number; readonly written: number };

const ENDS_WITHIN_MS = 10_000;

async function countersOf(client: Client): Promise<ReadonlyMap<string, Counter>> {
  await client.query(
    `select pg_terminate_backend(pid, $1) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
    [ENDS_WITHIN_MS],
  );
  const { rows } = await client.query<Counter>(
    `select relname as table, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as read,
       (n_tup_ins + n_tup_upd + n_tup_del)::integer as written
     from pg_stat_user_tables where schemaname = 'public' and relname = any($1)`,
    [TABLES],
  );
  return new Map(rows.map((row) => [row.table, row]));
}
