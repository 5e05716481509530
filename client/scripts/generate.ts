import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { generatedFiles } from './generated-files.ts';

/**
 * Generates the typed documents of `operations/` from the introspected schema of a running server:
 * `node scripts/generate.ts [--check] [url]`. With `--check` it only compares.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean', default: false } },
});
const url = positionals[0] ?? process.env['NEXT_PUBLIC_GRAPHQL_URL'] ?? 'http://127.0.0.1:4000/web/graphql';

for (const [file, text] of await generatedFiles(url)) {
  if (!values.check) {
    await writeFile(file, text);
    continue;
  }
  if ((await readFile(file, 'utf8').catch(() => '')) === text) continue;
  process.stderr.write(`${path.relative(process.cwd(), file)} is not what the schema of ${url} gives.\n`);
  process.exitCode = 1;
}
