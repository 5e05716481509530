import {
  between,
  circle,
  type Colour,
  ellipse,
  fill,
  ground,
  light,
  mix,
  type Draw,
  type Motifs,
  path,
  pick,
  polygon,
  rect,
  ridge,
  ridges,
  type Sheet,
  stars,
  stroke,
  times,
} from './drawing.ts';

type Evening = {
  readonly sky: readonly Colour[];
  readonly sun: Colour;
  readonly far: Colour;
  readonly near: Colour;
};

const EVENINGS: readonly [Evening, ...Evening[]] = [
  { sky: ['#26305c', '#965c82', '#f08c60', '#fdd696'], sun: '#ffecbe', far: '#82608a', near: '#161830' },
  { sky: ['#3b6f8f', '#e8b7a0', '#f7d9b5', '#fbe9cf'], sun: '#fff3d2', far: '#b08a97', near: '#3d3a54' },
  { sky: ['#5b2a4f', '#b9445a', '#ee7f4b', '#f9c46b'], sun: '#ffe2a0', far: '#8f3d52', near: '#2c1830' },
  { sky: ['#2f5d62', '#8fae9b', '#e7d8a8', '#f6e3b4'], sun: '#fff6cf', far: '#7d9a86', near: '#1e3a34' },
  { sky: ['#514a86', '#a48cc4', '#f3b6c0', '#fbdcc4'], sun: '#fff0d8', far: '#9a86bd', near: '#2f2a58' },
];

const hills: Draw = (sheet) => {
  const { width, height } = sheet;
  const { sky, sun, far, near } = pick(sheet, EVENINGS);
  return (
    ground(sheet, sky) +
    light(
      sheet,
      [between(sheet, 0.2, 0.8) * width, height * between(sheet, 0.42, 0.54)],
      height * 0.05,
      sun,
    ) +
    ridges(sheet, { from: 0.56, to: 0.92, count: 5, far, near })
  );
};

/** Fields in rows on a slope, with a few poplars. */
const fields: Draw = (sheet) => {
  const { width, height } = sheet;
  const { sky, sun } = pick(sheet, EVENINGS);
  const greens = pick<readonly [Colour, Colour, Colour]>(sheet, [
    ['#d9a648', '#b9842f', '#7c5a26'],
    ['#8fae5a', '#6d8f46', '#3c5a33'],
    ['#b9a0c8', '#8d74a8', '#54487a'],
  ]);
  const vanishing = width * between(sheet, 0.3, 0.7);
  const top = height * 0.6;
  const rows = times(15, (index) => {
    const left = width * (index - 7) * 0.34 + vanishing;
    const style = fill(index % 2 === 0 ? greens[0] : greens[1]);
    return polygon(
      [
        [vanishing - 6 + (index - 7) * 10, top],
        [left, height],
        [left + width * 0.34, height],
        [vanishing + 4 + (index - 7) * 10, top],
      ],
      style,
    );
  });
  const poplars = times(4, (index) => {
    const x = width * (index < 2 ? 0.08 + index * 0.06 : 0.78 + index * 0.05);
    const tall = height * between(sheet, 0.2, 0.34);
    return ellipse(x, top - tall / 2 + 6, tall * 0.11, tall / 2, fill(greens[2]));
  });
  return (
    ground(sheet, sky) +
    light(sheet, [vanishing, height * 0.45], height * 0.045, sun) +
    ridges(sheet, { from: 0.56, to: 0.6, count: 2, far: greens[1], near: greens[2] }) +
    rect(0, top, width, height - top, fill(greens[1])) +
    rows.join('') +
    poplars.join('')
  );
};

