import {
  between,
  circle,
  type Colour,
  ellipse,
  fill,
  fir,
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
  stroke,
  times,
} from './drawing.ts';

type Shore = {
  readonly sky: readonly Colour[];
  readonly water: Colour;
  readonly deep: Colour;
  readonly sun: Colour;
};

const SHORES: readonly [Shore, ...Shore[]] = [
  { sky: ['#78aacd', '#c8d8d6', '#fae2be'], water: '#8fb4c0', deep: '#1c425c', sun: '#fff6d6' },
  { sky: ['#f2b279', '#f7cf9b', '#fdeccb'], water: '#e0a37c', deep: '#5d4a62', sun: '#fffbe8' },
  { sky: ['#8fa3ad', '#b9c7cb', '#dde3e0'], water: '#9db0b4', deep: '#374f5a', sun: '#f6f6ee' },
  { sky: ['#2e4a86', '#6f8fc7', '#f1c7b4'], water: '#6d86b4', deep: '#1b2c58', sun: '#ffe9cf' },
];

/** The sun over flat water, with its way to the beach; mostly with a sail. */
const calm: Draw = (sheet) => {
  const { width, height } = sheet;
  const { sky, water, deep, sun } = pick(sheet, SHORES);
  const horizon = height * 0.56;
  const x = width * between(sheet, 0.25, 0.75);
  const strips = times(26, (index) => {
    const y = horizon + (height - horizon) * ((index + 1) / 26) ** 1.4;
    const half = width * (0.03 + 0.14 * (index / 26)) * between(sheet, 0.5, 1.4);
    return rect(x - half + between(sheet, -18, 18), y, half * 2, 2 + index * 0.18, fill(sun, 0.4));
  });
  const [sail, size] = [width * between(sheet, 0.15, 0.85), height * between(sheet, 0.07, 0.16)];
  const boat =
    polygon(
      [
        [sail, horizon - size],
        [sail, horizon - 4],
        [sail + size * 0.55, horizon - 4],
      ],
      fill('#fffdf6'),
    ) +
    polygon(
      [
        [sail - 4, horizon - size * 0.8],
        [sail - 4, horizon - 4],
        [sail - size * 0.35, horizon - 4],
      ],
      fill('#f1e7d8'),
    ) +
    path(
      `M${sail - size * 0.45} ${horizon} h ${size * 1.05} l ${-size * 0.14} ${size * 0.13} h ${-size * 0.76} Z`,
      fill(deep),
    );
  return (
    ground(sheet, sky) +
    light(sheet, [x, height * between(sheet, 0.28, 0.46)], height * 0.055, sun) +
    `<linearGradient id="water" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${water}"/><stop offset="1" stop-color="${deep}"/></linearGradient>` +
    rect(0, horizon, width, height - horizon, 'fill="url(#water)"') +
    strips.join('') +
    (sheet.random.below(3) > 0 ? boat : '')
  );
};

