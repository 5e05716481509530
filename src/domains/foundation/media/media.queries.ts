import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Media, MediaKind, MediaState } from './media.types.ts';
import type { ScannedMedia } from './scans.queries.ts';

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
  'document',
  'waveform',
  'created_at as createdAt',
] as const;

/** Keys of all files of a row. */
export type StoredFiles = Pick<Media, 'variants' | 'recording' | 'document'> & {
  /** The original upload, until it is processed. */
  readonly sourceKey: string | null;
};

const FILE_COLUMNS = ['variants', 'recording', 'document', 'source_key as sourceKey'] as const;

/** JSON columns, whose generated type is `unknown`. */
type StoredAsJson = Pick<Media, 'variants' | 'recording' | 'document'>;

const selectMedia = (db: Db, ids: readonly string[] | RawBuilder<readonly string[]>) =>
  db.selectFrom('media').select(MEDIA_COLUMNS).where('id', '=', anyOf(ids)).$narrowType<StoredAsJson>();

/** Media items, without those that are viewed once: nothing else finds these. */
export const listMedia = prepared<{ ids: readonly string[] }, Media>((db, { ids }) =>
  selectMedia(db, ids).where('is_view_once', '=', sql.lit(false)).compile(),
);

export const listViewOnceMedia = prepared<{ ids: readonly string[] }, Media>((db, { ids }) =>
  selectMedia(db, ids).where('is_view_once', '=', sql.lit(true)).compile(),
);

/**
 * Whether the files of a media item may be served: not after its deletion, while its owner is suspended, or once they have
 * asked for the deletion of their account.
 */
export const listServedIds = prepared<{ id: string; now: Date }, { id: string }>((db, { id, now }) =>
  db
    .selectFrom('media as m')
    .innerJoin('users as u', 'u.id', 'm.owner_id')
    .select('m.id')
    .where('m.id', '=', id)
    .where('u.state', 'in', ['ACTIVE', 'DEACTIVATED'])
    .where(sql<boolean>`(u.suspended_until is null or u.suspended_until <= ${now}::timestamptz)`)
    .compile(),
);

/** An upload to be processed. */
export type UnprocessedUpload = StoredFiles & {
  readonly id: string;
  readonly ownerId: string;
  readonly sourceKey: string;
  readonly kind: MediaKind;
  readonly waveform: readonly number[] | null;
};

/** Null when it is already processed or deleted. */
export async function findUnprocessedUpload(db: Db, id: string): Promise<UnprocessedUpload | null> {
  const found = await db
    .selectFrom('media')
    .select([...FILE_COLUMNS, 'id', 'owner_id as ownerId', 'kind', 'waveform'])
    .where('id', '=', id)
    .where('state', '=', 'PROCESSING')
    .where('source_key', 'is not', null)
    .$narrowType<StoredAsJson & { sourceKey: string }>()
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
      document: media.document && JSON.stringify(media.document),
      alt_text: media.altText,
      created_at: media.createdAt,
      ...renderedColumns(media),
    })
    .execute();
}

/** Columns that processing fills. */
export type RenderedMedia = Pick<
  Media,
  'kind' | 'width' | 'height' | 'durationMs' | 'placeholder' | 'variants' | 'recording' | 'waveform'
>;

/**
 * Locks the owner of media items that change, before those are locked: the change of one that is attached is counted in the owner's
 * row, and whoever attaches locks in that order.
 */
export async function lockOwner(tx: Tx, ownerId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute();
}

/** Locks an item. @returns the longest duration that those allow to which it is attached; null without a bound */
export async function lockDurationMax(tx: Tx, id: string): Promise<number | null> {
  const locked = await tx
    .selectFrom('media')
    .select('duration_max_ms as durationMaxMs')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return locked?.durationMaxMs ?? null;
}

/** Why items of an owner could not be processed; none for others. */
export const listFailures = prepared<
  { ids: readonly string[]; ownerId: string },
  { id: string; failure: string }
>((db, { ids, ownerId }) =>
  db
    .selectFrom('media')
    .select('id')
    // The condition leaves only rows with a failure.
    .select(sql<string>`failure`.as('failure'))
    .where('id', '=', anyOf(ids))
    .where('owner_id', '=', ownerId)
    .where('failure', 'is not', null)
    .compile(),
);

/** @returns false when the item is not PROCESSING */
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

/** Marks an item whose files are stored as READY. @returns false when it is not PROCESSING */
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

/** @returns false when the item is not PROCESSING */
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
    .where('alt_text', 'is distinct from', media.altText)
    .where('is_view_once', '=', false)
    .returning(MEDIA_COLUMNS)
    .$narrowType<StoredAsJson>()
    .executeTakeFirst();
  if (updated) return updated;
  const [present] = await listMedia(tx, { ids: [media.id] });
  return present?.ownerId === media.ownerId ? present : null;
}