/** Mountains with snow, twice: in the air and in a lake. */
const lake: Draw = (sheet) => {
  const { width, height } = sheet;
  const { sky, far, near } = pick(sheet, EVENINGS);
  const shore = height * 0.58;
  const peaks = times(4, (index) => {
    const x = width * (0.08 + index * 0.28) + between(sheet, -40, 40);
    const tall = height * between(sheet, 0.2, 0.4);
    const half = tall * between(sheet, 0.85, 1.15);
    const [sunny, shady] = [fill(mix(far, near, 0.3)), fill(near, 0.6)];
    const snow = 0.3;
    return (
      polygon(
        [
          [x - half, shore],
          [x, shore - tall],
          [x + half, shore],
        ],
        sunny,
      ) +
      polygon(
        [
          [x, shore - tall],
          [x + half, shore],
          [x + half * 0.1, shore],
        ],
        shady,
      ) +
      polygon(
        [
          [x - half * snow, shore - tall * (1 - snow)],
          [x, shore - tall],
          [x + half * snow, shore - tall * (1 - snow)],
          [x + half * 0.1, shore - tall * 0.78],
          [x - half * 0.1, shore - tall * 0.66],
        ],
        fill('#fdf6ee', 0.92),
      )
    );
  }).join('');
  const ripples = times(14, (index) => {
    const y = shore + ((height - shore) * (index + 1)) / 15;
    return rect(between(sheet, 0, width * 0.7), y, between(sheet, 60, 260), 2, fill('#ffffff', 0.22));
  });
  return (
    ground(sheet, sky) +
    peaks +
    rect(0, shore, width, height - shore, fill(sky[1] ?? far)) +
    `<g transform="translate(0 ${2 * shore}) scale(1 -1)" opacity="0.45">${peaks}</g>` +
    ripples.join('') +
    ridge(sheet, { top: height * 0.95, swing: height * 0.03, pace: 5 }, fill(near))
  );
};

/** Dunes with a light and a dark side. */
const dunes: Draw = (sheet) => {
  const { width, height } = sheet;
  const { sky, sun } = pick(sheet, EVENINGS);
  const [bright, dark] = pick<readonly [Colour, Colour]>(sheet, [
    ['#e9b872', '#a8653d'],
    ['#e8a07a', '#93404a'],
    ['#ecd3a4', '#a98a66'],
  ]);
  const layers = times(4, (index) => {
    const top = height * (0.5 + index * 0.13);
    const crest = width * (index % 2 === 0 ? between(sheet, 0.2, 0.45) : between(sheet, 0.55, 0.8));
    const peak = top - height * 0.1;
    const lit = mix(bright, dark, index * 0.1);
    return (
      path(
        `M0 ${top} Q ${crest * 0.6} ${top} ${crest} ${peak} Q ${crest + width * 0.25} ${top} ${width} ${top + 10} V ${height} H 0 Z`,
        fill(lit),
      ) +
      path(
        `M${crest} ${peak} Q ${crest + width * 0.25} ${top} ${width} ${top + 10} V ${height} H ${crest} C ${crest - width * 0.1} ${height * 0.9} ${crest + width * 0.14} ${top + height * 0.12} ${crest} ${peak} Z`,
        fill(dark, 0.5),
      )
    );
  });
  return (
    ground(sheet, sky) +
    light(sheet, [width * between(sheet, 0.25, 0.75), height * 0.3], height * 0.06, sun) +
    layers.join('')
  );
};

export const DUSK: Motifs = [
  { draw: hills, altText: 'Hills one behind the other under a low sun.' },
  { draw: lake, altText: 'Mountains with snow, and their image in a lake.' },
  { draw: fields, altText: 'Rows of a field that run towards the evening sun, with poplars beside.' },
  { draw: dunes, altText: 'Dunes with a bright and a dark side.' },
];

const NIGHTS: readonly [readonly Colour[], ...(readonly Colour[])[]] = [
  ['#060a1e', '#121e42', '#30466e'],
  ['#0d0a26', '#2b1f52', '#5a3f74'],
  ['#04131c', '#0d3140', '#2c5f68'],
];

const moonlight: Draw = (sheet) => {
  const { width, height } = sheet;
  const sky = pick(sheet, NIGHTS);
  return (
    ground(sheet, sky) +
    stars(sheet, 170, 0.7) +
    light(sheet, [width * between(sheet, 0.2, 0.8), height * 0.24], height * 0.065, '#ebeee1') +
    ridges(sheet, { from: 0.68, to: 0.94, count: 4, far: sky[2] ?? '#1e2c4e', near: '#04060e' })
  );
};

/** Curtains of green light over snow. */
const aurora: Draw = (sheet) => {
  const { width, height } = sheet;
  const glow = pick<Colour>(sheet, ['#5df0b0', '#7ee0e8', '#b58cf0']);
  const bands = times(4, (index) => {
    const y = height * (0.2 + index * 0.09);
    const bend = height * between(sheet, 0.06, 0.16);
    const d = `M-40 ${y} C ${width * 0.25} ${y - bend} ${width * 0.4} ${y + bend} ${width * 0.6} ${y} S ${width * 0.9} ${y - bend} ${width + 40} ${y}`;
    return path(
      d,
      `${stroke(glow, height * between(sheet, 0.05, 0.12))} stroke-opacity="${0.2 + index * 0.07}"`,
    );
  });
  return (
    softness(sheet, 24) +
    ground(sheet, ['#040a1c', '#0b2238', '#17405a']) +
    stars(sheet, 120, 0.75) +
    `<g filter="url(#soft)">${bands.join('')}</g>` +
    ridges(sheet, { from: 0.74, to: 0.9, count: 3, far: '#5f7f98', near: '#dfeaf2' })
  );
};