/** A lighthouse on cliffs. */
const lighthouse: Draw = (sheet) => {
  const { width, height } = sheet;
  const { sky, water, deep, sun } = pick(sheet, SHORES);
  const isLeft = sheet.random.below(2) === 0;
  const cliff = times(3, (index) => {
    const top = height * (0.56 + index * 0.1);
    const reach = width * (0.66 - index * 0.14);
    const rock = mix('#8a7c72', deep, index * 0.34);
    return path(
      `M0 ${top} H ${reach * 0.7} L ${reach} ${top + height * 0.2} L ${reach * 1.06} ${height} H 0 Z`,
      fill(rock),
    );
  });
  const [x, foot, tall] = [width * 0.26, height * 0.57, height * 0.32];
  const half = tall * 0.1;
  const stripes = times(4, (index) => {
    const [y, share] = [foot - tall + (tall * index) / 4, 0.72 + index * 0.08];
    return polygon(
      [
        [x - half * share, y],
        [x + half * share, y],
        [x + half * (share + 0.08), y + tall / 4],
        [x - half * (share + 0.08), y + tall / 4],
      ],
      fill(index % 2 === 0 ? '#f8f4ea' : '#c4493c'),
    );
  });
  const lamp =
    rect(x - half * 0.55, foot - tall * 1.13, half * 1.1, tall * 0.13, fill('#ffdf8a')) +
    polygon(
      [
        [x - half * 0.75, foot - tall * 1.12],
        [x, foot - tall * 1.24],
        [x + half * 0.75, foot - tall * 1.12],
      ],
      fill('#2c3344'),
    );
  const foam = times(16, () =>
    rect(
      between(sheet, 0, width),
      between(sheet, height * 0.66, height),
      between(sheet, 30, 140),
      2.5,
      fill('#ffffff', 0.35),
    ),
  );
  const drawn = `${cliff.slice(0, 1).join('')}${stripes.join('')}${lamp}${cliff.slice(1).join('')}`;
  return (
    ground(sheet, sky) +
    light(sheet, [width * (isLeft ? 0.75 : 0.25), height * 0.36], height * 0.05, sun) +
    rect(0, height * 0.62, width, height * 0.38, fill(mix(water, deep, 0.4))) +
    foam.join('') +
    (isLeft ? drawn : `<g transform="translate(${width} 0) scale(-1 1)">${drawn}</g>`)
  );
};

/** A beach from above, with parasols. */
const beach: Draw = (sheet) => {
  const { width, height } = sheet;
  const sea = pick<readonly [Colour, Colour, Colour]>(sheet, [
    ['#17788f', '#3fb0b8', '#8fd8d2'],
    ['#23548f', '#4c8fc4', '#a2cde2'],
    ['#2b7a6b', '#5fb59b', '#b4e0cb'],
  ]);
  const edge = (at: number): string => {
    const y = height * at;
    return `M0 ${y} C ${width * 0.2} ${y - height * 0.09} ${width * 0.35} ${y + height * 0.1} ${width * 0.55} ${y} S ${width * 0.85} ${y - height * 0.08} ${width} ${y + height * 0.03} V 0 H 0 Z`;
  };
  const parasols = times(9, () => {
    const [x, y, radius] = [
      between(sheet, 0.06, 0.94) * width,
      between(sheet, 0.7, 0.94) * height,
      height * 0.032,
    ];
    const colour = pick<Colour>(sheet, ['#d8503f', '#f2b441', '#2f6f8f', '#f6efe2']);
    const wedges = times(4, (index) =>
      path(
        `M${x} ${y} L ${x + radius * Math.cos(index * 1.571)} ${y + radius * Math.sin(index * 1.571)} A ${radius} ${radius} 0 0 1 ${x + radius * Math.cos(index * 1.571 + 0.785)} ${y + radius * Math.sin(index * 1.571 + 0.785)} Z`,
        fill('#ffffff', 0.85),
      ),
    );
    return (
      ellipse(x + 9, y + 11, radius, radius, fill('#8a6a3f', 0.28)) +
      circle(x, y, radius, fill(colour)) +
      wedges.join('')
    );
  });
  return (
    ground(sheet, ['#f1dcb2', '#e8cb98']) +
    path(edge(0.64), fill('#fffaf0')) +
    path(edge(0.61), fill(sea[2])) +
    path(edge(0.5), fill(sea[1])) +
    path(edge(0.3), fill(sea[0])) +
    parasols.join('')
  );
};

