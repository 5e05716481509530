import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RenderedImage, RenderedRecording } from '#ports/media-renderer.ts';
import { extractFrame, decodeAudio } from './ffmpeg.ts';
import { renderImage } from './image-rendering.ts';
import type { RecordingTask } from './media-tasks.ts';
import { type Remuxed, remux } from './remuxing.ts';
import { createWaveform } from './waveform.ts';

/**
 * Remuxes a video or audio file without its metadata, and extracts the poster and the waveform.
 * Without the tools, or when they cannot decode it, there is no poster and no waveform; the recording is still playable.
 *
 * @throws AppError VALIDATION_FAILED when it is not a playable recording, or is longer or larger than allowed
 */
export async function renderRecording(task: RecordingTask): Promise<RenderedRecording> {
  const { kind, width, height, durationMs, file, ...remuxed } = await remux(task);
  const isVideo = kind === 'VIDEO';
  return {
    kind,
    width,
    height,
    durationMs,
    file,
    poster: isVideo ? await posterOf(task, { ...remuxed, durationMs, file }) : null,
    waveform: isVideo ? null : await waveformOf(task, { ...remuxed, durationMs, file }),
  };
}

type Playable = Pick<Remuxed, 'durationMs' | 'file' | 'demuxer'>;

/** Time of the frame for the poster, not the first one: many videos begin dark. */
const POSTER_AT_MS_MAX = 1_000;
const POSTER_AT_SHARE = 0.1;

async function posterOf(task: RecordingTask, video: Playable): Promise<RenderedImage | null> {
  const image = join(task.directory, 'frame.png');
  const atMs = Math.min(POSTER_AT_MS_MAX, video.durationMs * POSTER_AT_SHARE);
  const isThere = await extractFrame(task, { ...video, atMs, image });
  if (!isThere) return null;
  const directory = join(task.directory, 'poster');
  await mkdir(directory);
  return renderImage({ path: image, directory, pixelsMax: task.videoEdgePixelsMax ** 2, framesMax: 1 });
}

async function waveformOf(task: RecordingTask, audio: Playable): Promise<readonly number[] | null> {
  const waveform = createWaveform(audio.durationMs);
  const isDecoded = await decodeAudio(task, audio, (samples) => waveform.add(samples));
  return isDecoded ? waveform.points() : null;
}
