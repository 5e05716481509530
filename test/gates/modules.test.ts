import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { jobHandlers, modules } from '#domains/modules.ts';
import type { DomainModule } from '#platform/request/module.ts';
import { platformLimits } from '#platform/kernel/limits.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const foldersWith = (pattern: string): string[] => {
  const files = globSync(`src/domains/*/*/${pattern}`, { cwd: ROOT });
  return [...new Set(files.map((file) => path.basename(path.dirname(file))))].sort();
};

test('every domain with types or jobs has a module of its name in src/domains/modules.ts', () => {
  const names = modules.map(({ name }) => name).sort();
  assert.deepEqual(
    foldersWith('*.{schema,jobs}.ts').filter((folder) => !names.includes(folder)),
    [],
  );
  assert.deepEqual(names, foldersWith('*.module.ts'));
  const misnamed = globSync('src/domains/*/*/*.module.ts', { cwd: ROOT }).filter(
    (file) => path.basename(file, '.module.ts') !== path.basename(path.dirname(file)),
  );
  assert.deepEqual(misnamed, []);
});

const HEADER = /^\/\*\*\n((?: \* .+\n)+) \*\/\n/;

test('each module begins with three to five lines that say what the domain is, and where to begin reading', () => {
  const wrong = globSync('src/domains/*/*/*.module.ts', { cwd: ROOT }).flatMap((file) => {
    const lines =
      HEADER.exec(readFileSync(path.join(ROOT, file), 'utf8'))?.[1]
        ?.trimEnd()
        .split('\n') ?? [];
    if (lines.length < 3 || lines.length > 5) return [`${file}: ${lines.length} lines`];
    const named = lines.flatMap((line) => line.match(/(?<![\w./-])[\w.-]+\.ts\b/g) ?? []);
    if (named.length === 0) return [`${file}: no file`];
    return named
      .filter((name) => !existsSync(path.join(ROOT, path.dirname(file), name)))
      .map((name) => `${file}: ${name} is absent`);
  });
  assert.deepEqual(wrong, []);
});

const DECLARED: Readonly<Record<string, (module: DomainModule) => readonly string[]>> = {
  name: ({ name }) => [name],
  id: ({ ids = [] }) => ids,
  limit: ({ limits = {} }) => Object.keys(limits),
  permission: ({ permissions = {} }) => Object.keys(permissions),
  'restriction kind': ({ restrictions = {} }) => Object.keys(restrictions),
  export: ({ personalData }) => (personalData?.exports ?? []).map(({ name }) => name),
  follower: ({ followers = [] }) => followers.map(({ name }) => name),
  table: ({ personalData }) => Object.keys(personalData?.tables ?? {}),
};

for (const [what, namesOf] of Object.entries(DECLARED)) {
  test(`no two modules declare the same ${what}`, () => {
    assert.deepEqual(repeated(modules.flatMap(namesOf)), []);
  });
}

test('no module declares a limit of the platform', () => {
  const limits = modules.flatMap(({ limits: own = {} }) => Object.keys(own));
  assert.deepEqual(
    limits.filter((name) => name in platformLimits),
    [],
  );
});

test('no two jobs of the modules and the platform have the same name', () => {
  assert.deepEqual(repeated(jobHandlers.map(({ name }) => name)), []);
});

const repeated = (names: readonly string[]): string[] =>
  names.filter((name, index) => names.indexOf(name) !== index);
