import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWaveform } from './waveform.ts';

/** One sample for each given value. */
function samplesOf(...values: readonly number[]): Buffer {
  const samples = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => samples.writeInt16LE(value, index * 2));
  return samples;
}

test('each point is the peak of its part, of positive and negative samples', () => {
  const waveform = createWaveform(128 / 8);
  const values = Array.from({ length: 64 }, (_, index) => [
    100,
    index % 2 === 0 ? index * 500 : -index * 500,
  ]);
  waveform.add(samplesOf(...values.flat()));
  assert.deepEqual(
    waveform.points(),
    values.map(([small = 0, large = 0]) => Math.round(Math.max(small, Math.abs(large)) / 327.67)),
  );
});

test('chunks may end in the middle of a sample', () => {
  const whole = createWaveform(64 / 8);
  const torn = createWaveform(64 / 8);
  const samples = samplesOf(...Array.from({ length: 64 }, (_, index) => index * 511));
  whole.add(samples);
  for (let start = 0; start < samples.length; start += 3) torn.add(samples.subarray(start, start + 3));
  assert.equal(whole.points()[63], 98);
  assert.deepEqual(torn.points(), whole.points());
});

test('the maximum amplitude is 100, also for negative samples; extra samples count for the last point', () => {
  const waveform = createWaveform(64 / 8);
  waveform.add(samplesOf(...Array.from({ length: 64 }, () => 0), 32_767, -32_768));
  assert.deepEqual(waveform.points(), [...Array.from({ length: 63 }, () => 0), 100]);
});

test('audio that ends early is silent in the missing parts', () => {
  const waveform = createWaveform(1_000);
  waveform.add(samplesOf(16_384));
  assert.deepEqual(waveform.points(), [50, ...Array.from({ length: 63 }, () => 0)]);
});
