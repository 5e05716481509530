/** A cell: a text that somebody wrote, or a value of ours, which is trusted. Null is empty. */
export type Cell = { readonly written: string } | string | number | Date | null;

/** Characters that spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /[",\r\n]/;

/**
 * A line by RFC 4180. Texts that somebody wrote and that a spreadsheet would compute are shown with an apostrophe before them.
 */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(cell: Cell): string {
  const text = textOf(cell);
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function textOf(cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell !== 'object') return String(cell);
  return FORMULA.test(cell.written) ? `'${cell.written}` : cell.written;
}
