import { number } from './text.tsx';

const UNITS = ['B', 'kB', 'MB', 'GB'] as const;
const STEP = 1_000;

/** A size in the largest unit of which it has one: 2500 is 2.5 kB. */
export function sizeText(bytes: number): string {
  const exponent = bytes < STEP ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = Math.round((bytes / STEP ** exponent) * 10) / 10;
  return `${number(value)} ${UNITS[exponent] ?? ''}`;
}

/** A link to a file on another origin, which learns nothing of the panel. */
export const FileLink = ({ url, name }: { url: string; name: string }) => (
  <a href={url} target="_blank" rel="noreferrer">
    {name}
  </a>
);
