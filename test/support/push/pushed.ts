import { sql } from 'kysely';
import { uuidOf } from '#test/support/uuid-of.ts';
import type { Person, World } from '#test/support/world.ts';
import { registerDevice } from './push-world.ts';

/** Registers a phone whose token names the person. */
export async function withPhone(person: Person): Promise<Person> {
  await registerDevice(person, `phone of ${person.username}`);
  return person;
}

/** Runs all jobs, and those that wait for the end of their window. */
export async function runPushes(world: World): Promise<void> {
  await world.runJobs();
  for (let round = 0; round < 4; round++) {
    world.clock.advance('5s');
    await world.runJobs();
  }
}

/** Titles, bodies and badges of what the phone of a person has shown, the newest first. */
export async function shownTo(
  world: World,
  { username }: Person,
): Promise<(readonly [title: string, body: string, badge: number | null])[]> {
  const { rows } = await sql<{ title: string; body: string; badge: number | null }>`
    select title, body, badge from recorded_pushes
    where token_end = right(${`phone of ${username}`}, length(token_end)) and title is not null
    order by sent_at desc, id desc`.execute(world.app.services.db);
  return rows.map(({ title, body, badge }) => [title, body, badge] as const);
}

/** Types and badges of what came to the phone of a person without being shown, the newest first. */
export async function silentTo(
  world: World,
  { username }: Person,
): Promise<(readonly [type: string, badge: number | null])[]> {
  const { rows } = await sql<{ type: string; badge: number | null }>`
    select data->>'type' as type, badge from recorded_pushes
    where token_end = right(${`phone of ${username}`}, length(token_end)) and title is null
    order by sent_at desc, id desc`.execute(world.app.services.db);
  return rows.map(({ type, badge }) => [type, badge] as const);
}

/** Reasons why notifications of a person went nowhere, the newest first. */
export async function reasonsOf(person: Person): Promise<string[]> {
  const { data } = await person.ask('{ myNotificationDeliveries { nodes { reason state } } }');
  return (data.myNotificationDeliveries.nodes as { reason: string | null; state: string }[]).flatMap(
    ({ reason }) => (reason === null ? [] : [reason]),
  );
}

/** Changes quiet hours or snoozing of a person. */
export const setQuiet = (person: Person, name: string, input: object): Promise<unknown> =>
  person.do(
    `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { errors { code } } }`,
    { input },
  );

/** Whether something of a person is held for a summary. */
export async function isHeld(world: World, person: Person): Promise<boolean> {
  const { rows } = await sql`select from push_held where user_id = ${uuidOf(person.id)}::uuid`.execute(
    world.app.services.db,
  );
  return rows.length > 0;
}
