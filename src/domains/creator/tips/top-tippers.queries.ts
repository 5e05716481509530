import { sql } from 'kysely';
import { type ViewerSql, visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { ofAnyLength } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { TipperPeriod, TipTargetKind, TopTipper } from './tips.types.ts';

/** The columns of the sums of a period, and of its first day; the sums of all times have none. */
const COLUMNS = {
  DAY: { coins: 't.day_coins', on: 't.day_on' },
  WEEK: { coins: 't.week_coins', on: 't.week_on' },
  MONTH: { coins: 't.month_coins', on: 't.month_on' },
  ALL: { coins: 't.coins', on: null },
} as const satisfies Record<TipperPeriod, object>;

type Asked = {
  readonly targetKind: TipTargetKind;
  readonly targetIds: readonly string[];
  readonly period: TipperPeriod;
  /** First day of the period; null for all times. */
  readonly startsOn: string | null;
  /** Maximum users for each target. */
  readonly limit: number;
};

/** The users who gave most for targets in a period, if the viewer sees them, by target. */
export async function listTopTippers(
  db: Db,
  viewer: ViewerSql,
  { targetKind, targetIds, period, startsOn, limit }: Asked,
): Promise<ReadonlyMap<string, readonly TopTipper[]>> {
  const columns = COLUMNS[period];
  const coins = sql.ref(columns.coins);
  const { rows } = await sql<TopTipper & { targetId: string }>`
    select target.id as "targetId", most.* from unnest(${ofAnyLength(sql`${targetIds}::uuid[]`)}) as target (id)
    cross join lateral (
      select t.tipper_id as "tipperId", ${coins} as coins from top_tippers t join users u on u.id = t.tipper_id
      where t.target_kind = ${targetKind} and t.target_id = target.id
        and ${columns.on === null ? sql`true` : sql`${sql.ref(columns.on)} = ${startsOn}::date`} and ${visibleUserSql(viewer)}
      order by ${coins} desc, t.tipper_id desc limit ${limit}
    ) most
    order by target.id, most.coins desc, most."tipperId" desc`.execute(db);
  return Map.groupBy(rows, ({ targetId }) => targetId);
}
