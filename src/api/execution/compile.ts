import {
  getNamedType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLScalarType,
  isAbstractType,
  isEnumType,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
  OperationTypeNode,
  TypeInfo,
  valueFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type {
  DocumentNode,
  ExecutionResult,
  FragmentDefinitionNode,
  GraphQLInputType,
  GraphQLObjectType,
  GraphQLSchema,
  OperationDefinitionNode,
  ValueNode,
  VariableDefinitionNode,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { CompiledOperation } from './compiled-operation.ts';
import { applyConditions, conditionsOf } from './conditions.ts';
import type { Fragments } from './document-checks.ts';
import { withKeptResults } from './result-text.ts';
import { lacksRowResult, withRowResults } from './row-results.ts';
import type { VariableValues } from './variables.ts';

/** The compiled form cannot execute this operation with these variables. */
export class NotCompilable extends Error {
  override readonly name = 'NotCompilable';
}

/**
 * Makes the compiled form of one operation; it is compiled at the first call.
 *
 * The compiler handles inputs and conditions differently from graphql-js: internal enum values, custom scalars and defaults inside
 * input objects differ, and a condition on one of several selections of a field is lost. So they are removed first.
 * Variables arrive coerced and pass through a scalar that accepts everything, literals other than plain scalars become
 * such variables, and each combination of `@skip` and `@include` is compiled as a document without them.
 */
export function compileOperation(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: Fragments,
): CompiledOperation {
  const definitions = [operation, ...fragments.values()];
  const conditions = conditionsOf(definitions);
  const variants = new Map<string, CompiledOperation | null>();
  return (rootValue, context, variables) => {
    const key = conditions.map((name) => (variables[name] === true ? '1' : '0')).join('');
    let variant = variants.get(key);
    if (variant === undefined) {
      if (variants.size >= VARIANTS_MAX)
        throw new NotCompilable('The conditions of the operation vary too much.');
      variant = compileVariant(
        schema,
        applyConditions(operation, variables),
        [...fragments.values()].map((fragment) => applyConditions(fragment, variables)),
      );
      variants.set(key, variant);
    }
    if (!variant) throw new NotCompilable('The compiler refuses the operation.');
    return variant(rootValue, context, variables);
  };
}

/** @throws Error at startup: the compiler never awaits `resolveType` */
export function requireResolveTypes(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isAbstractType(type)) continue;
    const isSynchronous = type.resolveType && type.resolveType.constructor.name !== 'AsyncFunction';
    if (!isSynchronous) throw new Error(`The abstract type ${type.name} needs a synchronous resolveType.`);
  }
}

/** Each combination of conditions is compiled separately; documents that use more of them are interpreted. */
const VARIANTS_MAX = 8;

const COMPILER_OPTIONS = {
  customJSONSerializer: false,
  disableLeafSerialization: false,
  disablingCapturingStackErrors: true,
  customSerializers: {},
  useExperimentalPathBasedSkipInclude: false,
};

/** Cannot collide with a variable of the document: variables are checked for it when literals are lifted. */
const LIFTED = 'liftedLiteral';

const COERCED = new GraphQLScalarType({
  name: 'CoercedValue',
  parseValue: (value: unknown): unknown => value,
});

/** @returns null when the compiler refuses the operation */
function compileVariant(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
): CompiledOperation | null {
  const byName = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  const ofRows = withRowResults(schema, operation, byName, (type, selectionSet) =>
    compileDefinitions(rootedAt(schema, type), { ...QUERY, selectionSet }, fragments),
  );
  const compiled = ofRows && compileDefinitions(schema, ofRows.operation, fragments, ofRows.parts);
  if (!compiled) return compileDefinitions(schema, operation, fragments);
  let plain: CompiledOperation | null | undefined;
  return (rootValue, context, variables) => {
    const complete = (result: ExecutionResult): ExecutionResult | Promise<ExecutionResult> => {
      if (!lacksRowResult(result.errors)) return withKeptResults(result);
      plain ??= compileDefinitions(schema, operation, fragments);
      if (!plain) throw new NotCompilable('The compiler refuses the operation.');
      return plain(rootValue, context, variables);
    };
    const result = compiled(rootValue, context, variables);
    return result instanceof Promise ? result.then(complete) : complete(result);
  };
}

const QUERY = { kind: Kind.OPERATION_DEFINITION, operation: OperationTypeNode.QUERY } as const;

