import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { testWorld } from '#test/support/world.ts';
import { guideFolder, listGuides, renewAnswers, startGuideProduct } from '../../scripts/guide-answers.ts';

const withCurl = {
  skip: spawnSync('curl', ['--version']).status === 0 ? false : 'SKIPPED: there is no curl on this machine',
};

/** A line that a machine says when it is busy with other tests. */
const LATE = ' The first pictures are still being painted.';

test(
  'the answers that guides show are those of the product; `npm run guides` renews them',
  withCurl,
  async (t) => {
    const guides = await listGuides();
    assert.deepEqual(guides, ['docs/guides/calls.md', 'docs/guides/first-run.md']);
    for (const guide of guides) {
      const shown = await readFile(guide, 'utf8');
      const product = await startGuideProduct(t);
      assert.equal(
        await renewAnswers(shown, { ...product, output: product.output.replace(LATE, '') }),
        shown,
        guide,
      );
    }
  },
);

test(
  'an answer that has changed is renewed, and what differs from run to run is kept',
  withCurl,
  async (t) => {
    const world = await testWorld(t);
    await world.user('ada');
    const { host } = new URL(world.url);
    const opsHost = new URL(world.opsUrl).host;
    const hosts = { host, opsHost, panelHost: '127.0.0.1:4004', appHost: '127.0.0.1:4005' };
    const product = { ...hosts, folder: await guideFolder(t), output: '' };
    const guideOf = (user: object, name: string): string =>
      `
WEB is the endpoint.

\`\`\`sh
WEB=http://127.0.0.1:4000/web/graphql
ask() { curl -s $WEB -H 'content-type: application/json' -d "{\\"query\\":\\"$1\\"}"; }
\`\`\`

\`\`\`sh
ask '{ user(username: \\"ada\\") { id createdAt displayName postCount } }'
\`\`\`

\`\`\`json
${JSON.stringify({ data: { user } }, null, 2)}
\`\`\`

\`\`\`sh
ask '{ node(id: \\"user_01m7wnnwg2eg0893y02nwtc78f\\") { ... on User { username } } }'
\`\`\`

\`\`\`json
${JSON.stringify({ data: { node: { username: name } } }, null, 2)}
\`\`\`
`.trimStart();
    const kept = { id: 'user_01m7wnnwg2eg0893y02nwtc78f', createdAt: '2026-11-20T14:42:29.000Z' };
    const right = guideOf({ ...kept, displayName: 'ada', postCount: 0 }, '<her name>');

    assert.equal(await renewAnswers(right, product), right);
    const wrong = guideOf({ ...kept, displayName: 'Ada', postCount: 3, bio: '' }, '<her name>');
    assert.equal(await renewAnswers(wrong, product), right);
    const misnamed = guideOf({ ...kept, displayName: 'ada', postCount: 0 }, '<her> name');
    assert.equal(await renewAnswers(misnamed, product), right.replace('<her name>', 'ada'));
  },
);
