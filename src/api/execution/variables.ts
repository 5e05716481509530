import {
  getVariableValues,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  typeFromAST,
} from 'graphql';
import type { GraphQLError, GraphQLInputType, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { Limits } from '#platform/kernel/limits.ts';
import { listTooLong } from './document-checks.ts';

export type VariableValues = { readonly [name: string]: unknown };

/** Bounds the answer, since each message quotes its value. */
const PROBLEMS_MAX = 10;

/** Coerces the variables of an operation; both executors get the result and never the raw values. */
export function coerceVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: VariableValues,
  limits: Limits,
): { coerced: VariableValues } | { errors: readonly GraphQLError[] } {
  const definitions = operation.variableDefinitions ?? [];
  if (definitions.length === 0) return { coerced: {} };
  let longest = 0;
  for (const definition of definitions) {
    const value = variables[definition.variable.name.value];
    if (typeof value !== 'object' || value === null) continue;
    const type = typeFromAST(schema, definition.type);
    if (isInputType(type)) longest = Math.max(longest, longestList(value, type));
  }
  if (longest > limits.listInputItems) return { errors: [listTooLong(longest, limits)] };
  const result = getVariableValues(schema, definitions, variables, { maxErrors: PROBLEMS_MAX });
  return result.errors ? { errors: result.errors } : { coerced: result.coerced };
}

/** Follows the type, because lists inside a `JSON` scalar have the scalar's own limits. */
function longestList(value: unknown, type: GraphQLInputType): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (isNonNullType(type)) return longestList(value, type.ofType);
  if (isListType(type)) {
    if (!Array.isArray(value)) return longestList(value, type.ofType);
    return value.reduce<number>(
      (longest, item) => Math.max(longest, longestList(item, type.ofType)),
      value.length,
    );
  }
  if (!isInputObjectType(type)) return 0;
  const fields = type.getFields();
  let longest = 0;
  for (const [name, item] of Object.entries(value)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field) longest = Math.max(longest, longestList(item, field.type));
  }
  return longest;
}