/** An item can be attached while it is processed. */
export const ATTACHABLE_STATES: readonly MediaState[] = ['READY', 'PROCESSING'];

/**
 * Adds one to the reference count of the owner's items among `ids` that are READY or PROCESSING, and not known to be too long; of files
 * of the kind FILE only where `takesFiles`. Rows are locked in the order of their ids.
 *
 * @returns them, with what a machine has said of each
 */
export async function incrementAttachments(
  tx: Tx,
  media: {
    ids: readonly string[];
    ownerId: string;
    durationMaxMs: number | null;
    takesFiles: boolean;
  },
): Promise<ScannedMedia[]> {
  const { durationMaxMs } = media;
  return tx
    .with('locked', (db) =>
      db
        .selectFrom('media')
        .select('id')
        .where('id', '=', anyOf(media.ids))
        .where('owner_id', '=', media.ownerId)
        .where('state', 'in', ATTACHABLE_STATES)
        .$if(durationMaxMs !== null, (query) =>
          query.where(({ or, eb }) =>
            or([eb('duration_ms', 'is', null), eb('duration_ms', '<=', durationMaxMs)]),
          ),
        )
        .where('is_view_once', '=', false)
        .$if(!media.takesFiles, (query) => query.where('kind', '<>', 'FILE'))
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .updateTable('media')
    .from('locked')
    .set({ attachment_count: sql`media.attachment_count + 1` })
    .$if(durationMaxMs !== null, (query) =>
      // `least` takes no notice of null.
      query.set({ duration_max_ms: sql`least(media.duration_max_ms, ${durationMaxMs}::integer)` }),
    )
    .whereRef('media.id', '=', 'locked.id')
    .returning(['media.kind', 'media.scan_state as scanState'])
    .$narrowType<ScannedMedia>()
    .execute();
}

/** Attaches an item of the owner that nothing shows, to be viewed once. @returns false when there is none */
export async function updateViewOnce(
  tx: Tx,
  media: { id: string; ownerId: string; durationMaxMs: number | null },
): Promise<boolean> {
  const updated = await tx
    .updateTable('media')
    .set({ attachment_count: 1, is_view_once: true, duration_max_ms: media.durationMaxMs })
    .where('id', '=', media.id)
    .where('owner_id', '=', media.ownerId)
    .where('state', 'in', ATTACHABLE_STATES)
    .where('attachment_count', '=', 0)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/**
 * Adds to the reference count of items that are READY or PROCESSING, whoever owns them. Rows are locked in the order of their ids.
 *
 * @returns their ids
 */
export async function incrementShared(
  tx: Tx,
  { ids, by }: { ids: readonly string[]; by: number },
): Promise<string[]> {
  const rows = await tx
    .with('locked', (db) =>
      db
        .selectFrom('media')
        .select('id')
        .where('id', '=', anyOf(ids))
        .where('state', 'in', ATTACHABLE_STATES)
        .where('is_view_once', '=', false)
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .updateTable('media')
    .from('locked')
    .set({ attachment_count: sql`media.attachment_count + ${by}::integer` })
    .whereRef('media.id', '=', 'locked.id')
    .returning('media.id')
    .execute();
  return rows.map((row) => row.id);
}

/** Subtracts one from the reference count. @returns the ids of items that are no longer referenced */
export async function decrementAttachments(tx: Tx, ids: readonly string[]): Promise<string[]> {
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

/** Deletes locked rows. @returns their files */
export async function deleteMedia(tx: Tx, ids: readonly string[]): Promise<StoredFiles[]> {
  return tx
    .deleteFrom('media')
    .where('id', '=', anyOf(ids))
    .returning(FILE_COLUMNS)
    .$narrowType<StoredAsJson>()
    .execute();
}

/** Deletes unreferenced rows inserted before the given time. @returns their files */
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
    .$narrowType<StoredAsJson>()
    .execute();
}

/** Deletes rows of an owner, referenced or not, at most `limit`. @returns their files */
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
    .$narrowType<StoredAsJson>()
    .execute();
}

/** The media items of an owner, by id after `after`, without those that are viewed once. */
export async function listOwnedMedia(
  db: Db,
  owner: { ownerId: string; after: string | null; limit: number },
): Promise<Media[]> {
  return db
    .selectFrom('media')
    .select(MEDIA_COLUMNS)
    .where('owner_id', '=', owner.ownerId)
    .where('is_view_once', '=', false)
    .$if(owner.after !== null, (query) => query.where('id', '>', owner.after ?? ''))
    .orderBy('id')
    .limit(owner.limit)
    .$narrowType<StoredAsJson>()
    .execute();
}
