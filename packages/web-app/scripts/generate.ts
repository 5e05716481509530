import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { generate } from '@graphql-codegen/cli';

/**
 * Writes the typed document of each `.graphql` file of `src/` beside it, by the committed schema of the client endpoint. With `--check` it
 * only compares.
 */
const ROOT = path.resolve(import.meta.dirname, '..');
const SCHEMA_TYPES = path.join(ROOT, 'src/generated/schema.ts');
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

const config = {
  enumsAsTypes: true,
  useTypeImports: true,
  inlineFragmentTypes: 'combine',
  // The cache finds objects by the names of their types, also those of an expected answer.
  nonOptionalTypename: true,
  skipTypeNameForRoot: true,
  scalars: { DateTime: 'string', JSON: 'unknown', Upload: { input: 'Blob', output: 'never' } },
};

// The types omit that the result is this list.
const files = (await generate(
  {
    schema: path.resolve(ROOT, '../../schema/client.graphql'),
    documents: path.join(ROOT, 'src/**/*.graphql'),
    generates: {
      [SCHEMA_TYPES]: { plugins: ['typescript-operations'], config },
      [path.join(ROOT, 'src/')]: {
        preset: 'near-operation-file',
        presetConfig: {
          extension: '.generated.ts',
          baseTypesPath: 'generated/schema.ts',
        },
        plugins: ['typescript-operations', 'typed-document-node'],
        config: { ...config, importSchemaTypesFrom: SCHEMA_TYPES },
      },
    },
    silent: true,
  },
  false,
)) as { filename: string; content: string }[];

const written = new Set<string>();
for (const { filename, content: given } of files) {
  written.add(filename);
  const content = filename === SCHEMA_TYPES ? withoutOperations(given) : withoutUnusedImport(given);
  if (!values.check) {
    await mkdir(path.dirname(filename), { recursive: true });
    await writeFile(filename, content);
  } else if ((await readFile(filename, 'utf8').catch(() => '')) !== content) fail(filename);
}
for await (const file of glob('src/**/*.generated.ts', { cwd: ROOT })) {
  if (!written.has(path.join(ROOT, file))) fail(file);
}

/** Leaves the inputs and enums that documents use, which come first: types of operations stand beside their documents. */
function withoutOperations(content: string): string {
  const end = content.search(/^export type \w+(Variables|Fragment) =/m);
  return content.slice(content.indexOf('/**', content.indexOf('type Incremental')), end);
}

function withoutUnusedImport(content: string): string {
  return /\bTypes\./.test(content) ? content : content.replace(/^import type \* as Types .*\n/m, '');
}

function fail(file: string): void {
  process.stderr.write(`${file} is not what the schema gives: run "npm run generate:web".\n`);
  process.exitCode = 1;
}
