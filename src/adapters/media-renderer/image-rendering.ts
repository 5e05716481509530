import { copyFile, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { MEDIA_FORMATS } from '#platform/kernel/media-types.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import {
  ORIGINAL_EDGE_MAX,
  type RenderedImage,
  type RenderedVariant,
  VARIANT_WIDTHS,
  type VariantName,
} from '#ports/media-renderer.ts';
import { decodeHeic } from './heic-decoding.ts';
import type { ImageTask } from './media-tasks.ts';
import type { SharpFactory } from './sharp.ts';
import { loadSharp } from './sharp.ts';

/** Effort 2 of 6 takes half the time of the usual 4 for files that are 3 % larger. */
const WEBP = { quality: 80, effort: 2 };
/** All frames together; of an animation with more pixels than this the first frame is kept. */
const ANIMATION_PIXELS_MAX = 20_000_000;
const PLACEHOLDER_EDGE = 100;

/**
 * Decodes an image and encodes it again as WebP, so that neither metadata (location, camera, owner) nor anything hidden in the file
 * survives. Accepts JPEG, PNG, WebP, GIF, AVIF and HEIC, by content.
 *
 * @throws AppError VALIDATION_FAILED when it is no such image, is damaged, or has too many pixels or frames
 */
export async function renderImage(task: ImageTask): Promise<RenderedImage> {
  const image = await openImage(task);
  const original = await encode(image, 'original', ORIGINAL_EDGE_MAX);
  const variants = [original];
  let smallest = original;
  for (const [name, width] of VARIANT_WIDTHS) {
    if (width >= original.width) continue;
    // The file is decoded at most once more: a third of 960 pixels is as sharp made from 960 as from the original.
    const source = smallest === original ? image : variantAsSource(image, smallest);
    smallest = await encode(source, name, width);
    variants.push(smallest);
  }
  const placeholder = await placeholderOf(variantAsSource(image, smallest));
  return { width: original.width, height: original.height, placeholder, variants };
}

type SourceImage = {
  readonly sharp: SharpFactory;
  /** The path of a file, or pixels. */
  readonly input: string | Uint8ClampedArray;
  /** Size of an input of bare pixels; null for a file. */
  readonly raw: { readonly width: number; readonly height: number; readonly channels: 4 } | null;
  /** Whether this process rendered the image itself. */
  readonly isOwn: boolean;
  readonly directory: string;
  readonly pixelsMax: number;
  readonly isAnimated: boolean;
};

async function openImage({
  path: uploaded,
  directory,
  pixelsMax,
  framesMax,
}: ImageTask): Promise<SourceImage> {
  const path = await asStill(uploaded, directory);
  const sharp = await loadSharp();
  // Only the header is read, so that a bomb is refused for its size before a pixel is decoded.
  const metadata = await rejectInvalidImage(false, () => sharp(path, { limitInputPixels: false }).metadata());
  checkSize(metadata, { pixelsMax, framesMax });
  const isAnimated = isSmallAnimation(metadata, Math.min(pixelsMax, ANIMATION_PIXELS_MAX));
  const image = { sharp, input: path, raw: null, isOwn: false, directory, pixelsMax, isAnimated };
  // The image library reads the header of HEIC, and has no decoder for it.
  if (metadata.compression !== 'hevc') return image;
  const { width, height, data } = await rejectInvalidImage(false, () => decodeHeic(path, pixelsMax));
  return { ...image, input: data, raw: { width, height, channels: 4 } };
}

/** Bytes of the size and the name of the first box of an AVIF or HEIC file; its brand follows. */
const BRAND_AT = 8;

/**
 * The image library knows an animated AVIF by the brand of stills alone, and reads its first frame then. @returns the path of
 * a copy with that brand, or the given one
 * @throws Error when the file is missing, which is a bug of the server and must not be reported as a bad image
 */
async function asStill(path: string, directory: string): Promise<string> {
  const handle = await open(path);
  const { buffer } = await handle
    .read(Buffer.alloc(BRAND_AT + 4), 0, BRAND_AT + 4, 0)
    .finally(() => handle.close());
  if (buffer.toString('latin1', BRAND_AT - 4) !== 'ftypavis') return path;
  const still = join(directory, 'still.avif');
  await copyFile(path, still);
  const copy = await open(still, 'r+');
  await copy.write('avif', BRAND_AT).finally(() => copy.close());
  return still;
}

function checkSize({ width, height, pages = 1 }: Metadata, max: { pixelsMax: number; framesMax: number }) {
  if (width * height > max.pixelsMax) {
    throw invalid([], `The image must have at most ${max.pixelsMax} pixels.`, 'imagePixels', max.pixelsMax);
  }
  if (pages > max.framesMax) {
    throw invalid([], `The image must have at most ${max.framesMax} frames.`, 'imageFrames', max.framesMax);
  }
}

function isSmallAnimation({ format, width, height, pages = 1 }: Metadata, pixelsMax: number): boolean {
  const canMove = format === 'gif' || format === 'webp';
  return canMove && pages > 1 && width * height * pages <= pixelsMax;
}

const variantAsSource = (image: SourceImage, { path }: RenderedVariant): SourceImage => ({
  ...image,
  input: path,
  raw: null,
  isOwn: true,
});

async function encode(image: SourceImage, name: VariantName, edgeMax: number): Promise<RenderedVariant> {
  // Only the width of a small variant is bounded; a tall page stays legible.
  const box = name === 'original' ? { width: edgeMax, height: edgeMax } : { width: edgeMax };
  // Frames of an animation are stacked vertically while decoded and cannot be rotated.
  const { data, info } = await rejectInvalidImage(image.isOwn, () =>
    decode(image, image.isAnimated ? { animated: true } : { autoOrient: true })
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .webp(WEBP)
      .toBuffer({ resolveWithObject: true }),
  );
  const path = join(image.directory, `${name}.webp`);
  await writeFile(path, data);
  const height = info.pageHeight ?? info.height;
  return { name, width: info.width, height, path, extension: 'webp', sizeBytes: data.length };
}

async function placeholderOf(image: SourceImage): Promise<string> {
  const { data, info } = await rejectInvalidImage(image.isOwn, () =>
    decode(image, {})
      .resize({ width: PLACEHOLDER_EDGE, height: PLACEHOLDER_EDGE, fit: 'inside', withoutEnlargement: true })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const { rgbaToThumbHash } = await import('thumbhash');
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

function decode({ sharp, input, raw, pixelsMax }: SourceImage, options: SharpOptions): Sharp {
  return sharp(input, { failOn: 'error', limitInputPixels: pixelsMax, ...(raw && { raw }), ...options });
}

/**
 * Replaces decoder messages, which name files and functions, by one that the client can act on. A failure on an image that
 * was rendered here is a bug and is thrown as it is.
 */
async function rejectInvalidImage<T>(isOwn: boolean, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isOwn) throw error;
    throw invalid([], `Must be a complete ${MEDIA_FORMATS.image} image.`, 'image');
  }
}
