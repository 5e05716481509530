import { unreadCounts } from '#domains/messaging/receipts/unread.service.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { localUserContext } from '#platform/request/local-context.ts';
import type { NotificationType } from '../notification-settings/notification.types.ts';
import { kindOf } from '../notification-settings/notification-settings.policy.ts';
import { findNotificationSettings } from '../notification-settings/notification-settings.service.ts';
import type { NotificationSettings } from '../notification-settings/notification-settings.types.ts';
import { quietUntil } from '../notification-settings/quiet-hours.policy.ts';
import { summaryTitle } from '../notifications/outside-texts.service.ts';
import { notificationCounts } from '../notifications/notifications.service.ts';
import type { DeliveryReason, PushContent } from '../push/push.types.ts';
import { deviceLocales, noteUnsent, queuePush } from '../push/sending.service.ts';
import { badgeSlot, isBulk } from './notification-pushes.policy.ts';
import { claimStep, deleteHeld, updateBadge, upsertBadge, upsertHeld } from './pushes.queries.ts';

/** A step of something that is pushed: a number of actors, a message, a ring. */
export type Step = {
  readonly userId: string;
  readonly type: NotificationType;
  readonly collapseKey: string;
  readonly step: number;
};

type Texts = { readonly title: string; readonly body: string | null };

type Outgoing = Step & {
  readonly textsIn: (locale: string) => Promise<Texts>;
  /** For the app, beside the type. */
  readonly data: Readonly<Record<string, string>>;
  readonly kind: PushContent['kind'];
  readonly isUrgent: boolean;
  readonly expiresAt: Date;
  /** Whether it passes quiet hours, besides what is critical. */
  readonly isAllowed: (settings: NotificationSettings) => Promise<boolean>;
  /** Whether it waits for the summary in quiet hours; a ring is over by then. */
  readonly isHeld: boolean;
};

export const releaseHeldJob = defineJob<{ userId: string }>('notification-pushes.releaseHeld');
export const sendBadgeJob = defineJob<{ userId: string }>('notification-pushes.sendBadge');

/** Time after which a push is no news any more. */
export const NEWS_MS = DAY_MS;

/** Pushes a step, or holds it in quiet hours. A step that was pushed, held or left out before is neither pushed nor noted again. */
export async function deliver(services: Services, outgoing: Outgoing): Promise<void> {
  const { clock, db } = services;
  const { userId, type } = outgoing;
  const settings = await findNotificationSettings(db, userId);
  const quietEnd = quietEndOf(settings, clock.now());
  const passes = quietEnd === null || passesQuiet(type) || (await outgoing.isAllowed(settings));
  if (passes) return push(services, outgoing, settings);
  if (!outgoing.isHeld) return leaveOut(services, outgoing, 'QUIET_HOURS');
  await services.transaction(async (tx) => {
    if (!(await claim(services, tx, outgoing, false))) return;
    await upsertHeld(tx, userId, clock.now());
    await noteUnsent(services, tx, { recipientId: userId, type, state: 'HELD', reason: 'QUIET_HOURS' });
    tx.enqueue(releaseHeldJob, { userId }, { key: userId, runAt: quietEnd });
  });
}

/** Whether a type warns of somebody else in the account, or cannot wait. */
const passesQuiet = (type: NotificationType): boolean =>
  kindOf(type).isCritical || kindOf(type).category === 'SECURITY';

const quietEndOf = ({ timeZone, quietHours, snoozedUntil }: NotificationSettings, now: Date): Date | null =>
  quietUntil(now, { timeZone, intervals: quietHours, snoozedUntil });

/** Notes once why a step is not pushed. */
export const leaveOut = (services: Services, step: Step, reason: DeliveryReason): Promise<void> =>
  services.transaction(async (tx) => {
    // Apart from what is pushed, since another type may push the same thing.
    const left = { ...step, collapseKey: `${step.type} ${step.collapseKey}` };
    if (!(await claim(services, tx, left, false))) return;
    await noteUnsent(services, tx, { recipientId: step.userId, type: step.type, state: 'SKIPPED', reason });
  });

const claim = (
  { clock }: Pick<Services, 'clock'>,
  tx: Tx,
  { userId, collapseKey, step }: Step,
  isSent: boolean,
): Promise<boolean> => claimStep(tx, { userId, collapseKey, step, isSent, at: clock.now() });

