import type sharp from 'sharp';

export type SharpFactory = typeof sharp;

/** Everything that libvips may read, from files and from memory; its loaders of SVG, PDF, TIFF and the like stay shut. */
const LOADERS = [
  'VipsForeignLoadJpeg',
  'VipsForeignLoadPng',
  'VipsForeignLoadWebp',
  'VipsForeignLoadNsgif',
  'VipsForeignLoadHeif',
];

let loading: Promise<SharpFactory> | null = null;

/** Loads the image library on first use, because a process that never sees an image should not pay for it. */
export function loadSharp(): Promise<SharpFactory> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: LOADERS });
    // Uploads are read once each: a cache would only hold their memory and their descriptors.
    sharp.cache(false);
    return sharp;
  });
  return loading;
}
