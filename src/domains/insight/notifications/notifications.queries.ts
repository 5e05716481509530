import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { ListRequest, TimeKey } from '#platform/db/keyset.ts';
import { prepared } from '#platform/db/prepared.ts';
import {
  NOTIFICATION_ACTORS_MAX,
  NOTIFICATION_COUNT_MAX,
  shownActorsSql,
  visibleNotificationSql,
  visibleTargetSql,
} from './notifications.policy.ts';
import type { CappedCount, Notification, NotificationCounts } from './notifications.types.ts';

type Row = Omit<Notification, 'actorIds' | 'actorCount'> & {
  readonly ids: readonly string[];
  readonly isAll: boolean;
  readonly storedCount: number;
};

/** Notifications that their recipients see, of the rows `n`, in the order of the rows. */
const selectVisibleSql = (
  from: RawBuilder<unknown>,
  now: RawBuilder<Date> | Date,
): RawBuilder<unknown> => sql`
  select n.id, n.recipient_id as "recipientId", n.type, n.target_type as "targetType", n.target_id as "targetId",
    n.parent_id as "parentId", n.is_listed as "isListed", n.facts, n.created_at as "createdAt", n.latest_at as "latestAt",
    n.read_at is not null as "isRead", (n.read_at is not null or coalesce(n.latest_at <= mark.seen_at, false)) as "isSeen",
    n.actor_count as "storedCount", shown.ids, shown.is_all as "isAll"
  from ${from} n
  left join notification_marks mark on mark.user_id = n.recipient_id
  cross join lateral (${shownActorsSql(now)}) shown
  where (not n.has_actor or cardinality(shown.ids) > 0) and ${visibleTargetSql(now)}`;

/** Of a group that is read to its end the visible actors are counted; a larger one counts everybody, as other counts do. */
function notificationOf({ ids, isAll, storedCount, ...row }: Row): Notification {
  const actorCount = isAll ? ids.length : Math.max(storedCount, ids.length);
  return { ...row, actorIds: ids.slice(0, NOTIFICATION_ACTORS_MAX), actorCount };
}

/** The latest first, one more than the page. */
export async function listNotifications(
  db: Db,
  { userId, now, page }: { userId: string; now: Date; page: ListRequest<TimeKey> },
): Promise<Notification[]> {
  const { from, limit } = page;
  const rows = await selectPage(db, {
    userId,
    now,
    fromAt: new Date(from[0]),
    fromId: from[1],
    size: limit + 1,
  });
  return rows.map(notificationOf);
}

type PageParameters = {
  readonly userId: string;
  readonly now: Date;
  readonly fromAt: Date;
  readonly fromId: string;
  readonly size: number;
};

/** A fence keeps the order of the index, so that no more rows are asked for than the page needs. */
const selectPage = prepared<PageParameters, Row>((db, { userId, now, fromAt, fromId, size }) =>
  sql<Row>`${selectVisibleSql(
    sql`(select * from notifications
      where recipient_id = ${userId}::uuid and is_listed and (latest_at, id) < (${fromAt}::timestamptz, ${fromId}::uuid)
      order by latest_at desc, id desc offset 0)`,
    now,
  )} order by n.latest_at desc, n.id desc limit ${size}::integer`.compile(db),
);

/** Notifications of the ids that their recipients see; a fence finds them first. */
export async function listVisibleByIds(
  db: Db,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<Notification[]> {
  const { rows } = await sql<Row>`${selectVisibleSql(
    sql`(select * from notifications where id = ${anyOf(ids)} offset 0)`,
    now,
  )}`.execute(db);
  return rows.map(notificationOf);
}

/** Rows of a recipient in the order of their ids, for the export of their data. */
export const listAllOf = (
  db: Db,
  { userId, afterId, limit }: { userId: string; afterId: string; limit: number },
): Promise<ExportedNotification[]> =>
  db
    .selectFrom('notifications')
    .select(['id', 'type', 'target_type as targetType', 'target_id as targetId'])
    .select(['actor_count as actorCount', 'facts'])
    .select(['created_at as createdAt', 'latest_at as latestAt', 'read_at as readAt'])
    .where('recipient_id', '=', userId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    // The collector writes the types and facts.
    .$castTo<ExportedNotification>()
    .execute();

export type ExportedNotification = Pick<
  Notification,
  'id' | 'type' | 'targetType' | 'targetId' | 'actorCount' | 'facts' | 'createdAt' | 'latestAt'
> & { readonly readAt: Date | null };

type Counted = { readonly unread: number; readonly unseen: number };

/** Unread notifications that the user sees, and those of them that came since they last looked; each up to a bound. */
export async function countNotifications(
  db: Db,
  own: { userId: string; now: Date },
): Promise<NotificationCounts> {
  const [counted] = await selectCounts(db, own);
  const { unread, unseen } = counted ?? { unread: 0, unseen: 0 };
  return { unread: capped(unread), unseen: capped(unseen) };
}

const capped = (found: number): CappedCount => ({
  count: Math.min(found, NOTIFICATION_COUNT_MAX),
  isCapped: found > NOTIFICATION_COUNT_MAX,
});

const selectCounts = prepared<{ userId: string; now: Date }, Counted>((db, { userId, now }) => {
  // Both stop at the bound, and a fence keeps them reading from the latest on.
  const counted = (since: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
    select count(*)::integer from (
      select from (
        select * from notifications where recipient_id = ${userId}::uuid and is_listed and read_at is null ${since}
        order by latest_at desc, id desc offset 0
      ) n
      where ${visibleNotificationSql(now)} limit ${sql.lit(NOTIFICATION_COUNT_MAX + 1)}
    ) visible)`;
  return sql<Counted>`select ${counted(sql``)} as unread, ${counted(sql`and latest_at > coalesce(
    (select seen_at from notification_marks where user_id = ${userId}::uuid), '-infinity')`)} as unseen`.compile(
    db,
  );
});
