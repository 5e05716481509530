import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import type { PageRequest, TimeKey } from '#platform/db/keyset.ts';
import type { Draft } from './drafts.types.ts';
import type { PostContent } from './posts.types.ts';

const DRAFT_COLUMNS = [
  'id',
  'author_id as authorId',
  'content',
  'media_ids as mediaIds',
  'audience_ids as audienceUserIds',
  'updated_at as updatedAt',
] as const;

type Listed = Pick<PostContent, 'mediaIds' | 'audienceUserIds'>;
type Poll = PostContent['poll'];

type DraftRow = Omit<Draft, 'content'> &
  Listed & {
    readonly content: Omit<PostContent, keyof Listed | 'poll'> & {
      readonly poll: (NonNullable<Poll> & { readonly closesAt?: string | null }) | null;
    };
  };

function draftOf({ content, mediaIds, audienceUserIds, ...draft }: DraftRow): Draft {
  // JSON keeps a moment as text.
  const { closesAt = null, ...poll } = content.poll ?? { options: [] };
  const asked: Poll = content.poll && { ...poll, closesAt: closesAt === null ? null : new Date(closesAt) };
  return { ...draft, content: { ...content, mediaIds, audienceUserIds, poll: asked } };
}

const columnsOf = ({ content, updatedAt }: Pick<Draft, 'content' | 'updatedAt'>) => {
  const { mediaIds, audienceUserIds, ...rest } = content;
  return {
    content: JSON.stringify(rest),
    media_ids: [...mediaIds],
    audience_ids: [...audienceUserIds],
    updated_at: updatedAt,
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
    .$castTo<DraftRow>();

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

/** The drafts of one author, what was saved last first, one more than the page. */
export async function listDrafts(db: Db, authorId: string, page: PageRequest<TimeKey>): Promise<Draft[]> {
  const [fromMs = 0, fromId = ''] = page.from ?? [];
  const rows = await db
    .selectFrom('drafts')
    .select(DRAFT_COLUMNS)
    .where('author_id', '=', authorId)
    .$if(page.from !== null, (query) =>
      query.where(sql<boolean>`(updated_at, id) < (${new Date(fromMs)}::timestamptz, ${fromId}::uuid)`),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .$castTo<DraftRow>()
    .execute();
  return rows.map(draftOf);
}

/** What an author has not published, in the order of the ids, beyond `after`. */
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
    .$castTo<DraftRow>()
    .execute();
  return rows.map(draftOf);
}

/** A draft that is locked. */
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

/** Takes somebody out of the drafts that name them, at most `limit`. @returns of how many */
export async function deleteFromDraftAudiences(tx: Tx, userId: string, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update drafts set audience_ids = array_remove(audience_ids, ${userId}::uuid)
    where id in (
      select id from drafts where audience_ids <> '{}' and audience_ids @> array[${userId}::uuid]
      limit ${limit} for no key update
    )`.execute(tx);
  return Number(numAffectedRows);
}
