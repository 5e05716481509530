import {
  between,
  circle,
  type Colour,
  ellipse,
  fill,
  ground,
  mix,
  type Draw,
  type Motifs,
  path,
  type Point,
  pick,
  polygon,
  rect,
  type Sheet,
  stroke,
  times,
} from './drawing.ts';

type Room = {
  readonly wall: Colour;
  readonly table: Colour;
  readonly things: readonly [Colour, Colour, Colour];
};

const ROOMS: readonly [Room, ...Room[]] = [
  { wall: '#e9dcc6', table: '#a5693f', things: ['#2f5d62', '#d8694a', '#f2c14e'] },
  { wall: '#cfdcd6', table: '#7a5a44', things: ['#b5473c', '#f0e2c4', '#3f6f5c'] },
  { wall: '#38465a', table: '#c08a5a', things: ['#f2e4cf', '#e0a63c', '#c4564a'] },
  { wall: '#f0cdbb', table: '#6b3f3a', things: ['#3b5a7a', '#f7f0e2', '#8fae6a'] },
];

/** Draws one thing that stands on the table at a place. */
type Thing = (sheet: Sheet, place: Point, size: number, colour: Colour) => string;

const shadow = ([x, y]: Point, half: number): string =>
  ellipse(x + half * 0.3, y, half, half * 0.16, fill('#000000', 0.2));

const cup: Thing = (_sheet, [x, y], size, colour) =>
  shadow([x, y], size * 0.5) +
  path(
    `M${x + size * 0.3} ${y - size * 0.55} c ${size * 0.42} ${-size * 0.08} ${size * 0.42} ${size * 0.42} ${-size * 0.06} ${size * 0.38}`,
    stroke(colour, size * 0.09),
  ) +
  path(
    `M${x - size * 0.36} ${y - size * 0.66} H ${x + size * 0.36} L ${x + size * 0.28} ${y} H ${x - size * 0.28} Z`,
    fill(colour),
  ) +
  ellipse(x, y - size * 0.66, size * 0.36, size * 0.1, fill(mix(colour, '#ffffff', 0.3))) +
  ellipse(x, y - size * 0.65, size * 0.29, size * 0.07, fill('#4a2c1c')) +
  [-0.12, 0.1]
    .map((at) =>
      path(
        `M${x + size * at} ${y - size * 0.82} q ${size * 0.12} ${-size * 0.14} 0 ${-size * 0.26} t 0 ${-size * 0.26}`,
        `${stroke('#ffffff', size * 0.045)} stroke-opacity="0.45"`,
      ),
    )
    .join('');

const vase: Thing = (sheet, [x, y], size, colour) => {
  const stems = times(6, (index) => {
    const [dx, dy] = [(index - 2.5) * size * between(sheet, 0.14, 0.26), size * between(sheet, 1.5, 2)];
    const bloom = pick<Colour>(sheet, ['#f6e3c8', '#e8785f', '#f2c14e', '#d9a6c4']);
    return (
      path(
        `M${x} ${y - size * 0.9} Q ${x + dx * 0.3} ${y - dy * 0.8} ${x + dx} ${y - dy}`,
        stroke('#4f7a52', size * 0.03),
      ) +
      times(5, (petal) =>
        circle(
          x + dx + size * 0.08 * Math.cos(petal * 1.257),
          y - dy + size * 0.08 * Math.sin(petal * 1.257),
          size * 0.075,
          fill(bloom),
        ),
      ).join('') +
      circle(x + dx, y - dy, size * 0.05, fill('#b3752f'))
    );
  });
  return (
    stems.join('') +
    shadow([x, y], size * 0.42) +
    path(
      `M${x - size * 0.14} ${y - size} H ${x + size * 0.14} C ${x + size * 0.12} ${y - size * 0.7} ${x + size * 0.44} ${y - size * 0.5} ${x + size * 0.22} ${y} H ${x - size * 0.22} C ${x - size * 0.44} ${y - size * 0.5} ${x - size * 0.12} ${y - size * 0.7} ${x - size * 0.14} ${y - size} Z`,
      fill(colour),
    ) +
    path(
      `M${x - size * 0.17} ${y - size * 0.42} q ${-size * 0.04} ${size * 0.2} ${size * 0.03} ${size * 0.32}`,
      `${stroke('#ffffff', size * 0.05)} stroke-opacity="0.35"`,
    )
  );
};

const books: Thing = (sheet, [x, y], size, colour) => {
  const count = 3 + sheet.random.below(3);
  return (
    shadow([x, y], size * 0.7) +
    times(count, (index) => {
      const thick = size * 0.17;
      const wide = size * between(sheet, 0.95, 1.3);
      const left = x - wide / 2 + between(sheet, -0.06, 0.06) * size;
      const top = y - thick * (index + 1);
      const cover = pick<Colour>(sheet, [colour, '#7a3b3b', '#2f4f6b', '#c9a24a', '#5d7a5a']);
      return (
        rect(left, top, wide, thick, fill(cover)) +
        rect(left + wide * 0.06, top + thick * 0.18, wide * 0.94, thick * 0.64, fill('#f4ead6')) +
        rect(left, top, wide * 0.1, thick, fill(mix(cover, '#000000', 0.2)))
      );
    }).join('')
  );
};

