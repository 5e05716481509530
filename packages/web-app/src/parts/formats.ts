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
