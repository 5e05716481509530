import { Kind } from 'graphql';
import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLError,
  SelectionSetNode,
} from 'graphql';
import type { Fragments } from './document-checks.ts';
import { codedError } from './error-format.ts';

/** Some 75 fields of one name at one place: more than the components of a page that each select the author. */
const PAIRS_MAX = 3_000;
/** Reading this many selections takes some milliseconds. Larger expansions exceed other limits anyway. */
const SELECTIONS_MAX = 10_000;

/**
 * Refuses a document that repeats fields so often that validation would take long: it compares all pairs of fields at
 * one place in the result, so its work is quadratic in the repetitions. Comparing leaves is so fast that the limit on
 * tokens bounds it. Checks every definition, as validation does, whichever operation is chosen.
 */
export function checkOverlaps(document: DocumentNode, fragments: Fragments): GraphQLError | null {
  const work: Work = { pairs: 0, selections: 0, spread: new Set() };
  const isEasy = (set: SelectionSetNode): boolean => countPairs(new Set([set]), fragments, new Set(), work);
  const operations = document.definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  );
  const isAllEasy =
    operations.every(({ selectionSet }) => isEasy(selectionSet)) &&
    // Selections of a fragment are counted where it is spread, and separately only when nothing has spread it.
    definedFragments(document).every(
      (fragment) => work.spread.has(fragment) || isEasy(fragment.selectionSet),
    );
  if (isAllEasy) return null;
  return codedError('QUERY_TOO_COMPLEX', 'The document repeats fields too often.', { limit: PAIRS_MAX });
}

type Work = { pairs: number; selections: number; readonly spread: Set<FragmentDefinitionNode> };

/** @param sets the selection sets that overlap at one place of the result @returns false when the bound is exceeded */
function countPairs(
  sets: Set<SelectionSetNode>,
  fragments: Fragments,
  openFragments: ReadonlySet<string>,
  work: Work,
): boolean {
  const open = new Set(openFragments);
  const fieldsByKey = new Map<string, FieldNode[]>();
  // Iterating a Set includes elements added meanwhile, once each: recursive fragments at this place terminate.
  for (const set of sets) {
    work.selections += set.selections.length;
    if (work.selections > SELECTIONS_MAX) return false;
    for (const selection of set.selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) sets.add(selection.selectionSet);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value);
        // Validation refuses recursive fragments; here they only must terminate.
        if (!fragment || openFragments.has(fragment.name.value)) continue;
        open.add(fragment.name.value);
        work.spread.add(fragment);
        sets.add(fragment.selectionSet);
      } else if (selection.selectionSet) addField(fieldsByKey, selection);
    }
  }
  for (const fields of fieldsByKey.values()) {
    work.pairs += (fields.length * (fields.length - 1)) / 2;
    if (work.pairs > PAIRS_MAX) return false;
  }
  return fieldsByKey.values().every((fields) => countPairs(setsOf(fields), fragments, open, work));
}

/** All definitions: of two with the same name only one is in the map, but validation reads both. */
const definedFragments = (document: DocumentNode): readonly FragmentDefinitionNode[] =>
  document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);

function addField(fieldsByKey: Map<string, FieldNode[]>, field: FieldNode): void {
  const key = (field.alias ?? field.name).value;
  const fields = fieldsByKey.get(key);
  if (fields) fields.push(field);
  else fieldsByKey.set(key, [field]);
}

function setsOf(fields: readonly FieldNode[]): Set<SelectionSetNode> {
  // Only fields with selections are collected.
  return new Set(fields.flatMap(({ selectionSet }) => (selectionSet ? [selectionSet] : [])));
}
