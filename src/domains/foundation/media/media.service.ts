import { z } from 'zod';
import type { Db } from '#platform/db/database.ts';
import { recordScan, screenText } from '#domains/foundation/screening/screening.service.ts';
import type { Scan } from '#domains/foundation/screening/screening.types.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { acceptedTypes, MEDIA_FORMATS, MEDIA_TYPES } from '#platform/kernel/media-types.ts';
import { invalid, parseInput } from '#platform/kernel/parse-input.ts';
import { RESULT_LIFE_MS, resultStep } from '#platform/caches/row-results.ts';
import { assertUnrestricted } from '#platform/request/restrictions.ts';
import type { UploadedFile } from '#platform/kernel/uploads.ts';
import { WAVEFORM_PEAK_MAX, WAVEFORM_POINTS } from '#ports/media-renderer.ts';
import { altTextSchema } from './content.policy.ts';
import {
  ATTACHABLE_STATES,
  deleteMedia,
  deleteOwnedMedia,
  insertMedia,
  listMedia,
  lockOwner,
  listViewOnceMedia,
  listServedIds,
  updateAltText,
  incrementAttachments,
  incrementShared,
  decrementAttachments,
  updateReady,
  updateViewOnce,
} from './media.queries.ts';
import { storeDocument } from './documents.ts';
import type { Media, MediaFile, MediaScans } from './media.types.ts';
import { storeRecording } from './recordings.ts';
import { findSensitive, listScanStates, type ScannedMedia } from './scans.queries.ts';
import { enqueueFileDeletion, storeFiles, variantTransfer } from './stored-files.ts';
import { withTempDirectory } from './temp-directory.ts';

const WAVEFORM_RULE = `Give ${WAVEFORM_POINTS} whole numbers from 0 to ${WAVEFORM_PEAK_MAX}.`;
const altTextInput = z.object({ altText: altTextSchema });
const uploadInput = altTextInput.extend({
  waveform: z
    .array(z.int(WAVEFORM_RULE).min(0, WAVEFORM_RULE).max(WAVEFORM_PEAK_MAX, WAVEFORM_RULE))
    .length(WAVEFORM_POINTS, WAVEFORM_RULE)
    .nullish(),
});

const MEDIA_KEY = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//;

/** Whether a signed link to a file may still be followed; files that are no media, such as exports, always. */
export async function isFileServed({ db, clock }: Services, key: string): Promise<boolean> {
  const id = MEDIA_KEY.exec(key)?.[1];
  if (id === undefined) return true;
  return (await listServedIds(db, { id, now: clock.now() })).length > 0;
}

/** Stores a file for the caller, who attaches it by its id. Images are READY immediately, and files unless they are scanned. */
export async function uploadMedia(
  ctx: UserContext,
  input: {
    file: UploadedFile;
    altText?: string | null | undefined;
    waveform?: readonly number[] | null | undefined;
    /** The token of an earlier refusal for the same alt text. */
    retryToken?: string | null | undefined;
  },
): Promise<Media> {
  const { altText, waveform = null } = parseInput(uploadInput, input);
  const scan = await screenAltText(ctx, altText, input.retryToken);
  const media = await storeUpload(ctx, { file: input.file, altText, waveform });
  if (scan) {
    const subject = { subjectKind: 'MEDIA', subjectId: media.id, version: 1, scan } as const;
    await ctx.transaction((tx) => recordScan(ctx, tx, subject));
  }
  return media;
}

/** Judges an alt text before it is written. @returns what is to be recorded of it */
async function screenAltText(
  ctx: UserContext,
  altText: string | null,
  retryToken: string | null | undefined,
): Promise<Scan | null> {
  const texts = altText === null ? [] : [altText];
  return (await screenText(ctx, { kind: 'MEDIA', texts, retryToken, path: ['altText'] })).scan;
}

type Upload = {
  readonly file: UploadedFile;
  readonly altText: string | null;
  readonly waveform: readonly number[] | null;
};

function storeUpload(ctx: UserContext, { file, altText, waveform }: Upload): Promise<Media> {
  const kind = MEDIA_TYPES.get(file.contentType)?.kind;
  if (kind === 'file') return storeDocument(ctx, { file, altText });
  if (kind === undefined || kind === 'image') return storeImage(ctx, { file, path: ['file'], altText });
  // Browsers record sound into containers of videos; a waveform says that it is one of sound.
  const isVideo = kind === 'video' && waveform === null;
  return storeRecording(ctx, { file, kind: isVideo ? 'VIDEO' : 'AUDIO', altText, waveform });
}

