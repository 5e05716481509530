import { access, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  Conversion,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  Output,
} from 'mediabunny';
import { AppError } from '#platform/errors.ts';
import { invalid } from '#platform/parse-input.ts';
import { type Container, CONTAINERS } from './containers.ts';
import type { RecordingTask, RenderedRecording } from './media-tasks.ts';

export type Remuxed = Pick<RenderedRecording, 'kind' | 'width' | 'height' | 'durationMs' | 'file'> & {
  /** What the decoder calls the format of the file. */
  readonly demuxer: string;
};

/**
 * Copies one video and one audio track, as they are encoded, into a new file of the same format. Nothing else goes along:
 * neither tags nor pictures of the camera's place, nor tracks of subtitles or positions.
 *
 * @throws AppError VALIDATION_FAILED when it is no recording that can be played, or is longer or larger than allowed
 */
export async function remux(task: RecordingTask): Promise<Remuxed> {
  // A file that is not there is our own mistake and must not look like a bad one.
  await access(task.path);
  return refusingBadFiles(async () => {
    using input = openInput(task.path);
    const container = CONTAINERS.get(await input.getFormat());
    if (!container) throw unplayable();
    const tracks = await playableTracks(input);
    await checkClaims(input, tracks, task);
    const extension = tracks.video ? container.videoExtension : container.audioExtension;
    if (extension === null) throw unplayable();
    const path = join(task.directory, `recording.${extension}`);
    await copyTracks(input, container, path, await bytesMax(task.path));
    const copy = await describe(path);
    checkDuration(copy.kind, copy.durationMs, task);
    return { ...copy, demuxer: container.demuxer };
  });
}

type Tracks = { readonly video: InputVideoTrack | null; readonly audio: InputAudioTrack | null };

function openInput(path: string): Input {
  // Errors of reading ahead come again when what failed is asked for.
  const source = new FilePathSource(path, { handleUnhandledError: () => undefined });
  return new Input({ formats: [...CONTAINERS.keys()], source });
}

/** A track that nobody can play would be dropped in silence; then the whole file is refused. */
async function playableTracks(input: Input): Promise<Tracks> {
  const tracks = {
    video: await input.getPrimaryVideoTrack(),
    audio: await input.getPrimaryAudioTrack(),
  };
  const codecs = [
    tracks.video && (await tracks.video.getCodec()),
    tracks.audio && (await tracks.audio.getCodec()),
  ];
  if ((tracks.video && !codecs[0]) || (tracks.audio && !codecs[1])) throw unplayable();
  if (!tracks.video && !tracks.audio) throw unplayable();
  return tracks;
}

/** What the file says of itself, if it does, spares the work of copying it. */
async function checkClaims(input: Input, { video, audio }: Tracks, task: RecordingTask): Promise<void> {
  if (video) {
    const edge = task.videoEdgePixelsMax;
    // What is shown can be wider than what is encoded.
    const pixels = Math.max(
      await video.getCodedWidth(),
      await video.getCodedHeight(),
      await video.getDisplayWidth(),
      await video.getDisplayHeight(),
    );
    if (pixels > edge) {
      throw invalid([], `A video has at most ${edge} pixels at its longer edge.`, 'videoEdgePixels', edge);
    }
  }
  const tracks = [video, audio].filter((track) => track !== null);
  const endSeconds = (await input.getDurationFromMetadata(tracks)) ?? 0;
  const startSeconds = Math.max(0, await input.getFirstTimestamp(tracks));
  checkDuration(video ? 'VIDEO' : 'AUDIO', 1_000 * (endSeconds - startSeconds), task);
}

function checkDuration(kind: Remuxed['kind'], durationMs: number, task: RecordingTask): void {
  const [constraint, limitMs] =
    kind === 'VIDEO'
      ? (['videoDurationMs', task.videoDurationMsMax] as const)
      : (['audioDurationMs', task.audioDurationMsMax] as const);
  if (durationMs <= limitMs) return;
  throw invalid([], `The recording is longer than ${limitMs} milliseconds.`, constraint, limitMs);
}

/** The tables of a format can name the same bytes again and again: a copy that grows far beyond its source is stopped. */
async function bytesMax(path: string): Promise<number> {
  return 2 * (await stat(path)).size + 16 * 1024 * 1024;
}

async function copyTracks(
  input: Input,
  container: Container,
  path: string,
  outputBytesMax: number,
): Promise<void> {
  const target = new FilePathTarget(path);
  const output = new Output({ format: container.output(), target });
  try {
    const conversion = await Conversion.init({
      input,
      output,
      tracks: 'primary',
      // Where a format cannot begin before zero, all of it is moved.
      copy: { mode: 'forced', shiftTolerance: Infinity },
      tags: {},
      showWarnings: false,
    });
    if (!conversion.isValid || conversion.discardedTracks.length > 0) throw unplayable();
    for (const [index, { metadata }] of output.tracks.entries()) {
      // Cameras and editors write their own names here.
      delete metadata.name;
      const source = conversion.utilizedTracks[index];
      if (source) metadata.maximumPacketCount = (await source.computePacketStats()).packetCount;
    }
    target.on('write', ({ end }) => {
      if (end > outputBytesMax) void conversion.cancel();
    });
    await conversion.execute();
  } finally {
    // What was not finished holds its file open.
    if (output.state !== 'finalized') await output.cancel();
  }
}

/** Of the file that will be played, so that nothing depends on what the uploaded one says of itself. */
async function describe(path: string): Promise<Omit<Remuxed, 'demuxer'>> {
  using copy = openInput(path);
  const { video } = await playableTracks(copy);
  const width = video && (await video.getDisplayWidth());
  const height = video && (await video.getDisplayHeight());
  // What was written says it right; counting is for the formats that do not say it.
  const durationSeconds = (await copy.getDurationFromMetadata()) ?? (await copy.computeDuration());
  const durationMs = Math.round(1_000 * durationSeconds);
  if (![width ?? 1, height ?? 1, durationMs].every((size) => size >= 1)) throw unplayable();
  const extension = path.slice(path.lastIndexOf('.') + 1);
  const { size: sizeBytes } = await stat(path);
  return {
    kind: video ? 'VIDEO' : 'AUDIO',
    width,
    height,
    durationMs,
    file: { path, extension, sizeBytes },
  };
}

const unplayable = (): AppError =>
  invalid([], 'The file is not a complete video or sound that can be played.', 'recording');

/** What the library says of a file is for those who wrote it; what the system says of ours stays visible. */
async function refusingBadFiles<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isOurs = error instanceof Error && 'syscall' in error;
    if (error instanceof AppError || isOurs) throw error;
    throw unplayable();
  }
}