/** Waves as on old prints: rows of arcs, the nearest largest. */
const print: Draw = (sheet) => {
  const { width, height } = sheet;
  const [paper, ink, pale] = pick<readonly [Colour, Colour, Colour]>(sheet, [
    ['#f4e9d4', '#1f4a73', '#8fb3c9'],
    ['#f6e6d8', '#2c5f5c', '#9cc4b2'],
    ['#efe4cf', '#3a3f6b', '#a4a8cf'],
  ]);
  const rows = times(9, (row) => {
    const radius = width * (0.05 + row * 0.008);
    const y = height * 0.5 + row * height * 0.06;
    return times(Math.ceil(width / (radius * 2)) + 2, (index) => {
      const x = (index - (row % 2 === 0 ? 0 : 0.5)) * radius * 2;
      return [1, 0.72, 0.44]
        .map((share, place) =>
          circle(
            x,
            y + radius * 0.4,
            radius * share,
            `${fill(place % 2 === 0 ? ink : pale)} stroke="${paper}" stroke-width="3"`,
          ),
        )
        .join('');
    }).join('');
  });
  return (
    ground(sheet, [paper, paper]) +
    circle(width * between(sheet, 0.25, 0.75), height * 0.32, height * 0.13, fill('#d8503f')) +
    rows.join('')
  );
};

export const SEA: Motifs = [
  { draw: calm, altText: 'The sun above a calm sea.' },
  { draw: lighthouse, altText: 'A lighthouse in red and white on a cliff.' },
  { draw: beach, altText: 'A beach from above, with parasols.' },
  { draw: print, altText: 'A red sun above rows of drawn waves.' },
];

type Wood = { readonly mist: readonly Colour[]; readonly far: Colour; readonly near: Colour };

const WOODS: readonly [Wood, ...Wood[]] = [
  { mist: ['#c4d6cc', '#e0e6d6', '#f0eede'], far: '#aac4b4', near: '#122e26' },
  { mist: ['#d8cfe0', '#ece0e0', '#f6ece0'], far: '#b3a6c4', near: '#2a2444' },
  { mist: ['#e8c9a0', '#f2dfc0', '#f8eedc'], far: '#d0a678', near: '#4a2a1c' },
];

const firs: Draw = (sheet) => {
  const { width, height } = sheet;
  const { mist, far, near } = pick(sheet, WOODS);
  const layers = times(5, (layer) => {
    const nearness = layer / 4;
    const colour = mix(far, near, nearness);
    const foot = height * (0.5 + layer * 0.13);
    const trees = times(Math.round(34 - layer * 4), (index) => {
      const x = (index / (33 - layer * 4)) * width + between(sheet, -14, 14);
      return fir(
        [x, foot + between(sheet, 0, 18)],
        height * (0.11 + nearness * 0.17) * between(sheet, 0.6, 1.1),
        colour,
      );
    });
    return trees.join('') + ridge(sheet, { top: foot, swing: height * 0.02, pace: 4 }, fill(colour));
  });
  return ground(sheet, mist) + layers.join('');
};

/** Pale trunks before leaves. */
const birches: Draw = (sheet) => {
  const { width, height } = sheet;
  const [leaves, floor] = pick<readonly [readonly Colour[], Colour]>(sheet, [
    [['#e9c75a', '#d79a35', '#b36a2a'], '#8c5a2c'],
    [['#b9d08a', '#86b06a', '#4f8450'], '#3d6a44'],
  ]);
  const crown = times(150, () => {
    const style = fill(leaves[sheet.random.below(leaves.length)] ?? '#86b06a', 0.55);
    return circle(between(sheet, 0, width), between(sheet, 0, height * 0.78), between(sheet, 14, 46), style);
  });
  const trunks = times(9, (index) => {
    const x = ((index + 0.5) / 9) * width + between(sheet, -26, 26);
    const wide = between(sheet, 16, 40);
    const marks = times(12, () => {
      const y = between(sheet, 0, height * 0.92);
      const isLeft = sheet.random.below(2) === 0;
      return rect(isLeft ? x : x + wide * 0.6, y, wide * 0.4, between(sheet, 3, 8), fill('#3a3532', 0.85));
    });
    return (
      rect(x, 0, wide, height * 0.94, fill('#f3efe6')) +
      rect(x + wide * 0.72, 0, wide * 0.28, height * 0.94, fill('#cfc6b8')) +
      marks.join('')
    );
  });
  return (
    ground(sheet, ['#f6efd8', '#e8dfb8', floor]) +
    crown.join('') +
    trunks.join('') +
    ridge(sheet, { top: height * 0.92, swing: height * 0.02, pace: 6 }, fill(floor))
  );
};

