import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { generate } from '@graphql-codegen/cli';
import {
  buildClientSchema,
  buildSchema,
  getIntrospectionQuery,
  getNamedType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  introspectionFromSchema,
  type IntrospectionQuery,
  isAbstractType,
  isObjectType,
  printSchema,
} from 'graphql';
import { clientPreset } from '../src/codegen.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const FOLDER = path.join(ROOT, 'src/generated');

/** Generated files by their paths. @throws Error when the server refuses introspection */
export async function generatedFiles(url: string): Promise<ReadonlyMap<string, string>> {
  const schema = buildClientSchema(await introspect(url));
  return new Map([
    [path.join(FOLDER, 'graphql.ts'), await webDocuments(schema)],
    [path.join(FOLDER, 'admin.ts'), await adminDocuments(await adminSchema())],
    [path.join(FOLDER, 'possible-types.ts'), possibleTypes(schema)],
    [path.join(FOLDER, 'cache-rules.ts'), cacheRules(schema)],
  ]);
}

async function introspect(url: string): Promise<IntrospectionQuery> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: '' },
    // Drops descriptions, since a reworded description does not change the client.
    body: JSON.stringify({ query: getIntrospectionQuery({ descriptions: false, oneOf: true }) }),
  });
  // The shape of an introspection result.
  const { data } = (await response.json()) as { data?: IntrospectionQuery };
  if (!data) throw new Error(`${url} did not tell its schema.`);
  return data;
}

/** Schema of the other endpoint as committed, which a test keeps true; without descriptions, as above. */
async function adminSchema(): Promise<GraphQLSchema> {
  const text = await readFile(path.join(ROOT, '../schema/admin.graphql'), 'utf8');
  return buildClientSchema(introspectionFromSchema(buildSchema(text), { descriptions: false, oneOf: true }));
}

async function webDocuments(schema: GraphQLSchema): Promise<string> {
  const text = await typedDocuments(schema, 'operations/*.graphql', {});
  // Apollo Client exports an equal type and is installed anyway.
  return text.replace("'@graphql-typed-document-node/core'", "'@apollo/client'");
}

/** Texts, for which nobody needs the package `graphql`; a bundle leaves out those that it does not use. */
async function adminDocuments(schema: GraphQLSchema): Promise<string> {
  const text = await typedDocuments(schema, 'operations/admin/*.graphql', { documentMode: 'string' });
  return text
    .replace(
      "{ DocumentTypeDecoration } from '@graphql-typed-document-node/core'",
      "{ AdminDocument as DocumentTypeDecoration } from '../admin/documents.ts'",
    )
    .replaceAll(' = new TypedDocumentString', ' = /*#__PURE__*/ new TypedDocumentString');
}

async function typedDocuments(schema: GraphQLSchema, documents: string, config: object): Promise<string> {
  // The types omit that the result is this list.
  const files = (await generate(
    {
      schema: printSchema(schema),
      documents: path.join(ROOT, documents),
      generates: {
        [`${FOLDER}/`]: {
          ...clientPreset,
          config: {
            ...clientPreset.config,
            importExtension: '.ts',
            emitLegacyCommonJSImports: false,
            ...config,
          },
        },
      },
      silent: true,
    },
    false,
  )) as { filename: string; content: string }[];
  const typed = files.find(({ filename }) => filename.endsWith('/graphql.ts'));
  if (!typed) throw new Error('The generator gave no documents.');
  return typed.content;
}

/** Possible types of each interface and union: the cache needs them to match fragments. */
function possibleTypes(schema: GraphQLSchema): string {
  const entries = sortedTypes(schema)
    .filter(isAbstractType)
    .map((type) => {
      const names = schema.getPossibleTypes(type).map(({ name }) => name);
      return [type.name, names.toSorted()] as const;
    });
  return exported('possibleTypes', 'Record<string, string[]>', Object.fromEntries(entries));
}

/** Fields that hold connections, by their types, and the types whose objects have no id. */
function cacheRules(schema: GraphQLSchema): string {
  const objects = sortedTypes(schema).filter(isObjectType);
  const connections = objects.flatMap((type): [string, object][] => {
    const fields = Object.values(type.getFields()).flatMap((field) => connectionRule(field));
    return fields.length > 0 ? [[type.name, Object.fromEntries(fields)]] : [];
  });
  const withoutId = objects.filter((type) => isEmbedded(schema, type)).map(({ name }) => name);
  return [
    'export type ConnectionRule = { readonly keyArgs: string[]; readonly edgeType: string };',
    exported(
      'connections',
      'Record<string, Record<string, ConnectionRule>>',
      Object.fromEntries(connections),
    ),
    exported('typesWithoutId', 'readonly string[]', withoutId),
  ].join('\n');
}

const PAGING = new Set(['first', 'after', 'last', 'before']);

function connectionRule(field: GraphQLField<unknown, unknown>): [] | [[string, object]] {
  const edges = edgesOf(getNamedType(field.type));
  if (!edges) return [];
  const keyArgs = field.args.map(({ name }) => name).filter((name) => !PAGING.has(name));
  return [[field.name, { keyArgs: keyArgs.toSorted(), edgeType: getNamedType(edges.type).name }]];
}

/** The field `edges` of a connection type; undefined for any other type. */
function edgesOf(type: GraphQLNamedType): GraphQLField<unknown, unknown> | undefined {
  if (!isObjectType(type)) return undefined;
  const { pageInfo, edges } = type.getFields();
  return pageInfo && edges;
}

/** Whether its objects live inside others; roots, connections, and what a mutation or an event brings do not. */
function isEmbedded(schema: GraphQLSchema, type: GraphQLObjectType): boolean {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const fields = type.getFields();
  if (type.name.startsWith('__') || roots.includes(type) || fields['id'] || fields['eventId']) return false;
  return !edgesOf(type) && !/(Edge|Payload|Error|PageInfo)$/.test(type.name);
}

const sortedTypes = (schema: GraphQLSchema): GraphQLNamedType[] =>
  Object.values(schema.getTypeMap()).toSorted((a, b) => (a.name < b.name ? -1 : 1));

const exported = (name: string, type: string, value: object): string =>
  `export const ${name}: ${type} = ${JSON.stringify(value, null, 2)};\n`;
