import { useSpeech } from '../texts/texts.tsx';

/**
 * Formats of dates and numbers, each made once for a locale: making one takes a hundred times as long as using it, and lists use one
 * in every row.
 */
const dateFormats = new Map<string, Intl.DateTimeFormat>();
const agoFormats = new Map<string, Intl.RelativeTimeFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();

export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  dateFormats.set(key, format);
  return format;
}

/** Times by how long ago they are, as short as the language has them. */
export function agoFormat(locale: string): Intl.RelativeTimeFormat {
  const format =
    agoFormats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { style: 'narrow', numeric: 'auto' });
  agoFormats.set(locale, format);
  return format;
}

export function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = locale + JSON.stringify(options);
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(locale, options);
  numberFormats.set(key, format);
  return format;
}

/** A day, with its year, as people write it. */
export function useDateText(): (at: string) => string {
  const { locale } = useSpeech();
  const format = dateFormat(locale, { dateStyle: 'medium' });
  return (at) => format.format(new Date(at));
}

/** A size of a file, such as 3.2 MB. */
export function useSizeText(): (bytes: number) => string {
  const { locale } = useSpeech();
  const format = numberFormat(locale, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
    minimumFractionDigits: 1,
  });
  return (bytes) => format.format(bytes / 1_000_000);
}
