import { getNamedType, GraphQLScalarType, isListType, isNonNullType, isObjectType, Kind } from 'graphql';
import type {
  FieldNode,
  GraphQLField,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLResolveInfo,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionNode,
  SelectionSetNode,
} from 'graphql';
import type { RequestContext } from '#platform/request/context.ts';
import {
  findRowResult,
  KeptResult,
  resultStep,
  type RowSelection,
  setRowResult,
} from '#platform/caches/row-results.ts';
import type { CompiledOperation } from './compiled-operation.ts';
import type { Fragments } from './document-checks.ts';

/**
 * An operation whose fields of cached rows are replaced by fields that give the whole result of the row. `parts` are the values
 * of the variables that say what each of them selects.
 */
export type RowResultsOperation = {
  readonly operation: OperationDefinitionNode;
  readonly parts: Readonly<Record<string, RowPart>>;
};

/** The selection of a field that gives a row or rows, or joined fields of the row that contains them. */
export type RowPart = {
  /** Whether it stands for several fields of the row that contains it. */
  readonly isJoined: boolean;
  /** Stands for what is selected; results refer to it, and so not to the compiled operation of a forgotten document. */
  readonly selection: RowSelection;
  readonly run: CompiledOperation;
};

/** Compiles a selection of a type as an operation whose root value is the row; null when it cannot be compiled. */
type CompileSelection = (type: GraphQLObjectType, selection: SelectionSetNode) => CompiledOperation | null;

/** A result could not be taken from the row alone; the operation is executed as it was written. */
class NoRowResult extends Error {
  override readonly name = 'NoRowResult';
}

/** Whether a result has to be made anew without the results of rows. */
export const lacksRowResult = (errors: readonly { originalError?: unknown }[] | undefined): boolean =>
  errors?.some(({ originalError }) => originalError instanceof NoRowResult) ?? false;

/** Replaces the fields of cached rows in a query that shows some; null for all other operations. */
export function withRowResults(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: Fragments,
  compile: CompileSelection,
): RowResultsOperation | null {
  const root = schema.getQueryType();
  if (operation.operation !== 'query' || !root) return null;
  const collected = collectFields(schema, fragments, root, [operation.selectionSet]);
  const showsCachedRows = ([node]: readonly FieldNode[]): boolean =>
    node !== undefined && root.getFields()[node.name.value]?.extensions.showsCachedRows === true;
  if (![...collected.values()].some(showsCachedRows)) return null;
  const parts: Record<string, RowPart> = {};
  const selectionSet = replaceFields({ schema, fragments, compile, parts }, root, [operation.selectionSet]);
  return Object.keys(parts).length === 0 ? null : { operation: { ...operation, selectionSet }, parts };
}

type Replacing = {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  readonly compile: CompileSelection;
  readonly parts: Record<string, RowPart>;
};

/** The merged selection of an object, in the order of its result. */
function replaceFields(
  replacing: Replacing,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): SelectionSetNode {
  const selections: SelectionNode[] = [];
  for (const neighbours of neighboursOfRow(replacing, type, sets)) {
    const joined = neighbours.length > 1 ? joinFields(replacing, type, neighbours) : null;
    if (joined) {
      selections.push(joined);
      continue;
    }
    for (const nodes of neighbours) {
      const [node] = nodes;
      if (node) selections.push(replaceField(replacing, type, node, nodes));
    }
  }
  return { kind: Kind.SELECTION_SET, selections };
}

/** The fields of an object: neighbouring ones together that follow from its cached row, each of the others alone. */
function neighboursOfRow(
  { schema, fragments }: Replacing,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): readonly (readonly FieldNode[][])[] {
  const groups: FieldNode[][][] = [];
  let open: FieldNode[][] | null = null;
  for (const nodes of collectFields(schema, fragments, type, sets).values()) {
    const isOfRow = type.extensions.isCachedRow === true && isFieldOfRow(schema, fragments, type, nodes);
    if (isOfRow && open) open.push(nodes);
    else groups.push((open = [nodes]));
    if (!isOfRow) open = null;
  }
  return groups;
}