const loaf: Thing = (_sheet, [x, y], size) =>
  shadow([x, y], size * 0.75) +
  rect(x - size * 0.8, y - size * 0.08, size * 1.6, size * 0.08, fill('#d9b48a')) +
  path(
    `M${x - size * 0.66} ${y - size * 0.08} C ${x - size * 0.74} ${y - size * 0.62} ${x + size * 0.74} ${y - size * 0.62} ${x + size * 0.66} ${y - size * 0.08} Z`,
    fill('#b5713a'),
  ) +
  times(3, (index) =>
    path(
      `M${x + (index - 1) * size * 0.34 - size * 0.1} ${y - size * 0.28} q ${size * 0.06} ${-size * 0.16} ${size * 0.2} ${-size * 0.16}`,
      stroke('#f0d3a4', size * 0.055),
    ),
  ).join('');

const bowl: Thing = (sheet, [x, y], size, colour) =>
  times(6, (index) =>
    circle(
      x + (index - 2.5) * size * 0.18,
      y - size * (0.5 + (index % 2) * 0.12),
      size * 0.19,
      fill(pick<Colour>(sheet, ['#e8a03d', '#d8503f', '#c4c04a', '#f0c25a'])),
    ),
  ).join('') +
  shadow([x, y], size * 0.6) +
  path(
    `M${x - size * 0.68} ${y - size * 0.46} H ${x + size * 0.68} C ${x + size * 0.6} ${y - size * 0.08} ${x + size * 0.3} ${y} ${x} ${y} S ${x - size * 0.6} ${y - size * 0.08} ${x - size * 0.68} ${y - size * 0.46} Z`,
    fill(colour),
  );

const plant: Thing = (sheet, [x, y], size, colour) =>
  times(11, (index) => {
    const angle = -150 + index * 12 + between(sheet, -6, 6);
    const long = size * between(sheet, 0.8, 1.3);
    return `<g transform="translate(${Math.round(x)} ${Math.round(y - size * 0.5)}) rotate(${Math.round(angle + 90)})">${path(`M0 0 C ${long * 0.2} ${-long * 0.4} ${long * 0.12} ${-long * 0.8} 0 ${-long} C ${-long * 0.12} ${-long * 0.8} ${-long * 0.2} ${-long * 0.4} 0 0 Z`, fill(mix('#2f6b4a', '#8fbf6a', between(sheet, 0, 1))))}</g>`;
  }).join('') +
  shadow([x, y], size * 0.45) +
  path(
    `M${x - size * 0.4} ${y - size * 0.56} H ${x + size * 0.4} L ${x + size * 0.28} ${y} H ${x - size * 0.28} Z`,
    fill(colour),
  );

const THINGS: readonly [Thing, ...Thing[]] = [vase, cup, books, plant, loaf, bowl];

/** A few things on a table, in the light of a window. */
const table =
  (first: number): Draw =>
  (sheet) => {
    const { width, height } = sheet;
    const { wall, table: wood, things } = pick(sheet, ROOMS);
    const edge = height * 0.68;
    const slant = width * between(sheet, 0.05, 0.2);
    const panes = times(4, (index) => {
      const left = width * 0.3 + slant + (index % 2) * width * 0.2;
      const top = height * (0.08 + Math.floor(index / 2) * 0.27);
      return polygon(
        [
          [left, top],
          [left + width * 0.18, top - height * 0.03],
          [left + width * 0.12, top + height * 0.22],
          [left - width * 0.06, top + height * 0.25],
        ],
        fill('#ffffff', 0.22),
      );
    });
    const size = Math.min(width, height) * 0.26;
    const stand = times(3, (index) => {
      const thing = THINGS[(first + index) % THINGS.length] ?? cup;
      const place: Point = [width * (0.22 + index * 0.28), edge + height * (0.08 + (index % 2) * 0.09)];
      return { place, drawn: thing(sheet, place, size * (index === 1 ? 1.15 : 0.92), things[index] ?? wood) };
    });
    // Things that stand farther back are drawn first.
    const drawn = stand.toSorted((one, other) => one.place[1] - other.place[1]).map((one) => one.drawn);
    return (
      ground(sheet, [wall, mix(wall, '#000000', 0.1)]) +
      panes.join('') +
      rect(0, edge, width, height - edge, fill(wood)) +
      rect(0, edge, width, height * 0.012, fill(mix(wood, '#ffffff', 0.25))) +
      drawn.join('')
    );
  };

export const TABLE: Motifs = [
  { draw: table(0), altText: 'A vase with flowers, a cup and books on a table.' },
  { draw: table(2), altText: 'Books, a plant and a loaf of bread on a table.' },
  { draw: table(4), altText: 'A loaf of bread, a bowl of fruit and a vase on a table.' },
  { draw: table(1), altText: 'A cup, books and a plant on a table.' },
  { draw: table(3), altText: 'A plant, a loaf of bread and a bowl of fruit on a table.' },
  { draw: table(5), altText: 'A bowl of fruit, a vase with flowers and a cup on a table.' },
];
