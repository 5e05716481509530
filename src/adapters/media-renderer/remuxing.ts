import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Conversion, FilePathTarget, type Input, Output } from 'mediabunny';
import type { RenderedRecording } from '#ports/media-renderer.ts';
import { codecOf } from './codecs.ts';
import type { Container } from './containers.ts';
import {
  checkDuration,
  type InspectedRecording,
  openInput,
  primaryTracks,
  rejectUnplayable,
  unplayable,
} from './inspection.ts';
import type { RecordingTask } from './media-tasks.ts';

export type Remuxed = Omit<RenderedRecording, 'isTranscoded' | 'poster' | 'waveform'> & {
  /** Name of the format in the decoder. */
  readonly demuxer: string;
};

/**
 * Copies one video and one audio track, as they are encoded, into a new file of the same format. Nothing else is copied:
 * no tags, no location metadata of the camera, no subtitle or position tracks.
 *
 * @throws AppError VALIDATION_FAILED when it is not a complete recording, or is longer than allowed
 */
export async function remux(task: RecordingTask, { container, video }: InspectedRecording): Promise<Remuxed> {
  return rejectUnplayable(async () => {
    using input = openInput(task.path);
    const extension = video ? container.videoExtension : container.audioExtension;
    if (extension === null) throw unplayable();
    const path = join(task.directory, `recording.${extension}`);
    await copyTracks(input, container, path, await bytesMax(task.path));
    const copy = await probe(path);
    checkDuration(copy.kind, copy.durationMs, task);
    return { ...copy, demuxer: container.demuxer };
  });
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
  const { video, audio } = await primaryTracks(copy);
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
    videoCodec: video && (await codecOf(video)),
    audioCodec: audio && (await codecOf(audio)),
    file: { path, extension, sizeBytes },
  };
}
