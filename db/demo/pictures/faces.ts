import {
  between,
  circle,
  type Colour,
  ellipse,
  fill,
  mix,
  path,
  pick,
  rect,
  type Sheet,
  stroke,
  times,
} from './drawing.ts';

/** Features of a face that are given before it is drawn. */
export type Looks = { readonly hasBeard: boolean; readonly isOld: boolean };

const SKINS: readonly [Colour, ...Colour[]] = [
  '#f6d7c0',
  '#eebf9d',
  '#d9a078',
  '#b97a50',
  '#8d5636',
  '#6a3f28',
];
const HAIRS: readonly [Colour, ...Colour[]] = [
  '#241c1a',
  '#3b2a22',
  '#5d3c26',
  '#8a5a30',
  '#c58f4c',
  '#a8442c',
];
const DARK_SKINS: ReadonlySet<Colour> = new Set(['#b97a50', '#8d5636', '#6a3f28']);
const DARK_HAIRS: readonly [Colour, ...Colour[]] = ['#241c1a', '#3b2a22', '#2e2320'];
const GREYS: readonly [Colour, ...Colour[]] = ['#d8d4ce', '#b4b0ac', '#8f8c8a'];
const BACKS: readonly [Colour, ...Colour[]] = [
  '#f2c9b0',
  '#c9dccb',
  '#bcd3e2',
  '#efe0b4',
  '#d8cbe4',
  '#e8b9a6',
  '#a9c6bd',
];
const CLOTHES: readonly [Colour, ...Colour[]] = [
  '#2f4f6b',
  '#b5473c',
  '#3f6f5c',
  '#d9a23c',
  '#5b4a78',
  '#30343f',
  '#e6ddcc',
];

/** The places and colours that the parts of a face share; the face is drawn around (160, 150). */
type Face = {
  readonly sheet: Sheet;
  readonly skin: Colour;
  readonly hair: Colour;
  readonly half: number;
  readonly tall: number;
};

const [X, Y] = [160, 150];

/** A head and shoulders on a coloured ground, on a sheet of 320 × 320. */
export function face(sheet: Sheet, { hasBeard, isOld }: Looks): string {
  const skin = pick(sheet, SKINS);
  const hair = pick(sheet, isOld ? GREYS : DARK_SKINS.has(skin) ? DARK_HAIRS : HAIRS);
  const drawn: Face = { sheet, skin, hair, half: between(sheet, 56, 64), tall: between(sheet, 70, 80) };
  const style = hasBeard ? pick(sheet, SHORT_HAIR) : pick(sheet, ALL_HAIR);
  const { back, front } = style(drawn);
  return [
    rect(0, 0, 320, 320, fill(pick(sheet, BACKS))),
    back,
    shoulders(drawn),
    ellipse(X - drawn.half, Y + 8, 10, 15, fill(mix(skin, '#7a2f1c', 0.12))),
    ellipse(X + drawn.half, Y + 8, 10, 15, fill(mix(skin, '#7a2f1c', 0.12))),
    ellipse(X, Y, drawn.half, drawn.tall, fill(skin)),
    hasBeard ? beard(drawn) : '',
    features(drawn),
    front,
    sheet.random.below(10) < 3 ? glasses() : '',
  ].join('');
}

function shoulders({ sheet, skin }: Face): string {
  const cloth = pick(sheet, CLOTHES);
  const collar = pick(sheet, [
    path(`M${X - 30} 236 Q ${X} 276 ${X + 30} 236`, stroke(mix(cloth, '#ffffff', 0.3), 8)),
    path(`M${X - 34} 238 L ${X} 284 L ${X + 34} 238`, stroke(mix(cloth, '#ffffff', 0.45), 9)),
    rect(X - 32, 226, 64, 20, `${fill(mix(cloth, '#000000', 0.12))} rx="8"`),
  ]);
  return (
    rect(X - 25, 196, 50, 60, fill(mix(skin, '#5a2414', 0.16))) +
    path('M36 330 C 40 256 96 240 132 236 Q 160 262 188 236 C 224 240 280 256 284 330 Z', fill(cloth)) +
    collar
  );
}