/** Blurs what refers to it; a region by the box of a line would cut off its width. */
const softness = ({ width, height }: Sheet, deviation: number): string =>
  `<filter id="soft" filterUnits="userSpaceOnUse" x="-99" y="0" width="${width + 198}" height="${height}"><feGaussianBlur stdDeviation="${deviation}"/></filter>`;

/** Houses with lit windows. */
const village: Draw = (sheet) => {
  const { width, height } = sheet;
  const sky = pick(sheet, NIGHTS);
  const house = height * 0.13;
  const street = times(9, (index) => {
    const x = (index - 0.4) * (width / 8) + between(sheet, -10, 10);
    const wide = (width / 8) * between(sheet, 0.8, 1.1);
    const foot = height * 0.9;
    const top = foot - house * between(sheet, 0.8, 1.7);
    const wall = fill(pick<Colour>(sheet, ['#141a2e', '#1b2036', '#10152a']));
    const windows = times(4, (place) =>
      between(sheet, 0, 1) < 0.55
        ? rect(
            x + wide * (0.18 + (place % 2) * 0.4),
            top + house * (0.2 + Math.floor(place / 2) * 0.42),
            wide * 0.2,
            house * 0.24,
            fill(pick<Colour>(sheet, ['#ffd27a', '#ffb765', '#ffe6ae'])),
          )
        : '',
    );
    return (
      rect(x, top, wide, height - top, wall) +
      polygon(
        [
          [x - 6, top],
          [x + wide / 2, top - house * 0.5],
          [x + wide + 6, top],
        ],
        wall,
      ) +
      windows.join('')
    );
  });
  return (
    ground(sheet, sky) +
    stars(sheet, 130, 0.65) +
    circle(width * between(sheet, 0.15, 0.85), height * 0.2, height * 0.04, fill('#f4f0dc')) +
    ridges(sheet, { from: 0.62, to: 0.74, count: 2, far: sky[2] ?? '#30466e', near: '#161c34' }) +
    street.join('') +
    rect(0, height * 0.9, width, height * 0.1, fill('#0b0f1e'))
  );
};

/** A tent that is lit from inside. */
const tent: Draw = (sheet: Sheet) => {
  const { width, height } = sheet;
  const sky = pick(sheet, NIGHTS);
  const [x, foot] = [width * between(sheet, 0.35, 0.65), height * 0.88];
  const size = height * 0.15;
  const cloth = pick<Colour>(sheet, ['#f2a03d', '#e8664a', '#f0c25a']);
  const way = path(
    `M${width * 0.15} 0 Q ${width * 0.5} ${height * 0.3} ${width * 0.9} ${height * 0.66}`,
    `${stroke('#cfd8ff', height * 0.2)} stroke-opacity="0.12"`,
  );
  return (
    softness(sheet, 36) +
    ground(sheet, sky) +
    `<g filter="url(#soft)">${way}</g>` +
    stars(sheet, 320, 0.85) +
    ridges(sheet, { from: 0.74, to: 0.9, count: 3, far: '#1b2748', near: '#05070f' }) +
    light(sheet, [x, foot - size * 0.3], 0.1, cloth) +
    polygon(
      [
        [x - size, foot],
        [x, foot - size],
        [x + size, foot],
      ],
      fill(cloth),
    ) +
    polygon(
      [
        [x, foot - size],
        [x + size * 0.28, foot],
        [x - size * 0.28, foot],
      ],
      fill('#fff0c4', 0.85),
    )
  );
};

export const NIGHT: Motifs = [
  { draw: moonlight, altText: 'A full moon and stars above dark hills.' },
  { draw: village, altText: 'Roofs of a village with a few lit windows under stars.' },
  { draw: aurora, altText: 'Northern lights above snow.' },
  { draw: tent, altText: 'A tent that glows from inside under a sky full of stars.' },
];
