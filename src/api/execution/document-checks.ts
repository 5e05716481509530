import { Kind, OperationTypeNode, visit } from 'graphql';
import type {
  DocumentNode,
  FragmentDefinitionNode,
  GraphQLError,
  OperationDefinitionNode,
  SelectionNode,
  SelectionSetNode,
} from 'graphql';
import type { Limits } from '#platform/kernel/limits.ts';
import { BACKSLASH, CLOSE_BRACE, CLOSE_BRACKET, OPEN_BRACE, OPEN_BRACKET, QUOTE } from './char-codes.ts';
import { codedError } from './error-format.ts';

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** One introspection of the schema suffices for every tool; aliases must not multiply it. */
const SCHEMA_FIELDS_MAX = 2;

/**
 * Limits on the form of the chosen operation. They run before validation, so that a hostile document never reaches
 * its expensive rules; the document may be invalid: unknown fragments and cycles are left to validation.
 */
export function checkOperationLimits(
  operation: OperationDefinitionNode,
  fragments: Fragments,
  limits: Limits,
): GraphQLError | null {
  const reached = reachedFragments(operation, fragments);
  return (
    checkDepth(operation, fragments, limits) ??
    checkAliases([operation, ...reached], limits) ??
    checkRootFields(operation, fragments, limits) ??
    checkListLiterals([operation, ...reached], limits)
  );
}

/**
 * Refuses conditions on the root field of a subscription, as the specification does from its edition of September 2025: without
 * values of the variables nobody can tell whether there is one field, and the rule of graphql-js 16 throws. Reads every definition,
 * as validation does, whichever operation is chosen.
 */
export function checkSubscriptionRoots(document: DocumentNode, fragments: Fragments): GraphQLError | null {
  const isConditional = document.definitions.some(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      definition.operation === OperationTypeNode.SUBSCRIPTION &&
      selectionsAtRoot(definition, fragments).some(({ directives = [] }) =>
        directives.some(({ name }) => name.value === 'skip' || name.value === 'include'),
      ),
  );
  if (!isConditional) return null;
  return codedError(
    'GRAPHQL_VALIDATION_FAILED',
    'Omit @skip and @include at the root of a subscription: leave the subscription out instead.',
  );
}

/** The fields of the root, with the fragments through which they are selected. */
function selectionsAtRoot({ selectionSet }: OperationDefinitionNode, fragments: Fragments): SelectionNode[] {
  const found: SelectionNode[] = [];
  const sets = new Set([selectionSet]);
  // Iterating a Set includes elements added meanwhile, once each: recursive fragments terminate.
  for (const { selections } of sets) {
    found.push(...selections);
    for (const selection of selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) sets.add(selection.selectionSet);
      const spread = selection.kind === Kind.FRAGMENT_SPREAD && fragments.get(selection.name.value);
      if (spread) sets.add(spread.selectionSet);
    }
  }
  return found;
}

/** Bracket nesting of a source, counted outside strings and comments; the parser recurses once for each level. */
export function checkBracketDepth(source: string, limits: Limits): GraphQLError | null {
  let depth = 0;
  let position = 0;
  while (position < source.length) {
    const char = source.charCodeAt(position);
    if (char === QUOTE) position = endOfString(source, position);
    else if (char === HASH) position = endOfLine(source, position);
    else {
      if (char === OPEN_BRACE || char === OPEN_BRACKET || char === OPEN_PARENTHESIS) depth += 1;
      else if (char === CLOSE_BRACE || char === CLOSE_BRACKET || char === CLOSE_PARENTHESIS) depth -= 1;
      if (depth > limits.queryBrackets) {
        return codedError('QUERY_TOO_DEEP', `Brackets nest deeper than ${limits.queryBrackets} levels.`, {
          limit: limits.queryBrackets,
        });
      }
      position += 1;
    }
  }
  return null;
}

export function fragmentsOf(document: DocumentNode): Fragments {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  return fragments;
}

const HASH = 0x23;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const OPEN_PARENTHESIS = 0x28;
const CLOSE_PARENTHESIS = 0x29;

/** @returns the position after the string that begins at `start`; an unclosed one ends at the end of its line or source */
function endOfString(source: string, start: number): number {
  if (source.startsWith('"""', start)) return endOfBlockString(source, start + 3);
  let position = start + 1;
  while (position < source.length) {
    const char = source.charCodeAt(position);
    if (char === BACKSLASH) position += 2;
    else if (char === QUOTE) return position + 1;
    else if (char === LINE_FEED || char === CARRIAGE_RETURN) return position;
    else position += 1;
  }
  return position;
}

function endOfBlockString(source: string, start: number): number {
  let end = source.indexOf('"""', start);
  while (end > 0 && source.charCodeAt(end - 1) === BACKSLASH) end = source.indexOf('"""', end + 3);
  return end === -1 ? source.length : end + 3;
}

function endOfLine(source: string, start: number): number {
  let position = start;
  while (position < source.length) {
    const char = source.charCodeAt(position);
    if (char === LINE_FEED || char === CARRIAGE_RETURN) break;
    position += 1;
  }
  return position;
}

