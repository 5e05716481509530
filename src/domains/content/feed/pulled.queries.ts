import { type RawBuilder, sql } from 'kysely';
import { visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { notMutedSql } from '#domains/graph/mutes/mutes.policy.ts';
import { prepared } from '#platform/db/prepared.ts';
import { FIRST_ID, newestOfSql } from './newest.queries.ts';

type Look = {
  readonly viewerId: string;
  readonly now: Date;
  /** What is looked for lies beyond this place. */
  readonly before: string;
  readonly limit: number;
};

/** A place of somebody who was looked up. */
export type PulledPlace = { readonly sortId: string; readonly postId: string };

/** The newest places, down to the floor of the timeline, of those whom the viewer follows and looks up. */
export const listPulledPlaces = prepared<Look, PulledPlace>((db, look) =>
  placesSql(look, {
    edges: sql`f.is_pulled`,
    floor: sql`(select floor_id from timelines where user_id = ${look.viewerId}::uuid)`,
  }).compile(db),
);

/** The newest places of everybody whom the viewer follows, however far down. */
export const listAllPlaces = prepared<Look, PulledPlace>((db, look) =>
  placesSql(look, { edges: sql`true`, floor: sql`null::uuid` }).compile(db),
);

function placesSql(
  { viewerId, now, before, limit }: { readonly [Name in keyof Look]: RawBuilder<Look[Name]> },
  { edges, floor }: { edges: RawBuilder<unknown>; floor: RawBuilder<unknown> },
): RawBuilder<PulledPlace> {
  const viewer = { id: viewerId, now };
  return sql<PulledPlace>`
    with head as materialized (select coalesce(${floor}, ${sql.lit(FIRST_ID)}::uuid) as floor_id),
    source as materialized (
      select u.id, ${notMutedSql(viewer, sql.ref('u.id'), 'POSTS')} as shows_posts,
        ${notMutedSql(viewer, sql.ref('u.id'), 'REPOSTS')} as shows_reposts
      from follows f join users u on u.id = f.followee_id and ${visibleUserSql(viewer)}
      where f.follower_id = ${viewerId}::uuid and ${edges}
    ),
    ${newestOfSql('source', {
      viewerId,
      before,
      limit,
      floor: sql`(select floor_id from head)`,
      isSubscribed: sql`exists (
        select from entitlements e where e.subscriber_id = ${viewerId}::uuid and e.creator_id = s.id
          and e.valid_until > ${now}::timestamptz)`,
    })}
    select sort_id as "sortId", post_id as "postId" from newest`;
}
