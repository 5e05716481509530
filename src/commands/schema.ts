import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildSchemas, describeRootFields, printSorted } from '#api/schema.ts';
import { defaultLimits } from '#domains/modules.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../schema');

/** Writes the schema into `schema/`, or with `--check` fails when the files there differ. */
export async function schema(): Promise<void> {
  const schemas = buildSchemas(defaultLimits);
  const files = [
    ['client.graphql', printSorted(schemas.client)],
    ['admin.graphql', printSorted(schemas.admin)],
    ['access.md', describeRootFields(schemas)],
  ] as const;
  if (!process.argv.includes('--check')) {
    await Promise.all(files.map(([name, text]) => writeFile(path.join(FOLDER, name), text)));
    return;
  }
  for (const [name, text] of files) {
    const committed = await readFile(path.join(FOLDER, name), 'utf8').catch(() => '');
    if (committed === text) continue;
    process.stderr.write(
      `schema/${name} does not show the schema of the code: run npm run schema and review the difference.\n`,
    );
    process.exitCode = 1;
  }
}