type ImageUpload = { readonly file: UploadedFile; readonly path: readonly string[] };

/**
 * Makes the refusals of `storeImage` that do not need the files' content.
 * @throws AppError VALIDATION_FAILED | RESTRICTED | INVALID_STATE
 */
export async function assertImageUploads(ctx: UserContext, uploads: readonly ImageUpload[]): Promise<void> {
  for (const { file, path } of uploads) {
    if (MEDIA_TYPES.get(file.contentType)?.kind === 'image') continue;
    throw new AppError('VALIDATION_FAILED', `Use an image: ${MEDIA_FORMATS.image}.`, {
      path,
      details: { constraint: 'image', acceptedTypes: acceptedTypes('image') },
    });
  }
  await assertUnrestricted(ctx, 'UPLOADS');
}

/**
 * Re-encodes an uploaded image and stores it. The row is inserted first, as PROCESSING, so that the sweep finds the files
 * by it even when the process is killed before all of them are stored.
 */
export async function storeImage(
  ctx: UserContext,
  upload: ImageUpload & { altText?: string | null },
): Promise<Media> {
  await assertImageUploads(ctx, [upload]);
  return withTempDirectory(async (directory) => {
    const id = ctx.ids.next();
    const { signal } = ctx;
    const image = await withErrorPath(upload.path, () =>
      ctx.ports.mediaRenderer.renderImage({
        ownerId: ctx.user.id,
        path: upload.file.path,
        directory,
        signal,
      }),
    );
    const transfers = image.variants.map((variant) => variantTransfer(id, variant));
    const media: Media = {
      id,
      ownerId: ctx.user.id,
      kind: 'IMAGE',
      state: 'PROCESSING',
      width: image.width,
      height: image.height,
      durationMs: null,
      placeholder: image.placeholder,
      altText: upload.altText ?? null,
      variants: transfers.map((transfer) => transfer.file),
      recording: null,
      document: null,
      waveform: null,
      createdAt: ctx.clock.now(),
    };
    await ctx.transaction((tx) => insertMedia(tx, { ...media, sourceKey: null }));
    await storeFiles(ctx.ports.storage, transfers, signal);
    await ctx.transaction((tx) => updateReady(tx, id));
    return { ...media, state: 'READY' };
  });
}

/** Changes the alt text of the caller's media item; null clears it, an omitted one stays. @throws AppError NOT_FOUND for other users' items, too */
export async function updateMedia(
  ctx: UserContext,
  input: {
    mediaId: string;
    altText?: string | null | undefined;
    /** The token of an earlier refusal for the same alt text. */
    retryToken?: string | null | undefined;
  },
): Promise<Media> {
  const { altText } = parseInput(altTextInput, input);
  const known = await requireOwnMedia(ctx, input.mediaId);
  if (input.altText === undefined || altText === known.altText) return known;
  const scan = await screenAltText(ctx, altText, input.retryToken);
  const updated = await ctx.transaction(async (tx) => {
    await lockOwner(tx, ctx.user.id);
    const changed = await updateAltText(tx, { id: input.mediaId, ownerId: ctx.user.id, altText });
    if (changed && scan) {
      await recordScan(ctx, tx, { subjectKind: 'MEDIA', subjectId: changed.id, version: 1, scan });
    }
    return changed;
  });
  if (!updated) throw notFound('Media', ['mediaId']);
  return updated;
}