/** One field for neighbouring ones, under the name of the first; null when they cannot be compiled. */
function joinFields(
  { compile, parts }: Replacing,
  type: GraphQLObjectType,
  neighbours: readonly FieldNode[][],
): FieldNode | null {
  const [first] = neighbours[0] ?? [];
  const run = compile(type, { kind: Kind.SELECTION_SET, selections: neighbours.flat() });
  if (!first || !run) return null;
  const name = `${PART}${Object.keys(parts).length}`;
  parts[name] = { isJoined: true, selection: {}, run };
  return partNode(first, joinedField(type).name, name);
}

function replaceField(
  replacing: Replacing,
  parent: GraphQLObjectType,
  node: FieldNode,
  nodes: readonly FieldNode[],
): FieldNode {
  const field: WholeField | undefined = parent.getFields()[node.name.value];
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  if (!field || sets.length === 0) return node;
  const selectionSet = mergeSets(sets);
  const type = getNamedType(field.type);
  if (!isObjectType(type)) return { ...node, selectionSet };
  const { schema, fragments, compile, parts } = replacing;
  if (
    type.extensions.isCachedRow &&
    field.resolve &&
    field.args.length === 0 &&
    isOfRow(schema, fragments, type, sets)
  ) {
    const run = compile(type, selectionSet);
    if (run) {
      const name = `${PART}${Object.keys(parts).length}`;
      parts[name] = { isJoined: false, selection: {}, run };
      return partNode(node, wholeField(parent, field).name, name);
    }
  }
  return { ...node, selectionSet: replaceFields(replacing, type, sets) };
}

/** No variable of a document has a dollar sign in its name. */
const PART = 'part$';

const mergeSets = (sets: readonly SelectionSetNode[]): SelectionSetNode => ({
  kind: Kind.SELECTION_SET,
  selections: sets.flatMap(({ selections }) => selections),
});

const partNode = ({ name, alias, loc }: FieldNode, field: string, part: string): FieldNode => ({
  kind: Kind.FIELD,
  name: { kind: Kind.NAME, value: field },
  alias: alias ?? name,
  arguments: [
    {
      kind: Kind.ARGUMENT,
      name: { kind: Kind.NAME, value: 'part' },
      value: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: part } },
    },
  ],
  ...(loc ? { loc } : {}),
});

/** Whether every selected field follows from the row alone. */
function isOfRow(
  schema: GraphQLSchema,
  fragments: Fragments,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): boolean {
  return [...collectFields(schema, fragments, type, sets).values()].every((nodes) =>
    isFieldOfRow(schema, fragments, type, nodes),
  );
}

function isFieldOfRow(
  schema: GraphQLSchema,
  fragments: Fragments,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
): boolean {
  const [node] = nodes;
  const field = node && type.getFields()[node.name.value];
  if (!field) return true;
  if (!field.extensions.isOfRow || node.arguments?.length) return false;
  const selected = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  if (selected.length === 0) return true;
  const named = getNamedType(field.type);
  return isObjectType(named) && isOfRow(schema, fragments, named, selected);
}

/** The fields of an object by the names of their results, without fragments. Conditions are applied before. */
function collectFields(
  schema: GraphQLSchema,
  fragments: Fragments,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  function collect({ selections }: SelectionSetNode): void {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        fields.set(name, [...(fields.get(name) ?? []), selection]);
        continue;
      }
      const fragment =
        selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
      if (fragment && appliesTo(schema, type, fragment.typeCondition?.name.value))
        collect(fragment.selectionSet);
    }
  }
  for (const set of sets) collect(set);
  return fields;
}

function appliesTo(schema: GraphQLSchema, type: GraphQLObjectType, condition: string | undefined): boolean {
  if (condition === undefined || condition === type.name) return true;
  const conditionType = schema.getType(condition);
  return (
    conditionType !== undefined && 'resolveType' in conditionType && schema.isSubType(conditionType, type)
  );
}

