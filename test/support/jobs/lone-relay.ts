import type { TestContext } from 'node:test';
import type { CompiledQuery } from 'kysely';
import { Client } from 'pg';
import { openDatabase } from '#platform/db/connection.ts';
import type { Db } from '#platform/db/database.ts';
import { type Relay, startRelay } from '#platform/outbox/event-log/relay.ts';
import { testDatabase } from '#test/support/database.ts';
import { listeningTo } from '#test/support/transport/listening.ts';
import { deafBus, silent } from '#test/support/processes.ts';

/** A relay all of whose statements use one connection, so that a plan that is kept is used again. */
export type LoneRelay = {
  readonly connectionString: string;
  readonly db: Db;
  readonly relay: Relay;
  /** Another connection. */
  readonly client: Client;
  /** The last statement that moved a batch, or found none. */
  lastBatch(): CompiledQuery | null;
};

export async function startLoneRelay(t: TestContext): Promise<LoneRelay> {
  const { connectionString } = await testDatabase(t);
  const settings = { lanes: 1, transactionPoolSize: 1, statementTimeoutMs: 10_000, log: silent };
  const database = await openDatabase({ ...settings, connectionString });
  t.after(() => database.close());
  const { db } = database;
  let last: CompiledQuery | null = null;
  const listening = listeningTo(db, (query) => {
    if (query.sql.includes('delete from outbox')) last = query;
  });
  const others = { bus: deafBus(), log: silent, listenerJobs: new Map(), onLogged: () => undefined };
  const relay = startRelay({ db: listening, ...others });
  t.after(() => relay.close());
  const client = await connectTo(t, connectionString);
  return { connectionString, db, relay, client, lastBatch: () => last };
}

/** A separate connection; its loss is ignored, since the database is dropped while it is open. */
export async function connectTo(t: TestContext, connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  t.after(() => client.end());
  return client;
}

/** Stores events with numbers from `first` on. */
export async function storeEvents(client: Client, count: number, first = 1): Promise<void> {
  await client.query(
    `insert into outbox (kind, event_id, name, payload, occurred_at)
     select 'event', gen_random_uuid(), 'counted', jsonb_build_object('number', number), now()
     from generate_series($1::integer, $2::integer) number`,
    [first, first + count - 1],
  );
}
