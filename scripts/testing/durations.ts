import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('../../test/durations.json', import.meta.url);
/** Of a file that was not recorded yet. */
const UNKNOWN_SECONDS = 2;

/** Seconds by test file, in the run that was recorded last: `npm test -- --record`. */
export type Durations = ReadonlyMap<string, number>;

export function readDurations(): Durations {
  // `writeDurations` wrote it.
  return new Map(Object.entries(JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, number>));
}

export const secondsOf = (durations: Durations, file: string): number =>
  durations.get(file) ?? UNKNOWN_SECONDS;

/** Replaces the recorded durations, rounded to tenths so that a difference shows what has become slower. */
export function writeDurations(durations: Durations): void {
  const rows = [...durations]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([file, seconds]) => [file, Math.round(seconds * 10) / 10]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`);
}
