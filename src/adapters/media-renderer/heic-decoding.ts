import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { HeicPixels } from './heic-worker.ts';

/** Decodes a HEIC file, rotated as it is displayed, within the bounds of this media process. @throws Error for a damaged file */
export async function decodeHeic(path: string, pixelsMax: number): Promise<HeicPixels> {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), {
    workerData: { path, pixelsMax },
    stdout: true,
    stderr: true,
  });
  const ended = new AbortController();
  worker.once('exit', () => ended.abort(new Error('the decoder ended without an image')));
  try {
    // An `error` of the worker rejects this. Only `heic-worker.ts` posts here, and only this.
    const [pixels] = (await once(worker, 'message', { signal: ended.signal })) as [HeicPixels];
    return pixels;
  } finally {
    // The memory of a worker never shrinks.
    await worker.terminate();
  }
}
