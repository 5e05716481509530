import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Actor, Variables } from './actor.ts';
import type { World } from './world.ts';

/** An error in a payload. */
export type Refused = { readonly code: string; readonly path: readonly string[] | null };

type Payload = Readonly<Record<string, unknown>> & { readonly errors: Refused[] };

/**
 * Sends a mutation with one root field that must be refused, and asserts that no row has changed
 * and that the outbox is empty. The document selects `errors { code path }`.
 */
export async function refused(
  world: World,
  actor: Actor,
  document: string,
  variables: Variables = {},
): Promise<Refused[]> {
  return unchanged(world, async () => {
    const answer = await actor.ask(document, variables);
    assert.equal(answer.errors, undefined, JSON.stringify(answer.errors));
    const [payload] = Object.values<Payload>(answer.data);
    assert.ok(payload);
    const { errors, ...entities } = payload;
    for (const [field, entity] of Object.entries(entities)) assert.equal(entity, null, field);
    return errors;
  });
}

/** Asserts that `work` leaves every row unchanged but those of budgets and of the audit log, and the outbox empty. */
export async function unchanged<Result>(world: World, work: () => Promise<Result>): Promise<Result> {
  await world.app.relay.drain();
  const before = await rowsOf(world);
  const result = await work();
  assert.deepEqual(await namesInOutbox(world), []);
  assert.deepEqual(await rowsOf(world), before);
  return result;
}

/** Names of all events so far, in order, but those of registrations, with which every world begins. */
export async function emittedNames(world: World): Promise<string[]> {
  await world.app.relay.drain();
  const { rows } = await sql<{
    name: string;
  }>`select name from event_log where name <> 'user.registered' order by position`.execute(
    world.app.services.db,
  );
  return rows.map((row) => row.name);
}

async function namesInOutbox(world: World): Promise<string[]> {
  const rows = await world.app.services.db.selectFrom('outbox').select('name').execute();
  return rows.map((row) => row.name);
}

/**
 * Number and digest of the rows of every table that has some, except the last use of sessions, which is written in the background, and
 * the counts of budgets, where tries of passwords are counted before they are judged; `charges.test.ts` asserts those.
 */
async function rowsOf(world: World): Promise<Record<string, string>> {
  const { db } = world.app.services;
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      and relname not in ('budget_counts', 'audit_entries', 'audit_head')
      -- Most tables of a world have never had a row.
      and (relkind = 'p' or pg_relation_size(oid) > 0) order by relname`.execute(db);
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ digest: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(line, ' ' order by line)), '') as digest
      from (select (to_jsonb(r) - 'last_seen_at')::text as line from ${sql.table(name)} r) lines`.execute(db);
    const { digest } = rows[0] ?? assert.fail(name);
    if (digest !== '0 ') digests[name] = digest;
  }
  return digests;
}
