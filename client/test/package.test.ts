import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { type CodegenConfig, generate } from '@graphql-codegen/cli';
import { createAdmin } from '../../src/domains/identity/admins/admins.service.ts';
import { publish } from '../../test/support/content/hashtags.ts';
import { report } from '../../test/support/trust/reports.ts';
import { testWorld } from '../../test/support/world.ts';
import { createAdminClient } from '../src/admin/admin.ts';
import { GENERATORS, installedProject, run } from './support/project.ts';
import { snippetsOf } from './support/snippets.ts';

const USE = `
import { createSocialClient } from '@plaza/client';
import { keys } from '@plaza/client/graphcache';
import { FeedDocument } from '@plaza/client/operations';
import { SocialProvider } from '@plaza/client/react';

const social = createSocialClient({ httpUrl: 'http://127.0.0.1:1/web/graphql', getToken: () => null });
// @ts-expect-error -- a client with the application's own tokens has no session
void social.session;
export const texts = async (): Promise<string[]> => {
  const { data } = await social.apollo.query({ query: FeedDocument });
  // @ts-expect-error -- a post has no such field, and the documents are typed
  void data?.feed?.edges[0]?.node.nonsense;
  return data?.feed?.edges.map(({ node }) => node.text) ?? [];
};
console.log(typeof SocialProvider, keys['PostViewer']?.());
`;

const GRACE = { email: 'grace@example.com', password: 'correct horse battery' };

/** How the three name modules and what they compile to. */
const SETTINGS = {
  Node: { module: 'nodenext', moduleResolution: 'nodenext' },
  Vite: { module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx', verbatimModuleSyntax: true },
  'Next.js': { module: 'esnext', moduleResolution: 'bundler', jsx: 'preserve', isolatedModules: true },
};

test('the package installs from its tarball, is typed in a strict project under Node, Vite and Next.js, and its examples run', async (t) => {
  const project = await installedProject(t, GENERATORS.vite);
  if (!project) return;
  const documented = [
    ...(await snippetsOf('client/README.md')),
    ...(await snippetsOf('docs/guides/admin.md')),
  ];
  const snippets = documented.filter(([name]) => name.endsWith('.ts'));
  for (const [name, code] of [['use.ts', USE] as const, ...snippets]) await project.write(name, code);
  for (const [name, settings] of Object.entries(SETTINGS)) {
    const files = ['use.ts', ...snippets.map(([file]) => file)];
    // The guide's files import each other as Node runs them.
    const strict = { ...settings, allowImportingTsExtensions: true };
    assert.equal(await project.typeErrors(files, strict), '', name);
  }
  for (const [shipped, schema] of [
    ['schema.graphql', 'client.graphql'],
    ['admin.graphql', 'admin.graphql'],
  ] as const) {
    const file = path.join(project.directory, 'node_modules/@plaza/client/dist', shipped);
    assert.equal(await readFile(file, 'utf8'), await readFile(path.join('schema', schema), 'utf8'));
  }

  const world = await testWorld(t);
  const postId = await publish(await world.user('ada'), 'Hello, world');
  const printedBy = async (file: string): Promise<string> => {
    const env = { ...process.env, NEXT_PUBLIC_GRAPHQL_URL: world.url };
    return (await run('node', [file], { cwd: project.directory, env })).stdout;
  };
  assert.equal(await printedBy('use.ts'), 'function null\n');
  assert.equal(await printedBy('hello.ts'), 'ada: Hello, world\n');
  assert.equal(await printedBy('errors.ts'), 'UNAUTHENTICATED MISSING \n');

  await createAdmin(world.app.services, { ...GRACE, displayName: 'Grace', role: 'OWNER' });
  const guide = new Map(snippets).get('admin.ts') ?? assert.fail('The guide has no admin.ts.');
  await project.write('admin.ts', guide.replace('http://127.0.0.1:4000/admin/graphql', world.adminUrl));
  assert.equal(await printedBy('users.ts'), 'ada: ACTIVE\nSigned out: SIGNED_OUT\n');
  await report(await world.user('ben'), { postId });
  assert.equal(
    await printedBy('dashboard.ts'),
    'USERS_NEW 30\nPOSTS 30\nOpen cases: 1\nSigned out: SIGNED_OUT\n',
  );
  assert.equal(await printedBy('cases.ts'), 'POST of ada: NO_ACTION\nSigned out: SIGNED_OUT\n');
  const elsewhere = createAdminClient({ url: world.adminUrl });
  await elsewhere.session.signIn(GRACE);
  assert.equal(await printedBy('sessions.ts'), 'Ended: node\nSigned out: SIGNED_OUT\n');

  await project.write('src/me.graphql', 'query Me { me { user { id createdAt } } }');
  const { default: config } = (await import(path.join(project.directory, 'codegen.ts'))) as {
    default: CodegenConfig;
  };
  const within = (file: unknown): string => path.join(project.directory, String(file));
  const folder = within('src/generated/');
  // The preset is resolved here, as a development dependency; its users install it beside the package.
  await generate({
    schema: within(config.schema),
    documents: within(config.documents),
    generates: { [folder]: config.generates['src/generated/']! },
    silent: true,
  });
  assert.match(await readFile(path.join(folder, 'graphql.ts'), 'utf8'), /createdAt: string/);
  assert.equal(await project.typeErrors(['src/generated/graphql.ts'], SETTINGS.Vite), '');
});
