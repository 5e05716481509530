import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { ListRequest, TimeKey } from '#platform/db/keyset.ts';
import type { Draft } from './drafts.types.ts';
import type { PostContent } from '../posts/posts.types.ts';

const DRAFT_COLUMNS = [
  'id',
  'author_id as authorId',
  'content',
  'media_ids as mediaIds',
  'audience_ids as audienceUserIds',
  'updated_at as updatedAt',
  'version',
] as const;

type Listed = Pick<PostContent, 'mediaIds' | 'audienceUserIds'>;

/** The content has no times, which JSON would give back as text. */
type DraftRow = Omit<Draft, 'content'> & Listed & { readonly content: Omit<PostContent, keyof Listed> };

const draftOf = ({ content, mediaIds, audienceUserIds, ...draft }: DraftRow): Draft => ({
  ...draft,
  content: { ...content, mediaIds, audienceUserIds },
});

const columnsOf = ({ content, updatedAt, version }: Omit<Draft, 'id' | 'authorId'>) => {
  const { mediaIds, audienceUserIds, ...rest } = content;
  return {
    content: JSON.stringify(rest),
    media_ids: [...mediaIds],
    audience_ids: [...audienceUserIds],
    updated_at: updatedAt,
    version,
  };
};

export async function insertDraft(tx: Tx, draft: Draft): Promise<void> {
  await tx
    .insertInto('drafts')
    .values({ id: draft.id, author_id: draft.authorId, ...columnsOf(draft) })
    .execute();
}

export async function updateDraft(tx: Tx, draft: Draft): Promise<void> {
  await tx.updateTable('drafts').set(columnsOf(draft)).where('id', '=', draft.id).execute();
}

const selectOwnDraft = (db: Db, own: { id: string; authorId: string }) =>
  db
    .selectFrom('drafts')
    .select(DRAFT_COLUMNS)
    .where('id', '=', own.id)
    .where('author_id', '=', own.authorId)
    .$narrowType<Pick<DraftRow, 'content'>>();

export async function findOwnDraft(db: Db, own: { id: string; authorId: string }): Promise<Draft | null> {
  const found = await selectOwnDraft(db, own).executeTakeFirst();
  return found ? draftOf(found) : null;
}

export async function lockOwnDraft(tx: Tx, own: { id: string; authorId: string }): Promise<Draft | null> {
  const found = await selectOwnDraft(tx, own).forUpdate().executeTakeFirst();
  return found ? draftOf(found) : null;
}

export async function countDrafts(tx: Tx, authorId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('drafts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('author_id', '=', authorId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Drafts of an author, last saved first, one more than the page. */
export async function listDrafts(
  db: Db,
  authorId: string,
  { from: [beforeMs, beforeId], limit }: ListRequest<TimeKey>,
): Promise<Draft[]> {
  const rows = await db
    .selectFrom('drafts')
    .select(DRAFT_COLUMNS)
    .where('author_id', '=', authorId)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('updated_at', 'id'), '<', tuple(new Date(beforeMs), beforeId)),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .$narrowType<Pick<DraftRow, 'content'>>()
    .execute();
  return rows.map(draftOf);
}

/** Drafts of an author in the order of their ids, starting after `after`. */
export async function listOwnDrafts(
  db: Db,
  own: { authorId: string; after: string | null; limit: number },
): Promise<Draft[]> {
  const rows = await db
    .selectFrom('drafts')
    .select(DRAFT_COLUMNS)
    .where('author_id', '=', own.authorId)
    .$if(own.after !== null, (query) => query.where('id', '>', own.after ?? ''))
    .orderBy('id')
    .limit(own.limit)
    .$narrowType<Pick<DraftRow, 'content'>>()
    .execute();
  return rows.map(draftOf);
}

/** Deletes a draft that is locked. */
export async function deleteDraftRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('drafts').where('id', '=', id).execute();
}

/** Deletes drafts of an author, at most `limit`. @returns the media of each */
export async function deleteDraftsOf(
  tx: Tx,
  authorId: string,
  limit: number,
): Promise<(readonly string[])[]> {
  const rows = await tx
    .deleteFrom('drafts')
    .where('id', 'in', (own) =>
      own.selectFrom('drafts').select('id').where('author_id', '=', authorId).limit(limit).forUpdate(),
    )
    .returning('media_ids as mediaIds')
    .execute();
  return rows.map(({ mediaIds }) => mediaIds);
}

/** Removes a user from the audiences of drafts, at most `limit`. @returns how many */
export async function removeFromDraftAudiences(tx: Tx, userId: string, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update drafts set audience_ids = array_remove(audience_ids, ${userId}::uuid)
    where id in (
      select id from drafts where audience_ids <> '{}' and audience_ids @> array[${userId}::uuid]
      limit ${limit} for no key update
    )`.execute(tx);
  return Number(numAffectedRows);
}
