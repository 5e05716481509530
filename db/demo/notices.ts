import { createPost } from '#domains/content/posts/publishing.service.ts';
import { react } from '#domains/content/reactions/reactions.service.ts';
import { POSTS } from '#domains/content/reactions/subjects.ts';
import {
  updateNotificationSettings,
  updateQuietHours,
} from '#domains/insight/notification-settings/notification-settings.service.ts';
import {
  markNotificationsRead,
  markNotificationsSeen,
} from '#domains/insight/notifications/notifications.service.ts';
import { registerPushDevice, sendTestNotification } from '#domains/insight/push/push.service.ts';
import { findUserIdByName } from '#domains/identity/users/users.service.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import type { Services } from '#platform/outbox/services.ts';
import { contextOf, type UserContext } from '#platform/request/context.ts';
import { localContext } from '#platform/request/local-context.ts';
import { RESIDENTS } from './people.ts';
import { contextAt, servicesBefore, type Town } from './town.ts';

const [first = '', ...others] = RESIDENTS.map(({ username }) => username);

/** A post of the first person to which many react within a minute, after which all of them come again. */
export const LIKED_POST = {
  author: first,
  text: 'Name one book that you have read twice. I will put them all on one table.',
  reactors: others.slice(0, 14),
} as const;

const LIKED_POST_MS = 6 * HOUR_MS;
const REACTED_MS = 5 * HOUR_MS;
/** Reactions of one half of a day, by UTC, share a notification. */
const HALF_DAY_MS = 12 * HOUR_MS;

export async function publishLikedPost(town: Town): Promise<void> {
  const { author, text, reactors } = LIKED_POST;
  const subjectId = await createPost(contextAt(town, author, LIKED_POST_MS), { text });
  const isNearlyOver = (town.foundedAt.getTime() - REACTED_MS) % HALF_DAY_MS > HALF_DAY_MS - MINUTE_MS;
  const startMs = isNearlyOver ? REACTED_MS - MINUTE_MS : REACTED_MS;
  for (const [index, username] of reactors.entries()) {
    await react(contextAt(town, username, startMs - index * SECOND_MS), POSTS, { subjectId, type: 'LIKE' });
  }
}

export const ANNOUNCEMENT = {
  title: 'Opening hours of the town hall',
  text: 'The counter is open on Saturdays from now on, from nine to noon.',
} as const;

/** The nights of the first person. */
export const QUIET_HOURS = (
  ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const
).map((weekday) => ({ weekday, startMinute: 22 * 60, endMinute: 7 * 60 }));
const TIME_ZONE = 'Europe/Copenhagen';

/** Devices of the first person, which nobody has. */
export const DEVICES = [
  { platform: 'FCM', token: 'demo-phone', appId: 'com.example.plaza', locale: 'en-GB' },
  { platform: 'APNS', token: 'demo-tablet', appId: 'com.example.plaza', locale: 'en-GB' },
] as const;

/** Notifications of before are read: the person has looked at them so long before the creation of the world. */
const READ_MS = 10 * HOUR_MS;

/**
 * Has the first person read what is older, and get what comes from now on at two devices, apart from the night. Repeating it
 * leaves settings and devices as they are.
 */
export async function settleNotices(services: Services, foundedAt: Date): Promise<void> {
  const id = await findUserIdByName(localContext(services), first);
  if (id === null) return;
  const upTo = new Date(foundedAt.getTime() - READ_MS);
  await services.transaction((tx) =>
    settle({ services, tx, foundedAt: services.clock.now(), idOf: () => id }, upTo),
  );
}

/** The world is founded at this moment for what happens now. */
async function settle(town: Town, upTo: Date): Promise<void> {
  const ctx = await onDevice(town);
  await markNotificationsSeen(ctx, upTo);
  await markNotificationsRead(ctx, { upTo });
  const owned = town.tx.selectFrom('push_devices').select('id').where('user_id', '=', ctx.user.id);
  if (await owned.executeTakeFirst()) return;
  await updateNotificationSettings(ctx, { timeZone: TIME_ZONE });
  await updateQuietHours(ctx, { intervals: QUIET_HOURS });
  for (const device of DEVICES) await registerPushDevice(ctx, device);
  await sendTestNotification(ctx);
}

/** The first person in the session of the last visit, since devices leave with their session. */
async function onDevice(town: Town): Promise<UserContext> {
  const services = servicesBefore(town, 0);
  const id = town.idOf(first);
  const session = await town.tx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', id)
    .where('session_key', '=', `demo-${id}`)
    .executeTakeFirstOrThrow();
  const { caller, signal } = localContext(services);
  const user = { id, sessionId: session.id, tokenExpiresAt: services.clock.now() };
  return contextOf(services, { user, admin: null, tokenProblem: null, caller, signal });
}
