import { MINUTE_MS } from '#platform/kernel/clock.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import type { MediaRendererPort } from '#ports/media-renderer.ts';
import { findDecodingTools } from './ffmpeg.ts';
import { createMediaProcessPool } from './media-process-pool.ts';

// The pools belong to the process, not to the renderer: apps that share a process share its bound on child processes.

/**
 * Photos of 12 megapixels take about half a second each. One person has one of the processes, so their last one waits for
 * some ten seconds at most; those of many wait for as long as their operations last.
 */
const imagePool = createMediaProcessPool({
  processesMax: 2,
  waitingMax: 100,
  ownWaitingMax: 20,
  idleMs: MINUTE_MS,
});

/** Separate from images, for which a request waits. Jobs are retried, so few of them wait here. */
const recordingPool = createMediaProcessPool({
  processesMax: 1,
  waitingMax: 1,
  ownWaitingMax: 1,
  idleMs: MINUTE_MS,
});

/** Renders media in child processes, so that a decoder that crashes or outgrows its memory cannot take the server with it. */
export function createChildProcessRenderer({
  limits,
  log,
}: {
  readonly limits: Limits;
  readonly log: Logger;
}): MediaRendererPort {
  const { imageProcessingMs, recordingProcessingMs, mediaProcessBytes: memoryBytesMax } = limits;
  return {
    renderImage({ ownerId, path, directory, signal }) {
      const task = { path, directory, pixelsMax: limits.imagePixels, framesMax: limits.imageFrames };
      return imagePool.perform('image', task, {
        ownerId,
        timeoutMs: imageProcessingMs,
        memoryBytesMax,
        signal,
        log,
      });
    },
    async renderRecording({ ownerId, path, directory, signal }) {
      const task = {
        path,
        directory,
        videoDurationMsMax: limits.videoDurationMs,
        audioDurationMsMax: limits.audioDurationMs,
        videoEdgePixelsMax: limits.videoEdgePixels,
        timeoutMs: recordingProcessingMs,
        tools: await findDecodingTools(),
        toolMemoryBytesMax: memoryBytesMax,
      };
      const bounds = { ownerId, timeoutMs: recordingProcessingMs, memoryBytesMax, signal, log };
      return recordingPool.perform('recording', task, bounds);
    },
  };
}
