/**
 * Results of cached rows, kept beside them: the fields of a row that look the same to everybody are executed once for all
 * pages that show the row in this version.
 */

/** Links to files change by then, so no result is kept for longer. */
export const RESULT_LIFE_MS = 300_000;

/** Selections of a row by documents, by identity. */
export type RowSelection = object;

/** The result of a row, as text. */
export class KeptResult {
  /** The text of the object; of joined fields what stands between its braces. */
  readonly text: string;
  /** Whether it is several fields of the object in which it stands as one, under the name of the first. */
  readonly isJoined: boolean;
  /** Cost of the fields in parts of a point, once it is known. */
  cost: number | null = null;

  constructor(data: object, isJoined: boolean) {
    const text = JSON.stringify(data);
    this.text = isJoined ? text.slice(1, -1) : text;
    this.isJoined = isJoined;
  }

  fields(): object {
    return JSON.parse(this.isJoined ? `{${this.text}}` : this.text) as object; // the text of an object
  }
}

type RowResult = { readonly selection: RowSelection; readonly step: number; readonly kept: KeptResult };

/** Two screens show most rows, with two selections each; a fifth one replaces the oldest result. */
const RESULTS_MAX = 4;
/** Longer ones are made by aliases alone, and a row takes about two kilobytes itself. */
const TEXT_LENGTH_MAX = 2_048;

const resultsOfRow = new WeakMap<object, RowResult[]>();

/** Lets the results of a row be kept as long as the row is: it and all that its result shows have one version. */
export function keepRowResults(row: object): void {
  resultsOfRow.set(row, []);
}

export const resultStep = (now: Date): number => Math.floor(now.getTime() / RESULT_LIFE_MS);

/** Undefined when there is none of this step. */
export function findRowResult(row: object, selection: RowSelection, step: number): KeptResult | undefined {
  const results = resultsOfRow.get(row);
  if (!results) return undefined;
  for (const result of results)
    if (result.selection === selection && result.step === step) return result.kept;
  return undefined;
}

export function setRowResult(row: object, result: RowResult): void {
  const results = resultsOfRow.get(row);
  if (!results || result.kept.text.length > TEXT_LENGTH_MAX) return;
  const others = results.filter(({ selection }) => selection !== result.selection);
  resultsOfRow.set(row, [...others.slice(1 - RESULTS_MAX), result]);
}
