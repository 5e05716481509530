import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Media } from './media.types.ts';

const MEDIA_COLUMNS = [
  'id',
  'owner_id as ownerId',
  'kind',
  'state',
  'width',
  'height',
  'duration_ms as durationMs',
  'placeholder',
  'alt_text as altText',
  'variants',
  'recording',
  'waveform',
  'created_at as createdAt',
] as const;

/** All files that a row names. */
export type StoredFiles = Pick<Media, 'variants' | 'recording'> & {
  /** The file as it was uploaded, while it waits to be processed. */
  readonly sourceKey: string | null;
};

const FILE_COLUMNS = ['variants', 'recording', 'source_key as sourceKey'] as const;

export const listMedia = prepared<{ ids: readonly string[] }, Media>((db, { ids }) =>
  db.selectFrom('media').select(MEDIA_COLUMNS).where('id', '=', anyOf(ids)).$castTo<Media>().compile(),
);

/** An upload that waits to be processed. */
export type Unprocessed = StoredFiles & {
  readonly id: string;
  readonly sourceKey: string;
  readonly waveform: readonly number[] | null;
};

/** Null when it is done, or gone. */
export async function findUnprocessed(db: Db, id: string): Promise<Unprocessed | null> {
  const found = await db
    .selectFrom('media')
    .select([...FILE_COLUMNS, 'id', 'waveform'])
    .where('id', '=', id)
    .where('state', '=', 'PROCESSING')
    .where('source_key', 'is not', null)
    .$castTo<Unprocessed>()
    .executeTakeFirst();
  return found ?? null;
}

export async function insertMedia(
  tx: Tx,
  media: Media & { readonly sourceKey: string | null },
): Promise<void> {
  await tx
    .insertInto('media')
    .values({
      id: media.id,
      owner_id: media.ownerId,
      state: media.state,
      source_key: media.sourceKey,
      alt_text: media.altText,
      created_at: media.createdAt,
      ...renderedColumns(media),
    })
    .execute();
}

/** What processing found out and made. */
export type RenderedMedia = Pick<
  Media,
  'kind' | 'width' | 'height' | 'durationMs' | 'placeholder' | 'variants' | 'recording' | 'waveform'
>;

/** @returns false when it no longer waits to be processed */
export async function updateRendered(tx: Tx, id: string, rendered: RenderedMedia): Promise<boolean> {
  const updated = await tx
    .updateTable('media')
    .set(renderedColumns(rendered))
    .where('id', '=', id)
    .where('state', '=', 'PROCESSING')
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

const renderedColumns = (media: RenderedMedia) => ({
  kind: media.kind,
  width: media.width,
  height: media.height,
  duration_ms: media.durationMs,
  placeholder: media.placeholder,
  variants: JSON.stringify(media.variants),
  recording: media.recording && JSON.stringify(media.recording),
  waveform: media.waveform && [...media.waveform],
});

/** Its files are there: it can be attached and shown. @returns false when it no longer waits to be processed */
export async function updateReady(tx: Tx, id: string): Promise<boolean> {
  const updated = await tx
    .updateTable('media')
    .set({ state: 'READY', source_key: null })
    .where('id', '=', id)
    .where('state', '=', 'PROCESSING')
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** @returns false when it no longer waits to be processed */
export async function updateFailed(tx: Tx, id: string, failure: string): Promise<boolean> {
  const updated = await tx
    .updateTable('media')
    .set({ state: 'FAILED', source_key: null, variants: '[]', recording: null, failure })
    .where('id', '=', id)
    .where('state', '=', 'PROCESSING')
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

export async function updateAltText(
  tx: Tx,
  media: { id: string; ownerId: string; altText: string | null },
): Promise<Media | null> {
  const updated = await tx
    .updateTable('media')
    .set({ alt_text: media.altText })
    .where('id', '=', media.id)
    .where('owner_id', '=', media.ownerId)
    .returning(MEDIA_COLUMNS)
    .$castTo<Media>()
    .executeTakeFirst();
  return updated ?? null;
}

/**
 * Counts one more place that shows what the owner has among `ids` and can be shown. Rows are locked in the order of their ids.
 *
 * @returns their ids
 */
export async function updateAttached(
  tx: Tx,
  media: { ids: readonly string[]; ownerId: string },
): Promise<string[]> {
  const rows = await tx
    .with('locked', (db) =>
      db
        .selectFrom('media')
        .select('id')
        .where('id', '=', anyOf(media.ids))
        .where('owner_id', '=', media.ownerId)
        .where('state', '=', 'READY')
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .updateTable('media')
    .from('locked')
    .set({ attachment_count: sql`media.attachment_count + 1` })
    .whereRef('media.id', '=', 'locked.id')
    .returning('media.id')
    .execute();
  return rows.map((row) => row.id);
}

/** Counts one place less. @returns the ids of those that nothing shows any more */
export async function updateDetached(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .with('locked', (db) =>
      db.selectFrom('media').select('id').where('id', '=', anyOf(ids)).orderBy('id').forUpdate(),
    )
    .updateTable('media')
    .from('locked')
    .set({ attachment_count: sql`media.attachment_count - 1` })
    .whereRef('media.id', '=', 'locked.id')
    .returning(['media.id', 'media.attachment_count as attachmentCount'])
    .execute();
  return rows.filter((row) => row.attachmentCount === 0).map((row) => row.id);
}

/** Deletes rows that are locked. @returns the files that they named */
export async function deleteMedia(tx: Tx, ids: readonly string[]): Promise<StoredFiles[]> {
  return tx
    .deleteFrom('media')
    .where('id', '=', anyOf(ids))
    .returning(FILE_COLUMNS)
    .$castTo<StoredFiles>()
    .execute();
}

/** Deletes rows that nothing shows and that were made before the given moment. @returns the files that they named */
export async function deleteOrphans(tx: Tx, before: Date, limit: number): Promise<StoredFiles[]> {
  return tx
    .deleteFrom('media')
    .where('id', 'in', (orphans) =>
      orphans
        .selectFrom('media')
        .select('id')
        .where('attachment_count', '=', 0)
        .where('created_at', '<', before)
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(FILE_COLUMNS)
    .$castTo<StoredFiles>()
    .execute();
}

/** Deletes rows of an owner, shown or not, at most `limit`. @returns the files that they named */
export async function deleteOwnedMedia(tx: Tx, ownerId: string, limit: number): Promise<StoredFiles[]> {
  return tx
    .deleteFrom('media')
    .where('id', 'in', (owned) =>
      owned
        .selectFrom('media')
        .select('id')
        .where('owner_id', '=', ownerId)
        .orderBy('id')
        .limit(limit)
        .forUpdate(),
    )
    .returning(FILE_COLUMNS)
    .$castTo<StoredFiles>()
    .execute();
}

/** What an owner has uploaded, in the order of the ids, beyond `after`. */
export async function listOwnedMedia(
  db: Db,
  owner: { ownerId: string; after: string | null; limit: number },
): Promise<Media[]> {
  return db
    .selectFrom('media')
    .select(MEDIA_COLUMNS)
    .where('owner_id', '=', owner.ownerId)
    .$if(owner.after !== null, (query) => query.where('id', '>', owner.after ?? ''))
    .orderBy('id')
    .limit(owner.limit)
    .$castTo<Media>()
    .execute();
}
