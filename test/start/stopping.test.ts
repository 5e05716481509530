import assert from 'node:assert/strict';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { test } from 'node:test';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { createActor } from '#test/support/actor.ts';
import { testDatabase } from '#test/support/database.ts';
import { UPLOAD } from '#test/support/content/uploaded-media.ts';
import { BOUNDARY, multipart, PNG } from '#test/support/content/uploads.ts';
import { freePort } from '#test/support/transport/free-port.ts';
import { dataFolder, plaza } from './plaza-process.ts';

const DRAIN_SECONDS = 3;
const STOP_GRACE_SECONDS = 6;

test('a process that gets SIGTERM is not ready at once, serves on, and gives uploads under way their time', async (t) => {
  const { connectionString } = await testDatabase(t);
  const [port, opsPort] = [await freePort(), await freePort()];
  const server = plaza(t, {
    args: ['serve'],
    env: {
      DATABASE_URL: connectionString,
      DATA_DIR: await dataFolder(t),
      PORT: String(port),
      OPS_PORT: String(opsPort),
      DRAIN_SECONDS: String(DRAIN_SECONDS),
      STOP_GRACE_SECONDS: String(STOP_GRACE_SECONDS),
    },
  });
  await server.ready();
  const url = `http://127.0.0.1:${port}/web/graphql`;
  const ada = createActor(url, { token: null, onEnd: (end) => t.after(async () => end()) });
  const { register } = await ada.do(REGISTER, {
    input: { email: 'ada@example.com', password: 'correct horse battery', username: 'ada', displayName: 'A' },
  });
  const token: string = register.accessToken;
  const socket = new WebSocket(url.replace('http', 'ws'), 'graphql-transport-ws');
  const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)));
  await new Promise((resolve) => socket.once('open', resolve));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  assert.equal((await answered(ask(agent, url))).headers.connection, 'keep-alive');
  const [finished, unfinished] = [beginUpload(url, token), beginUpload(url, token)];

  const stoppedMs = performance.now();
  server.kill('SIGTERM');
  await server.says('"msg":"stopping"');
  const ready = await fetch(`http://127.0.0.1:${opsPort}/ready`);
  assert.deepEqual(
    [ready.status, await ready.json()],
    [503, { ready: false, missing: [], degraded: [], stopping: true }],
  );
  for (let asked = 0; asked < 3; asked += 1) {
    const answer = await answered(ask(agent, url));
    assert.deepEqual([answer.statusCode, answer.headers.connection], [200, 'close']);
    await sleep(200);
  }
  assert.equal(socket.readyState, socket.OPEN);

  assert.equal(await closed, 1012);
  assert.ok(performance.now() - stoppedMs >= DRAIN_SECONDS * 1_000);
  finished.end();
  const { data } = await bodyOf(await finished.answer);
  assert.deepEqual([data.uploadMedia.errors, data.uploadMedia.media.state], [[], 'READY']);
  const refused = await unfinished.answer;
  assert.equal(refused.statusCode, 503);
  assert.equal((await bodyOf(refused)).errors[0].extensions.code, 'SERVICE_UNAVAILABLE');
  assert.deepEqual(await server.exited, { code: 0, signal: null }, server.stdout());
});

const REGISTER = `mutation ($input: RegisterInput!) { register(input: $input) { accessToken errors { code } } }`;

function ask(agent: Agent, url: string): ClientRequest {
  const asking = request(url, { agent, method: 'POST', headers: { 'content-type': 'application/json' } });
  asking.end('{"query":"{ apiLimits { requests { pageSizeMax } } }"}');
  return asking;
}

function answered(sent: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (answer) => {
      // Read, so that the connection is free for the next request.
      answer.once('end', () => resolve(answer)).resume();
    });
  });
}

/** An upload whose last bytes are held back until `end`. */
function beginUpload(url: string, token: string): { answer: Promise<IncomingMessage>; end(): void } {
  const operations = { query: UPLOAD, variables: { input: { file: null } } };
  const body = multipart([
    ['operations', JSON.stringify(operations)],
    ['map', '{"0":["variables.input.file"]}'],
    ['0', PNG, 'a.png'],
  ]);
  const sending = request(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': body.length,
    },
  });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    sending.once('response', resolve).once('error', reject);
  });
  sending.write(body.subarray(0, -10));
  return { answer, end: () => void sending.end(body.subarray(-10)) };
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- an answer has the shape of the document
async function bodyOf(answer: IncomingMessage): Promise<any> {
  answer.setEncoding('utf8');
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  return JSON.parse(text);
}
