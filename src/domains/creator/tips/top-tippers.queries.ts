import { sql } from 'kysely';
import { type ViewerSql, visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Db } from '#platform/db/database.ts';
import type { TipperPeriod, TipTarget, TopTipper } from './tips.types.ts';

/** Those who gave most in a period, whom the viewer sees. */
export async function listTopTippers(
  db: Db,
  viewer: ViewerSql,
  {
    target,
    period,
    startsOn,
    limit,
  }: { target: TipTarget; period: TipperPeriod; startsOn: string; limit: number },
): Promise<TopTipper[]> {
  const { rows } = await sql<TopTipper>`
    select t.tipper_id as "tipperId", t.coins from top_tippers t join users u on u.id = t.tipper_id
    where t.target_kind = ${target.kind} and t.target_id = ${target.id}::uuid and t.period = ${period}
      and t.starts_on = ${startsOn}::date and ${visibleUserSql(viewer)}
    order by t.coins desc, t.tipper_id desc limit ${limit}`.execute(db);
  return rows;
}
