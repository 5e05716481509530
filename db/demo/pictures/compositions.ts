import {
  between,
  circle,
  type Colour,
  fill,
  ground,
  type Draw,
  type Motifs,
  path,
  pick,
  polygon,
  rect,
  type Sheet,
  stroke,
  times,
} from './drawing.ts';

type Palette = readonly [paper: Colour, ...inks: [Colour, Colour, Colour, Colour]];

const PALETTES: readonly [Palette, ...Palette[]] = [
  ['#f6eedc', '#184e54', '#eec470', '#de6c54', '#2b2a33'],
  ['#ecEEf6', '#3e2c5c', '#e27896', '#fad078', '#6d8fb8'],
  ['#faf6e6', '#1e403a', '#7ca86e', '#ecdc8c', '#d9784a'],
  ['#1f2430', '#f2e8d5', '#e0674c', '#e9b44c', '#5f9ea0'],
  ['#f4d9c6', '#284678', '#c4473a', '#f6f0e4', '#e2a33c'],
];

const inkOf = (sheet: Sheet, [, ...inks]: Palette): Colour => pick(sheet, inks);

/** Discs and half-discs, large and small. */
const discs: Draw = (sheet) => {
  const { width, height } = sheet;
  const palette = pick(sheet, PALETTES);
  const shapes = times(8, (index) => {
    const radius = (Math.min(width, height) * 0.36) / (1 + index * 0.3);
    const [x, y] = [between(sheet, 0.15, 0.85) * width, between(sheet, 0.15, 0.85) * height];
    const style = fill(palette[1 + (index % 4)] ?? palette[1], 0.92);
    if (sheet.random.below(2) === 0) return circle(x, y, radius, style);
    const turn = `transform="rotate(${sheet.random.below(8) * 45} ${Math.round(x)} ${Math.round(y)})"`;
    return path(`M${x - radius} ${y} A ${radius} ${radius} 0 0 1 ${x + radius} ${y} Z`, `${style} ${turn}`);
  });
  return ground(sheet, [palette[0], palette[0]]) + shapes.join('');
};

/** Tiles with quarters, halves, dots and stripes. */
const tiles: Draw = (sheet) => {
  const { width, height } = sheet;
  const palette = pick(sheet, PALETTES);
  const side = Math.min(width, height) / 4;
  const rows = times(Math.ceil(height / side), (row) =>
    times(Math.ceil(width / side), (column) => {
      const [x, y] = [column * side, row * side];
      const [back, front] = [inkOf(sheet, palette), inkOf(sheet, palette)];
      const middle = `${Math.round(x + side / 2)} ${Math.round(y + side / 2)}`;
      const turn = `transform="rotate(${sheet.random.below(4) * 90} ${middle})"`;
      const forms = [
        path(`M${x} ${y} H ${x + side} A ${side} ${side} 0 0 1 ${x} ${y + side} Z`, `${fill(front)} ${turn}`),
        path(`M${x} ${y} A ${side / 2} ${side / 2} 0 0 0 ${x + side} ${y} Z`, `${fill(front)} ${turn}`),
        circle(x + side / 2, y + side / 2, side * 0.3, fill(front)),
        polygon(
          [
            [x, y],
            [x + side, y],
            [x, y + side],
          ],
          `${fill(front)} ${turn}`,
        ),
        times(3, (bar) => rect(x, y + (bar * 2 * side) / 6, side, side / 6, `${fill(front)} ${turn}`)).join(
          '',
        ),
      ];
      return (
        rect(x, y, side + 1, side + 1, fill(back === front ? palette[0] : back)) +
        (forms[sheet.random.below(forms.length)] ?? '')
      );
    }).join(''),
  );
  return rows.join('');
};

/** Chips of stone. */
const terrazzo: Draw = (sheet) => {
  const { width, height } = sheet;
  const palette = pick(sheet, PALETTES);
  const chips = times(190, () => {
    const [x, y] = [between(sheet, 0, width), between(sheet, 0, height)];
    const size = between(sheet, 8, 44);
    const corners = 5 + sheet.random.below(3);
    const points = times(corners, (corner) => {
      const angle = (corner / corners) * 6.283 + between(sheet, -0.3, 0.3);
      const reach = size * between(sheet, 0.55, 1);
      return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach * 0.8] as const;
    });
    return polygon(points, fill(inkOf(sheet, palette)));
  });
  return ground(sheet, [palette[0], palette[0]]) + chips.join('');
};

/** Arches in arches, as doors in a wall. */
const arches: Draw = (sheet) => {
  const { width, height } = sheet;
  const palette = pick(sheet, PALETTES);
  const count = width > height ? 3 : 2;
  const wide = width / count;
  const doors = times(count, (index) => {
    const turned = sheet.random.below(2) === 0;
    const drawn = times(5, (ring) => {
      const half = (wide / 2) * (0.92 - ring * 0.18);
      const x = wide * (index + 0.5);
      const top = height * 0.18 + (wide / 2) * ring * 0.18;
      const colour = palette[1 + ((ring + index) % 4)] ?? palette[1];
      return path(
        `M${x - half} ${height} V ${top + half} A ${half} ${half} 0 0 1 ${x + half} ${top + half} V ${height} Z`,
        fill(colour),
      );
    }).join('');
    return turned ? `<g transform="translate(0 ${height}) scale(1 -1)">${drawn}</g>` : drawn;
  });
  return ground(sheet, [palette[0], palette[0]]) + doors.join('');
};

/** Lines that flow over the sheet. */
const lines: Draw = (sheet) => {
  const { width, height } = sheet;
  const palette = pick(sheet, PALETTES);
  const count = 17;
  const bend = height * between(sheet, 0.12, 0.3);
  const drawn = times(count, (index) => {
    const y = (height * (index - 1)) / (count - 3);
    const colour = palette[1 + (index % 4)] ?? palette[1];
    return path(
      `M-30 ${y} C ${width * 0.3} ${y - bend} ${width * 0.45} ${y + bend} ${width * 0.66} ${y} S ${width * 0.95} ${y - bend * 0.7} ${width + 30} ${y}`,
      stroke(colour, height * 0.036),
    );
  });
  return ground(sheet, [palette[0], palette[0]]) + drawn.join('');
};

export const SHAPES: Motifs = [
  { draw: discs, altText: 'Overlapping discs and half-discs in a few colours.' },
  { draw: tiles, altText: 'Tiles with quarters, dots and stripes.' },
  { draw: arches, altText: 'Arches inside of arches.' },
  { draw: terrazzo, altText: 'Chips of a few colours, like a stone floor.' },
  { draw: lines, altText: 'Wavy stripes in a few colours.' },
];
