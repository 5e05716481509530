import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import type { IdKey, PageRequest } from '#platform/db/keyset.ts';
import type { MutedWord } from './muted-words.types.ts';

const MUTED_WORD_COLUMNS = [
  'id',
  'phrase',
  'targets',
  'excludes_following as excludesFollowing',
  'created_at as createdAt',
  'expires_at as expiresAt',
] as const;

type Owner = { readonly id: string; readonly now: Date };

const selectLiveMutedWords = (db: Db, owner: Owner) =>
  db
    .selectFrom('muted_words')
    .select(MUTED_WORD_COLUMNS)
    .where('user_id', '=', owner.id)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', owner.now)]))
    .$castTo<MutedWord>();

/** The muted words of one person that last, newest first, one more than the page. */
export async function listMutedWords(db: Db, owner: Owner, page: PageRequest<IdKey>): Promise<MutedWord[]> {
  return selectLiveMutedWords(db, owner)
    .$if(page.from !== null, (query) => query.where('id', '<', page.from?.[0] ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

export async function findMutedWord(db: Db, owner: Owner, id: string): Promise<MutedWord | null> {
  return (await selectLiveMutedWords(db, owner).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** How many muted words of one person last, but for this phrase. */
export async function countOtherMutedWords(tx: Tx, owner: Owner, phrase: string): Promise<number> {
  const { count } = await tx
    .selectFrom(selectLiveMutedWords(tx, owner).where('phrase', '<>', phrase).as('words'))
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Adds a word, or gives the one with the same phrase these settings. @returns the id of the row */
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
  const { id } = await tx
    .insertInto('muted_words')
    .values({
      ...settings,
      id: word.id,
      user_id: word.userId,
      phrase: word.phrase,
      created_at: word.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'phrase']).doUpdateSet(settings))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes what is given alone. */
export async function updateMutedWordSettings(
  tx: Tx,
  word: { id: string; userId: string },
  changes: Partial<Pick<MutedWord, 'targets' | 'excludesFollowing' | 'expiresAt'> & { pattern: string }>,
): Promise<void> {
  const { targets, pattern, excludesFollowing, expiresAt } = changes;
  await tx
    .updateTable('muted_words')
    .set({
      // A column is set to what it is already where nothing is given, since an update must set something.
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

/** @returns false when the person has no such word that lasts */
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

/** Deletes at most `limit` words that ended before a moment. @returns how many there were */
export async function deleteEndedMutedWords(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('muted_words')
    .where('id', 'in', (eb) =>
      eb.selectFrom('muted_words').select('id').where('expires_at', '<=', before).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
