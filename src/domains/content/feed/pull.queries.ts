import { type RawBuilder, sql } from 'kysely';
import { visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { notMutedSql } from '#domains/graph/mutes/mutes.policy.ts';
import { FIRST_ID } from '#platform/db/keyset.ts';
import { prepared } from '#platform/db/prepared.ts';
import { newestPublicationsSql } from './publications.queries.ts';

type PullScan = {
  readonly viewerId: string;
  readonly now: Date;
  /** Candidates are older than this id. */
  readonly before: string;
  readonly limit: number;
};

/** A post or repost of a pulled followee. */
export type PulledCandidate = { readonly sortId: string; readonly postId: string };

/** The newest publications of pulled followees, down to the floor of the timeline. */
export const listPulledCandidates = prepared<PullScan, PulledCandidate>((db, scan) =>
  pulledCandidatesSql(scan, {
    edges: sql`f.is_pulled`,
    floor: sql`(select floor_id from timelines where user_id = ${scan.viewerId}::uuid)`,
  }).compile(db),
);

/** The newest publications of all followees, however old. */
export const listAllFolloweeCandidates = prepared<PullScan, PulledCandidate>((db, scan) =>
  pulledCandidatesSql(scan, { edges: sql`true`, floor: sql`null::uuid` }).compile(db),
);

function pulledCandidatesSql(
  { viewerId, now, before, limit }: { readonly [Name in keyof PullScan]: RawBuilder<PullScan[Name]> },
  { edges, floor }: { edges: RawBuilder<unknown>; floor: RawBuilder<unknown> },
): RawBuilder<PulledCandidate> {
  const viewer = { id: viewerId, now };
  return sql`
    with head as materialized (select coalesce(${floor}, ${sql.lit(FIRST_ID)}::uuid) as floor_id),
    source as materialized (
      select u.id, ${notMutedSql(viewer, sql.ref('u.id'), 'POSTS')} as shows_posts,
        ${notMutedSql(viewer, sql.ref('u.id'), 'REPOSTS')} as shows_reposts
      from follows f join users u on u.id = f.followee_id and ${visibleUserSql(viewer)}
      where f.follower_id = ${viewerId}::uuid and ${edges}
    ),
    ${newestPublicationsSql('source', {
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
