import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/**
 * The names of all fields that are selected anywhere below the resolved field, so that a page can be read with
 * what its document asks for. By name alone: a field of the same name elsewhere below counts too.
 */
export function selectedNames(info: GraphQLResolveInfo): ReadonlySet<string> {
  const [field] = info.fieldNodes;
  if (!field) return new Set();
  let names = namesOf.get(field);
  if (!names) {
    names = new Set();
    for (const node of info.fieldNodes) collect(node.selectionSet, info, names, new Set());
    namesOf.set(field, names);
  }
  return names;
}

/** Documents are cached, so their nodes are the same in every execution. */
const namesOf = new WeakMap<FieldNode, Set<string>>();

function collect(
  selectionSet: SelectionSetNode | undefined,
  info: GraphQLResolveInfo,
  names: Set<string>,
  spread: Set<string>,
): void {
  for (const selection of selectionSet?.selections ?? []) {
    if (selection.kind === Kind.FIELD) {
      names.add(selection.name.value);
      collect(selection.selectionSet, info, names, spread);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      collect(selection.selectionSet, info, names, spread);
    } else if (!spread.has(selection.name.value)) {
      spread.add(selection.name.value);
      collect(info.fragments[selection.name.value]?.selectionSet, info, names, spread);
    }
  }
}