/** Makes the refusals of `attachMedia` without files before anything is written. @throws AppError NOT_FOUND | VALIDATION_FAILED */
export async function assertAttachable(
  ctx: UserContext,
  { ids, path }: { ids: readonly string[]; path: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  const media = await listMedia(ctx.db, { ids });
  const attachable = media.filter(
    ({ ownerId, state }) => ownerId === ctx.user.id && ATTACHABLE_STATES.includes(state),
  );
  if (attachable.length < new Set(ids).size) throw notFound('Media', path);
  if (media.some(({ kind }) => kind === 'FILE')) throw onlyInMessages(path);
}

const onlyInMessages = (path: readonly string[]): AppError =>
  invalid(path, 'Use images, videos or audio: other files can be sent in messages alone.', 'mediaKind');

/**
 * Adds one to the reference count of the owner's media items. Deleting the object calls `detachMedia`.
 *
 * @param media `durationMaxMs` bounds recordings: one that is processed later fails if it is longer; `takesFiles` is of messages
 * @returns what machines have said of them. Their rows are locked: a scan that is awaited tells of itself after the commit
 * @throws AppError NOT_FOUND when an item is absent, another user's, FAILED, REJECTED or too long; VALIDATION_FAILED for a file
 */
export async function attachMedia(
  tx: Tx,
  media: {
    ownerId: string;
    ids: readonly string[];
    path: readonly string[];
    durationMaxMs?: number | null;
    takesFiles?: boolean;
  },
): Promise<MediaScans> {
  if (media.ids.length === 0) return scansOf([]);
  const { durationMaxMs = null, takesFiles = false } = media;
  const attached = await incrementAttachments(tx, { ...media, durationMaxMs, takesFiles });
  if (attached.length === new Set(media.ids).size) return scansOf(attached);
  const found = takesFiles ? [] : await listMedia(tx, { ids: media.ids });
  const isFile = found.some(({ kind, ownerId }) => kind === 'FILE' && ownerId === media.ownerId);
  throw isFile ? onlyInMessages(media.path) : notFound('Media', media.path);
}

const scansOf = (attached: readonly ScannedMedia[]): MediaScans => ({
  isFlagged: attached.some(({ scanState }) => scanState === 'FLAGGED'),
  isSensitive: attached.some(({ scanState }) => scanState === 'SENSITIVE'),
  isAwaited: attached.some(
    ({ kind, scanState }) => scanState === 'UNSCANNED' && (kind === 'IMAGE' || kind === 'VIDEO'),
  ),
});

/** The same of media items that are attached. */
export const findMediaScans = async (db: Db, ids: readonly string[]): Promise<MediaScans> =>
  scansOf(ids.length === 0 ? [] : await listScanStates(db, ids));

/** Whether a machine finds one of the media items sensitive. */
export const isAnySensitive = (db: Db, ids: readonly string[]): Promise<boolean> =>
  ids.length === 0 ? Promise.resolve(false) : findSensitive(db, ids);

/**
 * Adds to the reference count of items that something shows already, for `by` more objects that show them, whoever owns the items.
 *
 * @throws AppError NOT_FOUND when an item is absent, FAILED or REJECTED
 */
export async function shareMedia(
  tx: Tx,
  { ids, by, path }: { ids: readonly string[]; by: number; path: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  const shared = await incrementShared(tx, { ids, by });
  if (shared.length < new Set(ids).size) throw notFound('Media', path);
}

/**
 * Attaches a media item of the owner to be viewed once: nothing but `findViewOnceMedia` finds it from then on, and nothing else attaches it.
 *
 * @param media `durationMaxMs` bounds recordings, as in `attachMedia`
 * @throws AppError VALIDATION_FAILED when something shows it already
 */
export async function attachViewOnce(
  tx: Tx,
  media: { ownerId: string; id: string; path: readonly string[]; durationMaxMs: number | null },
): Promise<void> {
  if (await updateViewOnce(tx, media)) return;
  throw invalid(media.path, 'Upload a file for this message alone.', 'unused');
}

/** A media item that is viewed once, without a check of visibility. */
export async function findViewOnceMedia({ db }: Services, id: string): Promise<Media | null> {
  const [media] = await listViewOnceMedia(db, { ids: [id] });
  return media ?? null;
}

/** Subtracts one from the reference count. Unreferenced items are deleted in the transaction, their files soon after by a job. */
export async function detachMedia(tx: Tx, media: { ids: readonly string[] }): Promise<void> {
  if (media.ids.length === 0) return;
  const unshown = await decrementAttachments(tx, media.ids);
  if (unshown.length > 0) enqueueFileDeletion(tx, await deleteMedia(tx, unshown));
}

/** As `detachMedia`, for several objects at once, which may show the same items. The rows are locked in the order of their ids. */
export async function detachMediaOfMany(tx: Tx, shown: readonly (readonly string[])[]): Promise<void> {
  for (let left = shown; left.length > 0;) {
    const ids = new Set(left.flat());
    await detachMedia(tx, { ids: [...ids] });
    // An item that several of them show is detached once in each round.
    left = left.map((one) => one.filter((id) => !ids.delete(id))).filter((one) => one.length > 0);
  }
}

/** Deletes an owner's media items, referenced or not, at most `limit`. @returns how many */
export async function eraseMedia(tx: Tx, owned: { ownerId: string; limit: number }): Promise<number> {
  const erased = await deleteOwnedMedia(tx, owned.ownerId, owned.limit);
  enqueueFileDeletion(tx, erased);
  return erased.length;
}

/** A media item of the caller; null for other users' items. */
export async function findOwnMedia(ctx: RequestContext, id: string): Promise<Media | null> {
  const [media] = ctx.user ? await listMedia(ctx.db, { ids: [id] }) : [];
  return media?.ownerId === ctx.user?.id ? (media ?? null) : null;
}

/** The caller's own among media items, in any state. */
export async function listOwnAmong(ctx: UserContext, ids: readonly string[]): Promise<Media[]> {
  const found = ids.length === 0 ? [] : await listMedia(ctx.db, { ids });
  return found.filter(({ ownerId }) => ownerId === ctx.user.id);
}

/** As `findOwnMedia`, also one that a message shows to be viewed once: whoever repeats what sent it still names it. */
export async function findOwnToViewOnce(ctx: UserContext, id: string): Promise<Media | null> {
  const media = (await findOwnMedia(ctx, id)) ?? (await findViewOnceMedia(ctx, id));
  return media?.ownerId === ctx.user.id ? media : null;
}

/** @throws AppError NOT_FOUND for other users' items, too */
export async function requireOwnMedia(ctx: UserContext, id: string): Promise<Media> {
  const media = await findOwnMedia(ctx, id);
  if (!media) throw notFound('Media', ['mediaId']);
  return media;
}

/** The media item of an event, with its state now; null when it is deleted. */
export async function readProcessedMedia(
  { db }: Services,
  events: readonly { mediaId: string }[],
): Promise<({ readonly media: Media } | null)[]> {
  const found = await listMedia(db, { ids: events.map(({ mediaId }) => mediaId) });
  const byId = new Map(found.map((media) => [media.id, media]));
  return events.map(({ mediaId }) => {
    const media = byId.get(mediaId);
    return media ? { media } : null;
  });
}

/**
 * A link that is valid for 10 to 15 minutes. Its expiry is rounded up to a step, so that all requests within one step get the
 * same link: HTTP caches work, and a feed signs each file once.
 */
export function fileUrl(ctx: RequestContext, file: LinkedFile): string | Promise<string> {
  const step = resultStep(ctx.clock.now());
  const last = lastLinks.get(file);
  if (last?.step === step) return last.url;
  const expiresAt = new Date((step + 3) * RESULT_LIFE_MS);
  const url = ctx.ports.storage.signedUrl(file.key, { expiresAt, fileName: file.fileName ?? null });
  if (typeof url === 'string') lastLinks.set(file, { step, url });
  return url;
}

/** The file behind the link to a media item: the largest of an image. Null while there is none. */
export const mainFileOf = ({
  document,
  recording,
  variants,
}: Pick<Media, 'document' | 'recording' | 'variants'>): (MediaFile & LinkedFile) | null =>
  document ?? recording ?? variants[0] ?? null;

/** A link that is valid up to a time, for nobody but the one to whom it is given. */
export const briefFileUrl = async (
  { ports }: Services,
  { key, fileName = null }: LinkedFile,
  expiresAt: Date,
): Promise<string> => ports.storage.signedUrl(key, { expiresAt, fileName });

/** A stored file; with a name it is downloaded by it. */
type LinkedFile = Pick<MediaFile, 'key'> & { readonly fileName?: string | null };

/** The last link of each file of a cached row: a page shows a hundred of them. */
const lastLinks = new WeakMap<LinkedFile, { readonly step: number; readonly url: string }>();

/** Prefixes the path of an image error with the input field of the file. */
async function withErrorPath<Result>(path: readonly string[], work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'VALIDATION_FAILED') throw error;
    const details = { ...error.details, acceptedTypes: acceptedTypes('image') };
    throw new AppError(error.code, error.message, { path, details });
  }
}
