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
import { AppError } from '#platform/kernel/errors.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import type { RenderedRecording } from '#ports/media-renderer.ts';
import { type Container, CONTAINERS } from './containers.ts';
import type { RecordingTask } from './media-tasks.ts';

export type Remuxed = Pick<RenderedRecording, 'kind' | 'width' | 'height' | 'durationMs' | 'file'> & {
  /** Name of the format in the decoder. */
  readonly demuxer: string;
};

/**
 * Copies one video and one audio track, as they are encoded, into a new file of the same format. Nothing else is copied:
 * no tags, no location metadata of the camera, no subtitle or position tracks.
 *
 * @throws AppError VALIDATION_FAILED when it is not a playable recording, or is longer or larger than allowed
 */
export async function remux(task: RecordingTask): Promise<Remuxed> {
  // A missing file is a bug of the server and must not be reported as a bad file.
  await access(task.path);
  return rejectUnplayable(async () => {
    using input = openInput(task.path);
    const container = CONTAINERS.get(await input.getFormat());
    if (!container) throw unplayable();
    const tracks = await playableTracks(input);
    await checkMetadata(input, tracks, task);
    const extension = tracks.video ? container.videoExtension : container.audioExtension;
    if (extension === null) throw unplayable();
    const path = join(task.directory, `recording.${extension}`);
    await copyTracks(input, container, path, await bytesMax(task.path));
    const copy = await probe(path);
    checkDuration(copy.kind, copy.durationMs, task);
    return { ...copy, demuxer: container.demuxer };
  });
}

type Tracks = { readonly video: InputVideoTrack | null; readonly audio: InputAudioTrack | null };

function openInput(path: string): Input {
  // Read-ahead errors are thrown again when the failed part is requested.
  const source = new FilePathSource(path, { handleUnhandledError: () => undefined });
  return new Input({ formats: [...CONTAINERS.keys()], source });
}

/** Refuses a file with a track that cannot be played and would be dropped silently. */
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

/** Checks the declared duration first, if there is one, before the file is copied. */
async function checkMetadata(input: Input, { video, audio }: Tracks, task: RecordingTask): Promise<void> {
  if (video) {
    const edge = task.videoEdgePixelsMax;
    // The displayed size can be wider than the encoded one.
    const pixels = Math.max(
      await video.getCodedWidth(),
      await video.getCodedHeight(),
      await video.getDisplayWidth(),
      await video.getDisplayHeight(),
    );
    if (pixels > edge) {
      throw invalid(
        [],
        `The video must have at most ${edge} pixels at its longer edge.`,
        'videoEdgePixels',
        edge,
      );
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
  throw invalid([], `The video or audio must be at most ${limitMs} milliseconds long.`, constraint, limitMs);
}

/** Stops a copy that grows far beyond its source: tables of a format can refer to the same bytes repeatedly. */
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
      // A format that cannot start before zero gets all its timestamps shifted.
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
    // Cancels an unfinished output, which would keep its file open.
    if (output.state !== 'finalized') await output.cancel();
  }
}

/** Duration of the output file, since the declared one of the upload cannot be trusted. */
async function probe(path: string): Promise<Omit<Remuxed, 'demuxer'>> {
  using copy = openInput(path);
  const { video } = await playableTracks(copy);
  const width = video && (await video.getDisplayWidth());
  const height = video && (await video.getDisplayHeight());
  // The written header is exact; packets are counted only for formats that do not declare a duration.
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
  invalid(
    [],
    'Must be a complete MP4, MOV, WebM, MP3, M4A, AAC, Ogg, WAV or FLAC file that can be played.',
    'recording',
  );

/** Replaces errors of the library by a refusal of the file; errors of the system are thrown as they are. */
async function rejectUnplayable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isOurs = error instanceof Error && 'syscall' in error;
    if (error instanceof AppError || isOurs) throw error;
    throw unplayable();
  }
}
