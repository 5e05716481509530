import { z } from 'zod';
import { MINUTE_MS } from '#platform/clock.ts';
import type { RequestContext, UserContext } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { MEDIA_TYPES } from '#platform/media-types.ts';
import { invalid, parseInput } from '#platform/parse-input.ts';
import { assertUnrestricted } from '#platform/restrictions.ts';
import { textOf } from '#platform/text.ts';
import type { UploadedFile } from '#platform/uploads.ts';
import { processImage } from './images.ts';
import { insertMedia, listMedia, updateAttached, updateReady } from './media.queries.ts';
import type { Media, MediaVariant } from './media.types.ts';

const ALT_TEXT_LENGTH_MAX = 1_500;

/** Stores a file for the caller, who attaches it afterwards by its id. */
export async function uploadMedia(
  ctx: UserContext,
  input: { file: UploadedFile; altText?: string | null | undefined },
): Promise<Media> {
  const schema = z.object({ altText: textOf({ min: 0, max: ALT_TEXT_LENGTH_MAX }).nullish() });
  const { altText } = parseInput(schema, { altText: input.altText });
  return storeUpload(ctx, { file: input.file, path: ['file'], altText: altText ?? null });
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
  const id = ctx.ids.next();
  const image = await atPath(upload.path, () =>
    processImage(upload.file.path, { pixelsMax: ctx.limits.imagePixels, signal: ctx.signal }),
  );
  const variants = image.variants.map(({ content, ...variant }) => ({
    ...variant,
    key: `${id}/${variant.name}.webp`,
    sizeBytes: content.length,
    content,
  }));
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
    variants: variants.map(({ content: _content, ...variant }) => variant),
    createdAt: ctx.clock.now(),
  };
  await ctx.transaction((tx) => insertMedia(tx, media));
  await Promise.all(
    variants.map(({ key, content, contentType }) =>
      ctx.ports.storage.put(key, content, { contentType, signal: ctx.signal }),
    ),
  );
  await ctx.transaction((tx) => updateReady(tx, id));
  return { ...media, state: 'READY' };
}

/** Lets the owner's media be shown. @throws AppError NOT_FOUND when one is absent, somebody else's or not ready */
export async function attachMedia(
  tx: Tx,
  media: { ownerId: string; ids: readonly string[]; path: readonly string[]; now: Date },
): Promise<void> {
  if (media.ids.length === 0) return;
  const attached = await updateAttached(tx, {
    ids: media.ids,
    ownerId: media.ownerId,
    attachedAt: media.now,
  });
  if (attached.length < new Set(media.ids).size) throw notFound('Media', media.path);
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
export function variantUrl(ctx: RequestContext, variant: MediaVariant): string {
  const now = ctx.clock.now().getTime();
  const expiresAt = new Date((Math.floor(now / LINK_LIFE_STEP_MS) + 3) * LINK_LIFE_STEP_MS);
  return ctx.ports.storage.signedUrl(variant.key, { expiresAt });
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