function features({ sheet, skin, hair, half }: Face): string {
  const apart = half * 0.42;
  const dark = mix(hair, '#1c1614', 0.5);
  const gaze = between(sheet, -1.5, 1.5);
  const brow = between(sheet, -3, 3);
  const eyes = [-1, 1].map(
    (side) =>
      ellipse(X + side * apart, Y + 4, 8.5, 6.5, fill('#ffffff')) +
      circle(X + side * apart + gaze, Y + 4.5, 4.6, fill('#2b211d')) +
      circle(X + side * apart + gaze + 1.6, Y + 3, 1.4, fill('#ffffff')) +
      path(
        `M${X + side * apart - 11} ${Y - 12 + side * brow} q 11 ${-7} 22 ${-side * brow}`,
        stroke(dark, 4),
      ),
  );
  const cheeks = [-1, 1].map((side) => circle(X + side * half * 0.58, Y + 28, 12, fill('#e0604a', 0.16)));
  const smile = between(sheet, 5, 15);
  const mouth = pick(sheet, [
    path(`M${X - 19} ${Y + 42} q 19 ${smile} 38 0`, stroke(mix(skin, '#7a1f1c', 0.65), 4.5)),
    path(
      `M${X - 20} ${Y + 39} q 20 ${smile + 14} 40 0 Z`,
      `${fill('#ffffff')} stroke="${mix(skin, '#7a1f1c', 0.6)}" stroke-width="3.5" stroke-linejoin="round"`,
    ),
    path(`M${X - 15} ${Y + 43} q 15 ${smile * 0.6} 30 ${-2}`, stroke(mix(skin, '#a3302c', 0.6), 6)),
  ]);
  const nose = path(`M${X - 1} ${Y + 4} q 9 17 ${-5} 19`, stroke(mix(skin, '#5a2414', 0.3), 3.5));
  return eyes.join('') + cheeks.join('') + nose + mouth;
}

const beard = ({ hair, half, tall }: Face): string =>
  path(
    `M${X - half} ${Y + 8} C ${X - half} ${Y + tall + 30} ${X + half} ${Y + tall + 30} ${X + half} ${Y + 8} C ${X + half - 10} ${Y + 40} ${X + 30} ${Y + 26} ${X} ${Y + 27} C ${X - 30} ${Y + 26} ${X - half + 10} ${Y + 40} ${X - half} ${Y + 8} Z`,
    fill(hair),
  ) + ellipse(X, Y + 46, 22, 11, fill(mix(hair, '#ffffff', 0.1)));

const glasses = (): string =>
  [-1, 1]
    .map((side) => circle(X + side * 27, Y + 4, 19, `${stroke('#2b2f3a', 4)} fill-opacity="0"`))
    .join('') + path(`M${X - 8} ${Y + 2} q 8 -6 16 0`, stroke('#2b2f3a', 4));

type Hair = (face: Face) => { readonly back: string; readonly front: string };

/** The hair above the forehead, from ear to ear; `drop` is how far it hangs into it. */
const fringe = ({ half, tall, hair }: Face, drop: number, part: number): string =>
  path(
    `M${X - half - 3} ${Y + 4} C ${X - half - 8} ${Y - tall - 26} ${X + half + 8} ${Y - tall - 26} ${X + half + 3} ${Y + 4} C ${X + half - 6} ${Y - 26} ${X + part + 24} ${Y - tall + 20 + drop} ${X + part} ${Y - tall + 14 + drop} C ${X + part - 20} ${Y - tall + 22 + drop} ${X - half + 6} ${Y - 26} ${X - half - 3} ${Y + 4} Z`,
    fill(hair),
  );

const cropped: Hair = (drawn) => ({
  back: '',
  front: fringe(drawn, between(drawn.sheet, 4, 16), between(drawn.sheet, -28, 28)),
});

const bald: Hair = ({ half, hair, tall }) => ({
  back: ellipse(X, Y - 4, half + 7, tall * 0.8, fill(hair)),
  front: '',
});

