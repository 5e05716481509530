import { sql } from 'kysely';
import { visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { unrestrictedSql } from '#domains/foundation/visibility/restrictions.policy.ts';
import { countFollowSql, USER_ROW } from '#domains/identity/users/user-rows.service.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import { defineWrite, eventSql } from '#platform/outbox/write.ts';
import { followRequested, userFollowed } from './follows.events.ts';

export type NewFollow = {
  readonly followerId: string;
  readonly followeeId: string;
  readonly eventId: string;
  readonly now: Date;
  /** A request that was rejected before it notifies again. */
  readonly lapsedAt: Date;
};

/** The followee as the write leaves them, and whether they are followed: otherwise they have been sent a request. */
export type WrittenFollow = User & { readonly isFollowed: boolean; readonly isBlocked: false };

/** A row for two users of whom one blocks the other. The other columns are null. */
type BlockedFollow = { readonly isBlocked: true };

/**
 * Follows a user whom the follower sees, or requests it of a private one. A request that was rejected is visible to its
 * requester again, and to its target once the rejection has lapsed. Blocking and going private take the same locks: what they
 * guard is read after them, from the locked rows and by `follow_status`. Refused also when there is a request that was made
 * while the statement waited, which it does not see: then it is to be repeated.
 */
export const writeFollow = defineWrite<NewFollow, WrittenFollow | BlockedFollow>(
  ({ followerId, followeeId, eventId, now, lapsedAt }) => {
    const viewer = { id: followerId, now };
    const request = sql`r.requester_id = ${followerId}::uuid and r.target_id = ${followeeId}::uuid`;
    const isLapsed = sql`r.rejected_at <= ${lapsedAt}::timestamptz`;
    return {
      steps: sql`
        pair as materialized (
          select u.* from users u where u.id in (${followerId}::uuid, ${followeeId}::uuid)
          order by u.id for no key update
        ), known as materialized (
          select follow_status(${followerId}::uuid, ${followeeId}::uuid) as status from pair having count(*) = 2
        ), judged as materialized (
          select u.id, u.is_private, (known.status).is_followed
          from known cross join pair u
          where u.id = ${followeeId}::uuid and ${unrestrictedSql(viewer, 'FOLLOWING')}
            and ${visibleUserSql(viewer, sql`(known.status).is_blocked`)}
            and (not (known.status).has_requested or exists (select from follow_requests r where ${request}))
        ), requested as (
          insert into follow_requests as r (requester_id, target_id, created_at)
          select ${followerId}::uuid, id, ${now}::timestamptz from judged where is_private and not is_followed
          on conflict (requester_id, target_id) do update set
            created_at = case when ${isLapsed} then excluded.created_at else r.created_at end,
            rejected_at = case when ${isLapsed} then null else r.rejected_at end,
            is_withdrawn = false
          where r.rejected_at is not null
          returning r.rejected_at
        ), followed as (
          insert into follows (follower_id, followee_id, created_at)
          select ${followerId}::uuid, id, ${now}::timestamptz from judged where not is_private and not is_followed
          returning followee_id
        ), unrequested as (
          delete from follow_requests r using followed where ${request}
        ), counted as (
          ${countFollowSql({ followerId, followeeId }, sql`followed`)}
        ), written as (
          select 'followed' as act from followed
          union all select case when rejected_at is null then 'requested' else 'shown' end from requested
        )`,
      events: [
        eventSql(userFollowed, {
          id: eventId,
          payload: { followerId: sql`${followerId}::uuid`, followeeId: sql`${followeeId}::uuid` },
          condition: sql`act = 'followed'`,
        }),
        eventSql(followRequested, {
          id: eventId,
          payload: { requesterId: sql`${followerId}::uuid`, targetId: sql`${followeeId}::uuid` },
          condition: sql`act = 'requested'`,
        }),
      ],
      row: sql`
        select ${USER_ROW}, judged.is_followed or not judged.is_private as "isFollowed",
          (known.status).is_blocked as "isBlocked"
        from known left join judged on true left join (
          select * from counted union all select * from pair where not exists (select from followed)
        ) u on u.id = judged.id
        where judged.id is not null or (known.status).is_blocked`,
    };
  },
);
