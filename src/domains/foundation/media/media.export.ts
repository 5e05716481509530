import path from 'node:path';
import type { Services } from '#platform/context.ts';
import { readInBatches } from '#platform/db/batches.ts';
import { toGlobalId } from '#platform/ids.ts';
import type { ExportFile, ExportPart } from '#platform/personal-data.ts';
import { listOwnedMedia } from './media.queries.ts';
import type { Media } from './media.types.ts';

const BATCH_MEDIA = 500;

export const mediaExport: ExportPart = {
  name: 'media',
  description:
    'The pictures, videos and sounds that you uploaded. The files lie in the folder of the same name.',
  async *rows(services, userId) {
    for await (const media of ownedMedia(services, userId)) {
      yield {
        id: toGlobalId('media', media.id),
        file: fileOf(media)?.name ?? null,
        kind: media.kind,
        state: media.state,
        width: media.width,
        height: media.height,
        durationMs: media.durationMs,
        altText: media.altText,
        uploadedAt: media.createdAt,
      };
    }
  },
  async *files(services, userId) {
    for await (const media of ownedMedia(services, userId)) {
      const file = fileOf(media);
      if (file) yield file;
    }
  },
};

const ownedMedia = ({ db }: Services, ownerId: string): AsyncIterable<Media> =>
  readInBatches((last: Media | null) =>
    listOwnedMedia(db, { ownerId, after: last?.id ?? null, limit: BATCH_MEDIA }),
  );

/** What plays, or the largest size of a picture; the smaller ones say nothing more. Null while there is none. */
function fileOf({ id, state, recording, variants }: Media): ExportFile | null {
  const stored = recording ?? variants[0];
  if (state !== 'READY' || !stored) return null;
  return { name: `${toGlobalId('media', id)}${path.posix.extname(stored.key)}`, key: stored.key };
}
