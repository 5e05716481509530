import type { Environment } from './variables.ts';

/** A variable that is none of ours, and the one that is probably meant. */
export type NearMiss = { readonly given: string; readonly meant: string };

/**
 * Finds variables that differ from one of ours by a slip: a typing error, a missing underscore, small letters, or the name of
 * the product before it. Such a one would be passed over in silence, and its setting would be the default.
 */
export function findNearMisses(environment: Environment, known: readonly string[]): NearMiss[] {
  const names = new Set(known);
  return Object.keys(environment)
    .filter((given) => !names.has(given) && !OF_NPM.test(given))
    .flatMap((given) => {
      const meant = known.find((name) => isSlipOf(bareOf(given), bareOf(name)));
      return meant === undefined ? [] : [{ given, meant }];
    });
}

const OF_NPM = /^npm_/i;

const bareOf = (name: string): string =>
  name
    .toUpperCase()
    .replace(/^PLAZA_/, '')
    .replaceAll('_', '');

/** Words of a few letters are near to too many others. */
const ONE_SLIP_LENGTH_MIN = 6;
const TWO_SLIPS_LENGTH_MIN = 11;

function isSlipOf(given: string, known: string): boolean {
  if (given === known) return true;
  const slipsMax = known.length < ONE_SLIP_LENGTH_MIN ? 0 : known.length < TWO_SLIPS_LENGTH_MIN ? 1 : 2;
  return Math.abs(given.length - known.length) <= slipsMax && slipsBetween(given, known) <= slipsMax;
}

/** Letters that are added, left out, replaced, or swapped with the next one: the distance of Damerau and Levenshtein. */
function slipsBetween(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let index = 1; index <= one.length; index += 1) {
    const [beforeThat, last] = [before, row];
    const at = (cells: readonly number[], place: number): number => cells[place] ?? Infinity;
    before = last;
    row = [index];
    for (let place = 1; place <= other.length; place += 1) {
      const isSame = one[index - 1] === other[place - 1];
      const isSwapped = one[index - 1] === other[place - 2] && one[index - 2] === other[place - 1];
      row[place] = Math.min(
        at(last, place) + 1,
        at(row, place - 1) + 1,
        at(last, place - 1) + (isSame ? 0 : 1),
        isSwapped ? at(beforeThat, place - 2) + 1 : Infinity,
      );
    }
  }
  return row[other.length] ?? 0;
}
