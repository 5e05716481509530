import { type RawBuilder, sql } from 'kysely';
import { presentSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { OwnReaction, ReactionType, SubjectKind } from './reactions.types.ts';

/** Key of a reaction. */
type Key = { readonly subjectId: string; readonly userId: string };

type ReactionTables = {
  readonly reactions: RawBuilder<unknown>;
  readonly subjects: RawBuilder<unknown>;
  readonly subjectId: RawBuilder<string>;
  /** The lock on a subject's row while a reaction to it is written. */
  readonly lock: RawBuilder<unknown>;
};

const POST: ReactionTables = {
  reactions: sql.table('post_reactions'),
  subjects: sql.table('posts'),
  subjectId: sql.ref('post_id'),
  // Only against erasure: concurrent reactions to a post wait for each other at its counters alone.
  lock: sql`for key share`,
};

const COMMENT: ReactionTables = {
  reactions: sql.table('comment_reactions'),
  subjects: sql.table('comments'),
  subjectId: sql.ref('comment_id'),
  // The row holds the counters. A weaker lock would be upgraded, and two upgrades deadlock.
  lock: sql`for no key update`,
};

/** Makes a query for each kind of subject; only the names of the tables and the lock differ. */
export const forEachSubjectKind = <Query>(
  make: (names: ReactionTables) => Query,
): Readonly<Record<SubjectKind, Query>> => ({
  post: make(POST),
  comment: make(COMMENT),
});

/*
 * Each write locks the subject's row first. Erasing a subject holds that row while its reactions are deleted, so another
 * order would deadlock.
 */

/** Returns a row unless the user has reacted before or the subject is deleted or removed. */
export const insertReaction = forEachSubjectKind(({ reactions, subjects, subjectId, lock }) =>
  prepared<Key & { type: ReactionType; reactedAt: Date }, { userId: string }>((db, reaction) =>
    sql<{ userId: string }>`
    insert into ${reactions} (${subjectId}, user_id, type, created_at)
    select id, ${reaction.userId}::uuid, ${reaction.type}, ${reaction.reactedAt}::timestamptz
    from ${subjects} subject where id = ${reaction.subjectId}::uuid and ${presentSql('subject')} ${lock}
    on conflict do nothing
    returning user_id as "userId"`.compile(db),
  ),
);

/** Returns the former type if there is a reaction of another type. */
export const updateReactionType = forEachSubjectKind(({ reactions, subjectId }) =>
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

/** Returns the deleted reaction with the author of the subject, if there was one. */
export const deleteReaction = forEachSubjectKind(({ reactions, subjects, subjectId, lock }) =>
  prepared<Key, ErasedReaction>((db, key) =>
    sql<ErasedReaction>`
    with held as materialized (select id, author_id from ${subjects} where id = ${key.subjectId}::uuid ${lock})
    delete from ${reactions} r using held
    where r.${subjectId} = held.id and r.user_id = ${key.userId}::uuid
    returning held.id as "subjectId", held.author_id as "authorId", r.type`.compile(db),
  ),
);

/** The user's reactions to subjects among `ids`. */
export const listOwnReactionTypes = forEachSubjectKind(({ reactions, subjectId }) =>
  prepared<{ userId: string; ids: readonly string[] }, Omit<OwnReaction, 'reactedAt'>>(
    (db, { userId, ids }) =>
      sql<Omit<OwnReaction, 'reactedAt'>>`
      select ${subjectId} as "subjectId", type from ${reactions}
      where user_id = ${userId}::uuid and ${subjectId} = any(${ids}::uuid[])`.compile(db),
  ),
);

/** The user's reactions in the order of the subjects' ids, starting after `after`. */
export const listOwnReactions = forEachSubjectKind(({ reactions, subjectId }) =>
  prepared<{ userId: string; after: string; limit: number }, OwnReaction>((db, { userId, after, limit }) =>
    sql<OwnReaction>`
    select ${subjectId} as "subjectId", type, created_at as "reactedAt" from ${reactions}
    where user_id = ${userId}::uuid and ${subjectId} > ${after}::uuid
    order by ${subjectId} limit ${limit}`.compile(db),
  ),
);

/** Deletes the user's reactions to `ids`. Returns the deleted ones with the authors of the subjects. */
export const deleteOwnReactions = forEachSubjectKind(({ reactions, subjects, subjectId, lock }) =>
  prepared<{ userId: string; ids: readonly string[] }, ErasedReaction>((db, { userId, ids }) =>
    sql<ErasedReaction>`
    with held as materialized (
      select id, author_id from ${subjects} where id = any(${ids}::uuid[]) order by id ${lock}
    )
    delete from ${reactions} r using held
    where r.${subjectId} = held.id and r.user_id = ${userId}::uuid
    returning held.id as "subjectId", held.author_id as "authorId", r.type`.compile(db),
  ),
);

export type ErasedReaction = {
  readonly subjectId: string;
  /** Null for a tombstone. */
  readonly authorId: string | null;
  readonly type: ReactionType;
};
