import sharp from 'sharp';
import { SHAPES } from './pictures/compositions.ts';
import type { Draw, Motifs, Sheet } from './pictures/drawing.ts';
import { face, type Looks } from './pictures/faces.ts';
import { TABLE } from './pictures/indoors.ts';
import { DUSK, NIGHT } from './pictures/land.ts';
import { FOREST, SEA } from './pictures/wild.ts';
import { createRandom } from './random.ts';
import type { Picture, Shape } from './highlights.ts';
import type { Scene } from './texts.ts';

type Size = { readonly width: number; readonly height: number };

/** None is wider than a variant that would be rendered of it besides. */
const SIZES: Readonly<Record<Shape, Size>> = {
  wide: { width: 960, height: 720 },
  tall: { width: 720, height: 960 },
  square: { width: 840, height: 840 },
  banner: { width: 960, height: 320 },
};
const AVATAR_SIZE: Size = { width: 320, height: 320 };
const JPEG_QUALITY = 88;

const MOTIFS: Readonly<Record<Scene, Motifs>> = {
  dusk: DUSK,
  night: NIGHT,
  sea: SEA,
  forest: FOREST,
  table: TABLE,
  shapes: SHAPES,
};

/** Draws a picture, the same for the same seed. @returns a JPEG, and what it shows */
export async function paintScene({
  scene,
  motif,
  shape,
  seed,
}: Picture): Promise<{ content: Buffer; altText: string }> {
  const motifs = MOTIFS[scene];
  const { draw, altText } = motifs[motif % motifs.length] ?? motifs[0];
  return { content: await paint(SIZES[shape], seed, draw), altText };
}

/** Draws a face, the same for the same seed. @returns a JPEG */
export function paintAvatar(seed: number, looks: Looks): Promise<Buffer> {
  return paint(AVATAR_SIZE, seed, (sheet) => face(sheet, looks));
}

function paint({ width, height }: Size, seed: number, draw: Draw): Promise<Buffer> {
  const sheet: Sheet = { width, height, random: createRandom(seed) };
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${draw(sheet)}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: JPEG_QUALITY }).toBuffer();
}
