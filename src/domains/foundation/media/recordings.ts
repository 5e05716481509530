import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import type { UserContext } from '#platform/request/context.ts';
import type { Services } from '#platform/outbox/services.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import type { UploadedFile } from '#platform/kernel/uploads.ts';
import type { RenderedRecording } from '#ports/media-renderer.ts';
import type { StoragePort } from '#ports/storage.ts';
import { mediaProcessed } from './media.events.ts';
import { skipScan } from './scanning.ts';
import {
  findUnprocessedUpload,
  insertMedia,
  listMedia,
  lockDurationMax,
  lockOwner,
  type RenderedMedia,
  type UnprocessedUpload,
  updateFailed,
  updateReady,
  updateRendered,
} from './media.queries.ts';
import type { Media, MediaKind } from './media.types.ts';
import {
  deleteFiles,
  enqueueFileDeletion,
  fileTransfer,
  storageKeysOf,
  storeFiles,
  type Transfer,
  variantTransfer,
} from './stored-files.ts';
import { withTempDirectory } from './temp-directory.ts';

/** Makes an uploaded video or audio file playable, as a job. */
export const processMediaJob = defineJob<{ mediaId: string }>('media.process');

type RecordingUpload = {
  readonly file: UploadedFile;
  /** Until its tracks are read; a video that was uploaded as AUDIO fails, since a voice note may hold it by then. */
  readonly kind: Extract<MediaKind, 'VIDEO' | 'AUDIO'>;
  readonly altText: string | null;
  /** Sent by the client; used when none can be measured here. */
  readonly waveform: readonly number[] | null;
};

/** Stores a video or an audio file unchanged. The row is inserted first, as for images. */
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
    document: null,
    waveform: upload.waveform,
    createdAt: ctx.clock.now(),
  };
  // No extension: no link to this file is given out, and a browser could only download it.
  const file = {
    key: `${id}/source`,
    contentType: 'application/octet-stream',
    sizeBytes: upload.file.sizeBytes,
  };
  await ctx.transaction((tx) => insertMedia(tx, { ...media, sourceKey: file.key }));
  await storeFiles(ctx.ports.storage, [{ path: upload.file.path, file }], ctx.signal);
  await ctx.transaction(async (tx) => tx.enqueue(processMediaJob, { mediaId: id }, { key: id }));
  return media;
}

/** Delay of a job while all media processes are busy: waiting inside the job would occupy a worker slot. */
const BUSY_DELAY_MS = 3 * SECOND_MS;

/** Idempotent: READY and FAILED items stay as they are, and files are written again under the same keys. */
export async function processUpload(services: Services, { mediaId }: { mediaId: string }): Promise<void> {
  const upload = await findUnprocessedUpload(services.db, mediaId);
  if (!upload) return;
  try {
    await withTempDirectory(async (directory) => {
      const source = path.join(directory, 'source');
      await downloadFile(services.ports.storage, upload.sourceKey, source);
      const { signal } = new AbortController();
      const { mediaRenderer } = services.ports;
      const { ownerId } = upload;
      const rendered = await mediaRenderer.renderRecording({ ownerId, path: source, directory, signal });
      await storeRendered(services, upload, rendered);
    });
  } catch (error) {
    // Only errors caused by the file are final; the job is retried after all others.
    if (!(error instanceof AppError)) throw error;
    await services.transaction(async (tx) => {
      if (error.code === 'SERVICE_UNAVAILABLE' || error.code === 'RATE_LIMITED') {
        const runAt = new Date(services.clock.now().getTime() + BUSY_DELAY_MS);
        tx.enqueue(processMediaJob, { mediaId }, { key: mediaId, runAt });
        return;
      }
      await lockOwner(tx, upload.ownerId);
      if (await updateFailed(tx, mediaId, `${error.details.constraint}: ${error.message}`)) {
        enqueueFileDeletion(tx, [upload]);
        await skipScan(tx, upload);
        tx.emit(mediaProcessed, { mediaId }, { userIds: [upload.ownerId] });
      }
    });
  }
}

async function downloadFile(storage: StoragePort, key: string, to: string): Promise<void> {
  const stored = await storage.get(key);
  if (!stored) throw invalid([], 'The uploaded file is missing. Upload it again.', 'source');
  await pipeline(stored.body, createWriteStream(to));
}

async function storeRendered(
  { ports, transaction }: Services,
  upload: UnprocessedUpload,
  rendered: RenderedRecording,
): Promise<void> {
  if (upload.kind === 'AUDIO' && rendered.kind === 'VIDEO') {
    throw invalid([], 'A recording of sound must not contain a video.', 'audio');
  }
  const { media, transfers } = describe(upload, rendered);
  const keys = storageKeysOf({ ...media, document: null, sourceKey: null });
  // The row names its files before they are stored, so that the sweep finds them after any failure.
  const isAwaited = await transaction(async (tx) => {
    await lockOwner(tx, upload.ownerId);
    assertDuration(media, await lockDurationMax(tx, upload.id));
    if (!(await updateRendered(tx, upload.id, media))) return false;
    const outdated = storageKeysOf({ ...upload, sourceKey: null }).filter((key) => !keys.includes(key));
    if (outdated.length > 0) tx.enqueue(deleteFiles, { keys: outdated });
    return true;
  });
  if (!isAwaited) return;
  await storeFiles(ports.storage, transfers);
  await transaction(async (tx) => {
    await lockOwner(tx, upload.ownerId);
    if (await updateReady(tx, upload.id)) {
      tx.enqueue(deleteFiles, { keys: [upload.sourceKey] });
      tx.emit(mediaProcessed, { mediaId: upload.id }, { userIds: [upload.ownerId] });
    } else if ((await listMedia(tx, { ids: [upload.id] })).length === 0) {
      // The sweep deleted the row meanwhile, with the files that were stored by then.
      tx.enqueue(deleteFiles, { keys });
    }
  });
}

/** @throws AppError VALIDATION_FAILED when it is longer than those allow to which it was attached meanwhile */
function assertDuration({ durationMs }: RenderedMedia, maxMs: number | null): void {
  if (maxMs === null || durationMs === null || durationMs <= maxMs) return;
  throw invalid([], `The recording must be at most ${maxMs} milliseconds long.`, 'durationMaxMs', maxMs);
}

function describe(
  upload: UnprocessedUpload,
  {
    kind,
    width,
    height,
    durationMs,
    videoCodec,
    audioCodec,
    isTranscoded,
    file,
    poster,
    waveform,
  }: RenderedRecording,
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
    recording: { ...recording.file, videoCodec, audioCodec, isTranscoded },
    waveform: kind === 'AUDIO' ? (waveform ?? upload.waveform) : null,
  };
  return { media, transfers: [recording, ...variants] };
}
