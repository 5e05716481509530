import { useSpeech } from '../texts/texts.tsx';
import { dateFormat, numberFormat } from './formats.ts';

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
