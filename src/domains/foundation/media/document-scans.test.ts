import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { clamdServer, type ClamdBehaviour, MALWARE } from '#test/support/content/clamd-server.ts';
import { fileOf, pdf, uploadedFile } from '#test/support/content/documents.ts';
import { filesOf } from '#test/support/content/uploaded-media.ts';
import { send } from '#test/support/messaging/forwarding.ts';
import { SEND, startWith } from '#test/support/messaging/messaging.ts';
import { unchanged } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';
import { scanDocument } from './documents.ts';

const UPDATED = 'subscription { mediaUpdated { media { id state url } } }';

async function scannedWorld(t: TestContext, env: Record<string, string> = {}) {
  const clamd = await clamdServer(t);
  const world = await testWorld(t, {
    env: { FILE_SCANNER: 'clamd', FILE_SCANNER_URL: clamd.url, ...env },
  });
  const ada = await world.user('ada');
  const ready = async (): Promise<unknown> => {
    const response = await fetch(`${world.opsUrl}/ready`);
    // The answer of the product.
    const { degraded } = (await response.json()) as { degraded: string[] };
    return [response.status, degraded];
  };
  return { clamd, world, ada, ready };
}

test('a file is PROCESSING without a link until it is scanned, and its owner is told when it is READY', async (t) => {
  const { clamd, world, ada, ready } = await scannedWorld(t);
  const live = await ada.subscribe(UPDATED);
  const content = pdf();
  const uploaded = await uploadedFile(ada, content, 'a.pdf');
  assert.deepEqual([uploaded.state, uploaded.url, uploaded.fileName], ['PROCESSING', null, 'a.pdf']);
  assert.equal(clamd.connections(), 0);
  await world.runJobs();
  assert.deepEqual(clamd.files, [content]);
  const { mediaUpdated } = (await live.next()).data;
  assert.deepEqual([mediaUpdated.media.id, mediaUpdated.media.state], [uploaded.id, 'READY']);
  const { url } = await fileOf(ada, uploaded.id);
  assert.ok(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(content));
  await unchanged(world, () => scanDocument(world.app.services, { mediaId: uuidOf(uploaded.id) }));
  assert.deepEqual(await ready(), [200, []]);
});

test('a file with malware is REJECTED with what was found, its content is deleted, and who got it sees no link', async (t) => {
  const { world, ada } = await scannedWorld(t);
  const ben = await world.user('ben');
  const conversationId = await startWith(ada, ben);
  const uploaded = await uploadedFile(ada, pdf(MALWARE), 'a.pdf');
  const messageId = await send(ada, { conversationId, mediaIds: [uploaded.id] });
  const live = await ada.subscribe(UPDATED);
  await world.runJobs();
  await world.runJobs();
  assert.deepEqual((await live.next()).data.mediaUpdated.media, {
    id: uploaded.id,
    state: 'REJECTED',
    url: null,
  });
  const { state, url, failure, fileName } = await fileOf(ada, uploaded.id);
  assert.deepEqual(
    [state, url, failure, fileName],
    ['REJECTED', null, 'The file contains malware: Test.Malware-1.', 'a.pdf'],
  );
  assert.deepEqual(await filesOf(world), []);
  const { node } = await ben.do(
    `query ($id: ID!) { node(id: $id) { ... on Message { content { ... on MediaContent {
      media { state url failure fileName } } } } } }`,
    { id: messageId },
  );
  assert.deepEqual(node.content.media, [{ state: 'REJECTED', url: null, failure: null, fileName: 'a.pdf' }]);
  const { data: again } = await ada.ask(SEND, { input: { conversationId, mediaIds: [uploaded.id] } });
  assert.equal(again.sendMessage.errors[0].code, 'NOT_FOUND');
});

for (const behaviour of ['fails', 'closes', 'slow'] satisfies ClamdBehaviour[]) {
  test(`while the scanner ${behaviour} files wait, /ready names it, and they are scanned when it is back`, async (t) => {
    const { clamd, world, ada, ready } = await scannedWorld(t, { LIMIT_FILE_SCAN_MS: '300' });
    assert.deepEqual(await ready(), [200, []]);
    clamd.behaviour = behaviour;
    const { id } = await uploadedFile(ada, pdf(), 'a.pdf');
    const infected = await uploadedFile(ada, pdf(MALWARE), 'b.pdf');
    await world.runJobs();
    for (const media of [await fileOf(ada, id), await fileOf(ada, infected.id)]) {
      assert.deepEqual([media.state, media.url], ['PROCESSING', null]);
    }
    assert.deepEqual(await ready(), [200, ['file scanner']]);

    clamd.behaviour = 'judges';
    await world.runJobs();
    assert.deepEqual(clamd.files, []);
    world.clock.advance('31s');
    await world.runJobs();
    assert.equal((await fileOf(ada, id)).state, 'READY');
    assert.equal((await fileOf(ada, infected.id)).state, 'REJECTED');
    assert.deepEqual(await ready(), [200, []]);
  });
}

test('a file that waits for long is tried again after a quarter of its age, at most an hour', async (t) => {
  const { clamd, world, ada } = await scannedWorld(t);
  clamd.behaviour = 'fails';
  await uploadedFile(ada, pdf(), 'a.pdf');
  await world.runJobs();
  const triesAfter = async (span: string): Promise<number> => {
    const before = clamd.connections();
    world.clock.advance(span);
    await world.runJobs();
    return clamd.connections() - before;
  };
  const tries = [];
  for (const span of ['29s', '2s', '29m', '7m', '1m', '20h', '59m', '2m']) tries.push(await triesAfter(span));
  assert.deepEqual(tries, [0, 1, 1, 0, 1, 1, 0, 1]);
});

test('a file that is larger than the scanner takes is FAILED, and does not wait for ever', async (t) => {
  const { clamd, world, ada, ready } = await scannedWorld(t);
  clamd.behaviour = 'refuses';
  const { id } = await uploadedFile(ada, pdf(), 'a.pdf');
  await world.runJobs();
  const { state, url, failure } = await fileOf(ada, id);
  assert.deepEqual(
    [state, url, failure],
    ['FAILED', null, 'The file is larger than can be scanned. Send a smaller one.'],
  );
  assert.deepEqual(await ready(), [200, []]);
  world.clock.advance('1h');
  await world.runJobs();
  assert.equal(clamd.connections(), 1);
});

test('a file that is missing in the storage is FAILED', async (t) => {
  const { clamd, world, ada } = await scannedWorld(t);
  const missing = await uploadedFile(ada, pdf(), 'a.pdf');
  await rm(path.join(world.dataDir, 'files'), { recursive: true });
  await world.runJobs();
  const { state, failure } = await fileOf(ada, missing.id);
  assert.deepEqual([state, failure], ['FAILED', 'The uploaded file is missing. Upload it again.']);
  assert.equal(clamd.files.length, 0);
});

test('a file that waits is READY once nothing scans any more', async (t) => {
  const { world, ada } = await scannedWorld(t);
  const { id } = await uploadedFile(ada, pdf(), 'a.pdf');
  const { services } = world.app;
  const unscanned = { ...services, ports: { ...services.ports, fileScanner: null } };
  await scanDocument(unscanned, { mediaId: uuidOf(id) });
  assert.equal((await fileOf(ada, id)).state, 'READY');
});
