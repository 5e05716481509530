import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { World } from './world.ts';

const LOOKS_MAX = 500;
const LOOK_MS = 10;

/** Resolves when so many statements of the world's database wait for a lock. */
export async function waitingForLocks({ app }: World, count: number): Promise<void> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::integer as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(app.services.db);
    if (rows[0]?.waiting === count) return;
    await delay(LOOK_MS);
  }
  assert.fail(`${count} never waited`);
}
