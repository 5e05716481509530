import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { DecodingTools, RecordingTask } from './media-tasks.ts';
import type { Remuxed } from './remuxing.ts';
import { WAVEFORM_SAMPLE_RATE_HZ } from './waveform.ts';

/** @returns null unless both are on the PATH: nothing is decoded without a memory bound */
export async function findDecodingTools(): Promise<DecodingTools | null> {
  try {
    const { stdout } = await promisify(execFile)('which', ['ffmpeg', 'prlimit']);
    const [ffmpeg, prlimit] = stdout.split('\n');
    return ffmpeg && prlimit ? { ffmpeg, prlimit } : null;
  } catch {
    return null;
  }
}

type Playable = Pick<Remuxed, 'file' | 'demuxer'>;

/** Writes the frame at a moment of a video as a PNG. @returns whether there is one */
export async function extractFrame(
  task: RecordingTask,
  video: Playable & { atMs: number; image: string },
): Promise<boolean> {
  const seek = ['-ss', (video.atMs / 1_000).toFixed(3)];
  const output = ['-map', '0:v:0', '-frames:v', '1', '-c:v', 'png', '-f', 'image2', '-update', '1'];
  const isDone = await runFfmpeg(task, video, { before: seek, after: [...output, video.image] });
  return isDone && exists(video.image);
}

/** Streams the decoded samples of audio. @returns whether all of it could be decoded */
export function decodeAudio(
  task: RecordingTask,
  audio: Playable,
  onSamples: (samples: Buffer) => void,
): Promise<boolean> {
  const rate = String(WAVEFORM_SAMPLE_RATE_HZ);
  const output = ['-map', '0:a:0', '-ac', '1', '-ar', rate, '-c:a', 'pcm_s16le', '-f', 's16le', 'pipe:1'];
  return runFfmpeg(task, audio, { before: [], after: output, onOutput: onSamples });
}

/** Seconds, of CPU time and of wall-clock time. */
const TIMEOUT_SECONDS = 60;

type Arguments = {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly onOutput?: (chunk: Buffer) => void;
};

/**
 * Restricts ffmpeg to one file: the format is named, so that no playlist is opened, and only the protocol `file`
 * is allowed. `prlimit` and a timeout bound its memory and its time.
 */
async function runFfmpeg(
  { tools, toolMemoryBytesMax, videoEdgePixelsMax }: RecordingTask,
  { file, demuxer }: Playable,
  { before, after, onOutput }: Arguments,
): Promise<boolean> {
  if (!tools) return false;
  const bounds = [`--data=${toolMemoryBytesMax}`, `--cpu=${TIMEOUT_SECONDS}`, '--core=0'];
  const input = [
    '-f',
    demuxer,
    '-protocol_whitelist',
    'file',
    '-max_pixels',
    String(videoEdgePixelsMax ** 2),
  ];
  const child = spawn(
    tools.prlimit,
    [
      ...bounds,
      tools.ffmpeg,
      '-nostdin',
      '-v',
      'quiet',
      '-threads',
      '1',
      ...before,
      ...input,
      '-i',
      file.path,
      ...after,
    ],
    { env: {}, stdio: ['ignore', 'pipe', 'ignore'], timeout: TIMEOUT_SECONDS * 1_000, killSignal: 'SIGKILL' },
  );
  child.stdout.on('data', (chunk: Buffer) => onOutput?.(chunk));
  try {
    await once(child, 'close');
  } catch {
    // The program could not be started.
    return false;
  }
  return child.exitCode === 0;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
