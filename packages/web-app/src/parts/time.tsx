import { useSpeech } from '../texts/texts.tsx';
import { agoFormat, dateFormat, numberFormat } from './formats.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

const UNITS = [
  { seconds: DAY, unit: 'day' },
  { seconds: HOUR, unit: 'hour' },
  { seconds: MINUTE, unit: 'minute' },
] as const;

/** The day and the time, with seconds. */
export const WHOLE = { dateStyle: 'short', timeStyle: 'medium' } as const;

/** A time as people say it: how long ago within a week, and then the day. */
export function Time({ at }: { readonly at: string }) {
  const { locale, texts } = useSpeech();
  const date = new Date(at);
  return (
    <time
      dateTime={at}
      // Nobody points at most of them, and a format takes longer to make than a row to draw.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = dateFormat(locale, WHOLE).format(date);
      }}
    >
      {saidAgo(date, locale, texts.common.now)}
    </time>
  );
}

function saidAgo(date: Date, locale: string, now: string): string {
  const seconds = (Date.now() - date.getTime()) / 1_000;
  if (Math.abs(seconds) >= WEEK) {
    const isThisYear = date.getFullYear() === new Date().getFullYear();
    const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };
    if (!isThisYear) day.year = 'numeric';
    return dateFormat(locale, day).format(date);
  }
  const step = UNITS.find((each) => Math.abs(seconds) >= each.seconds);
  if (!step) return now;
  return agoFormat(locale).format(-Math.trunc(seconds / step.seconds), step.unit);
}

const SHORTENED_FROM = 1_000;
const SHORT = { notation: 'compact', maximumFractionDigits: 1 } as const;

/** A number as it is said short, such as 12K. */
export function useShortNumber(): (value: number) => string {
  const { locale } = useSpeech();
  return (value) =>
    // Making the format takes longer than drawing a row, and most numbers are small.
    value < SHORTENED_FROM ? String(value) : numberFormat(locale, SHORT).format(value);
}
