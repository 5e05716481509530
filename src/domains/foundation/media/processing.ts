import { MINUTE_MS } from '#platform/clock.ts';
import type { Services } from '#platform/context.ts';
import { findDecodingTools } from './ffmpeg.ts';
import { createMediaProcessPool } from './media-process-pool.ts';
import type { RenderedImage, RenderedRecording } from './media-tasks.ts';

/** Photos of 12 megapixels take about half a second each: the last one that waits does so for some five seconds. */
const pictures = createMediaProcessPool({ processesMax: 2, waitingMax: 20, idleMs: MINUTE_MS });

/** Apart from pictures, for which somebody waits. Jobs come back, so that few of them sit and wait. */
const recordings = createMediaProcessPool({ processesMax: 1, waitingMax: 1, idleMs: MINUTE_MS });

type Rendering = {
  readonly path: string;
  /** Where the results go. */
  readonly directory: string;
  readonly signal: AbortSignal;
};

/** @throws AppError VALIDATION_FAILED when the file is at fault, SERVICE_UNAVAILABLE when too many wait, or the signal's reason */
export function renderPicture(
  { limits, log }: Pick<Services, 'limits' | 'log'>,
  { path, directory, signal }: Rendering,
): Promise<RenderedImage> {
  const { imagePixels, imageFrames, imageProcessingMs, mediaProcessBytes } = limits;
  const task = { path, directory, pixelsMax: imagePixels, framesMax: imageFrames };
  return pictures.perform('image', task, {
    timeoutMs: imageProcessingMs,
    memoryBytesMax: mediaProcessBytes,
    signal,
    log,
  });
}

/** As `renderPicture`, of a video or a sound. */
export async function renderRecording(
  { limits, log }: Pick<Services, 'limits' | 'log'>,
  { path, directory, signal }: Rendering,
): Promise<RenderedRecording> {
  const task = {
    path,
    directory,
    videoDurationMsMax: limits.videoDurationMs,
    audioDurationMsMax: limits.audioDurationMs,
    videoEdgePixelsMax: limits.videoEdgePixels,
    tools: await findDecodingTools(),
    toolMemoryBytesMax: limits.mediaProcessBytes,
  };
  return recordings.perform('recording', task, {
    timeoutMs: limits.recordingProcessingMs,
    memoryBytesMax: limits.mediaProcessBytes,
    signal,
    log,
  });
}
