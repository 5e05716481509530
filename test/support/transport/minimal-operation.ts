import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { GraphQLInputType, GraphQLSchema } from 'graphql';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { IdType } from '#platform/kernel/ids.ts';

export type MinimalOperation = {
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Paths of files below `variables`, as in the multipart request specification. */
  readonly files: readonly string[];
};

/** An operation of one root field with the minimal valid arguments. Objects that it names do not exist. */
export function minimalOperation(
  schema: GraphQLSchema,
  root: 'Query' | 'Mutation' | 'Subscription',
  name: string,
): MinimalOperation {
  const field = schema.getType(root) && rootField(schema, root, name);
  if (!field) throw new Error(`There is no ${root}.${name}.`);
  const required = field.args.filter(({ type }) => isNonNullType(type));
  const files: string[] = [];
  const variables = Object.fromEntries(
    required.map(({ name: argument, type, extensions }) => [
      argument,
      minimalValue(type, { name: argument, owner: name, place: argument, extensions, files }),
    ]),
  );
  const definitions = required.map((argument) => `$${argument.name}: ${String(argument.type)}`);
  const given = required.map((argument) => `${argument.name}: $${argument.name}`);
  const operation = root.toLowerCase();
  const selection = isCompositeType(getNamedType(field.type)) ? selectionOf(root) : '';
  return {
    document: `${operation}${inParentheses(definitions)} { ${name}${inParentheses(given)} ${selection} }`,
    variables,
    files,
  };
}

const ERRORS = '{ errors { code ... on RestrictedError { kind expiresAt } } }';
const selectionOf = (root: string): string => (root === 'Mutation' ? ERRORS : '{ __typename }');

const inParentheses = (parts: readonly string[]): string => (parts.length > 0 ? `(${parts.join(', ')})` : '');

function rootField(schema: GraphQLSchema, root: string, name: string) {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return roots.find((type) => type?.name === root)?.getFields()[name];
}

type Place = {
  readonly name: string;
  readonly owner: string;
  readonly place: string;
  readonly extensions: Readonly<Record<string, unknown>>;
  readonly files: string[];
};

function minimalValue(type: GraphQLInputType, at: Place): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    return [minimalValue(nullable.ofType, { ...at, place: `${at.place}.0` })];
  }
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name;
  if (isInputObjectType(nullable)) {
    const fields = Object.values(nullable.getFields());
    const given = nullable.isOneOf
      ? fields.slice(0, 1)
      : fields.filter(({ type: inner }) => isNonNullType(inner));
    return Object.fromEntries(
      given.map(({ name, type: inner, extensions }) => [
        name,
        minimalValue(inner, { ...at, name, extensions, place: `${at.place}.${name}` }),
      ]),
    );
  }
  if (nullable.name === 'Upload') {
    at.files.push(at.place);
    return null;
  }
  if (nullable.name === 'ID') return absentId(at);
  return SCALARS[nullable.name];
}

const SCALARS: Readonly<Record<string, unknown>> = {
  String: 'text',
  Int: 1,
  Float: 1,
  Boolean: true,
  DateTime: '2026-11-20T09:30:00.000Z',
  JSON: {},
};

const ABSENT = '01890a5d-ac96-774b-bcce-b302099a8057';

/** The type of the id by `idOf`, or by the argument's name; otherwise an account of the endpoint's callers. */
function absentId({ name, owner, extensions }: Place): string {
  // Set by `idOf` and `idListOf`.
  const declared = extensions['idType'] as IdType | undefined;
  const kind = /^ids?$/.test(name) ? owner : name.replace(/Ids?$/, '');
  const account = owner.startsWith('admin') ? 'admin' : 'user';
  return toGlobalId(declared ?? ID_TYPES.find((type) => type === kind) ?? account, ABSENT);
}

const ID_TYPES: readonly IdType[] = [
  'user',
  'session',
  'media',
  'post',
  'comment',
  'conversation',
  'message',
];
