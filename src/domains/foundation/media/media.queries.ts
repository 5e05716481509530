import { anyOf } from '#platform/db/any-of.ts';
import type { Tx } from '#platform/db/database.ts';
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
  'created_at as createdAt',
] as const;

export const listMedia = prepared<{ ids: readonly string[] }, Media>((db, { ids }) =>
  db.selectFrom('media').select(MEDIA_COLUMNS).where('id', '=', anyOf(ids)).$castTo<Media>().compile(),
);

export async function insertMedia(tx: Tx, media: Media): Promise<void> {
  await tx
    .insertInto('media')
    .values({
      id: media.id,
      owner_id: media.ownerId,
      kind: media.kind,
      state: media.state,
      width: media.width,
      height: media.height,
      duration_ms: media.durationMs,
      placeholder: media.placeholder,
      alt_text: media.altText,
      variants: JSON.stringify(media.variants),
      created_at: media.createdAt,
    })
    .execute();
}

/** Its files are there: it can be attached and shown. */
export async function updateReady(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('media').set({ state: 'READY' }).where('id', '=', id).execute();
}

/** Marks as shown what the owner has among `ids` and can be shown. @returns their ids */
export async function updateAttached(
  tx: Tx,
  media: { ids: readonly string[]; ownerId: string; attachedAt: Date },
): Promise<string[]> {
  const rows = await tx
    .updateTable('media')
    .set({ attached_at: media.attachedAt })
    .where('id', '=', anyOf(media.ids))
    .where('owner_id', '=', media.ownerId)
    .where('state', '=', 'READY')
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Deletes rows that nothing shows since before the given moment. @returns what they were */
export async function deleteOrphans(tx: Tx, before: Date, limit: number): Promise<Media[]> {
  return tx
    .deleteFrom('media')
    .where('id', 'in', (orphans) =>
      orphans
        .selectFrom('media')
        .select('id')
        .where('attached_at', 'is', null)
        .where('created_at', '<', before)
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(MEDIA_COLUMNS)
    .$castTo<Media>()
    .execute();
}
