import { useSpeech } from '../texts/texts.tsx';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

const UNITS = [
  { seconds: DAY, unit: 'day' },
  { seconds: HOUR, unit: 'hour' },
  { seconds: MINUTE, unit: 'minute' },
] as const;

/** A time as people say it: how long ago within a week, and then the day. */
export function Time({ at }: { readonly at: string }) {
  const { locale, texts } = useSpeech();
  const date = new Date(at);
  return (
    <time dateTime={at} title={date.toLocaleString(locale)}>
      {saidAgo(date, locale, texts.common.now)}
    </time>
  );
}

function saidAgo(date: Date, locale: string, now: string): string {
  const seconds = (Date.now() - date.getTime()) / 1_000;
  if (Math.abs(seconds) >= WEEK) {
    const isThisYear = date.getFullYear() === new Date().getFullYear();
    return date.toLocaleDateString(locale, {
      day: 'numeric',
      month: 'short',
      ...(!isThisYear && { year: 'numeric' }),
    });
  }
  const step = UNITS.find((each) => Math.abs(seconds) >= each.seconds);
  if (!step) return now;
  const format = new Intl.RelativeTimeFormat(locale, { style: 'narrow', numeric: 'auto' });
  return format.format(-Math.trunc(seconds / step.seconds), step.unit);
}

/** A number as it is said short, such as 12K. */
export function useShortNumber(): (value: number) => string {
  const { locale } = useSpeech();
  const format = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  return (value) => format.format(value);
}
