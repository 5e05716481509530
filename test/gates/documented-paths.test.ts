import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const ROOT = path.resolve(import.meta.dirname, '../..');
const DOCUMENTS = '{ARCHITECTURE,CONTRIBUTING,README,SECURITY}.md';
const FOLDERS = 'src,test,scripts,bench,db,docs,client,packages,schema,migrations';
const IN_SRC = 'app,commands,config,api,domains,platform,ports,adapters';
const NOT_OURS = /(^|\/)(node_modules|dist)$/;

/** A path that begins at the root or in `src/`, and a name of a file, with or without the folders above it. */
const PATH = new RegExp(`^(?:${`${FOLDERS},${IN_SRC}`.replaceAll(',', '|')})/[\\w./@-]*$`);
const FILE = /^[\w-][\w./-]*\.(?:ts|cjs|sql|graphql|md)$/;
/** `x.service.ts` stands for the services of all domains. */
const PLACEHOLDER = /^x\./;
const FENCED = /^```.*?^```/gms;

/** Named because it is not there. */
const ABSENT: ReadonlySet<string> = new Set([
  'index.ts',
  'client/dist',
  'packages/admin-panel/dist',
  'packages/web-app/dist',
]);

test('every path that a document names exists', () => {
  const documents = globSync([DOCUMENTS, '{docs,bench,client,packages}/**/*.md'], {
    cwd: ROOT,
    exclude: isNotOurs,
  });
  const files = globSync([`{${FOLDERS}}/**/*`, '*'], { cwd: ROOT, exclude: isNotOurs });
  const unknown = documents.flatMap((document) => {
    const text = readFileSync(path.join(ROOT, document), 'utf8');
    return unknownPaths(text, files).map((name) => `${document}: ${name}`);
  });
  assert.deepEqual(unknown, []);
});

test('a path that is gone is found, and what only looks like one is not', () => {
  const files = ['src', 'src/api', 'src/api/live', 'src/api/live/turns.ts', 'docs/operations.md'];
  const text = `\`src/api/live/turns.ts\` and \`turns.ts\` are in \`api/live/\`; \`docs/operations.md\` tells of \`x.state.ts\`.
\`src/api/turns.ts\`, \`urns.ts\`, \`api/http/\` and \`docs/guide.md\` are gone; \`ctx.write\` and \`a/b\` are no paths.
\`\`\`
\`src/of/a/listing.ts\`
\`\`\``;
  assert.deepEqual(unknownPaths(text, files), ['src/api/turns.ts', 'urns.ts', 'api/http/', 'docs/guide.md']);
});

/** The paths in the code spans of a text that are not the end of a path in the repository. */
function unknownPaths(text: string, files: readonly string[]): string[] {
  const spans = text.replaceAll(FENCED, '').matchAll(/`([^`\n]+)`/g);
  const names = [...spans].flatMap(([, span = '']) => (PATH.test(span) || FILE.test(span) ? [span] : []));
  return names.filter((name) => {
    if (PLACEHOLDER.test(name) || ABSENT.has(name)) return false;
    const end = name.replace(/\/$/, '');
    return !files.some((file) => file === end || file.endsWith(`/${end}`));
  });
}

function isNotOurs(folder: string): boolean {
  return NOT_OURS.test(folder);
}
