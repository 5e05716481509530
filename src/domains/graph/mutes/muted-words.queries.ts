import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { MutedWord, MutedWordTarget } from './muted-words.types.ts';

export const MUTED_WORD_COLUMNS = [
  'id',
  'phrase',
  'targets',
  'excludes_following as excludesFollowing',
  'created_at as createdAt',
  'expires_at as expiresAt',
] as const;

type Owner = { readonly id: string; readonly now: Date };

const selectCurrentMutedWords = (db: Db, owner: Owner) =>
  db
    .selectFrom('muted_words')
    .select(MUTED_WORD_COLUMNS)
    .where('user_id', '=', owner.id)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', owner.now)]))
    .$narrowType<{ targets: MutedWordTarget[] }>();

/** Lists the muted words of a user in force, newest first, one more than the page. */
export async function listMutedWords(
  db: Db,
  owner: Owner,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<MutedWord[]> {
  return selectCurrentMutedWords(db, owner)
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

export async function findMutedWord(db: Db, owner: Owner, id: string): Promise<MutedWord | null> {
  return (await selectCurrentMutedWords(db, owner).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Counts the muted words of a user in force, without this phrase. */
export async function countOtherMutedWords(tx: Tx, owner: Owner, phrase: string): Promise<number> {
  const { count } = await tx
    .selectFrom(selectCurrentMutedWords(tx, owner).where('phrase', '<>', phrase).as('words'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Inserts a word, or changes the settings of the one with the same phrase. @returns the id of the row */
export async function upsertMutedWord(
  tx: Tx,
  word: MutedWord & { userId: string; pattern: string },
): Promise<string> {
  const settings = {
    targets: [...word.targets],
    pattern: word.pattern,
    excludes_following: word.excludesFollowing,
    expires_at: word.expiresAt,
  };
  const upserted = await tx
    .insertInto('muted_words')
    .values({
      ...settings,
      id: word.id,
      user_id: word.userId,
      phrase: word.phrase,
      created_at: word.createdAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'phrase'])
        .doUpdateSet(settings)
        .where(
          sql<boolean>`(muted_words.targets, muted_words.excludes_following, muted_words.expires_at)
            is distinct from (excluded.targets, excluded.excludes_following, excluded.expires_at)`,
        ),
    )
    .returning('id')
    .executeTakeFirst();
  if (upserted) return upserted.id;
  const { id } = await tx
    .selectFrom('muted_words')
    .select('id')
    .where('user_id', '=', word.userId)
    .where('phrase', '=', word.phrase)
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes only the given settings. */
export async function updateMutedWordSettings(
  tx: Tx,
  word: { id: string; userId: string },
  changes: Partial<Pick<MutedWord, 'targets' | 'excludesFollowing' | 'expiresAt'> & { pattern: string }>,
): Promise<void> {
  const { targets, pattern, excludesFollowing, expiresAt } = changes;
  await tx
    .updateTable('muted_words')
    .set({
      // An update must set a column; without changes this one is set to its own value.
      user_id: word.userId,
      ...(targets === undefined ? {} : { targets: [...targets] }),
      ...(pattern === undefined ? {} : { pattern }),
      ...(excludesFollowing === undefined ? {} : { excludes_following: excludesFollowing }),
      ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
    })
    .where('id', '=', word.id)
    .where('user_id', '=', word.userId)
    .execute();
}

/** @returns false when the user has no such word in force */
export async function deleteMutedWord(tx: Tx, owner: Owner, id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('muted_words')
    .where('id', '=', id)
    .where('user_id', '=', owner.id)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', owner.now)]))
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Deletes at most `limit` words that expired before a time. @returns how many there were */
export async function deleteExpiredMutedWords(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('muted_words')
    .where('id', 'in', (eb) =>
      eb.selectFrom('muted_words').select('id').where('expires_at', '<=', before).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
