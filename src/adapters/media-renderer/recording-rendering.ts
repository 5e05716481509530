import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RenderedImage, RenderedRecording } from '#ports/media-renderer.ts';
import { extractFrame, decodeAudio } from './ffmpeg.ts';
import { renderImage } from './image-rendering.ts';
import { inspect, type InspectedRecording, isPlayed } from './inspection.ts';
import type { RecordingTask } from './media-tasks.ts';
import { type Remuxed, remux } from './remuxing.ts';
import { transcode } from './transcoding.ts';
import { createWaveform } from './waveform.ts';

/**
 * Remuxes a video or audio file without its metadata, and extracts the poster and the waveform. What browsers do not play is
 * encoded anew before. Without the tools, or when they cannot decode it, there is no poster and no waveform.
 *
 * @throws AppError VALIDATION_FAILED when browsers do not play it and it cannot be encoded anew, when it is incomplete, or is
 * longer or larger than allowed
 */
export async function renderRecording(task: RecordingTask): Promise<RenderedRecording> {
  // A missing file is a bug of the server and must not be reported as a bad file.
  await access(task.path);
  const source = await inspect(task);
  const isTranscoded = !isPlayed(source);
  const { demuxer, ...recording } = isTranscoded
    ? await remuxTranscoded(task, source)
    : await remux(task, source);
  const isVideo = recording.kind === 'VIDEO';
  const playable = { ...recording, demuxer };
  return {
    ...recording,
    isTranscoded,
    poster: isVideo ? await posterOf(task, playable) : null,
    waveform: isVideo ? null : await waveformOf(task, playable),
  };
}

async function remuxTranscoded(task: RecordingTask, source: InspectedRecording): Promise<Remuxed> {
  const transcoded = { ...task, path: await transcode(task, source) };
  return remux(transcoded, await inspect(transcoded));
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