function reachedFragments(
  operation: OperationDefinitionNode,
  fragments: Fragments,
): FragmentDefinitionNode[] {
  const reached = new Map<string, FragmentDefinitionNode>();
  const waiting: SelectionSetNode[] = [operation.selectionSet];
  for (let set = waiting.pop(); set; set = waiting.pop()) {
    for (const selection of set.selections) {
      if (selection.kind !== Kind.FRAGMENT_SPREAD) {
        if (selection.selectionSet) waiting.push(selection.selectionSet);
        continue;
      }
      const fragment = fragments.get(selection.name.value);
      if (fragment && !reached.has(fragment.name.value)) {
        reached.set(fragment.name.value, fragment);
        waiting.push(fragment.selectionSet);
      }
    }
  }
  return [...reached.values()];
}

function checkDepth(
  operation: OperationDefinitionNode,
  fragments: Fragments,
  limits: Limits,
): GraphQLError | null {
  const depth = depthOf(operation.selectionSet, fragments, new Map());
  if (depth <= limits.queryDepth) return null;
  const message = `The operation nests ${depth} levels of fields; the limit is ${limits.queryDepth}.`;
  return codedError('QUERY_TOO_DEEP', message, { limit: limits.queryDepth });
}

/** Depth of fields. Introspection does not count: its tools nest deeply and validation has a rule for it. */
function depthOf(set: SelectionSetNode, fragments: Fragments, known: Map<string, number>): number {
  let deepest = 0;
  for (const selection of set.selections) {
    let depth: number;
    if (selection.kind === Kind.FIELD) {
      if (isIntrospection(selection.name.value)) depth = 1;
      else depth = 1 + (selection.selectionSet ? depthOf(selection.selectionSet, fragments, known) : 0);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      depth = depthOf(selection.selectionSet, fragments, known);
    } else {
      depth = fragmentDepth(selection.name.value, fragments, known);
    }
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function fragmentDepth(name: string, fragments: Fragments, known: Map<string, number>): number {
  const depth = known.get(name);
  if (depth !== undefined) return depth;
  // A fragment counts 0 while it is being measured, which ends cycles.
  known.set(name, 0);
  const fragment = fragments.get(name);
  const measured = fragment ? depthOf(fragment.selectionSet, fragments, known) : 0;
  known.set(name, measured);
  return measured;
}

function isIntrospection(fieldName: string): boolean {
  return fieldName === '__schema' || fieldName === '__type';
}

type Definition = OperationDefinitionNode | FragmentDefinitionNode;

function checkAliases(definitions: readonly Definition[], limits: Limits): GraphQLError | null {
  let aliases = 0;
  for (const definition of definitions) {
    visit(definition, {
      Field(field) {
        if (field.alias) aliases += 1;
      },
    });
  }
  if (aliases <= limits.queryAliases) return null;
  const message = `The operation has ${aliases} aliases; the limit is ${limits.queryAliases}.`;
  return codedError('QUERY_TOO_COMPLEX', message, { limit: limits.queryAliases });
}

function checkRootFields(
  operation: OperationDefinitionNode,
  fragments: Fragments,
  limits: Limits,
): GraphQLError | null {
  const keys = new Set<string>();
  const schemaKeys = new Set<string>();
  for (const set of rootSelections(operation, fragments)) {
    for (const selection of set.selections) {
      if (selection.kind !== Kind.FIELD) continue;
      const key = selection.alias?.value ?? selection.name.value;
      keys.add(key);
      if (selection.name.value === '__schema') schemaKeys.add(key);
    }
  }
  const limit = operation.operation === 'mutation' ? limits.mutationRootFields : limits.queryRootFields;
  if (keys.size > limit) {
    const message = `The ${operation.operation} has ${keys.size} root fields; the limit is ${limit}.`;
    return codedError('QUERY_TOO_COMPLEX', message, { limit });
  }
  if (schemaKeys.size > SCHEMA_FIELDS_MAX) {
    const message = `The operation asks for the schema ${schemaKeys.size} times; the limit is ${SCHEMA_FIELDS_MAX}.`;
    return codedError('QUERY_TOO_COMPLEX', message, { limit: SCHEMA_FIELDS_MAX });
  }
  return null;
}

/** Selection sets at the root: the operation's own and those of fragments spread there. */
function rootSelections(operation: OperationDefinitionNode, fragments: Fragments): Set<SelectionSetNode> {
  const sets = new Set([operation.selectionSet]);
  // Iterating a Set includes elements added meanwhile, once each: cycles terminate.
  for (const set of sets) {
    for (const selection of set.selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) sets.add(selection.selectionSet);
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value);
        if (fragment) sets.add(fragment.selectionSet);
      }
    }
  }
  return sets;
}

function checkListLiterals(definitions: readonly Definition[], limits: Limits): GraphQLError | null {
  let longest = 0;
  for (const definition of definitions) {
    visit(definition, {
      ListValue(list) {
        longest = Math.max(longest, list.values.length);
      },
    });
  }
  return longest > limits.listInputItems ? listTooLong(longest, limits) : null;
}

export function listTooLong(items: number, limits: Limits): GraphQLError {
  const message = `A list has ${items} items; the limit is ${limits.listInputItems}.`;
  return codedError('BAD_USER_INPUT', message, { limit: limits.listInputItems });
}
