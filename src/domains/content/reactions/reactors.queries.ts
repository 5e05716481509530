import { type RawBuilder, sql } from 'kysely';
import { type ViewerSql, visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { USER_COLUMNS } from '#domains/identity/users/users.service.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import { perKind } from './reactions.queries.ts';
import type { ReactionType } from './reactions.types.ts';

/** A person with what they feel, and since when they have felt something. */
export type Reactor = User & { readonly type: ReactionType; readonly reactedAt: Date };

/** Where a page of the people who reacted to a subject starts, and who looks at it. */
export type ReactorBounds = {
  readonly viewerId: string | null;
  readonly now: Date;
  readonly subjectId: string;
  readonly before: Date;
  readonly beforeId: string;
  readonly limit: number;
};

/** Who reacted to a subject and is visible to the viewer, newest first, as many as `limit`. */
export const listReactors = perKind(({ reactions, subjectId }) =>
  prepared<ReactorBounds, Reactor>((db, { viewerId, now, subjectId: id, before, beforeId, limit }) =>
    sql<Reactor>`
    select u.*, r.type, r.created_at as "reactedAt"
    from ${reactions} r cross join lateral ${visibleReactor(db, { id: viewerId, now })} u
    where r.${subjectId} = ${id}::uuid
      and (r.created_at, r.user_id) < (${before}::timestamptz, ${beforeId}::uuid)
    order by r.created_at desc, r.user_id desc limit ${limit}`.compile(db),
  ),
);

/** Those of them who feel one thing. */
export const listReactorsOfType = perKind(({ reactions, subjectId }) =>
  prepared<ReactorBounds & { type: ReactionType }, Reactor>(
    (db, { viewerId, now, subjectId: id, before, beforeId, limit, type }) =>
      sql<Reactor>`
      select u.*, r.type, r.created_at as "reactedAt"
      from ${reactions} r cross join lateral ${visibleReactor(db, { id: viewerId, now })} u
      where r.${subjectId} = ${id}::uuid and r.type = ${type}
        and (r.created_at, r.user_id) < (${before}::timestamptz, ${beforeId}::uuid)
      order by r.created_at desc, r.user_id desc limit ${limit}`.compile(db),
  ),
);

/**
 * The person of a reaction `r` if the viewer may see them. `offset 0` keeps the planner, to whom every post has as many
 * reactions as the average one, from beginning with the people.
 */
const visibleReactor = (db: Db, viewer: ViewerSql) =>
  db
    .selectFrom('users as u')
    .select(USER_COLUMNS)
    .where('u.id', '=', sql.ref<string>('r.user_id'))
    .where(visibleUserSql(viewer))
    .offset(sql.lit(0));

const SAMPLE_SIZE = 3;
/** Of those whom the viewer follows, as many as they followed last are looked for. */
const FOLLOWED_MAX = 500;
/** Of the others, as many as reacted last. */
const NEWEST_MAX = 50;

/**
 * A few people for each of `ids`: first those whom the viewer follows, then the newest, and never the viewer. Those who
 * are followed are looked up one by one, and of the others only the newest are read: a million reactions cost as much as ten.
 */
export const listSampleReactors = perKind(({ reactions, subjectId }) =>
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
      from followed cross join unnest(${ids}::uuid[]) with ordinality as subject (id, place) cross join lateral (
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
      order by subject.place, sample."isFollowed" desc, sample."reactedAt" desc, sample.id desc`.compile(db);
    },
  ),
);
