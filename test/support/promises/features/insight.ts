import { sql } from 'kysely';
import { registerDevice, sendTest } from '#test/support/push/push-world.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import type { Person, World } from '#test/support/world.ts';
import { wordOf } from './company.ts';

/** A month in which the user was active, as the close of the day notes it: to wait for that would end everybody's tokens. */
export async function beCounted(world: World, person: Person): Promise<void> {
  await sql`
    insert into active_months (month, user_id)
    select distinct date_trunc('month', day)::date, user_id from active_days where user_id = ${uuidOf(person.id)}::uuid
    on conflict do nothing`.execute(world.app.services.db);
}

/** Two devices that are told something. */
export async function beNotified(world: World, person: Person): Promise<void> {
  const word = wordOf(person);
  // As after a digest, which is sent in the morning.
  await sql`
    insert into digest_marks (user_id, local_day, sent_at) values (${uuidOf(person.id)}::uuid, '2026-01-01', '2026-01-01')
    on conflict do nothing`.execute(world.app.services.db);
  await registerDevice(person, `a phone of ${word}`);
  await sendTest(person);
  await world.runJobs();
  // Waits for a service that does not answer.
  await registerDevice(await world.signIn(person), `unavailable ${word}`);
  // The first device is told of the sign-in: the event, the notification and the push follow each other.
  await world.runJobs();
  await world.runJobs();
  await sendTest(person);
}

/** A zone, a preference and quiet hours of the user. */
export async function chooseNotifications(person: Person): Promise<void> {
  await person.do(`mutation {
    updateNotificationSettings(input: { timeZone: "Asia/Kolkata", showsPreviews: false }) { errors { code } }
    updateNotificationPreferences(input: { preferences: [{ type: FOLLOW, audience: MUTUAL }] }) { errors { code } }
    markNotificationsSeen(input: { upTo: "2026-01-01T00:00:00Z" }) { errors { code } }
    updateQuietHours(input: { intervals: [{ weekday: MONDAY, startMinute: 60, endMinute: 61 }] }) { errors { code } }
  }`);
}
