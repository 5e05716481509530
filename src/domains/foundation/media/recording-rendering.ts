import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { decodePicture, decodeSound } from './ffmpeg.ts';
import { renderImage } from './image-rendering.ts';
import type { RecordingTask, RenderedImage, RenderedRecording } from './media-tasks.ts';
import { type Remuxed, remux } from './remuxing.ts';
import { createWaveform } from './waveform.ts';

/**
 * Writes a video or a sound anew from its pictures and samples alone, so that its metadata is gone, and makes what is shown before
 * it plays. Without the tools, and of what they cannot decode, there is no poster and no waveform; the recording itself is there.
 *
 * @throws AppError VALIDATION_FAILED when it is no recording that can be played, or is longer or larger than allowed
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

/** Where the picture is taken from: many videos begin in the dark. */
const POSTER_AT_MS_MAX = 1_000;
const POSTER_AT_SHARE = 0.1;

async function posterOf(task: RecordingTask, video: Playable): Promise<RenderedImage | null> {
  const picture = join(task.directory, 'frame.png');
  const atMs = Math.min(POSTER_AT_MS_MAX, video.durationMs * POSTER_AT_SHARE);
  const isThere = await decodePicture(task, { ...video, atMs, picture });
  if (!isThere) return null;
  const directory = join(task.directory, 'poster');
  await mkdir(directory);
  return renderImage({ path: picture, directory, pixelsMax: task.videoEdgePixelsMax ** 2, framesMax: 1 });
}

async function waveformOf(task: RecordingTask, sound: Playable): Promise<readonly number[] | null> {
  const waveform = createWaveform(sound.durationMs);
  const isDecoded = await decodeSound(task, sound, (samples) => waveform.add(samples));
  return isDecoded ? waveform.points() : null;
}
