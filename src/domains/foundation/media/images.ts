import { access } from 'node:fs/promises';
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { AppError } from '#platform/errors.ts';
import { inImageQueue } from './image-queue.ts';
import type { SharpFactory } from './sharp.ts';
import { loadSharp } from './sharp.ts';

export type ProcessedImage = {
  /** Of the variant `original`, the way up in which people see it. */
  readonly width: number;
  readonly height: number;
  /** A ThumbHash (about 25 bytes) in base64, for what to show until the image is there. */
  readonly placeholder: string;
  /** `original` is always there; the others only when they are narrower than it. */
  readonly variants: readonly ImageVariant[];
};

export type ImageVariant = {
  readonly name: VariantName;
  readonly width: number;
  readonly height: number;
  readonly contentType: 'image/webp';
  readonly content: Buffer;
};

export type VariantName = 'original' | 'w320' | 'w960';

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
const STAGE_TIMEOUT_SECONDS = 20;

/**
 * Decodes an uploaded image and encodes it anew as WebP, so that neither metadata (place, camera, owner) nor anything hidden in the
 * file survives. Accepts JPEG, PNG, WebP, GIF and AVIF, by content.
 *
 * @throws AppError VALIDATION_FAILED when it is no such image, is damaged or has more than `pixelsMax` pixels, SERVICE_UNAVAILABLE
 * when too many images wait, or the signal's reason
 */
export async function processImage(
  path: string,
  options: { pixelsMax: number; signal: AbortSignal },
): Promise<ProcessedImage> {
  return inImageQueue(options.signal, async () => {
    const image = await openImage(path, options.pixelsMax);
    const original = await encode(image, 'original', ORIGINAL_EDGE_MAX);
    const variants = [original];
    let smallest = original;
    for (const [name, width] of VARIANT_WIDTHS) {
      options.signal.throwIfAborted();
      if (width >= original.width) continue;
      // The file itself is decoded once more at most: a third of 960 pixels is as sharp made from 960 as from all of them.
      const source = smallest === original ? image : { ...image, input: smallest.content };
      smallest = await encode(source, name, width);
      variants.push(smallest);
    }
    const placeholder = await placeholderOf({ ...image, input: smallest.content });
    return { width: original.width, height: original.height, placeholder, variants };
  });
}

type SourceImage = {
  readonly sharp: SharpFactory;
  /** A path, or the bytes of a variant made before. */
  readonly input: string | Buffer;
  readonly pixelsMax: number;
  readonly isAnimated: boolean;
};

async function openImage(path: string, pixelsMax: number): Promise<SourceImage> {
  // A file that is not there is our own mistake and must not look like a bad image.
  await access(path);
  const sharp = await loadSharp();
  // The header alone is read here, so that a bomb is refused for its size before a pixel is decoded.
  const metadata = await refusingBadFiles(path, () => sharp(path, { limitInputPixels: false }).metadata());
  checkPixels(metadata, pixelsMax);
  const isAnimated = isSmallAnimation(metadata, Math.min(pixelsMax, ANIMATION_PIXELS_MAX));
  return { sharp, input: path, pixelsMax, isAnimated };
}

function checkPixels({ width, height }: Metadata, pixelsMax: number): void {
  if (width * height <= pixelsMax) return;
  throw new AppError('VALIDATION_FAILED', `The image has more than ${pixelsMax} pixels.`, {
    details: { constraint: 'imagePixels', limit: pixelsMax },
  });
}

function isSmallAnimation({ format, width, height, pages = 1 }: Metadata, pixelsMax: number): boolean {
  const canMove = format === 'gif' || format === 'webp';
  return canMove && pages > 1 && width * height * pages <= pixelsMax;
}

async function encode(image: SourceImage, name: VariantName, edgeMax: number): Promise<ImageVariant> {
  // Only the width of a small variant is bounded; a tall page stays legible.
  const box = name === 'original' ? { width: edgeMax, height: edgeMax } : { width: edgeMax };
  // Frames of an animation lie one below the other while it is decoded and cannot be turned.
  const { data, info } = await refusingBadFiles(image.input, () =>
    decode(image, image.isAnimated ? { animated: true } : { autoOrient: true })
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .webp(WEBP)
      .toBuffer({ resolveWithObject: true }),
  );
  const height = info.pageHeight ?? info.height;
  return { name, width: info.width, height, contentType: 'image/webp', content: data };
}

async function placeholderOf(image: SourceImage): Promise<string> {
  const { data, info } = await refusingBadFiles(image.input, () =>
    decode(image, {})
      .resize({ width: PLACEHOLDER_EDGE, height: PLACEHOLDER_EDGE, fit: 'inside', withoutEnlargement: true })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const { rgbaToThumbHash } = await import('thumbhash');
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

function decode({ sharp, input, pixelsMax }: SourceImage, options: SharpOptions): Sharp {
  const image = sharp(input, { failOn: 'error', limitInputPixels: pixelsMax, ...options });
  return image.timeout({ seconds: STAGE_TIMEOUT_SECONDS });
}

/**
 * The decoder's messages name files and functions of its own; the caller can only use another file. When what cannot be read is a
 * variant made here, the mistake is ours and stays visible.
 */
async function refusingBadFiles<T>(input: string | Buffer, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (Buffer.isBuffer(input)) throw error;
    throw new AppError(
      'VALIDATION_FAILED',
      'The file is not a complete JPEG, PNG, WebP, GIF or AVIF image.',
      {
        details: { constraint: 'image' },
      },
    );
  }
}