const curls: Hair = (drawn) => {
  const { half, tall, hair, sheet } = drawn;
  const around = times(17, (index) => {
    const angle = Math.PI * (1.08 + (index / 16) * 0.84);
    return circle(
      X + Math.cos(angle) * (half + 6),
      Y - 8 + Math.sin(angle) * (tall + 2),
      between(sheet, 19, 25),
      fill(hair),
    );
  });
  return { back: around.join(''), front: fringe(drawn, 2, 0) };
};

const long: Hair = (drawn) => {
  const { half, tall, hair, sheet } = drawn;
  const end = between(sheet, 235, 285);
  return {
    back: path(
      `M${X - half - 18} ${end} C ${X - half - 34} ${Y - 40} ${X - half} ${Y - tall - 34} ${X} ${Y - tall - 24} C ${X + half} ${Y - tall - 34} ${X + half + 34} ${Y - 40} ${X + half + 18} ${end} Q ${X} ${end + 20} ${X - half - 18} ${end} Z`,
      fill(mix(hair, '#000000', 0.14)),
    ),
    front: fringe(drawn, between(sheet, 8, 20), between(sheet, -30, 30)),
  };
};

const bob: Hair = (drawn) => {
  const { half, tall, hair } = drawn;
  return {
    back: rect(
      X - half - 18,
      Y - tall - 10,
      (half + 18) * 2,
      tall * 2 + 8,
      `${fill(mix(hair, '#000000', 0.14))} rx="60"`,
    ),
    front: path(
      `M${X - half - 6} ${Y + 6} C ${X - half - 10} ${Y - tall - 28} ${X + half + 10} ${Y - tall - 28} ${X + half + 6} ${Y + 6} L ${X + half - 4} ${Y - 24} Q ${X} ${Y - 34} ${X - half + 4} ${Y - 24} Z`,
      fill(hair),
    ),
  };
};

const bun: Hair = (drawn) => ({
  back: circle(X, Y - drawn.tall - 26, 28, fill(mix(drawn.hair, '#000000', 0.1))),
  front: fringe(drawn, 6, 0),
});

/** A scarf around hair and neck. */
const scarf: Hair = ({ half, tall, sheet }) => {
  const cloth = pick(sheet, CLOTHES);
  return {
    back: path(
      `M${X - half - 22} 262 C ${X - half - 30} ${Y - tall - 50} ${X + half + 30} ${Y - tall - 50} ${X + half + 22} 262 Z`,
      fill(cloth),
    ),
    front: path(
      `M${X - half - 12} ${Y + 30} C ${X - half - 16} ${Y - tall - 38} ${X + half + 16} ${Y - tall - 38} ${X + half + 12} ${Y + 30} C ${X + half} ${Y - tall + 6} ${X - half} ${Y - tall + 6} ${X - half - 12} ${Y + 30} Z`,
      fill(mix(cloth, '#ffffff', 0.1)),
    ),
  };
};

const beanie: Hair = (drawn) => {
  const { half, tall, sheet } = drawn;
  const wool = pick(sheet, CLOTHES);
  const rim = Y - tall * 0.42;
  return {
    back: '',
    front:
      path(
        `M${X - half - 4} ${rim + 6} C ${X - half - 6} ${Y - tall - 40} ${X + half + 6} ${Y - tall - 40} ${X + half + 4} ${rim + 6} Z`,
        fill(wool),
      ) +
      rect(X - half - 9, rim - 10, (half + 9) * 2, 24, `${fill(mix(wool, '#ffffff', 0.22))} rx="11"`) +
      circle(X, Y - tall - 28, 13, fill(mix(wool, '#ffffff', 0.22))),
  };
};

const SHORT_HAIR: readonly [Hair, ...Hair[]] = [cropped, cropped, bald, beanie];
const ALL_HAIR: readonly [Hair, ...Hair[]] = [
  cropped,
  curls,
  long,
  bob,
  bun,
  cropped,
  curls,
  long,
  beanie,
  scarf,
];
