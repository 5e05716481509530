import path from 'node:path';
import { generate } from '@graphql-codegen/cli';
import {
  buildClientSchema,
  getIntrospectionQuery,
  type GraphQLSchema,
  type IntrospectionQuery,
  isAbstractType,
  printSchema,
} from 'graphql';

const ROOT = path.resolve(import.meta.dirname, '..');
const FOLDER = path.join(ROOT, 'src/generated');

/** Generated files by their paths. @throws Error when the server refuses introspection */
export async function generatedFiles(url: string): Promise<ReadonlyMap<string, string>> {
  const schema = buildClientSchema(await introspect(url));
  return new Map([
    [path.join(FOLDER, 'graphql.ts'), await typedDocuments(schema)],
    [path.join(FOLDER, 'possible-types.ts'), possibleTypes(schema)],
  ]);
}

async function introspect(url: string): Promise<IntrospectionQuery> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: '' },
    // Drops descriptions, since a reworded description does not change the client.
    body: JSON.stringify({ query: getIntrospectionQuery({ descriptions: false }) }),
  });
  // The shape of an introspection result.
  const { data } = (await response.json()) as { data?: IntrospectionQuery };
  if (!data) throw new Error(`${url} did not tell its schema.`);
  return data;
}

async function typedDocuments(schema: GraphQLSchema): Promise<string> {
  // The types omit that the result is this list.
  const files = (await generate(
    {
      schema: printSchema(schema),
      documents: path.join(ROOT, 'operations/*.graphql'),
      generates: {
        [`${FOLDER}/`]: {
          preset: 'client',
          presetConfig: { fragmentMasking: false },
          config: {
            importExtension: '.ts',
            emitLegacyCommonJSImports: false,
            enumsAsTypes: true,
            useTypeImports: true,
            scalars: { DateTime: 'string', JSON: 'unknown', Upload: { input: 'Blob', output: 'never' } },
          },
        },
      },
      silent: true,
    },
    false,
  )) as { filename: string; content: string }[];
  const documents = files.find(({ filename }) => filename.endsWith('/graphql.ts'));
  if (!documents) throw new Error('The generator gave no documents.');
  // Apollo Client exports an equal type and is installed anyway.
  return documents.content.replace("'@graphql-typed-document-node/core'", "'@apollo/client'");
}

/** Possible types of each interface and union: the cache needs them to match fragments. */
function possibleTypes(schema: GraphQLSchema): string {
  const entries = Object.values(schema.getTypeMap())
    .filter(isAbstractType)
    .map(
      (type) =>
        [
          type.name,
          schema
            .getPossibleTypes(type)
            .map(({ name }) => name)
            .toSorted(),
        ] as const,
    )
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `export const possibleTypes: Record<string, string[]> = ${JSON.stringify(Object.fromEntries(entries), null, 2)};\n`;
}
