import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { DecodingTools, RecordingTask } from './media-tasks.ts';
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

type Playable = {
  readonly file: { readonly path: string };
  /** Name of the format in the decoder. */
  readonly demuxer: string;
};

/**
 * Writes the frame at a moment of a video as a PNG, or its first one if none begins after that: a video of one frame has no other.
 *
 * @returns whether there is one
 */
export async function extractFrame(
  task: RecordingTask,
  video: Playable & { atMs: number; image: string },
): Promise<boolean> {
  const output = ['-map', '0:v:0', '-frames:v', '1', '-c:v', 'png', '-f', 'image2', '-update', '1'];
  for (const atMs of [video.atMs, 0]) {
    const seek = ['-ss', (atMs / 1_000).toFixed(3)];
    const outcome = await runFfmpeg(task, video, { before: seek, after: [...output, video.image] });
    if (outcome !== 'done') return false;
    if (await exists(video.image)) return true;
  }
  return false;
}

/** Streams the decoded samples of audio. @returns whether all of it could be decoded */
export async function decodeAudio(
  task: RecordingTask,
  audio: Playable,
  onSamples: (samples: Buffer) => void,
): Promise<boolean> {
  const rate = String(WAVEFORM_SAMPLE_RATE_HZ);
  const output = ['-map', '0:a:0', '-ac', '1', '-ar', rate, '-c:a', 'pcm_s16le', '-f', 's16le', 'pipe:1'];
  const outcome = await runFfmpeg(task, audio, { before: [], after: output, onOutput: onSamples });
  return outcome === 'done';
}

const TIMEOUT_SECONDS = 60;
/** Bytes of a file that is written: more than any frame has. */
const OUTPUT_BYTES_MAX = 256 * 1024 * 1024;

type Arguments = {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly onOutput?: (chunk: Buffer) => void;
  /** Of CPU time and of wall-clock time. */
  readonly timeoutSeconds?: number;
  readonly outputBytesMax?: number;
};

/**
 * Restricts ffmpeg to one file: the format is named, so that no playlist is opened, and only the protocol `file`
 * is allowed. `prlimit` and a timeout bound its memory, its output and its time.
 */
export async function runFfmpeg(
  { tools, toolMemoryBytesMax, videoEdgePixelsMax }: RecordingTask,
  { file, demuxer }: Playable,
  { before, after, onOutput, timeoutSeconds = TIMEOUT_SECONDS, outputBytesMax = OUTPUT_BYTES_MAX }: Arguments,
): Promise<'done' | 'failed' | 'late'> {
  if (!tools) return 'failed';
  const bounds = [
    `--data=${toolMemoryBytesMax}`,
    `--cpu=${timeoutSeconds}`,
    `--fsize=${outputBytesMax}`,
    '--core=0',
  ];
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
    { env: {}, stdio: ['ignore', 'pipe', 'ignore'], timeout: timeoutSeconds * 1_000, killSignal: 'SIGKILL' },
  );
  child.stdout.on('data', (chunk: Buffer) => onOutput?.(chunk));
  try {
    await once(child, 'close');
  } catch {
    // The program could not be started.
    return 'failed';
  }
  if (child.exitCode === 0) return 'done';
  return child.signalCode === 'SIGKILL' || child.signalCode === 'SIGXCPU' ? 'late' : 'failed';
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
