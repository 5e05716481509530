import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import type { ListRequest, TimeKey } from '#platform/db/keyset.ts';
import { badUserInput, notFound } from '#platform/kernel/errors.ts';
import type { Services } from '#platform/outbox/services.ts';
import { localUserContext } from '#platform/request/local-context.ts';
import { load, loadMany, prime } from '#platform/request/loader.ts';
import type { UserContext } from '#platform/request/context.ts';
import { deleteOwn, updateRead, updateReadUpTo, updateUnread, upsertSeen } from './marks.queries.ts';
import { notificationsRead } from './notifications.events.ts';
import { ownNotificationById, ownNotificationCounts } from './notifications.loaders.ts';
import { countNotifications, listNotifications, listVisibleByIds } from './notifications.queries.ts';
import type { Notification, NotificationChange, NotificationCounts } from './notifications.types.ts';
import { notificationBody, notificationTitle } from './texts.service.ts';
import { languageOf } from './texts.policy.ts';

/** Notifications of the caller, the latest first. */
export async function myNotifications(
  ctx: UserContext,
  page: ListRequest<TimeKey>,
): Promise<readonly Notification[]> {
  const found = await listNotifications(ctx.db, { userId: ctx.user.id, now: ctx.clock.now(), page });
  prime(ctx, ownNotificationById, found);
  return found;
}

export const myNotificationCounts = (ctx: UserContext): Promise<NotificationCounts> =>
  notificationCounts(ctx, ctx.user.id);

/** Counts of the caller, read once for all fields of an event. */
export async function loadOwnCounts(ctx: UserContext): Promise<NotificationCounts> {
  const counts = await load(ctx, ownNotificationCounts, ctx.user.id);
  return counts ?? myNotificationCounts(ctx);
}

/** Counts of a user, for badges. They fit the list: what the user does not see is not counted. */
export const notificationCounts = (
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  userId: string,
): Promise<NotificationCounts> => countNotifications(db, { userId, now: clock.now() });

/** Marks what came up to a time as seen. */
export async function markNotificationsSeen(ctx: UserContext, upTo: Date): Promise<NotificationCounts> {
  const now = ctx.clock.now();
  const userId = ctx.user.id;
  await ctx.transaction(async (tx) => {
    await upsertSeen(tx, userId, upTo < now ? upTo : now);
    tx.emit(notificationsRead, { userId });
  });
  return myNotificationCounts(ctx);
}

const READ_ROWS = 2_000;
export const READ_IDS_MAX = 100;

/** Marks some as read, or all up to a time. Those that are not the caller's are passed over. */
export async function markNotificationsRead(
  ctx: UserContext,
  { ids, upTo }: { ids?: readonly string[] | null | undefined; upTo?: Date | null | undefined },
): Promise<NotificationCounts> {
  const now = ctx.clock.now();
  const userId = ctx.user.id;
  if (ids) {
    if (ids.length > READ_IDS_MAX) throw badUserInput(`Give at most ${READ_IDS_MAX} ids.`, ['ids']);
    await ctx.transaction(async (tx) => {
      await updateRead(tx, { userId, ids, now });
      tx.emit(notificationsRead, { userId });
    });
  } else if (upTo) {
    let updated = READ_ROWS;
    while (updated === READ_ROWS) {
      updated = await ctx.transaction(async (tx) => {
        tx.emit(notificationsRead, { userId });
        return updateReadUpTo(tx, { userId, upTo, now, limit: READ_ROWS });
      });
    }
  }
  return myNotificationCounts(ctx);
}

/** @throws AppError NOT_FOUND */
export async function markNotificationUnread(ctx: UserContext, id: string): Promise<Notification> {
  const userId = ctx.user.id;
  const isUpdated = await ctx.transaction(async (tx) => {
    const isFound = await updateUnread(tx, { userId, id });
    if (isFound) tx.emit(notificationsRead, { userId });
    return isFound;
  });
  if (!isUpdated) throw unknown();
  const found = await load(ctx, ownNotificationById, id);
  if (!found) throw unknown();
  return found;
}

const unknown = () => notFound('Notification', ['notificationId']);

/** Deletes one of the caller's. Repeating it succeeds without a change. */
export const deleteNotification = (ctx: UserContext, id: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const userId = ctx.user.id;
    if (await deleteOwn(tx, { userId, id })) tx.emit(notificationsRead, { userId });
  });

export type ChangedFacts = {
  readonly notificationId: string;
  readonly recipientId: string;
  readonly kind: NotificationChange;
};

/** Changes that their recipients may be told of. Null for one that they do not see, or that is for their devices alone. */
export async function readChanges(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  changes: readonly ChangedFacts[],
): Promise<(ChangedFacts | null)[]> {
  const ids = changes.filter(({ kind }) => kind !== 'REMOVED').map(({ notificationId }) => notificationId);
  const visible = ids.length === 0 ? [] : await listVisibleByIds(db, { ids, now: clock.now() });
  const listedIds = new Set(visible.filter(({ isListed }) => isListed).map(({ id }) => id));
  return changes.map((change) =>
    change.kind === 'REMOVED' || listedIds.has(change.notificationId) ? change : null,
  );
}

/** A notification as it is when it is sent: null where its recipient sees it no more, or it is gone. */
export type NotificationToSend = {
  readonly notification: Notification;
  readonly actors: readonly User[];
  /** Title and body in the language of a tag such as `de-AT`. */
  readonly textsIn: (locale: string) => Promise<{ readonly title: string; readonly body: string | null }>;
};

export async function findNotificationForPush(
  services: Services,
  notificationId: string,
): Promise<NotificationToSend | null> {
  const { clock, db } = services;
  const [notification] = await listVisibleByIds(db, { ids: [notificationId], now: clock.now() });
  if (!notification) return null;
  const ctx = localUserContext(services, notification.recipientId);
  return {
    notification,
    actors: await loadMany(ctx, visibleUserById, notification.actorIds),
    async textsIn(locale) {
      const language = languageOf(locale);
      const [title, body] = await Promise.all([
        notificationTitle(ctx, notification, language),
        notificationBody(ctx, notification, language),
      ]);
      return { title, body };
    },
  };
}
