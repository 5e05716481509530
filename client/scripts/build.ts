/** Builds `dist/`: JavaScript with declarations, and the schemas for the code generators of applications. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const DIST = path.join(ROOT, 'dist');

rmSync(DIST, { recursive: true, force: true });
execFileSync('tsc', ['-p', path.join(ROOT, 'tsconfig.build.json')], { stdio: 'inherit' });
// The compiler rewrites `.ts` in the imports of JavaScript, but not in those of declarations.
for (const file of globSync('**/*.d.ts', { cwd: DIST }).map((name) => path.join(DIST, name))) {
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/( from '\.[^']*)\.ts'/g, "$1.js'"));
}
copyFileSync(path.join(ROOT, '../schema/client.graphql'), path.join(DIST, 'schema.graphql'));
copyFileSync(path.join(ROOT, '../schema/admin.graphql'), path.join(DIST, 'admin.graphql'));
