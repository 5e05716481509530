import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';

const SECTIONS = [
  { title: 'At run time', manifest: 'package.json', kind: 'dependencies' },
  { title: 'Where it can be', manifest: 'package.json', kind: 'optionalDependencies' },
  { title: 'For development', manifest: 'package.json', kind: 'devDependencies' },
  { title: 'In the client package', manifest: 'client/package.json', kind: 'dependencies' },
  { title: 'Beside the client package', manifest: 'client/package.json', kind: 'peerDependencies' },
  {
    title: 'In the package embedded-postgres-server',
    manifest: 'packages/embedded-postgres-server/package.json',
    kind: 'optionalDependencies',
  },
  { title: 'In the admin panel', manifest: 'packages/admin-panel/package.json', kind: 'devDependencies' },
  { title: 'In the web app', manifest: 'packages/web-app/package.json', kind: 'devDependencies' },
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

test('every dependency has an exact version', async () => {
  for (const { manifest, kind } of SECTIONS) {
    // The application decides which version of a peer it installs.
    if (kind === 'peerDependencies') continue;
    const { [kind]: installed } = JSON.parse(await read(manifest)) as Record<string, Record<string, string>>;
    for (const [name, version] of Object.entries(installed ?? {})) {
      assert.match(version, /^((npm:typescript@)?\d+\.\d+\.\d+(-[\w.]+)?|file:client)$/, name);
    }
  }
});

test('the client package promises no version of Node.js that one of its dependencies refuses', async () => {
  const { engines, dependencies } = JSON.parse(await read('client/package.json')) as Manifest;
  const { packages } = JSON.parse(await read('package-lock.json')) as { packages: Record<string, Manifest> };
  const oldest = Number(/\d+/.exec(engines?.node ?? '')?.[0]);
  const pending = Object.keys(dependencies ?? {});
  assert.ok(pending.includes('apollo-upload-client'));
  // A list that grows while it is walked shows what was added.
  for (const name of pending) {
    const installed = packages[`node_modules/${name}`];
    assert.ok(installed, name);
    const wanted = installed.engines?.node ?? '>=0';
    const [, least] = /^>= ?(\d+)[.\d]*$/.exec(wanted) ?? [];
    assert.ok(wanted === engines?.node || Number(least) <= oldest, `${name} wants ${wanted}`);
    pending.push(...Object.keys(installed.dependencies ?? {}));
  }
});

test('every install script is allowed or refused on purpose, since npm is told to keep its warning to itself', async () => {
  const { allowScripts } = JSON.parse(await read('package.json')) as { allowScripts: object };
  const { packages } = JSON.parse(await read('package-lock.json')) as { packages: Record<string, Locked> };
  const withScripts = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.split('node_modules/').at(-1));
  assert.deepEqual([...new Set(withScripts)].toSorted(), Object.keys(allowScripts).toSorted());
});

describe('an installation without development dependencies', async () => {
  const { packages } = JSON.parse(await read('package-lock.json')) as { packages: Record<string, Locked> };
  const installed = Object.entries(packages)
    // npm marks the target folder of a link, and not the link.
    .filter(([, { link }]) => !link)
    .map(([path, locked]) => ({ ...locked, name: locked.name ?? path.split('node_modules/').at(-1) ?? '' }));

  test('a production installation contains nothing of the client package', async () => {
    const { dependencies, peerDependencies } = JSON.parse(await read('client/package.json')) as {
      dependencies: object;
      peerDependencies: object;
    };
    const { dependencies: ours } = JSON.parse(await read('package.json')) as { dependencies: object };
    const names = Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => !(name in ours));
    assert.deepEqual(names.toSorted(), ['@apollo/client', 'apollo-upload-client', 'react', 'rxjs']);
    // An optional peer of `better-auth`, which npm installs for production where the admin panel has it for development.
    const unshipped = [...names.filter((name) => name !== 'react'), '@plaza/client'];
    const shipped = installed.filter(({ name, dev }) => unshipped.includes(name) && !dev);
    assert.deepEqual(shipped, []);
  });

  test('a production installation contains no TypeScript', () => {
    const compilers = installed.filter(({ name }) => /^(@typescript\/typescript-.+|typescript)$/.test(name));
    // Both versions of the compiler, and the native one's programs for every platform.
    assert.ok(compilers.length > 2);
    assert.deepEqual(
      compilers.filter(({ dev }) => !dev),
      [],
    );
  });

  test('a production installation has the embedded PostgreSQL only as an optional part', () => {
    const programs = installed.filter(({ name }) => name.startsWith('@embedded-postgres/'));
    assert.equal(programs.length, 7);
    assert.deepEqual(
      programs.filter(({ optional }) => !optional),
      [],
    );
  });
});

type Manifest = {
  readonly engines?: { readonly node?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
};

/** Flags of a package in the lock file: `dev` and `optional` when nothing else needs it. */
type Locked = {
  readonly name?: string;
  readonly link?: true;
  readonly dev?: true;
  readonly optional?: true;
  readonly hasInstallScript?: true;
};

function read(file: string): Promise<string> {
  return readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
}
