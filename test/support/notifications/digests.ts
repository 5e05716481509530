import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/kernel/clock.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { recordedMails, type RecordedMail } from '#test/support/people/recorded-mails.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import type { Person, World } from '#test/support/world.ts';

/** Confirms the address of somebody who then asks for a digest. */
export async function wantDigest(
  world: World,
  person: Person,
  input: { readonly digest?: 'DAILY' | 'WEEKLY'; readonly timeZone?: string } = {},
): Promise<void> {
  await runSql(
    world.connectionString,
    `update users set is_email_verified = true where id = '${uuidOf(person.id)}'`,
  );
  await person.do(
    'mutation ($input: UpdateNotificationSettingsInput!) { updateNotificationSettings(input: $input) { errors { code message } } }',
    { input: { digest: 'DAILY', timeZone: 'UTC', ...input } },
  );
}

/** Advances the clock to the next time of day in UTC, on a weekday if one is given; Sunday is 0. */
export function advanceTo({ clock }: World, hour: number, weekday: number | null = null): void {
  const now = clock.now().getTime();
  const atHour = Math.floor(now / DAY_MS) * DAY_MS + hour * HOUR_MS + 5 * MINUTE_MS;
  let at = atHour > now ? atHour : atHour + DAY_MS;
  while (weekday !== null && new Date(at).getUTCDay() !== weekday) at += DAY_MS;
  clock.advance(at - now);
}

/** Sends all digests that are due, with their mails. */
export async function sendDigests(world: World): Promise<void> {
  await world.runJobs();
  await runCron(world, 'digests.begin');
  await world.runJobs();
}

export const digestsTo = async (world: World, { email }: Person): Promise<RecordedMail[]> =>
  (await recordedMails(world, email)).filter(({ subject }) => /notifications?$/.test(subject));

/** The tokens in the links of a mail that end something, in their order. */
export const tokensIn = ({ text }: RecordedMail): string[] =>
  [...text.matchAll(/\/unsubscribe\?token=([\w-]+)/g)].map(([, token = '']) => token);
