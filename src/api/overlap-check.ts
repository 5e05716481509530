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

/** Some 75 fields of one name at one place: more components than a page has that each ask for the author. */
const PAIRS_MAX = 3_000;
/** Reading this many selections takes some milliseconds. What expands further is too complex for any other reason too. */
const SELECTIONS_MAX = 10_000;

/**
 * Refuses a document that repeats fields so often that validation would take long: it compares each two fields that share
 * a place in the result, so its work grows with the square of the repetitions. Leaves are compared so fast that the limit on
 * tokens bounds them. Looks at every definition, because validation does, whichever operation is asked for.
 */
export function checkOverlaps(document: DocumentNode, fragments: Fragments): GraphQLError | null {
  const work: Work = { pairs: 0, selections: 0, spread: new Set() };
  const isEasy = (set: SelectionSetNode): boolean => countPairs(new Set([set]), fragments, new Set(), work);
  const operations = document.definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  );
  const isAllEasy =
    operations.every(({ selectionSet }) => isEasy(selectionSet)) &&
    // What a fragment holds is counted where it is spread, and by itself only when nothing has spread it.
    definedFragments(document).every(
      (fragment) => work.spread.has(fragment) || isEasy(fragment.selectionSet),
    );
  if (isAllEasy) return null;
  return codedError('QUERY_TOO_COMPLEX', 'The document repeats fields too often.', { limit: PAIRS_MAX });
}

type Work = { pairs: number; selections: number; readonly spread: Set<FragmentDefinitionNode> };

/** @param sets the selection sets that meet at one place of the result @returns false when it became too much */
function countPairs(
  sets: Set<SelectionSetNode>,
  fragments: Fragments,
  openFragments: ReadonlySet<string>,
  work: Work,
): boolean {
  const open = new Set(openFragments);
  const fieldsByKey = new Map<string, FieldNode[]>();
  // A Set's iteration includes what is added meanwhile, once each: fragments that spread one another at this place end.
  for (const set of sets) {
    work.selections += set.selections.length;
    if (work.selections > SELECTIONS_MAX) return false;
    for (const selection of set.selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) sets.add(selection.selectionSet);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value);
        // A fragment that contains itself is an error that validation finds; here it only must not go on for ever.
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

/** All of them: of two that share a name only one is in the map, but validation reads both. */
const definedFragments = (document: DocumentNode): readonly FragmentDefinitionNode[] =>
  document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);

function addField(fieldsByKey: Map<string, FieldNode[]>, field: FieldNode): void {
  const key = (field.alias ?? field.name).value;
  const fields = fieldsByKey.get(key);
  if (fields) fields.push(field);
  else fieldsByKey.set(key, [field]);
}

function setsOf(fields: readonly FieldNode[]): Set<SelectionSetNode> {
  // Only fields with selections are kept.
  return new Set(fields.flatMap(({ selectionSet }) => (selectionSet ? [selectionSet] : [])));
}
