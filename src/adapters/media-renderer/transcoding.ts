import { join } from 'node:path';
import type { AppError } from '#platform/kernel/errors.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import { runFfmpeg } from './ffmpeg.ts';
import type { InspectedRecording } from './inspection.ts';
import type { RecordingTask } from './media-tasks.ts';

/** Longest edge in pixels: larger frames would take so long that most videos of phones exceeded the time. */
const EDGE_MAX = 1_280;
/** Share of the whole time; the rest is for the poster. */
const TIME_SHARE = 0.75;
const OUTPUT_BYTES_MAX = 1024 ** 3;

/** The size as displayed, in whole pixels of a square shape: H.264 of browsers needs even ones. */
const SCALE = `min(1,${EDGE_MAX}/max(iw*sar,ih))`;
const even = (edge: string): string => `'max(2,trunc(${edge}*${SCALE}/2+0.5)*2)'`;
const FILTER = `scale=w=${even('iw*sar')}:h=${even('ih')},setsar=1`;

const H264 = ['libx264', '-preset', 'veryfast', '-crf', '23', '-maxrate', '6M', '-bufsize', '12M'];
const AAC = ['aac', '-b:a', '160k', '-ac', '2'];
/** One thread for each step: as a decoder, an encoder has one core. */
const ONE_THREAD = ['-threads', '1', '-filter_threads', '1'];

/**
 * Encodes what browsers do not play as H.264 with 8 bits and AAC, in MP4. A track that they play there is copied.
 *
 * @returns the path of the new file
 * @throws AppError VALIDATION_FAILED that names the codecs where the tools are missing, fail, or take too long
 */
export async function transcode(task: RecordingTask, source: InspectedRecording): Promise<string> {
  const { video, audio, container } = source;
  if (!task.tools) throw unplayed(source);
  const path = join(task.directory, 'transcoded.mp4');
  const endSeconds = (video ? task.videoDurationMsMax : task.audioDurationMsMax) / 1_000 + 1;
  const outcome = await runFfmpeg(
    task,
    { file: { path: task.path }, demuxer: container.demuxer },
    {
      before: [],
      after: [
        ...(video ? ['-map', `0:V:${video.index}`, ...videoCodec(video.isPlayedInMp4)] : ['-vn']),
        ...(audio
          ? ['-map', `0:a:${audio.index}`, '-c:a', ...(audio.isPlayedInMp4 ? ['copy'] : AAC)]
          : ['-an']),
        ...ONE_THREAD,
        '-map_metadata',
        '-1',
        // A declared duration may be a lie: one second more than is allowed is refused.
        '-t',
        String(endSeconds),
        '-f',
        'mp4',
        path,
      ],
      timeoutSeconds: Math.max(1, Math.floor((task.timeoutMs * TIME_SHARE) / 1_000)),
      outputBytesMax: OUTPUT_BYTES_MAX,
    },
  );
  if (outcome === 'late') throw takesTooLong(source, task);
  if (outcome === 'failed') throw unconvertible(source);
  return path;
}

const videoCodec = (isCopied: boolean): readonly string[] =>
  isCopied ? ['-c:v', 'copy'] : ['-vf', FILTER, '-pix_fmt', 'yuv420p', '-c:v', ...H264];

function unplayed(source: InspectedRecording): AppError {
  return invalid([], `Browsers do not play ${namesOf(source)}. ${advice(source)}`, 'codec');
}

function unconvertible(source: InspectedRecording): AppError {
  return invalid(
    [],
    `The file has ${namesOf(source)} and could not be converted. ${advice(source)}`,
    'codec',
  );
}

function takesTooLong(source: InspectedRecording, { timeoutMs }: RecordingTask): AppError {
  const message = `The file has ${namesOf(source)} and takes too long to convert. ${advice(source)}`;
  return invalid([], message, 'processingMs', timeoutMs);
}

const namesOf = ({ video, audio }: InspectedRecording): string =>
  [video, audio].flatMap((track) => (track && !track.isPlayed ? [track.name] : [])).join(' and ');

const advice = ({ video }: InspectedRecording): string =>
  video ? 'Use H.264 with 8 bits and AAC, in MP4.' : 'Use AAC in M4A, or MP3.';
