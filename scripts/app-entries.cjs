/**
 * The apps in `packages/` with the entries of the client package that they import by name. Each app's `tsconfig.json` leads
 * the names to sources by `paths`; dependency-cruiser resolves them by `resolve`, as webpack would.
 */
const { globSync, readFileSync } = require('node:fs');
const path = require('node:path');

const ROOT = path.join(__dirname, '..');

const apps = globSync('packages/*/tsconfig.json', { cwd: ROOT }).flatMap((file) => {
  const folder = path.dirname(file);
  const { paths = {} } = JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')).compilerOptions;
  const entries = Object.entries(paths).map(([name, [source]]) => ({
    name,
    file: path.join(folder, source),
  }));
  return entries.length > 0 ? [{ folder, entries }] : [];
});

const alias = apps.flatMap(({ entries }) =>
  entries.map(({ name, file }) => ({ name, onlyModule: true, alias: path.join(ROOT, file) })),
);

module.exports = { apps, resolve: { alias } };
