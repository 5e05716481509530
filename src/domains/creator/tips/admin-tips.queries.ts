import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { prepared } from '#platform/db/prepared.ts';
import { firstIdAt } from '#platform/kernel/ids.ts';
import { type Paged, type Pages, pagesSql } from '#platform/request/page-loader.ts';
import { TIP_ROW } from './tips.queries.ts';
import type { AdminTip, TipFilter } from './tips.types.ts';

const ADMIN_TIP_ROW = sql`${TIP_ROW}, t.fee_bps as "feeBps"`;

export async function listAnyTipsByIds(db: Db, ids: readonly string[]): Promise<AdminTip[]> {
  const { rows } = await sql<AdminTip>`
    select ${ADMIN_TIP_ROW} from coin_tips t where t.id = ${anyOf(ids)}`.execute(db);
  return rows;
}

/** Newest first, one more than the page. Only what is asked for is a condition, so that its index serves the list. */
export async function listAnyTips(
  db: Db,
  { senderId, receiverId, target, state, from, until }: TipFilter,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<AdminTip[]> {
  const endId = until === null ? beforeId : firstIdAt(until);
  const conditions = [
    sql`t.id < ${endId < beforeId ? endId : beforeId}::uuid`,
    ...(from === null ? [] : [sql`t.id >= ${firstIdAt(from)}::uuid`]),
    ...(senderId === null ? [] : [sql`t.sender_id = ${senderId}::uuid`]),
    ...(receiverId === null ? [] : [sql`t.receiver_id = ${receiverId}::uuid`]),
    ...(target === null
      ? []
      : [sql`t.target_kind = ${target.kind} and t.target_id = ${target.id}::uuid and t.state = 'POSTED'`]),
    // Written out, since the indexes of states are partial.
    ...(state === null ? [] : [sql`t.state = ${sql.lit(state)}`]),
  ];
  const statement = sql<AdminTip>`
    select ${ADMIN_TIP_ROW} from coin_tips t where ${sql.join(conditions, sql` and `)}
    order by t.id desc limit ${limit + 1}`.compile(db);
  return (await db.executeQuery(statement)).rows;
}

/** The ids of the transfers of each of some tips, newest first: of their taps, their settlement, and what reverses one of these. */
export const listTransferIds = prepared<Pages, Paged<{ readonly id: string }>>((db, pages) =>
  sql<Paged<{ readonly id: string }>>`
    select page.ordinal::integer as "pageNumber", listed.id from ${pagesSql(pages)}
    join coin_tips t on t.id = page.parent_id
    cross join lateral (
      with own as (
        select t.id as id
        union all select g.id from coin_transfers g where g.group_id = t.id
        union all select t.settled_transfer_id where t.settled_transfer_id is not null
      )
      select moved.id from (
        select own.id from own union all select r.id from own join coin_transfers r on r.reverses_id = own.id
      ) moved where moved.id < page.before_id order by moved.id desc limit page.size
    ) listed
    order by page.ordinal, listed.id desc`.compile(db),
);
