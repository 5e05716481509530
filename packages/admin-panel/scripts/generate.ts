import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { generate } from '@graphql-codegen/cli';

/**
 * Writes the typed documents of `operations/` by the committed schema of the admin endpoint. With `--check` it only compares.
 */
const ROOT = path.resolve(import.meta.dirname, '..');
const FILE = path.join(ROOT, 'src/generated/graphql.ts');
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

// The types omit that the result is this list.
const files = (await generate(
  {
    schema: path.resolve(ROOT, '../../schema/admin.graphql'),
    documents: path.join(ROOT, 'operations/*.graphql'),
    generates: {
      [`${path.dirname(FILE)}/`]: {
        preset: 'client',
        presetConfig: { fragmentMasking: false },
        config: {
          // Texts need no parser in the browser.
          documentMode: 'string',
          enumsAsTypes: true,
          useTypeImports: true,
          scalars: { DateTime: 'string', JSON: 'unknown' },
        },
      },
    },
    silent: true,
  },
  false,
)) as { filename: string; content: string }[];
const text = files.find(({ filename }) => filename.endsWith('/graphql.ts'))?.content;
if (text === undefined) throw new Error('The generator gave no documents.');
if (!values.check) await writeFile(FILE, text);
else if ((await readFile(FILE, 'utf8').catch(() => '')) !== text) {
  process.stderr.write('src/generated/graphql.ts is not what the schema gives: run "npm run generate".\n');
  process.exitCode = 1;
}
