import { createRequire } from 'node:module';
import { MINUTE_MS } from '#platform/kernel/clock.ts';
import { AppError } from '#platform/kernel/errors.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import { ModerationError } from '#ports/moderation.ts';
import { createMediaProcessPool, type MediaProcessPool } from './media-process-pool.ts';
import type { ImageClasses } from './media-tasks.ts';

/** A pool of its own: the model stays in the memory of its process, and no upload waits for it. */
const pool = createMediaProcessPool({
  processesMax: 1,
  waitingMax: 10,
  ownWaitingMax: 10,
  idleMs: MINUTE_MS,
});

const MODULES = [
  '@tensorflow/tfjs-backend-wasm',
  '@tensorflow/tfjs-core',
  '@tensorflow/tfjs-layers',
  'nsfwjs/models/mobilenet_v2',
];

/** Whether the optional packages are there. Nothing of them is loaded. */
export function isImageClassifierInstalled(): boolean {
  const { resolve } = createRequire(import.meta.url);
  try {
    for (const name of MODULES) resolve(name);
    return true;
  } catch {
    return false;
  }
}

type Bounds = { readonly timeLimitMs: number; readonly signal: AbortSignal };

/** Judges one image after the other in a child process. @throws ModerationError for an image that ends the process, or takes too long */
export type ImageClassifier = (image: Buffer, bounds: Bounds) => Promise<ImageClasses>;

type Options = {
  readonly limits: Pick<Limits, 'imageClassifierBytes'>;
  readonly log: Logger;
  readonly processes?: MediaProcessPool;
};

export function createImageClassifier({ limits, log, processes = pool }: Options): ImageClassifier {
  return async (image, { timeLimitMs, signal }) => {
    const bounds = { timeoutMs: timeLimitMs, memoryBytesMax: limits.imageClassifierBytes, signal, log };
    try {
      // Uploads of all are judged in their order.
      return await processes.perform(
        'classify',
        { image: image.toString('base64') },
        { ...bounds, ownerId: '' },
      );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw new ModerationError(
        error.code === 'SERVICE_UNAVAILABLE' || error.code === 'RATE_LIMITED' ? 'UNAVAILABLE' : 'REJECTED',
        `The classifier of images did not judge one: ${error.details.constraint ?? error.code}.`,
      );
    }
  };
}
