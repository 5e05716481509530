import { setImmediate as nextTurn } from 'node:timers/promises';
import sharp from 'sharp';
import { createRandom, type Random } from './random.ts';
import type { Shape } from './highlights.ts';
import type { Scene } from './texts.ts';

type Colour = readonly [red: number, green: number, blue: number];
/** The colour at a place; both coordinates go from 0 to 1. By columns, because most of what is costly depends on `x` alone. */
type Painter = (x: number) => (y: number) => Colour;

type Size = { readonly width: number; readonly height: number; readonly enlargedWidth: number };

/**
 * Painted small and enlarged by the image library: the eye sees no difference in what is soft anyway. None is wider than a
 * variant that would be rendered of it besides.
 */
const SCENE_SIZES: Readonly<Record<Shape, Size>> = {
  wide: { width: 432, height: 324, enlargedWidth: 960 },
  tall: { width: 324, height: 432, enlargedWidth: 720 },
  square: { width: 360, height: 360, enlargedWidth: 840 },
  banner: { width: 600, height: 200, enlargedWidth: 960 },
};
const AVATAR_SIZE: Size = { width: 160, height: 160, enlargedWidth: 320 };
const COLUMNS_PER_TURN = 40;
const JPEG_QUALITY = 88;

/** A landscape or a composition, the same for the same seed. @returns a JPEG */
export function paintScene({
  scene,
  shape,
  seed,
}: {
  scene: Scene;
  shape: Shape;
  seed: number;
}): Promise<Buffer> {
  const size = SCENE_SIZES[shape];
  return paint(SCENE_PAINTERS[scene](createRandom(seed), size.width / size.height), size);
}

/** A round badge of two colours and three shapes, the same for the same seed. @returns a JPEG */
export function paintAvatar(seed: number): Promise<Buffer> {
  const random = createRandom(seed);
  const palette = PALETTES[random.below(PALETTES.length)] ?? DUSK;
  return paint(discs(random, palette, { count: 3, aspect: 1 }), AVATAR_SIZE);
}

