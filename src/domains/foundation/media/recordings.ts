import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { SECOND_MS } from '#platform/clock.ts';
import type { Services, UserContext } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { defineJob } from '#platform/jobs/definition.ts';
import { invalid } from '#platform/parse-input.ts';
import type { UploadedFile } from '#platform/uploads.ts';
import type { StoragePort } from '#ports/storage.ts';
import type { RenderedRecording } from './media-tasks.ts';
import {
  findUnprocessed,
  insertMedia,
  listMedia,
  type RenderedMedia,
  type Unprocessed,
  updateFailed,
  updateReady,
  updateRendered,
} from './media.queries.ts';
import type { Media, MediaKind } from './media.types.ts';
import { renderRecording } from './processing.ts';
import {
  deleteFiles,
  enqueueDeletion,
  fileTransfer,
  keysOf,
  storeFiles,
  type Transfer,
  variantTransfer,
} from './stored-files.ts';
import { inWorkDirectory } from './work-directory.ts';

/** Makes an uploaded video or sound playable, in the background. */
export const processMedia = defineJob<{ mediaId: string }>('media.process');

type RecordingUpload = {
  readonly file: UploadedFile;
  /** What it seems to be; its tracks will tell. */
  readonly kind: Exclude<MediaKind, 'IMAGE'>;
  readonly altText: string | null;
  /** The client's own, for when none can be measured here. */
  readonly waveform: readonly number[] | null;
};

/** Stores a video or a sound as it came. The row is there first, as it is for pictures. */
export async function storeRecording(ctx: UserContext, upload: RecordingUpload): Promise<Media> {
  const id = ctx.ids.next();
  const media: Media = {
    id,
    ownerId: ctx.user.id,
    kind: upload.kind,
    state: 'PROCESSING',
    width: null,
    height: null,
    durationMs: null,
    placeholder: null,
    altText: upload.altText,
    variants: [],
    recording: null,
    waveform: upload.waveform,
    createdAt: ctx.clock.now(),
  };
  // Without an ending: nobody is given this file, and whoever were could only download it.
  const file = {
    key: `${id}/source`,
    contentType: 'application/octet-stream',
    sizeBytes: upload.file.sizeBytes,
  };
  await ctx.transaction((tx) => insertMedia(tx, { ...media, sourceKey: file.key }));
  await storeFiles(ctx.ports.storage, [{ path: upload.file.path, file }], ctx.signal);
  await ctx.transaction(async (tx) => tx.enqueue(processMedia, { mediaId: id }, { key: id }));
  return media;
}

/** When all who process recordings are busy: soon enough, without holding up other jobs by waiting. */
const BUSY_DELAY_MS = 3 * SECOND_MS;

/** Bears repetition: what is READY or FAILED stays as it is, and files are written again under the same keys. */
export async function processUpload(services: Services, { mediaId }: { mediaId: string }): Promise<void> {
  const upload = await findUnprocessed(services.db, mediaId);
  if (!upload) return;
  try {
    await inWorkDirectory(async (directory) => {
      const source = path.join(directory, 'source');
      await fetchFile(services.ports.storage, upload.sourceKey, source);
      const { signal } = new AbortController();
      const rendered = await renderRecording(services, { path: source, directory, signal });
      await publish(services, upload, rendered);
    });
  } catch (error) {
    // What is not the file's fault is tried again.
    if (!(error instanceof AppError)) throw error;
    await services.transaction(async (tx) => {
      if (error.code === 'SERVICE_UNAVAILABLE') {
        const runAt = new Date(services.clock.now().getTime() + BUSY_DELAY_MS);
        tx.enqueue(processMedia, { mediaId }, { key: mediaId, runAt });
      } else if (await updateFailed(tx, mediaId, `${error.details.constraint}: ${error.message}`)) {
        enqueueDeletion(tx, [upload]);
      }
    });
  }
}

async function fetchFile(storage: StoragePort, key: string, to: string): Promise<void> {
  const stored = await storage.get(key);
  if (!stored) throw invalid([], 'The uploaded file is not in the storage.', 'source');
  await pipeline(stored.body, createWriteStream(to));
}

async function publish(
  { ports, transaction }: Services,
  upload: Unprocessed,
  rendered: RenderedRecording,
): Promise<void> {
  const { media, transfers } = describe(upload, rendered);
  const keys = keysOf({ ...media, sourceKey: null });
  // The row names its files before they are stored, so that whatever happens then somebody finds them.
  const isAwaited = await transaction(async (tx) => {
    if (!(await updateRendered(tx, upload.id, media))) return false;
    const outdated = keysOf({ ...upload, sourceKey: null }).filter((key) => !keys.includes(key));
    if (outdated.length > 0) tx.enqueue(deleteFiles, { keys: outdated });
    return true;
  });
  if (!isAwaited) return;
  await storeFiles(ports.storage, transfers);
  await transaction(async (tx) => {
    if (await updateReady(tx, upload.id)) {
      tx.enqueue(deleteFiles, { keys: [upload.sourceKey] });
    } else if ((await listMedia(tx, { ids: [upload.id] })).length === 0) {
      // It was swept meanwhile, and with it went only what was there by then.
      tx.enqueue(deleteFiles, { keys });
    }
  });
}

function describe(
  upload: Unprocessed,
  { kind, width, height, durationMs, file, poster, waveform }: RenderedRecording,
): { media: RenderedMedia; transfers: Transfer[] } {
  const recording = fileTransfer(upload.id, 'recording', file);
  const variants = (poster?.variants ?? []).map((variant) => variantTransfer(upload.id, variant));
  const media: RenderedMedia = {
    kind,
    width,
    height,
    durationMs,
    placeholder: poster?.placeholder ?? null,
    variants: variants.map((variant) => variant.file),
    recording: recording.file,
    waveform: kind === 'AUDIO' ? (waveform ?? upload.waveform) : null,
  };
  return { media, transfers: [recording, ...variants] };
}