/** A path between round trees. */
const walk: Draw = (sheet) => {
  const { width, height } = sheet;
  const greens = pick<readonly [Colour, Colour, Colour]>(sheet, [
    ['#2f5d46', '#5a8a58', '#a9c07a'],
    ['#8a3f2c', '#c9703a', '#e8b24e'],
    ['#2c4f5e', '#4f8480', '#a3c4a4'],
  ]);
  const trees = times(16, (index) => {
    const depth = index / 15;
    const side = index % 2 === 0 ? -1 : 1;
    const x = width / 2 + side * width * (0.08 + depth * 0.46) + between(sheet, -24, 24);
    const foot = height * (0.58 + depth * 0.38);
    const radius = height * (0.06 + depth * 0.17);
    const colour = mix(greens[2], greens[0], depth * between(sheet, 0.6, 1));
    return (
      rect(x - radius * 0.09, foot - radius * 1.2, radius * 0.18, radius * 1.2, fill('#4a3628')) +
      circle(x, foot - radius * 1.8, radius, fill(colour)) +
      circle(x - radius * 0.3, foot - radius * 2.1, radius * 0.55, fill(mix(colour, '#ffffff', 0.14)))
    );
  });
  return (
    ground(sheet, ['#f5ead2', '#f0e3b8', greens[2]]) +
    rect(0, height * 0.56, width, height * 0.44, fill(greens[1])) +
    path(
      `M${width * 0.48} ${height * 0.56} C ${width * 0.44} ${height * 0.7} ${width * 0.6} ${height * 0.78} ${width * 0.3} ${height} H ${width * 0.76} C ${width * 0.72} ${height * 0.8} ${width * 0.5} ${height * 0.7} ${width * 0.52} ${height * 0.56} Z`,
      fill('#ead9b4'),
    ) +
    trees.join('')
  );
};

/** Large leaves, one over the other. */
const foliage: Draw = (sheet) => {
  const { width, height } = sheet;
  const [back, ...greens] = pick<readonly [Colour, Colour, Colour, Colour]>(sheet, [
    ['#0f2a24', '#1f5a44', '#3f8a5e', '#8fbf7a'],
    ['#132430', '#1f4f58', '#3f8a84', '#a4cfae'],
    ['#efe6cf', '#3c6b4a', '#6f9a5c', '#b4b45e'],
  ]);
  const leaves = times(46, (index) => {
    const [x, y] = [between(sheet, -0.05, 1.05) * width, between(sheet, -0.05, 1.05) * height];
    const size = height * between(sheet, 0.16, 0.34);
    const colour = greens[index % greens.length] ?? '#3f8a5e';
    const veins = times(5, (vein) => {
      const at = -size * (0.2 + vein * 0.14);
      return path(
        `M0 ${at} L ${size * 0.2} ${at - size * 0.12} M0 ${at} L ${-size * 0.2} ${at - size * 0.12}`,
        stroke(mix(colour, back, 0.4), 2),
      );
    });
    return `<g transform="translate(${Math.round(x)} ${Math.round(y)}) rotate(${Math.round(between(sheet, -75, 75))})">${path(`M0 0 C ${size * 0.5} ${-size * 0.25} ${size * 0.38} ${-size * 0.8} 0 ${-size} C ${-size * 0.38} ${-size * 0.8} ${-size * 0.5} ${-size * 0.25} 0 0 Z`, fill(colour))}${path(`M0 0 V ${-size * 0.94}`, stroke(mix(colour, back, 0.5), 3))}${veins.join('')}</g>`;
  });
  return ground(sheet, [back, back]) + leaves.join('');
};

export const FOREST: Motifs = [
  { draw: firs, altText: 'Rows of firs that fade into mist.' },
  { draw: walk, altText: 'A path between round trees.' },
  { draw: foliage, altText: 'Large leaves, one over the other.' },
  { draw: birches, altText: 'White trunks of birches before leaves.' },
];