async function paint(painter: Painter, size: Size): Promise<Buffer> {
  const { width, height, enlargedWidth } = size;
  const pixels = Buffer.alloc(width * height * 3);
  for (let column = 0; column < width; column += 1) {
    const paintColumn = painter(column / width);
    for (let row = 0; row < height; row += 1) {
      const [red, green, blue] = paintColumn(row / height);
      const at = (row * width + column) * 3;
      pixels[at] = red;
      pixels[at + 1] = green;
      pixels[at + 2] = blue;
    }
    // Requests must not wait until a whole picture is painted.
    if (column % COLUMNS_PER_TURN === 0) await nextTurn();
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize({ width: enlargedWidth, kernel: 'cubic' })
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer();
}

const DUSK: readonly Colour[] = [
  [38, 48, 92],
  [150, 92, 130],
  [240, 140, 96],
  [253, 214, 150],
];
const NIGHT: readonly Colour[] = [
  [6, 10, 30],
  [18, 30, 66],
  [48, 70, 110],
];
const SEA: readonly Colour[] = [
  [120, 170, 205],
  [200, 216, 214],
  [250, 226, 190],
];
const FOREST: readonly Colour[] = [
  [196, 214, 204],
  [224, 230, 214],
  [240, 238, 222],
];
const PALETTES: readonly (readonly Colour[])[] = [
  DUSK,
  [
    [24, 78, 84],
    [238, 196, 112],
    [222, 108, 84],
    [246, 238, 220],
  ],
  [
    [62, 44, 92],
    [226, 120, 150],
    [250, 208, 120],
    [236, 238, 246],
  ],
  [
    [30, 64, 58],
    [124, 168, 110],
    [236, 220, 140],
    [250, 246, 230],
  ],
  [
    [40, 70, 120],
    [110, 170, 210],
    [250, 170, 120],
    [250, 240, 228],
  ],
];

const SCENE_PAINTERS: Readonly<Record<Scene, (random: Random, aspect: number) => Painter>> = {
  dusk: (random, aspect) => {
    const sun = { x: 0.2 + random.next() * 0.6, y: 0.52, glow: [255, 236, 190], aspect } as const;
    const sky = withLight(gradient(DUSK), sun);
    return withRidges(random, sky, { near: [22, 24, 48], far: [130, 96, 130], ridges: 5, from: 0.55 });
  },
  night: (random, aspect) => {
    const stars = withStars(random, gradient(NIGHT));
    const moon = { x: 0.15 + random.next() * 0.7, y: 0.22, glow: [235, 238, 225], aspect } as const;
    return withRidges(random, withLight(stars, moon), {
      near: [4, 6, 14],
      far: [30, 44, 78],
      ridges: 4,
      from: 0.68,
    });
  },
  sea: (random, aspect) => {
    const sun = { x: 0.25 + random.next() * 0.5, y: 0.36, glow: [255, 246, 214], aspect } as const;
    const sky = withLight(gradient(SEA, HORIZON), sun);
    return withWater(sky, random.next() * 40);
  },
  forest: (random) => {
    const trees = { near: [18, 46, 38], far: [170, 196, 180], ridges: 6, from: 0.32, spikes: 0.07 } as const;
    return withRidges(random, gradient(FOREST), trees);
  },
  shapes: (random, aspect) =>
    discs(random, PALETTES[random.below(PALETTES.length)] ?? DUSK, { count: 7, aspect }),
};

/** From the first colour at the top to the last at `end`. */
function gradient(colours: readonly Colour[], end = 1): Painter {
  return () => (y) => {
    const place = Math.min(y / end, 0.999) * (colours.length - 1);
    const index = Math.floor(place);
    return mix(colours[index] ?? BLACK, colours[index + 1] ?? BLACK, place - index);
  };
}

const BLACK: Colour = [0, 0, 0];

/** A disc of light with a halo. */
function withLight(below: Painter, light: { x: number; y: number; glow: Colour; aspect: number }): Painter {
  return (x) => {
    const belowColumn = below(x);
    return (y) => {
      const distance = Math.hypot((x - light.x) * light.aspect, y - light.y);
      const halo = 0.55 * Math.exp(-Math.max(0, distance - 0.055) * 7);
      const disc = clamp((0.056 - distance) * 400);
      return mix(belowColumn(y), light.glow, Math.max(halo, disc));
    };
  };
}

const STAR_CELLS = 46;

function withStars(random: Random, below: Painter): Painter {
  const stars = Array.from({ length: STAR_CELLS ** 2 }, () =>
    random.next() < 0.14 ? { x: random.next(), y: random.next(), light: 0.35 + random.next() * 0.65 } : null,
  );
  return (x) => {
    const belowColumn = below(x);
    const left = x * STAR_CELLS;
    return (y) => {
      const top = y * STAR_CELLS;
      const star = stars[Math.floor(top) * STAR_CELLS + Math.floor(left)];
      if (!star) return belowColumn(y);
      const distance = Math.hypot((left % 1) - star.x, (top % 1) - star.y);
      return mix(belowColumn(y), [250, 248, 235], Math.max(0, star.light - distance * 7));
    };
  };
}

type Ridges = { near: Colour; far: Colour; ridges: number; from: number; spikes?: number };

/** Hills one before the other, the nearest darkest; with spikes they carry trees. */
function withRidges(
  random: Random,
  below: Painter,
  { near, far, ridges, from, spikes = 0 }: Ridges,
): Painter {
  const layers = Array.from({ length: ridges }, (_, index) => {
    const nearness = index / (ridges - 1);
    const waves = [1, 2.3, 5.1].map((pace) => ({
      pace: pace * (2.5 + random.next() * 2),
      phase: random.next() * 6.28,
      height: (0.055 + random.next() * 0.03) / pace,
    }));
    const base = from + (0.96 - from) * nearness;
    return { base, waves, colour: mix(far, near, nearness), treePhase: random.next() * 50 };
  });
  return (x) => {
    const belowColumn = below(x);
    const tops = layers.map(({ base, waves, colour, treePhase }) => ({
      colour,
      top:
        waves.reduce((sum, wave) => sum + wave.height * Math.sin(x * wave.pace + wave.phase), base) -
        spikes * treeHeight(x * 34 + treePhase),
    }));
    return (y) => {
      let shown = belowColumn(y);
      for (const { top, colour } of tops) {
        // A soft edge instead of steps.
        if (y > top) shown = mix(shown, colour, clamp((y - top) * 260));
      }
      return shown;
    };
  };
}

/** A row of firs: pointed, each of its own height between 0.4 and 1. */
function treeHeight(place: number): number {
  const index = Math.floor(place);
  const across = Math.abs(place - index - 0.5) * 2;
  const height = 0.4 + 0.6 * ((Math.sin(index * 12.9898) * 43_758.5453) % 1) ** 2;
  return height * (1 - across);
}

const HORIZON = 0.56;
const DEEP_WATER: Colour = [28, 66, 92];

/** Mirrors what is above the horizon, darker and in waves. */
function withWater(above: Painter, phase: number): Painter {
  return (x) => {
    const aboveColumn = above(x);
    return (y) => {
      if (y < HORIZON) return aboveColumn(y);
      const depth = (y - HORIZON) / (1 - HORIZON);
      const wave = Math.sin(phase + 60 / (depth + 0.08) + Math.sin(x * 9 + phase) * 1.5);
      const mirrored = above(clamp(x + wave * 0.02 * (0.3 + depth)))(HORIZON * (1 - depth * 0.8));
      return mix(mirrored, DEEP_WATER, 0.3 + 0.35 * depth + 0.06 * wave);
    };
  };
}

/** Discs and half-discs of a palette on its first or last colour. */
function discs(
  random: Random,
  palette: readonly Colour[],
  { count, aspect }: { count: number; aspect: number },
): Painter {
  const ground = palette.at(random.below(2) === 0 ? 0 : -1) ?? BLACK;
  const shapes = Array.from({ length: count }, (_, index) => ({
    x: (0.15 + random.next() * 0.7) * aspect,
    y: 0.15 + random.next() * 0.7,
    radius: 0.34 / (1 + index * 0.28) + random.next() * 0.06,
    // Half of them are cut along a line through their middle.
    cutAngle: random.below(2) === 0 ? null : random.next() * 6.28,
    colour: palette[(index + 1) % palette.length] ?? BLACK,
  }));
  return (x) => (y) => {
    let shown = mix(ground, BLACK, 0.12 * y);
    for (const { cutAngle, ...shape } of shapes) {
      const dx = x * aspect - shape.x;
      const dy = y - shape.y;
      const inside = clamp((shape.radius - Math.hypot(dx, dy)) * 180);
      if (inside === 0) continue;
      const side = cutAngle === null ? 1 : clamp((dx * Math.cos(cutAngle) + dy * Math.sin(cutAngle)) * 180);
      shown = mix(shown, shape.colour, inside * side * 0.92);
    }
    return shown;
  };
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

function mix(from: Colour, to: Colour, share: number): Colour {
  const between = (a: number, b: number): number => a + (b - a) * share;
  return [between(from[0], to[0]), between(from[1], to[1]), between(from[2], to[2])];
}
