import { WAVEFORM_PEAK_MAX, WAVEFORM_POINTS } from '#ports/media-renderer.ts';

/** Sufficient for peaks, which are all that a waveform holds. */
export const WAVEFORM_SAMPLE_RATE_HZ = 8_000;

const SAMPLE_PEAK = 32_767;
const SAMPLE_BYTES = 2;

export type Waveform = {
  /** Takes samples as a stream: signed 16-bit little-endian integers, one channel, at `WAVEFORM_SAMPLE_RATE_HZ`. */
  add(samples: Buffer): void;
  /** The peak of each part, from 0 to `WAVEFORM_PEAK_MAX`. */
  points(): number[];
};

/** Measures while audio is decoded, so that an hour of samples is never held in memory. */
export function createWaveform(durationMs: number): Waveform {
  const samplesExpected = Math.max(1, (durationMs / 1_000) * WAVEFORM_SAMPLE_RATE_HZ);
  const peaks = new Array<number>(WAVEFORM_POINTS).fill(0);
  let sampleCount = 0;
  // Chunks of a pipe end anywhere, also in the middle of a sample.
  let rest: Buffer = Buffer.alloc(0);

  return {
    add(samples) {
      const bytes = rest.length === 0 ? samples : Buffer.concat([rest, samples]);
      const end = bytes.length - (bytes.length % SAMPLE_BYTES);
      for (let offset = 0; offset < end; offset += SAMPLE_BYTES) {
        // A decoder may give a few samples more than the container says.
        const point = Math.min(
          WAVEFORM_POINTS - 1,
          Math.floor((sampleCount * WAVEFORM_POINTS) / samplesExpected),
        );
        const amplitude = Math.abs(bytes.readInt16LE(offset));
        if (amplitude > (peaks[point] ?? 0)) peaks[point] = amplitude;
        sampleCount += 1;
      }
      rest = bytes.subarray(end);
    },
    points: () =>
      peaks.map((peak) => Math.min(WAVEFORM_PEAK_MAX, Math.round((peak / SAMPLE_PEAK) * WAVEFORM_PEAK_MAX))),
  };
}
