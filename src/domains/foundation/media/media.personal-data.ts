import path from 'node:path';
import { readInBatches } from '#platform/outbox/batches.ts';
import type { Services } from '#platform/outbox/services.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { type ExportFile, listExport, type PersonalData } from '#platform/request/personal-data.ts';
import { listOwnedMedia } from './media.queries.ts';
import { mainFileOf } from './media.service.ts';
import type { Media } from './media.types.ts';

const BATCH_FILES = 500;

type OwnMedia = { readonly userId: string; readonly after: Media | null; readonly limit: number };

const listMediaOf = ({ db }: Services, { userId, after, limit }: OwnMedia): Promise<Media[]> =>
  listOwnedMedia(db, { ownerId: userId, after: after?.id ?? null, limit });

const mediaExport = listExport<Media>({
  name: 'media',
  description:
    'The images, videos, audio and other files that you uploaded. The files are in the folder of the same name.',
  list: listMediaOf,
  show: (media) => ({
    id: toGlobalId('media', media.id),
    file: fileOf(media)?.name ?? null,
    kind: media.kind,
    fileName: media.document?.fileName ?? null,
    state: media.state,
    width: media.width,
    height: media.height,
    durationMs: media.durationMs,
    altText: media.altText,
    uploadedAt: media.createdAt,
  }),
  async *files(services, userId) {
    const owned = readInBatches((after: Media | null) =>
      listMediaOf(services, { userId, after, limit: BATCH_FILES }),
    );
    for await (const media of owned) {
      const file = fileOf(media);
      if (file) yield file;
    }
  },
});

/** The file itself, or the largest size of an image. Null while there is none. */
function fileOf(media: Media): ExportFile | null {
  const stored = mainFileOf(media);
  if (media.state !== 'READY' || !stored) return null;
  return { name: `${toGlobalId('media', media.id)}${path.posix.extname(stored.key)}`, key: stored.key };
}

export const mediaPersonalData: PersonalData = {
  tables: {
    'public.media': { erased: 'accounts.eraseMedia', exported: ['media'] },
  },
  exports: [mediaExport],
};
