/** Rows of one kind that are checked, and an estimate of all of them, which can be too low. */
export type Progress = { readonly what: string; readonly count: number; readonly expected: number };

const BAR_CELLS = 20;
const WHAT_WIDTH = 22;

/** A bar, the share and the number of rows that are checked. */
export function progressLine({ what, count, expected }: Progress): string {
  const share = Math.min(count / Math.max(expected, count, 1), 1);
  const filled = Math.floor(share * BAR_CELLS);
  const bar = '#'.repeat(filled).padEnd(BAR_CELLS, '.');
  return `${what.padEnd(WHAT_WIDTH)} [${bar}] ${String(Math.floor(share * 100)).padStart(3)} %  ${count}`;
}
