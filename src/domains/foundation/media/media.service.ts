import { z } from 'zod';
import { MINUTE_MS } from '#platform/clock.ts';
import type { RequestContext, UserContext } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { MEDIA_TYPES } from '#platform/media-types.ts';
import { invalid, parseInput } from '#platform/parse-input.ts';
import { assertUnrestricted } from '#platform/restrictions.ts';
import type { UploadedFile } from '#platform/uploads.ts';
import { altTextInput } from './content.policy.ts';
import {
  deleteMedia,
  deleteOwnedMedia,
  insertMedia,
  listMedia,
  updateAltText,
  updateAttached,
  updateDetached,
  updateReady,
} from './media.queries.ts';
import type { Media, MediaFile } from './media.types.ts';
import { renderPicture } from './processing.ts';
import { storeRecording } from './recordings.ts';
import { enqueueDeletion, storeFiles, variantTransfer } from './stored-files.ts';
import { WAVEFORM_PEAK_MAX, WAVEFORM_POINTS } from './waveform.ts';
import { inWorkDirectory } from './work-directory.ts';

const waveformInput = z.array(z.int().min(0).max(WAVEFORM_PEAK_MAX)).length(WAVEFORM_POINTS).nullish();

/** Stores a file for the caller, who attaches it afterwards by its id. Pictures are READY at once. */
export async function uploadMedia(
  ctx: UserContext,
  input: {
    file: UploadedFile;
    altText?: string | null | undefined;
    waveform?: readonly number[] | null | undefined;
  },
): Promise<Media> {
  const { file } = input;
  const schema = z.object({ altText: altTextInput, waveform: waveformInput });
  const { altText, waveform = null } = parseInput(schema, input);
  const kind = MEDIA_TYPES.get(file.contentType)?.kind;
  if (kind === undefined || kind === 'image') return storeUpload(ctx, { file, path: ['file'], altText });
  return kind === 'video'
    ? storeRecording(ctx, { file, kind: 'VIDEO', altText, waveform })
    : storeRecording(ctx, { file, kind: 'AUDIO', altText, waveform });
}

/**
 * Re-encodes an uploaded image and stores it. The row comes first, as PROCESSING, so that whatever happens before all
 * files are there, a killed process too, the sweep finds the row and with it the files.
 */
export async function storeUpload(
  ctx: UserContext,
  upload: { file: UploadedFile; path: readonly string[]; altText?: string | null },
): Promise<Media> {
  if (MEDIA_TYPES.get(upload.file.contentType)?.kind !== 'image') {
    throw invalid(upload.path, 'Must be an image: JPEG, PNG, WebP, GIF or AVIF.', 'image');
  }
  await assertUnrestricted(ctx, 'UPLOADS');
  return inWorkDirectory(async (directory) => {
    const id = ctx.ids.next();
    const { signal } = ctx;
    const image = await atPath(upload.path, () =>
      renderPicture(ctx, { path: upload.file.path, directory, signal }),
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
      waveform: null,
      createdAt: ctx.clock.now(),
    };
    await ctx.transaction((tx) => insertMedia(tx, { ...media, sourceKey: null }));
    await storeFiles(ctx.ports.storage, transfers, signal);
    await ctx.transaction((tx) => updateReady(tx, id));
    return { ...media, state: 'READY' };
  });
}

/** Corrects what is said of the caller's media. @throws AppError NOT_FOUND for what is not theirs, too */
export async function updateMedia(
  ctx: UserContext,
  input: { mediaId: string; altText?: string | null | undefined },
): Promise<Media> {
  const { altText } = parseInput(z.object({ altText: altTextInput }), input);
  const updated = await ctx.transaction((tx) =>
    updateAltText(tx, { id: input.mediaId, ownerId: ctx.user.id, altText }),
  );
  if (!updated) throw notFound('Media', ['mediaId']);
  return updated;
}

/**
 * Counts one more place that shows the owner's media; whoever removes that place calls `detachMedia`.
 *
 * @throws AppError NOT_FOUND when one is absent, somebody else's or not ready
 */
export async function attachMedia(
  tx: Tx,
  media: { ownerId: string; ids: readonly string[]; path: readonly string[] },
): Promise<void> {
  if (media.ids.length === 0) return;
  const attached = await updateAttached(tx, media);
  if (attached.length < new Set(media.ids).size) throw notFound('Media', media.path);
}

/** Counts one place less. What nothing shows any more goes with the transaction, and its files soon after. */
export async function detachMedia(tx: Tx, media: { ids: readonly string[] }): Promise<void> {
  if (media.ids.length === 0) return;
  const unshown = await updateDetached(tx, media.ids);
  if (unshown.length > 0) enqueueDeletion(tx, await deleteMedia(tx, unshown));
}

/** Erases what an owner has uploaded, wherever it is shown, at most `limit`. @returns how many */
export async function eraseMedia(tx: Tx, owned: { ownerId: string; limit: number }): Promise<number> {
  const erased = await deleteOwnedMedia(tx, owned.ownerId, owned.limit);
  enqueueDeletion(tx, erased);
  return erased.length;
}

/** A media of the caller's own. */
export async function findOwnMedia(ctx: RequestContext, id: string): Promise<Media | null> {
  const [media] = ctx.user ? await listMedia(ctx.db, { ids: [id] }) : [];
  return media?.ownerId === ctx.user?.id ? (media ?? null) : null;
}

const LINK_LIFE_STEP_MS = 5 * MINUTE_MS;

/**
 * A link that lives 10 to 15 minutes. Its end is rounded up to a step, so that everybody who asks within one step
 * gets the same link: caches work, and a feed signs each picture once.
 */
export function fileUrl(ctx: RequestContext, file: Pick<MediaFile, 'key'>): string | Promise<string> {
  const now = ctx.clock.now().getTime();
  const expiresAt = new Date((Math.floor(now / LINK_LIFE_STEP_MS) + 3) * LINK_LIFE_STEP_MS);
  return ctx.ports.storage.signedUrl(file.key, { expiresAt });
}

/** Points an image problem at the input field that the file came in. */
async function atPath<Result>(path: readonly string[], work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'VALIDATION_FAILED') throw error;
    throw new AppError(error.code, error.message, { path, details: error.details });
  }
}
