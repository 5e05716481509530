import { type RawBuilder, sql } from 'kysely';
import { type ViewerSql, visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { type User, USER_COLUMNS } from '#domains/identity/users/users.types.ts';
import { ofAnyLength } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import { forEachSubjectKind } from './reactions.queries.ts';
import type { Reaction, ReactionType } from './reactions.types.ts';

/** Where a page of the reactions to a subject starts, and its viewer. */
type ReactorBounds = {
  readonly viewerId: string | null;
  readonly now: Date;
  readonly subjectId: string;
  readonly before: Date;
  readonly beforeId: string;
  readonly limit: number;
};

/** Users who reacted to a subject and are visible to the viewer, most recent reaction first, at most `limit`. */
export const listReactors = forEachSubjectKind(({ reactions, subjectId }) =>
  prepared<ReactorBounds, Reaction>((db, { viewerId, now, subjectId: id, before, beforeId, limit }) =>
    sql<Reaction>`
    select u.*, r.type, r.created_at as "reactedAt"
    from ${reactions} r cross join lateral ${visibleReactor(db, { id: viewerId, now })} u
    where r.${subjectId} = ${id}::uuid
      and (r.created_at, r.user_id) < (${before}::timestamptz, ${beforeId}::uuid)
    order by r.created_at desc, r.user_id desc limit ${limit}`.compile(db),
  ),
);

/** As `listReactors`, of one type. */
export const listReactorsOfType = forEachSubjectKind(({ reactions, subjectId }) =>
  prepared<ReactorBounds & { type: ReactionType }, Reaction>(
    (db, { viewerId, now, subjectId: id, before, beforeId, limit, type }) =>
      sql<Reaction>`
      select u.*, r.type, r.created_at as "reactedAt"
      from ${reactions} r cross join lateral ${visibleReactor(db, { id: viewerId, now })} u
      where r.${subjectId} = ${id}::uuid and r.type = ${type}
        and (r.created_at, r.user_id) < (${before}::timestamptz, ${beforeId}::uuid)
      order by r.created_at desc, r.user_id desc limit ${limit}`.compile(db),
  ),
);

/**
 * The user of a reaction `r` if the viewer can see them. `offset 0` keeps the planner from beginning with the users: it
 * assumes that each post has the average number of reactions.
 */
const visibleReactor = (db: Db, viewer: ViewerSql) =>
  db
    .selectFrom('users as u')
    .select(USER_COLUMNS)
    .where('u.id', '=', sql.ref<string>('r.user_id'))
    .where(visibleUserSql(viewer))
    .offset(sql.lit(0));

const SAMPLE_SIZE = 3;
/** Most recently followed users that are looked for. */
const FOLLOWED_MAX = 500;
/** Most recent reactions of other users that are read. */
const NEWEST_MAX = 50;

/**
 * Up to three users for each of `ids`: first those whom the viewer follows, then the newest, never the viewer. Reads the
 * followed users by key and of the others only the newest, so a million reactions cost as much as ten.
 */
export const listSampleReactors = forEachSubjectKind(({ reactions, subjectId }) =>
  prepared<{ viewerId: string | null; now: Date; ids: readonly string[] }, User & { subjectId: string }>(
    (db, { viewerId, now, ids }) => {
      const reactor = visibleReactor(db, { id: viewerId, now });
      const newestFirst: RawBuilder<unknown> = sql`order by r.created_at desc, r.user_id desc`;
      return sql<User & { subjectId: string }>`
      with followed as materialized (
        select coalesce(array_agg(followee_id), '{}') as ids from (
          select followee_id from follows where follower_id = ${viewerId}::uuid
          order by created_at desc, followee_id desc limit ${sql.lit(FOLLOWED_MAX)}
        ) newest
      )
      select subject.id as "subjectId", sample.*
      from followed cross join unnest(${ofAnyLength(sql`${ids}::uuid[]`)}) with ordinality as subject (id, ordinal) cross join lateral (
        (
          select u.*, true as "isFollowed", r.created_at as "reactedAt"
          from (
            select r.user_id, r.created_at from ${reactions} r
            where r.${subjectId} = subject.id and r.user_id = any(followed.ids) ${newestFirst}
          ) r cross join lateral ${reactor} u
          ${newestFirst} limit ${sql.lit(SAMPLE_SIZE)}
        )
        union all
        (
          select u.*, false, r.created_at
          from (
            select r.user_id, r.created_at from ${reactions} r
            where r.${subjectId} = subject.id ${newestFirst} limit ${sql.lit(NEWEST_MAX)}
          ) r cross join lateral ${reactor} u
          where r.user_id <> all(followed.ids) and r.user_id is distinct from ${viewerId}::uuid
          ${newestFirst} limit ${sql.lit(SAMPLE_SIZE)}
        )
        order by "isFollowed" desc, "reactedAt" desc, id desc limit ${sql.lit(SAMPLE_SIZE)}
      ) sample
      order by subject.ordinal, sample."isFollowed" desc, sample."reactedAt" desc, sample.id desc`.compile(
        db,
      );
    },
  ),
);