/** The result of a row, or the results of a list of rows, as they are. */
const RowResults = new GraphQLScalarType({ name: 'RowResults', serialize: (results) => results });
const RowPartValue = new GraphQLScalarType({ name: 'RowPart' });

type WholeField = GraphQLField<unknown, RequestContext>;

/** The field that gives the whole result of a field of rows. */
const wholeField = (parent: GraphQLObjectType, field: WholeField): WholeField =>
  hiddenField(parent, `${field.name}$whole`, (source, part, ctx, info) => {
    // Only fields with a resolver give rows.
    const rows = field.resolve?.(source, {}, ctx, info);
    if (!isPromise(rows)) return resultsOf(field.type, rows, part, ctx);
    return rows.then((late) => resultsOf(field.type, late, part, ctx)).catch(refuse);
  });

/** The field that gives neighbouring fields of a row as one text. */
const joinedField = (parent: GraphQLObjectType): WholeField =>
  hiddenField(parent, 'fields$joined', (row, part, ctx) => {
    const result = isRow(row) ? resultOf(row, part, ctx) : refuse(null);
    return isPromise(result) ? result.catch(refuse) : result;
  });

const isRow = (source: unknown): source is object => typeof source === 'object' && source !== null;

const PART_ARGUMENT = {
  name: 'part',
  description: null,
  type: RowPartValue,
  defaultValue: undefined,
  deprecationReason: null,
  extensions: {},
  astNode: null,
};

/**
 * A field that no document can select and no introspection shows: its name is none of GraphQL's, and it is not enumerable.
 */
function hiddenField(
  parent: GraphQLObjectType,
  name: string,
  resolve: (source: unknown, part: RowPart, ctx: RequestContext, info: GraphQLResolveInfo) => Results,
): WholeField {
  const fields: Record<string, WholeField> = parent.getFields();
  const known = fields[name];
  if (known) return known;
  const value: WholeField = {
    name,
    description: null,
    type: RowResults,
    args: [PART_ARGUMENT],
    resolve(source, args, ctx, info) {
      try {
        // The variable's value is set by the compiled operation alone.
        return resolve(source, (args as { part: RowPart }).part, ctx, info);
      } catch (error) {
        return refuse(error);
      }
    },
    deprecationReason: null,
    extensions: {},
    astNode: null,
  };
  Object.defineProperty(fields, name, { value });
  return value;
}

function refuse(cause: unknown): never {
  throw new NoRowResult('The result could not be taken from the row.', { cause });
}

type Results = object | null | Promise<unknown>;

function resultsOf(type: GraphQLOutputType, rows: unknown, part: RowPart, ctx: RequestContext): Results {
  if (isNonNullType(type)) return rows == null ? refuse(null) : resultsOf(type.ofType, rows, part, ctx);
  if (rows == null) return null;
  if (!isListType(type)) return resultOf(rows, part, ctx);
  const item = type.ofType;
  if (!Array.isArray(rows)) return refuse(null);
  const results = rows.map((row: unknown): Results => {
    try {
      return resultsOf(item, row, part, ctx);
    } catch (error) {
      // Thrown, it would leave the promises of other rows to nobody.
      return Promise.reject(error); // of this file
    }
  });
  return results.some(isPromise) ? Promise.all(results.map(async (result) => result)) : results;
}

function resultOf(row: object, part: RowPart, ctx: RequestContext): Results {
  const step = resultStep(ctx.clock.now());
  const kept = findRowResult(row, part.selection, step);
  if (kept) return kept;
  const keep = ({ data, errors }: Awaited<ReturnType<CompiledOperation>>): object => {
    if (!data || errors) return refuse(errors);
    const made = new KeptResult(data, part.isJoined);
    setRowResult(row, { selection: part.selection, step, kept: made });
    return made;
  };
  const result = part.run(row, ctx, {});
  return isPromise(result) ? result.then(keep) : keep(result);
}

const isPromise = <Value>(value: Value | Promise<Value>): value is Promise<Value> => value instanceof Promise;
