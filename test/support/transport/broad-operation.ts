import {
  getNamedType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
  isUnionType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';

export type RootField = {
  readonly root: 'Query' | 'Mutation' | 'Subscription';
  readonly field: GraphQLField<unknown, unknown>;
};

export function rootFieldsOf(schema: GraphQLSchema): RootField[] {
  const roots: readonly [RootField['root'], GraphQLObjectType | null | undefined][] = [
    ['Query', schema.getQueryType()],
    ['Mutation', schema.getMutationType()],
    ['Subscription', schema.getSubscriptionType()],
  ];
  return roots.flatMap(([root, type]) =>
    Object.values(type?.getFields() ?? {}).map((field) => ({ root, field })),
  );
}

/** Deep enough for the nodes of a connection and their authors; one more level would exceed the cost limit. */
const LEVELS = 3;

/** An operation of one root field with every argument as a variable and every selectable field. */
export function broadOperation(schema: GraphQLSchema, { root, field }: RootField): string {
  const definitions = field.args.map(({ name, type }) => `$${name}: ${String(type)}`);
  const given = field.args.map(({ name }) => `${name}: $${name}`);
  const selection = selectionOf(schema, getNamedType(field.type), LEVELS);
  return `${root.toLowerCase()}${inParentheses(definitions)} { ${field.name}${inParentheses(given)} ${selection} }`;
}

const inParentheses = (parts: readonly string[]): string => (parts.length > 0 ? `(${parts.join(', ')})` : '');

function selectionOf(schema: GraphQLSchema, type: GraphQLNamedType, levels: number): string {
  if (isLeafType(type)) return '';
  if (isUnionType(type) || isInterfaceType(type)) {
    const seen = new Map<string, string>();
    const parts = schema.getPossibleTypes(type).map((possible) => {
      // Fields with the same response name must have the same type.
      const fits = ({ name, type: own }: GraphQLField<unknown, unknown>): boolean =>
        (seen.get(name) ?? seen.set(name, String(own)).get(name)) === String(own);
      // One level less for so many fields, or the document would exceed its limits.
      return `... on ${possible.name} { __typename ${fieldsOf(schema, possible, Math.max(levels - 1, 0), fits)} }`;
    });
    return `{ __typename ${parts.join(' ')} }`;
  }
  return isObjectType(type) ? `{ __typename ${fieldsOf(schema, type, levels, () => true)} }` : '';
}

function fieldsOf(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  levels: number,
  fits: (field: GraphQLField<unknown, unknown>) => boolean,
): string {
  return Object.values(type.getFields())
    .filter(({ args }) => args.every((argument) => !isNonNullType(argument.type)))
    .filter((field) => isLeafType(getNamedType(field.type)) || levels > 0)
    .filter(fits)
    .map((field) => `${field.name} ${selectionOf(schema, getNamedType(field.type), levels - 1)}`)
    .join(' ');
}
