import type { Random } from '../random.ts';

/** A place to draw on: its sides in pixels, and what makes this picture another one than the last. */
export type Sheet = {
  readonly width: number;
  readonly height: number;
  readonly random: Random;
};

/** Draws one picture, as the inside of an SVG. */
export type Draw = (sheet: Sheet) => string;

/** A subject of pictures, and its words for people who do not see them. */
export type Motif = { readonly draw: Draw; readonly altText: string };
export type Motifs = readonly [Motif, ...Motif[]];

/** As `#rrggbb`. */
export type Colour = `#${string}`;
export type Point = readonly [x: number, y: number];

export const between = ({ random }: Sheet, from: number, to: number): number =>
  from + random.next() * (to - from);

/** @param list is never empty */
export function pick<T>({ random }: Sheet, list: readonly [T, ...T[]]): T {
  return list[random.below(list.length)] ?? list[0];
}

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const n = (value: number): string => String(Math.round(value * 10) / 10);

export const rect = (x: number, y: number, width: number, height: number, style: string): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" ${style}/>`;

export const circle = (x: number, y: number, radius: number, style: string): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" ${style}/>`;

export const ellipse = (x: number, y: number, rx: number, ry: number, style: string): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" ${style}/>`;

export const polygon = (points: readonly Point[], style: string): string =>
  `<polygon points="${points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')}" ${style}/>`;

/** A path; numbers in it are rounded. */
export const path = (d: string, style: string): string =>
  `<path d="${d.replaceAll(/-?\d+\.\d+/g, (number) => n(Number(number)))}" ${style}/>`;

export const fill = (colour: string, opacity = 1): string =>
  `fill="${colour}"${opacity === 1 ? '' : ` fill-opacity="${opacity}"`}`;

export const stroke = (colour: string, width: number): string =>
  `fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"`;

/** The whole sheet in colours from the top to the bottom. */
export function ground(sheet: Sheet, colours: readonly Colour[]): string {
  const stops = colours.map(
    (colour, index) => `<stop offset="${n(index / (colours.length - 1))}" stop-color="${colour}"/>`,
  );
  const gradient = `<linearGradient id="ground" x1="0" y1="0" x2="0" y2="1">${stops.join('')}</linearGradient>`;
  return `${gradient}${rect(0, 0, sheet.width, sheet.height, 'fill="url(#ground)"')}`;
}

/** A disc of light with a halo. */
export function light({ height }: Sheet, [x, y]: Point, radius: number, colour: Colour): string {
  const halo = `<radialGradient id="halo"><stop offset="0" stop-color="${colour}" stop-opacity="0.65"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`;
  return halo + circle(x, y, height * 0.45, 'fill="url(#halo)"') + circle(x, y, radius, fill(colour));
}

/** A line of hills from the left to the right side, filled to the bottom. */
export function ridge(
  sheet: Sheet,
  { top, swing, pace }: { top: number; swing: number; pace: number },
  style: string,
): string {
  const { width, height } = sheet;
  const waves = [1, 2.3, 5.1].map((faster) => ({
    pace: pace * faster * between(sheet, 0.8, 1.3),
    phase: between(sheet, 0, 6.28),
    swing: swing / faster,
  }));
  const points = times(49, (index): Point => {
    const x = (index / 48) * width;
    const y = waves.reduce(
      (sum, wave) => sum + wave.swing * Math.sin((x / width) * wave.pace + wave.phase),
      top,
    );
    return [x, y];
  });
  return polygon([[0, height], ...points, [width, height]], style);
}

/** Hills one before the other, from the colour of the farthest to that of the nearest. */
export function ridges(
  sheet: Sheet,
  { from, to, count, far, near }: { from: number; to: number; count: number; far: Colour; near: Colour },
): string {
  const { height } = sheet;
  return times(count, (index) => {
    const nearness = index / Math.max(1, count - 1);
    const line = {
      top: height * (from + (to - from) * nearness),
      swing: height * 0.05,
      pace: 4 + nearness * 2,
    };
    return ridge(sheet, line, fill(mix(far, near, nearness)));
  }).join('');
}

/** A fir of a few steps, or of one. */
export function fir([x, foot]: Point, height: number, colour: Colour, steps = 3): string {
  const width = height * 0.42;
  return times(steps, (index) => {
    const share = (index + 1) / steps;
    const bottom = foot - height * (1 - share) * 0.75;
    const half = (width / 2) * (1.05 - 0.55 * (1 - share));
    const peak = foot - height * (1 - (share - 1 / steps) * 0.45) + (index === 0 ? 0 : height * 0.08);
    return polygon(
      [
        [x - half, bottom],
        [x, Math.min(peak, bottom - height * 0.3)],
        [x + half, bottom],
      ],
      fill(colour),
    );
  }).join('');
}

export function stars(sheet: Sheet, count: number, until: number): string {
  const { width, height } = sheet;
  return times(count, () => {
    const radius = between(sheet, 0.5, 1.9) ** 1.4;
    const style = fill('#fdf8e6', Math.round(between(sheet, 0.35, 1) * 100) / 100);
    return circle(between(sheet, 0, width), between(sheet, 0, height * until), radius, style);
  }).join('');
}

export function mix(from: Colour, to: Colour, share: number): Colour {
  const channel = (colour: Colour, place: number): number =>
    Number.parseInt(colour.slice(1 + place * 2, 3 + place * 2), 16);
  const mixed = [0, 1, 2].map((place) => {
    const value = channel(from, place) + (channel(to, place) - channel(from, place)) * share;
    return Math.round(value).toString(16).padStart(2, '0');
  });
  return `#${mixed.join('')}`;
}
