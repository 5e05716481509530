import type sharp from 'sharp';

export type SharpFactory = typeof sharp;

/** Loaders that libvips may use, from files and from memory; its loaders of SVG, PDF, TIFF and the like stay blocked. */
const LOADERS = [
  'VipsForeignLoadJpeg',
  'VipsForeignLoadPng',
  'VipsForeignLoadWebp',
  'VipsForeignLoadNsgif',
  'VipsForeignLoadHeif',
];

let loading: Promise<SharpFactory> | null = null;

/**
 * Loads the image library on first use, so that a process that never decodes an image does not pay for it. The block holds for the whole
 * process: whoever draws SVG, as the demo world and tests do, imports the library itself, in a process that never calls this.
 */
export function loadSharp(): Promise<SharpFactory> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: LOADERS });
    // Uploads are read once each: a cache would only hold memory and file descriptors.
    sharp.cache(false);
    return sharp;
  });
  return loading;
}
