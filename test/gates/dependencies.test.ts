import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

const SECTIONS = [
  { title: 'At run time', manifest: 'package.json', kind: 'dependencies' },
  { title: 'For development', manifest: 'package.json', kind: 'devDependencies' },
  { title: 'In the client package', manifest: 'client/package.json', kind: 'dependencies' },
] as const;

for (const { title, manifest, kind } of SECTIONS) {
  test(`docs/dependencies.md explains each of the ${kind} of ${manifest} once`, async () => {
    const { [kind]: installed } = JSON.parse(await read(manifest)) as Record<string, Record<string, string>>;
    const section = (await read('docs/dependencies.md'))
      .split('\n## ')
      .find((text) => text.startsWith(title));
    const explained = [...(section ?? '').matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name);
    assert.deepEqual(explained.toSorted(), Object.keys(installed ?? {}).toSorted());
  });
}

test('every version is exact', async () => {
  for (const { manifest, kind } of SECTIONS) {
    const { [kind]: installed } = JSON.parse(await read(manifest)) as Record<string, Record<string, string>>;
    for (const [name, version] of Object.entries(installed ?? {})) {
      assert.match(version, /^(npm:typescript@)?\d+\.\d+\.\d+(-[\w.]+)?$/, name);
    }
  }
});

function read(file: string): Promise<string> {
  return readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
}
