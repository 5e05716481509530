const BARS = 64;
const LOOK_MS = 50;
const PEAK_MAX = 100;

/** A voice that is being recorded. */
export type Recording = {
  /** The loudness now, from 0 to 1. */
  readonly level: () => number;
  readonly stop: () => Promise<{
    readonly file: File;
    readonly waveform: number[];
    readonly durationMs: number;
  }>;
  readonly cancel: () => void;
};

const TYPES = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4'];

/** Records the microphone. @throws DOMException when it is refused or there is none */
export async function record(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, mimeType === undefined ? {} : { mimeType });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);

  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const level = (): number => {
    analyser.getFloatTimeDomainData(samples);
    return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
  };
  const levels: number[] = [];
  const timer = setInterval(() => levels.push(level()), LOOK_MS);
  const startedAtMs = performance.now();
  recorder.start();

  const end = (): void => {
    clearInterval(timer);
    for (const track of stream.getTracks()) track.stop();
    void context.close();
  };
  return {
    level,
    stop: () =>
      new Promise((resolve) => {
        const durationMs = Math.round(performance.now() - startedAtMs);
        recorder.onstop = () => {
          const type = recorder.mimeType.split(';')[0] ?? 'audio/webm';
          const file = new File(parts, `voice.${type.split('/')[1] ?? 'webm'}`, { type });
          resolve({ file, waveform: peaksOf(levels), durationMs });
        };
        recorder.stop();
        end();
      }),
    cancel() {
      recorder.onstop = null;
      recorder.stop();
      end();
    },
  };
}

/** The loudest of each of the equal parts, from 0 to 100. */
const peaksOf = (levels: readonly number[]): number[] =>
  Array.from({ length: BARS }, (_, bar) => {
    const from = Math.floor((bar * levels.length) / BARS);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * levels.length) / BARS));
    const peak = Math.max(0, ...levels.slice(from, to));
    return Math.min(PEAK_MAX, Math.round(peak * PEAK_MAX));
  });
