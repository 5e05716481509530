import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { cursorAt, delivered, emit, range, startOne, subscribed } from '#test/support/logged-events.ts';
import { until } from '#test/support/processes.ts';

test('a log that is set back is followed from its new end, and whoever heard what is gone is told', async (t) => {
  const process = await startOne(t);
  for (const { number } of range(1, 5)) await emit(process, number);
  await delivered(process);
  const live = await subscribed(process.hub);
  const [kept, gone] = [await cursorAt(process, 3), await cursorAt(process, 5)];
  await sql`with log as (delete from event_log where position > 3), recipients as (
    delete from event_recipients where position > 3) update event_head set position = 3`.execute(process.db);
  // The log has passed the position of the process again when it looks.
  for (const { number } of range(6, 8)) await emit(process, number);
  await delivered(process);
  assert.equal(process.hub.setBacks(), 1);
  assert.deepEqual(live.numbers(), []);
  assert.equal(((await live.ended) as { code?: string }).code, 'CURSOR_EXPIRED');
  await assert.rejects(subscribed(process.hub, { after: gone }), { code: 'CURSOR_EXPIRED' });
  const resumed = await subscribed(process.hub, { after: kept });
  await until(() => resumed.events.length === 3, 'the new events');
  await emit(process, 9);
  await delivered(process);
  await until(() => resumed.events.length === 4, 'the live event');
  assert.deepEqual(resumed.numbers(), range(6, 9));
  assert.equal(process.hub.setBacks(), 1);
});

test('a log that is shorter than it was is noticed without a new event', async (t) => {
  const process = await startOne(t);
  for (const { number } of range(1, 3)) await emit(process, number);
  await delivered(process);
  const live = await subscribed(process.hub);
  await sql`with log as (delete from event_log where position > 1) update event_head set position = 1`.execute(
    process.db,
  );
  assert.equal(((await live.ended) as { code?: string }).code, 'CURSOR_EXPIRED');
  assert.deepEqual([process.hub.setBacks(), process.hub.newest().position], [1, 1]);
});

test('a log whose last event is trimmed was not set back', async (t) => {
  const process = await startOne(t);
  for (const { number } of range(1, 3)) await emit(process, number);
  await delivered(process);
  const live = await subscribed(process.hub);
  await sql`update event_head set trimmed_position = 3`.execute(process.db);
  await process.hub.catchUp();
  await emit(process, 4);
  await delivered(process);
  assert.deepEqual([live.numbers(), process.hub.setBacks()], [range(4, 4), 0]);
});

test('a log that is set back after its last event was trimmed is noticed, too', async (t) => {
  const process = await startOne(t);
  for (const { number } of range(1, 3)) await emit(process, number);
  await delivered(process);
  await sql`update event_head set trimmed_position = 3`.execute(process.db);
  await process.hub.catchUp();
  assert.equal(process.hub.setBacks(), 0);
  const live = await subscribed(process.hub);
  await sql`update event_head set position = 1, trimmed_position = 0`.execute(process.db);
  assert.equal(((await live.ended) as { code?: string }).code, 'CURSOR_EXPIRED');
  assert.deepEqual([process.hub.setBacks(), process.hub.newest().position], [1, 1]);
});
