import { sql } from 'kysely';
import { type ViewerSql, visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Db } from '#platform/db/database.ts';
import type { TipperPeriod, TipTarget, TopTipper } from './tips.types.ts';

/** The columns of the sums of a period, and of its first day; the sums of all times have none. */
const COLUMNS = {
  DAY: { coins: 't.day_coins', on: 't.day_on' },
  WEEK: { coins: 't.week_coins', on: 't.week_on' },
  MONTH: { coins: 't.month_coins', on: 't.month_on' },
  ALL: { coins: 't.coins', on: null },
} as const satisfies Record<TipperPeriod, object>;

/** Lists the users who gave most in a period, if the viewer sees them. @param startsOn null for all times */
export async function listTopTippers(
  db: Db,
  viewer: ViewerSql,
  {
    target,
    period,
    startsOn,
    limit,
  }: { target: TipTarget; period: TipperPeriod; startsOn: string | null; limit: number },
): Promise<TopTipper[]> {
  const columns = COLUMNS[period];
  const coins = sql.ref(columns.coins);
  const { rows } = await sql<TopTipper>`
    select t.tipper_id as "tipperId", ${coins} as coins from top_tippers t join users u on u.id = t.tipper_id
    where t.target_kind = ${target.kind} and t.target_id = ${target.id}::uuid
      and ${columns.on === null ? sql`true` : sql`${sql.ref(columns.on)} = ${startsOn}::date`} and ${visibleUserSql(viewer)}
    order by ${coins} desc, t.tipper_id desc limit ${limit}`.execute(db);
  return rows;
}