/** The schema whose queries begin at another type. */
function rootedAt(schema: GraphQLSchema, type: GraphQLObjectType): GraphQLSchema {
  // An object whose prototype is the schema has all its properties.
  return Object.create(schema, { getRootType: { value: () => type } }) as GraphQLSchema;
}

/**
 * @param constants variables of the operation whose values are the same each time
 * @returns null when the compiler refuses the operation
 */
function compileDefinitions(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
  constants: VariableValues = {},
): CompiledOperation | null {
  const { document, literals } = liftLiterals(schema, operation, fragments, Object.keys(constants));
  try {
    const compiled = compileQuery(
      acceptingCoerced(schema),
      document,
      operation.name?.value,
      COMPILER_OPTIONS,
    );
    if (!isCompiledQuery(compiled)) return null;
    return (rootValue, context, variables) =>
      compiled.query(rootValue, context, withLiterals({ ...variables, ...constants }, literals));
  } catch {
    // The compiler throws for unsupported documents; graphql-js then executes them.
    return null;
  }
}

type Literal = { readonly name: string; readonly node: ValueNode; readonly type: GraphQLInputType };

/** The schema with one more scalar, visible only where the compiler reads variables. */
function acceptingCoerced(schema: GraphQLSchema): GraphQLSchema {
  // An object whose prototype is the schema has all its properties.
  return Object.create(schema, {
    getType: { value: (name: string) => (name === COERCED.name ? COERCED : schema.getType(name)) },
  }) as GraphQLSchema;
}

function withLiterals(variables: VariableValues, literals: readonly Literal[]): VariableValues {
  if (literals.length === 0) return variables;
  const all: Record<string, unknown> = { ...variables };
  for (const { name, node, type } of literals) {
    const value = valueFromAST(node, type, variables);
    if (value === undefined)
      throw new NotCompilable(`The literal ${name} has no value with these variables.`);
    all[name] = value;
  }
  return all;
}

function liftLiterals(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
  constants: readonly string[],
): { document: DocumentNode; literals: Literal[] } {
  const taken = new Set(
    (operation.variableDefinitions ?? []).map((definition) => definition.variable.name.value),
  );
  const literals: Literal[] = [];

  function lift(node: ValueNode, type: GraphQLInputType): ValueNode {
    let name = `${LIFTED}${literals.length}`;
    while (taken.has(name)) name = `_${name}`;
    taken.add(name);
    literals.push({ name, node, type });
    return variableNode(name);
  }

  const lifted = liftIn(schema, operation, lift);
  const liftedFragments = fragments.map((fragment) => liftIn(schema, fragment, lift));
  const definition: OperationDefinitionNode = {
    ...lifted,
    variableDefinitions: [
      ...(operation.variableDefinitions ?? []).map(({ variable }) => opaqueVariable(variable.name.value)),
      ...literals.map(({ name }) => opaqueVariable(name)),
      ...constants.map(opaqueVariable),
    ],
  };
  return { document: { kind: Kind.DOCUMENT, definitions: [definition, ...liftedFragments] }, literals };
}

function liftIn<Node extends OperationDefinitionNode | FragmentDefinitionNode>(
  schema: GraphQLSchema,
  definition: Node,
  lift: (node: ValueNode, type: GraphQLInputType) => ValueNode,
): Node {
  const types = new TypeInfo(schema);
  return visit(
    definition,
    visitWithTypeInfo(types, {
      VariableDefinition: () => false,
      Directive: () => false,
      Argument: {
        leave(argument) {
          const type = types.getArgument()?.type;
          return type && needsLifting(argument.value, type)
            ? { ...argument, value: lift(argument.value, type) }
            : undefined;
        },
      },
    }),
  );
}

/** Plain scalars are equal in both executors; everything else is coerced by graphql-js. */
function needsLifting(node: ValueNode, type: GraphQLInputType): boolean {
  if (node.kind === Kind.VARIABLE || node.kind === Kind.NULL) return false;
  if (node.kind === Kind.OBJECT || node.kind === Kind.LIST) return true;
  const named = getNamedType(type);
  const isInList =
    type instanceof GraphQLList || (type instanceof GraphQLNonNull && type.ofType instanceof GraphQLList);
  return isInList || isEnumType(named) || (isScalarType(named) && !isSpecifiedScalarType(named));
}

function opaqueVariable(name: string): VariableDefinitionNode {
  return {
    kind: Kind.VARIABLE_DEFINITION,
    variable: variableNode(name),
    type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: COERCED.name } },
  };
}

function variableNode(name: string): { kind: Kind.VARIABLE; name: { kind: Kind.NAME; value: string } } {
  return { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } };
}
