import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

/*
 * Decodes the primary image of a HEIC file in a thread of a media process. The decoder is WebAssembly that does not return
 * until it is done; in a thread of its own it leaves the process free to watch its memory.
 */

export type HeicPixels = {
  readonly width: number;
  readonly height: number;
  /** Four channels of a byte each. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
};

type Display = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number };
type HeifImage = {
  is_primary(): boolean;
  get_width(): number;
  get_height(): number;
  display(target: Display, done: (displayed: Display | null) => void): void;
};
type Libheif = { HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] } };

// The package has no types for its bundle; these are its functions as its README shows them.
const libheif = createRequire(import.meta.url)('libheif-js/wasm-bundle') as Libheif;
// Given by `decodeHeic`.
const { path, pixelsMax } = workerData as { readonly path: string; readonly pixelsMax: number };

const images = new libheif.HeifDecoder().decode(readFileSync(path));
const image = images.find((each) => each.is_primary()) ?? images[0];
if (!image) throw new Error('the file holds no image');
const [width, height] = [image.get_width(), image.get_height()];
if (width * height > pixelsMax) throw new Error('the image is larger than its header says');
image.display({ data: new Uint8ClampedArray(width * height * 4), width, height }, (displayed) => {
  if (!displayed) throw new Error('the image cannot be decoded');
  const pixels: HeicPixels = { width, height, data: displayed.data };
  parentPort?.postMessage(pixels, [displayed.data.buffer]);
});
