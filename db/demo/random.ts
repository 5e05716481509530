/** Numbers that look random and are the same at every start. */
export type Random = {
  /** From 0 up to but not 1. */
  next(): number;
  /** A whole number from 0 up to but not `end`. */
  below(end: number): number;
};

/** The generator mulberry32: 32 bits of state are plenty for a demo world. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return { next, below: (end) => Math.floor(next() * end) };
}
