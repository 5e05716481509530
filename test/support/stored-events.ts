import { sql } from 'kysely';
import type { World } from './world.ts';

/** The events of some names so far, as pairs of name and payload, in the order of the log. */
export async function storedEvents(
  { app }: World,
  ...names: readonly string[]
): Promise<(readonly [name: string, payload: unknown])[]> {
  await app.relay.drain();
  const { rows } = await sql<{ name: string; payload: unknown }>`
    select name, payload from event_log where name = any(${names}::text[]) order by position`.execute(
    app.services.db,
  );
  return rows.map(({ name, payload }) => [name, payload]);
}