async function push(
  services: Services,
  outgoing: Outgoing,
  { showsPreviews }: NotificationSettings,
): Promise<void> {
  const { userId, type, collapseKey, kind, data, isUrgent, expiresAt, textsIn } = outgoing;
  const shownIn = await shownByLocale(services, userId, async (locale) => {
    const { title, body } = await textsIn(locale);
    return { title, body: (showsPreviews ? body : null) ?? '' };
  });
  const badge = await badgeOf(services, userId);
  await services.transaction(async (tx) => {
    if (!(await claim(services, tx, outgoing, true))) return;
    await upsertBadge(tx, userId, badge);
    await queuePush(services, tx, {
      userId,
      expiresAt,
      shownIn,
      isBulk: isBulk(type),
      content: { type, kind, shown: null, data: { type, ...data }, badge, collapseKey, isUrgent },
    });
  });
}

type Shown = NonNullable<PushContent['shown']>;

async function shownByLocale(
  { db }: Services,
  userId: string,
  shown: (locale: string) => Promise<Shown>,
): Promise<ReadonlyMap<string, Shown>> {
  const locales = await deviceLocales(db, userId);
  return new Map(await Promise.all(locales.map(async (locale) => [locale, await shown(locale)] as const)));
}

/** The number on the apps of a user: conversations that are not read, and notifications that are not seen. */
async function badgeOf(services: Services, userId: string): Promise<number> {
  const [{ conversationCount }, { unseen }] = await Promise.all([
    unreadCounts(localUserContext(services, userId)),
    notificationCounts(services, userId),
  ]);
  return conversationCount + unseen.count;
}

/** Sends one summary of what was held, once the quiet is over; nothing when all of it was read meanwhile. */
export async function releaseHeld(services: Services, { userId }: { userId: string }): Promise<void> {
  const { clock, db, transaction } = services;
  const quietEnd = quietEndOf(await findNotificationSettings(db, userId), clock.now());
  const badge = await badgeOf(services, userId);
  const locales = await deviceLocales(db, userId);
  await transaction(async (tx) => {
    if (quietEnd) {
      tx.enqueue(releaseHeldJob, { userId }, { key: userId, runAt: quietEnd });
      return;
    }
    const count = await deleteHeld(tx, userId);
    if (count === null) return;
    if (badge === 0) {
      await noteUnsent(services, tx, {
        recipientId: userId,
        type: SUMMARY,
        state: 'SKIPPED',
        reason: 'READ',
      });
      return;
    }
    await upsertBadge(tx, userId, badge);
    await queuePush(services, tx, {
      userId,
      expiresAt: new Date(clock.now().getTime() + NEWS_MS),
      shownIn: new Map(locales.map((locale) => [locale, { title: summaryTitle(count, locale), body: '' }])),
      content: silent({ type: SUMMARY, badge, collapseKey: 'summary', data: {} }),
    });
  });
}

const SUMMARY = 'SUMMARY';

type Silent = Pick<PushContent, 'type' | 'badge' | 'collapseKey' | 'data'>;

/** Content that shows nothing by itself. */
export const silent = ({ type, badge, collapseKey, data }: Silent): PushContent => ({
  type,
  kind: 'ALERT',
  shown: null,
  data: { type, ...data },
  badge,
  collapseKey,
  isUrgent: false,
});

/** Has the badge of a user sent in a few seconds, if it has changed then. */
export function sendBadgeSoon({ clock }: Pick<Services, 'clock'>, tx: Tx, userId: string): void {
  const { name, endsAt } = badgeSlot(clock.now());
  tx.enqueue(sendBadgeJob, { userId }, { key: `${userId} ${name}`, runAt: endsAt });
}

/** Sends the badge of a user where it is another one than the last. */
export async function sendBadge(services: Services, { userId }: { userId: string }): Promise<void> {
  const badge = await badgeOf(services, userId);
  await services.transaction(async (tx) => {
    if (!(await updateBadge(tx, userId, badge))) return;
    await queuePush(services, tx, {
      userId,
      expiresAt: new Date(services.clock.now().getTime() + NEWS_MS),
      content: silent({ type: 'BADGE', badge, collapseKey: 'badge', data: {} }),
    });
  });
}
