import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { installedProject, run } from './support/project.ts';

const USE = `
import { createSocialClient } from '@plaza/client';
import { FeedDocument } from '@plaza/client/operations';

const social = createSocialClient({
  httpUrl: 'http://127.0.0.1:1/web/graphql',
  wsUrl: 'ws://127.0.0.1:1/web/graphql',
  getToken: () => null,
});
export const texts = async (): Promise<string[]> => {
  const { data } = await social.apollo.query({ query: FeedDocument });
  // @ts-expect-error -- a post has no such field, and the documents are typed
  void data?.feed?.edges[0]?.node.nonsense;
  return data?.feed?.edges.map(({ node }) => node.text) ?? [];
};
await social.close();
console.log(typeof social.apollo.query);
`;

/** How the three name modules and what they compile to. */
const SETTINGS = {
  Node: { module: 'nodenext', moduleResolution: 'nodenext' },
  Vite: { module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx', verbatimModuleSyntax: true },
  'Next.js': { module: 'esnext', moduleResolution: 'bundler', jsx: 'preserve', isolatedModules: true },
};

test('the package installs from its tarball, is typed in a strict project under Node, Vite and Next.js, and runs', async (t) => {
  const project = await installedProject(t);
  if (!project) return;
  await project.write('use.ts', USE);
  for (const [name, settings] of Object.entries(SETTINGS)) {
    assert.equal(await project.typeErrors(['use.ts'], settings), '', name);
  }

  const { stdout } = await run('node', ['use.ts'], { cwd: project.directory });
  assert.equal(stdout, 'function\n');
  const shipped = path.join(project.directory, 'node_modules/@plaza/client/dist/schema.graphql');
  assert.equal(await readFile(shipped, 'utf8'), await readFile('schema/client.graphql', 'utf8'));
});
