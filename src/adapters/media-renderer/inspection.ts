import {
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputAudioTrack,
  type InputFormat,
  type InputVideoTrack,
} from 'mediabunny';
import { AppError } from '#platform/kernel/errors.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import type { RenderedRecording } from '#ports/media-renderer.ts';
import { type Encoding, encodingOf, hiddenAudio } from './codecs.ts';
import { type Container, CONTAINERS } from './containers.ts';
import type { RecordingTask } from './media-tasks.ts';

/** Description of a recording by its container, before its tracks are read. */
export type InspectedRecording = {
  readonly container: Container;
  readonly video: InspectedTrack | null;
  readonly audio: InspectedTrack | null;
};

type InspectedTrack = Encoding & {
  /** Place among the tracks of its kind, from 0. */
  readonly index: number;
};

/** Whether browsers play all its tracks. */
export const isPlayed = ({ video, audio }: InspectedRecording): boolean =>
  (video?.isPlayed ?? true) && (audio?.isPlayed ?? true);

/** @throws AppError VALIDATION_FAILED when it has no track, or is longer or larger than allowed */
export async function inspect(task: RecordingTask): Promise<InspectedRecording> {
  return rejectUnplayable(async () => {
    using input = openInput(task.path);
    const format = await input.getFormat();
    const container = CONTAINERS.get(format);
    if (!container) throw unplayable();
    const hidden = await hiddenAudio(task.path, format);
    if (hidden) return { container, video: null, audio: { ...hidden, index: 0 } };
    const tracks = await primaryTracks(input);
    await checkMetadata(input, tracks, task);
    const [video, audio] = [await inspected(tracks.video, format), await inspected(tracks.audio, format)];
    if (video && container.videoExtension === null) throw unplayable();
    return { container, video, audio };
  });
}

export function openInput(path: string): Input {
  // Read-ahead errors are thrown again when the failed part is requested.
  const source = new FilePathSource(path, { handleUnhandledError: () => undefined });
  return new Input({ formats: [...CONTAINERS.keys()], source });
}

type Tracks = { readonly video: InputVideoTrack | null; readonly audio: InputAudioTrack | null };

/** @throws AppError VALIDATION_FAILED when there is none */
export async function primaryTracks(input: Input): Promise<Tracks> {
  const tracks = { video: await input.getPrimaryVideoTrack(), audio: await input.getPrimaryAudioTrack() };
  if (!tracks.video && !tracks.audio) throw unplayable();
  return tracks;
}

async function inspected(
  track: InputVideoTrack | InputAudioTrack | null,
  format: InputFormat,
): Promise<InspectedTrack | null> {
  if (!track) return null;
  const encoding = await encodingOf(track, format);
  // A copy ends where the file does and fails; a decoder takes what there is of a cut file.
  if (!encoding.isPlayed && !(await new EncodedPacketSink(track).getPacket(Infinity))) throw unplayable();
  return { ...encoding, index: track.number - 1 };
}

/** Checks the declared size and duration, if there are any, before the file is copied. */
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

export function checkDuration(
  kind: RenderedRecording['kind'],
  durationMs: number,
  task: RecordingTask,
): void {
  const [constraint, limitMs] =
    kind === 'VIDEO'
      ? (['videoDurationMs', task.videoDurationMsMax] as const)
      : (['audioDurationMs', task.audioDurationMsMax] as const);
  if (durationMs <= limitMs) return;
  throw invalid([], `The video or audio must be at most ${limitMs} milliseconds long.`, constraint, limitMs);
}

export const unplayable = (): AppError =>
  invalid(
    [],
    'Must be a complete MP4, MOV, WebM, MP3, M4A, AAC, Ogg, WAV or FLAC file that can be played.',
    'recording',
  );

/** Replaces errors of the library by a refusal of the file; errors of the system are thrown as they are. */
export async function rejectUnplayable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isOurs = error instanceof Error && 'syscall' in error;
    if (error instanceof AppError || isOurs) throw error;
    throw unplayable();
  }
}
