import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { invalid } from '#platform/parse-input.ts';
import type { ImageTask, RenderedImage, RenderedVariant, VariantName } from './media-tasks.ts';
import type { SharpFactory } from './sharp.ts';
import { loadSharp } from './sharp.ts';

const VARIANT_WIDTHS = [
  ['w960', 960],
  ['w320', 320],
] as const;

/** The longest edge that is kept: what no screen shows is not worth its bytes. */
const ORIGINAL_EDGE_MAX = 4_096;
/** Effort 2 of 6 takes half the time of the usual 4 for files that are 3 % larger. */
const WEBP = { quality: 80, effort: 2 };
/** All frames together; of an animation with more pixels than this the first frame is kept. */
const ANIMATION_PIXELS_MAX = 20_000_000;
const PLACEHOLDER_EDGE = 100;

/**
 * Decodes an image and encodes it anew as WebP, so that neither metadata (place, camera, owner) nor anything hidden in the file
 * survives. Accepts JPEG, PNG, WebP, GIF and AVIF, by content.
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
    // The file itself is decoded once more at most: a third of 960 pixels is as sharp made from 960 as from all of them.
    const source = smallest === original ? image : variantAsSource(image, smallest);
    smallest = await encode(source, name, width);
    variants.push(smallest);
  }
  const placeholder = await placeholderOf(variantAsSource(image, smallest));
  return { width: original.width, height: original.height, placeholder, variants };
}

type SourceImage = {
  readonly sharp: SharpFactory;
  readonly path: string;
  /** Whether it was made here. */
  readonly isOwn: boolean;
  readonly directory: string;
  readonly pixelsMax: number;
  readonly isAnimated: boolean;
};

async function openImage({ path, directory, pixelsMax, framesMax }: ImageTask): Promise<SourceImage> {
  // A file that is not there is our own mistake and must not look like a bad image.
  await access(path);
  const sharp = await loadSharp();
  // The header alone is read here, so that a bomb is refused for its size before a pixel is decoded.
  const metadata = await refusingBadFiles(false, () => sharp(path, { limitInputPixels: false }).metadata());
  checkSize(metadata, { pixelsMax, framesMax });
  const isAnimated = isSmallAnimation(metadata, Math.min(pixelsMax, ANIMATION_PIXELS_MAX));
  return { sharp, path, isOwn: false, directory, pixelsMax, isAnimated };
}

function checkSize({ width, height, pages = 1 }: Metadata, max: { pixelsMax: number; framesMax: number }) {
  if (width * height > max.pixelsMax) {
    throw invalid([], `The image has more than ${max.pixelsMax} pixels.`, 'imagePixels', max.pixelsMax);
  }
  if (pages > max.framesMax) {
    throw invalid([], `The image has more than ${max.framesMax} frames.`, 'imageFrames', max.framesMax);
  }
}

function isSmallAnimation({ format, width, height, pages = 1 }: Metadata, pixelsMax: number): boolean {
  const canMove = format === 'gif' || format === 'webp';
  return canMove && pages > 1 && width * height * pages <= pixelsMax;
}

const variantAsSource = (image: SourceImage, { path }: RenderedVariant): SourceImage => ({
  ...image,
  path,
  isOwn: true,
});

async function encode(image: SourceImage, name: VariantName, edgeMax: number): Promise<RenderedVariant> {
  // Only the width of a small variant is bounded; a tall page stays legible.
  const box = name === 'original' ? { width: edgeMax, height: edgeMax } : { width: edgeMax };
  // Frames of an animation lie one below the other while it is decoded and cannot be turned.
  const { data, info } = await refusingBadFiles(image.isOwn, () =>
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
  const { data, info } = await refusingBadFiles(image.isOwn, () =>
    decode(image, {})
      .resize({ width: PLACEHOLDER_EDGE, height: PLACEHOLDER_EDGE, fit: 'inside', withoutEnlargement: true })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const { rgbaToThumbHash } = await import('thumbhash');
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

function decode({ sharp, path, pixelsMax }: SourceImage, options: SharpOptions): Sharp {
  return sharp(path, { failOn: 'error', limitInputPixels: pixelsMax, ...options });
}

/**
 * The decoder's messages name files and functions of its own; the caller can only use another file. When what cannot be read was
 * made here, the mistake is ours and stays visible.
 */
async function refusingBadFiles<T>(isOwn: boolean, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isOwn) throw error;
    throw invalid([], 'The file is not a complete JPEG, PNG, WebP, GIF or AVIF image.', 'image');
  }
}
