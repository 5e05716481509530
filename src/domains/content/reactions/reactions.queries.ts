import { type RawBuilder, sql } from 'kysely';
import { prepared } from '#platform/db/prepared.ts';
import type { OwnReaction, ReactionType, SubjectKind } from './reactions.types.ts';

/** Whose reaction to what. */
type Key = { readonly subjectId: string; readonly userId: string };

type Names = {
  readonly reactions: RawBuilder<unknown>;
  readonly subjects: RawBuilder<unknown>;
  readonly subjectId: RawBuilder<string>;
  /** The lock on a subject's row while a reaction to it is written. */
  readonly hold: RawBuilder<unknown>;
};

const POST: Names = {
  reactions: sql.table('post_reactions'),
  subjects: sql.table('posts'),
  subjectId: sql.ref('post_id'),
  // Only against being erased: many react to a post at once, and meet no sooner than in its counters.
  hold: sql`for key share`,
};

const COMMENT: Names = {
  reactions: sql.table('comment_reactions'),
  subjects: sql.table('comments'),
  subjectId: sql.ref('comment_id'),
  // Its counters stand in the row itself. A weaker lock would have to grow, and two that grow wait for each other.
  hold: sql`for no key update`,
};

/** Reactions to all kinds of subjects are written and read alike; only the names of the tables differ. */
export const perKind = <Query>(make: (names: Names) => Query): Readonly<Record<SubjectKind, Query>> => ({
  post: make(POST),
  comment: make(COMMENT),
});

/*
 * Whoever writes a reaction holds its subject's row before: who erases the subject holds that row while the reactions go
 * with it, and otherwise the two could wait for each other.
 */

/** Gives a row back unless the person has reacted before or the subject is gone. */
export const insertReaction = perKind(({ reactions, subjects, subjectId, hold }) =>
  prepared<Key & { type: ReactionType; reactedAt: Date }, { userId: string }>((db, reaction) =>
    sql<{ userId: string }>`
    insert into ${reactions} (${subjectId}, user_id, type, created_at)
    select id, ${reaction.userId}::uuid, ${reaction.type}, ${reaction.reactedAt}::timestamptz
    from ${subjects} where id = ${reaction.subjectId}::uuid and deleted_at is null ${hold}
    on conflict do nothing
    returning user_id as "userId"`.compile(db),
  ),
);

/** Gives back the type that the reaction had, if there is one and it had another. */
export const updateReactionType = perKind(({ reactions, subjectId }) =>
  prepared<Key & { type: ReactionType }, { type: ReactionType }>((db, reaction) =>
    sql<{ type: ReactionType }>`
    with former as materialized (
      select ${subjectId}, user_id, type from ${reactions}
      where ${subjectId} = ${reaction.subjectId}::uuid and user_id = ${reaction.userId}::uuid
      for update
    )
    update ${reactions} r set type = ${reaction.type} from former
    where r.${subjectId} = former.${subjectId} and r.user_id = former.user_id and former.type <> ${reaction.type}
    returning former.type`.compile(db),
  ),
);

/** Gives back the type that the reaction had, if there was one. */
export const deleteReaction = perKind(({ reactions, subjects, subjectId, hold }) =>
  prepared<Key, { type: ReactionType }>((db, key) =>
    sql<{ type: ReactionType }>`
    with held as materialized (select id from ${subjects} where id = ${key.subjectId}::uuid ${hold})
    delete from ${reactions} r using held
    where r.${subjectId} = held.id and r.user_id = ${key.userId}::uuid
    returning r.type`.compile(db),
  ),
);

/** How a person reacted to those of `ids` to which they did. */
export const listTypesOf = perKind(({ reactions, subjectId }) =>
  prepared<{ userId: string; ids: readonly string[] }, Omit<OwnReaction, 'reactedAt'>>(
    (db, { userId, ids }) =>
      sql<Omit<OwnReaction, 'reactedAt'>>`
      select ${subjectId} as "subjectId", type from ${reactions}
      where user_id = ${userId}::uuid and ${subjectId} = any(${ids}::uuid[])`.compile(db),
  ),
);

/** What a person reacted to, in the order of the ids, beyond `after`. */
export const listOwnReactions = perKind(({ reactions, subjectId }) =>
  prepared<{ userId: string; after: string; limit: number }, OwnReaction>((db, { userId, after, limit }) =>
    sql<OwnReaction>`
    select ${subjectId} as "subjectId", type, created_at as "reactedAt" from ${reactions}
    where user_id = ${userId}::uuid and ${subjectId} > ${after}::uuid
    order by ${subjectId} limit ${limit}`.compile(db),
  ),
);

/** Takes a person's reactions to `ids` away. Gives back those that were there, with whose the subjects are. */
export const deleteOwnReactions = perKind(({ reactions, subjects, subjectId, hold }) =>
  prepared<{ userId: string; ids: readonly string[] }, ErasedReaction>((db, { userId, ids }) =>
    sql<ErasedReaction>`
    with held as materialized (
      select id, author_id from ${subjects} where id = any(${ids}::uuid[]) order by id ${hold}
    )
    delete from ${reactions} r using held
    where r.${subjectId} = held.id and r.user_id = ${userId}::uuid
    returning held.id as "subjectId", held.author_id as "authorId", r.type`.compile(db),
  ),
);

/** Below every UUID of ours: where a list in the order of the ids starts. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export type ErasedReaction = {
  readonly subjectId: string;
  /** Null for what is left of a deleted comment. */
  readonly authorId: string | null;
  readonly type: ReactionType;
};
