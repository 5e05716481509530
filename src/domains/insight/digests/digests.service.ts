import { sendBulkMail } from '#domains/foundation/mails/mails.service.ts';
import { LAST_ID, LAST_MOMENT_MS, type TimeKey } from '#platform/db/keyset.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Services } from '#platform/outbox/services.ts';
import { localUserContext } from '#platform/request/local-context.ts';
import type { NotificationType } from '../notification-settings/notification.types.ts';
import { myNotifications } from '../notifications/notifications.service.ts';
import type { Notification } from '../notifications/notifications.types.ts';
import { mailedTitle } from '../notifications/outside-texts.service.ts';
import { digestMail } from './digests.mails.ts';
import { periodStart } from './digests.policy.ts';
import { type DueUser, listWanted, markDigest } from './digests.queries.ts';
import { unsubscribeTokenOf } from './unsubscribing.service.ts';

/** Sends the digests of a zone, a batch of its users at a time. */
export const sendZoneJob = defineJob<{ timeZone: string; afterId: string }>('digests.sendZone');

/** Notifications that a mail names; it counts the others. */
const TITLES_MAX = 20;
const PAGE_ROWS = 100;
const PAGES_READ = 5;

/** Types of which a mail of their own tells. */
const HAS_OWN_MAIL: ReadonlySet<NotificationType> = new Set([
  'COIN_PURCHASE_SUCCEEDED',
  'DATA_EXPORT_READY',
  'MODERATION_DECISION',
  'NEW_SIGN_IN',
  'PASSWORD_CHANGED',
  'VERIFICATION_DECIDED',
]);

/**
 * Sends a user the digest of a day, unless there is nothing to tell. The mark and the job of the mail are of one transaction, so
 * that a repetition sends nothing.
 */
export async function sendDigest(services: Services, user: DueUser, localDay: string): Promise<void> {
  const now = services.clock.now();
  const unread = await notificationsToMail(services, user, now);
  const told = await titled(services, user, unread.slice(0, TITLES_MAX));
  const sentAt = told.length === 0 ? null : now;
  await services.transaction(async (tx) => {
    const isDue = await markDigest(tx, { ...user, localDay, sentAt, now });
    if (!isDue || sentAt === null) return;
    const { userId, email } = user;
    const tokenFor = (type: NotificationType | null): string =>
      unsubscribeTokenOf(services, { userId, type });
    const firstOfType = told.filter(
      ({ type }, index) => told.findIndex((each) => each.type === type) === index,
    );
    const mail = digestMail(services, {
      to: email,
      titles: told.map(({ title }) => title),
      moreCount: unread.length - told.length,
      token: tokenFor(null),
      typeTokens: firstOfType.map(({ type, title }) => ({ title, token: tokenFor(type) })),
      idempotencyKey: `digest:${userId}:${localDay}`,
    });
    sendBulkMail(services, tx, mail);
  });
}

/** Unread notifications since the last digest that the user sees and wants by mail from who is behind them, the latest first. */
async function notificationsToMail(
  services: Services,
  { userId, frequency, sentAt }: DueUser,
  now: Date,
): Promise<readonly Notification[]> {
  const period = periodStart(frequency, now);
  const since = sentAt !== null && sentAt > period ? sentAt : period;
  const ctx = localUserContext(services, userId);
  const found: Notification[] = [];
  let from: TimeKey = [LAST_MOMENT_MS, LAST_ID];
  for (let page = 0; page < PAGES_READ; page += 1) {
    const rows = await myNotifications(ctx, {
      from,
      limit: PAGE_ROWS,
      direction: 'forward',
      isFirst: page === 0,
    });
    found.push(...rows.filter(({ latestAt }) => latestAt > since));
    const last = rows.at(-1);
    if (!last || last.latestAt <= since || rows.length <= PAGE_ROWS) break;
    from = [last.latestAt.getTime(), last.id];
  }
  const unread = found.filter(({ isRead, type }) => !isRead && !HAS_OWN_MAIL.has(type));
  const wantedIds = await listWanted(services.db, userId, unread);
  return unread.filter(({ id }) => wantedIds.has(id));
}

type Titled = { readonly type: NotificationType; readonly title: string };

function titled(
  services: Services,
  { userId, locale }: DueUser,
  notifications: readonly Notification[],
): Promise<Titled[]> {
  const ctx = localUserContext(services, userId);
  return Promise.all(
    notifications.map(async (each) => ({
      type: each.type,
      title: await mailedTitle(ctx, each, locale),
    })),
  );
}
