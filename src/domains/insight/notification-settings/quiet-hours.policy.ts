import { DAY_MS, MINUTE_MS } from '#platform/kernel/clock.ts';
import { type QuietInterval, WEEKDAYS } from './notification-settings.types.ts';

type Quiet = {
  readonly timeZone: string;
  readonly intervals: readonly QuietInterval[];
  readonly snoozedUntil: Date | null;
};

/** A time span that contains its start and not its end. */
type Span = { readonly startMs: number; readonly endMs: number };

/** The furthest that is looked ahead, a week and a day. Whoever is quiet all week is asked again then. */
const AHEAD_MS = 8 * DAY_MS;

/**
 * The end of the quiet in which a time lies, which goes on through intervals that follow each other and through snoozing; null
 * when it lies in none.
 *
 * Quiet holds whenever the clock on the wall shows a time inside of an interval. So where an hour comes twice, an interval begins at the
 * first and ends at the second occurrence of its times; where one is missing, both are the end of the gap.
 */
export function quietUntil(at: Date, { timeZone, intervals, snoozedUntil }: Quiet): Date | null {
  const atMs = at.getTime();
  const snoozed = snoozedUntil ? [{ startMs: -Infinity, endMs: snoozedUntil.getTime() }] : [];
  const spans = [...snoozed, ...spansAround(atMs, timeZone, intervals)];
  let endMs = atMs;
  for (let span = spanWith(spans, endMs); span && endMs < atMs + AHEAD_MS; span = spanWith(spans, endMs))
    endMs = span.endMs;
  return endMs === atMs ? null : new Date(endMs);
}

const spanWith = (spans: readonly Span[], ms: number): Span | undefined =>
  spans.find(({ startMs, endMs }) => startMs <= ms && ms < endMs);

/** The spans of all intervals that begin from two days before a time until nine days after it. */
function spansAround(atMs: number, timeZone: string, intervals: readonly QuietInterval[]): Span[] {
  if (intervals.length === 0) return [];
  const today = Math.floor((atMs + offsetMs(atMs, timeZone)) / DAY_MS);
  const days = Array.from({ length: 12 }, (_each, index) => today - 2 + index);
  return days.flatMap((day) =>
    intervals
      .filter(({ weekday }) => WEEKDAYS.indexOf(weekday) === weekdayOf(day))
      .map(({ startMinute, endMinute }) => {
        const endDay = endMinute > startMinute ? day : day + 1;
        return {
          startMs: occurrencesOf(day * DAY_MS + startMinute * MINUTE_MS, timeZone).firstMs,
          endMs: occurrencesOf(endDay * DAY_MS + endMinute * MINUTE_MS, timeZone).lastMs,
        };
      }),
  );
}

/** Monday is 0. @param day since 1970-01-01, a Thursday */
const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

/**
 * The first and the last time at which the clock on the wall shows a local time, which is given as if it were UTC. A time that is
 * left out is the end of the gap.
 */
function occurrencesOf(localMs: number, timeZone: string): { firstMs: number; lastMs: number } {
  // No zone is a day from UTC, so these are before and after the local time.
  const offsets = [offsetMs(localMs - DAY_MS, timeZone), offsetMs(localMs + DAY_MS, timeZone)];
  const shown = offsets
    .map((offset) => localMs - offset)
    .filter((ms) => ms + offsetMs(ms, timeZone) === localMs);
  if (shown.length > 0) return { firstMs: Math.min(...shown), lastMs: Math.max(...shown) };
  const gapEndMs = gapEnd(localMs, offsets, timeZone);
  return { firstMs: gapEndMs, lastMs: gapEndMs };
}

/** The moment at which the clock is put forward past a local time. */
function gapEnd(localMs: number, offsets: readonly number[], timeZone: string): number {
  let beforeMs = localMs - Math.max(...offsets);
  let afterMs = localMs - Math.min(...offsets);
  while (afterMs - beforeMs > 1_000) {
    const middleMs = Math.floor((beforeMs + afterMs) / 2_000) * 1_000;
    if (middleMs <= beforeMs) break;
    if (middleMs + offsetMs(middleMs, timeZone) < localMs) beforeMs = middleMs;
    else afterMs = middleMs;
  }
  return afterMs;
}

/** The time by which the clock of a zone is ahead of UTC. */
function offsetMs(ms: number, timeZone: string): number {
  const wholeMs = Math.floor(ms / 1_000) * 1_000;
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(wholeMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const localMs = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return localMs - wholeMs;
}

/** Formats are slow to make. A name may be spelled in many ways, so their number is bounded. */
const formats = new Map<string, Intl.DateTimeFormat>();
const FORMATS_MAX = 1_000;

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  if (formats.size >= FORMATS_MAX) formats.clear();
  formats.set(timeZone, made);
  return made;
}

/** Whether a text names a zone of the IANA database, old names included; offsets such as `+01:00` are none. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && formatOf(name) !== undefined;
  } catch {
    return false;
  }
}
