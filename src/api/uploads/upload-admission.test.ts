import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Actor, Answer } from '#test/support/actor.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { until } from '#test/support/processes.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { unchanged } from '#test/support/unchanged.ts';
import { filesOf, UPLOAD, upload } from '#test/support/content/uploaded-media.ts';
import { BOUNDARY, MP4, multipart } from '#test/support/content/uploads.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
const SENDERS = new URL('../../../test/support/content/file-senders.ts', import.meta.url);

const ONE_FILE = { query: UPLOAD, variables: { input: { file: null } } };
const ONE_PLACE = { 0: ['variables.input.file'] };

type Sent = {
  readonly operations?: object;
  readonly map?: object;
  readonly token?: string | null;
  readonly ip?: string;
  readonly bytes?: number;
};

/** A request up to the first bytes of its file, which never ends. */
function beginningOf(url: string, sent: Sent = {}): Buffer {
  const { operations = ONE_FILE, map = ONE_PLACE, token = null, ip = '10.1.1.1', bytes = GIB } = sent;
  const body = multipart([
    ['operations', JSON.stringify(operations)],
    ['map', JSON.stringify(map)],
    ['0', MP4, 'a.mp4'],
  ]);
  const head = [
    `POST ${new URL(url).pathname} HTTP/1.1`,
    'host: plaza.example',
    `authorization: ${token === null ? '' : `Bearer ${token}`}`,
    `x-forwarded-for: ${ip}`,
    `content-type: multipart/form-data; boundary=${BOUNDARY}`,
    `content-length: ${bytes}`,
  ];
  return Buffer.concat([
    Buffer.from(`${head.join('\r\n')}\r\n\r\n`),
    body.subarray(0, body.length - BOUNDARY.length - 8),
  ]);
}

/** The answer of the server while the file is still being sent. */
async function earlyAnswer(url: string, sent: Sent): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    let text = '';
    socket.on('data', (data) => (text += data.toString()));
    socket.write(beginningOf(url, sent));
    await until(async () => /\r\n\r\n.*\}/s.test(text), 'the server answers');
    const [head = '', body = ''] = text.split('\r\n\r\n');
    return { ...JSON.parse(body), status: Number(head.split(' ')[1]) };
  } finally {
    socket.destroy();
  }
}

/** A connection over which a file comes and never ends. */
async function unendingUpload(world: World, person: Person, bytes: number): Promise<() => void> {
  const { hostname, port } = new URL(world.url);
  const before = new Set(await filesOf(world));
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(beginningOf(world.url, { token: person.token, ip: person.ip, bytes: bytes + 10_000 }));
  socket.write(Buffer.alloc(bytes - MP4.length));
  await until(async () => (await filesOf(world)).some((name) => !before.has(name)), 'the file is begun');
  return () => socket.destroy();
}

const codeOf = (answer: Answer): string | undefined =>
  answer.errors?.[0]?.extensions.code ?? answer.data?.uploadMedia.errors[0]?.code;

/** Memory of the process once all that nothing refers to is collected, which depends on neither the machine nor other tests. */
function heldMib(): number {
  setFlagsFromString('--expose-gc');
  // The flag puts it into contexts that are made from now on.
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MIB;
}

test('100 connections without a token leave no byte of a file and hold less than 32 MiB in memory', async (t) => {
  const world = await testWorld(t);
  // Modules that the first request loads are not counted, nor what the first hundred connections leave in caches.
  const first = await Promise.all(Array.from({ length: 100 }, () => earlyAnswer(world.url, {})));
  assert.deepEqual(new Set(first.map(codeOf)), new Set(['UNAUTHENTICATED']));
  const before = heldMib();
  const head = beginningOf(world.url).toString('base64');
  const senders = fork(SENDERS, [world.url, '100', head]);
  // When an assertion fails, nothing else ends them.
  t.after(() => senders.kill('SIGKILL'));
  let sentBytes = 0;
  senders.on('message', (bytes: number) => (sentBytes = bytes));
  await once(senders, 'message');
  for (let round = 0; round < 15; round += 1) {
    await delay(100);
    assert.deepEqual(await filesOf(world), []);
    const grownMib = heldMib() - before;
    assert.ok(grownMib < 32, `${grownMib} MiB more after ${round * 100} ms`);
  }
  assert.ok(sentBytes > 100 * 64 * 1024, 'the connections did send');
  senders.kill();
  await once(senders, 'exit');
});

test('a refused operation is refused before a byte of its file is kept', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  await restrict(world, ben, { kind: 'UPLOADS' });
  const { token, ip } = ada;
  const POST = `mutation ($input: CreatePostInput!) { uploadMedia: createPost(input: $input) { errors { code } } }`;
  const inPost = {
    operations: { query: POST, variables: { input: { files: [null] } } },
    map: { 0: ['variables.input.files.0'] },
  };
  const refusals: [story: string, sent: Sent, status: number, code: string][] = [
    [
      'no document',
      { operations: { variables: { f: null } }, map: { 0: ['variables.f'] } },
      400,
      'BAD_REQUEST',
    ],
    ['a broken document', { operations: { ...ONE_FILE, query: 'mutation {' } }, 200, 'GRAPHQL_PARSE_FAILED'],
    [
      'an unknown field',
      { operations: { ...ONE_FILE, query: 'mutation ($a: Upload!) { x }' } },
      200,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['no token', {}, 200, 'UNAUTHENTICATED'],
    ['a wrong token', { token: 'x' }, 200, 'UNAUTHENTICATED'],
    ['a restriction on uploads', { token: ben.token }, 200, 'RESTRICTED'],
    ['a restriction on uploads, in a post', { token: ben.token, ...inPost }, 200, 'RESTRICTED'],
    [
      'a variable that is no file',
      {
        token,
        operations: { ...ONE_FILE, variables: { input: { altText: null } } },
        map: { 0: ['variables.input.altText'] },
      },
      200,
      'BAD_USER_INPUT',
    ],
    [
      'an operation without an Upload variable',
      {
        token,
        operations: {
          query: 'mutation { updateProfile(input: {}) { errors { code } } }',
          variables: { f: null },
        },
        map: { 0: ['variables.f'] },
      },
      400,
      'BAD_REQUEST',
    ],
    [
      'a query',
      { token, operations: { query: '{ me { id } }', variables: { f: null } }, map: { 0: ['variables.f'] } },
      400,
      'BAD_REQUEST',
    ],
  ];
  for (const [story, sent, status, code] of refusals) {
    const answer = await unchanged(world, () => earlyAnswer(world.url, { ip, ...sent }));
    assert.deepEqual([answer.status, codeOf(answer)], [status, code], story);
    assert.deepEqual(await filesOf(world), [], story);
  }
  const atAdmin = await earlyAnswer(world.adminUrl, { token });
  assert.deepEqual([atAdmin.status, codeOf(atAdmin)], [400, 'BAD_REQUEST']);
});

test('a spent budget refuses a file before it comes, and an upload spends one point', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const picture = await smallPicture();
  const answers = [];
  for (let round = 0; round < 60; round += 1) answers.push(codeOf(await upload(ada, picture)));
  assert.deepEqual(new Set(answers), new Set([undefined]));
  const { token, ip } = ada;
  const answer = await earlyAnswer(world.url, { token, ip });
  assert.deepEqual([answer.errors, codeOf(answer)], [undefined, 'RATE_LIMITED']);
});

test('bytes under way are bounded for a caller, a network and all, and come free when an upload ends', async (t) => {
  const env = { LIMIT_CALLER_UPLOAD_MIB: '2', LIMIT_NETWORK_UPLOAD_MIB: '3', LIMIT_TOTAL_UPLOAD_MIB: '4' };
  const world = await testWorld(t, { env });
  const ada = await world.user('ada');
  const ben = Object.assign(await world.user('ben'), { ip: ada.ip });
  const eva = Object.assign(await world.user('eva'), { ip: ada.ip });
  const fay = await world.user('fay');
  const small = await smallPicture();
  const big = Buffer.concat([MP4, Buffer.alloc(MIB)]);
  const codesOf = async (who: Actor, content: Buffer) => codeOf(await upload(who, content));

  assert.equal(await codesOf(ada, Buffer.concat([big, big])), 'VALIDATION_FAILED');
  const endAda = await unendingUpload(world, ada, 1.5 * MIB);
  assert.equal(await codesOf(ada, big), 'RATE_LIMITED');
  assert.equal(await codesOf(ada, small), undefined);
  const endBen = await unendingUpload(world, ben, 1_250_000);
  assert.equal(await codesOf(eva, big), 'RATE_LIMITED');
  assert.equal(await codesOf(eva, small), undefined);
  const endFay = await unendingUpload(world, fay, 1_250_000);
  assert.equal(await codesOf(await world.user('gus'), big), 'SERVICE_UNAVAILABLE');
  for (const end of [endAda, endBen, endFay]) end();
  await until(async () => (await codesOf(ada, big)) === undefined, 'there is room again');
});

test('below the free disk space an upload is refused before it is kept', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_UPLOAD_FREE_DISK_MIB: '2000000000' } });
  const { token, ip } = await world.user('ada');
  assert.equal(codeOf(await earlyAnswer(world.url, { token, ip })), 'SERVICE_UNAVAILABLE');
  assert.deepEqual(await filesOf(world), []);
});

test('a session that is revoked while its file comes stores nothing', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const phone = await world.signIn(ada);
  const picture = await smallPicture();
  const whole = multipart([
    ['operations', JSON.stringify(ONE_FILE)],
    ['map', JSON.stringify(ONE_PLACE)],
    ['0', picture, 'a.png'],
  ]);
  const { hostname, port } = new URL(world.url);
  const socket = connect(Number(port), hostname);
  t.after(() => socket.destroy());
  const head = beginningOf(world.url, { token: phone.token, ip: phone.ip, bytes: whole.length });
  socket.write(head.subarray(0, head.indexOf('\r\n\r\n') + 4));
  socket.write(whole.subarray(0, -20));
  await until(async () => (await filesOf(world)).length > 0, 'the file is begun');
  await ada.do(`mutation ($id: ID!) { revokeSession(input: { sessionId: $id }) { errors { code } } }`, {
    id: phone.sessionId,
  });
  let text = '';
  socket.on('data', (data) => (text += data.toString()));
  socket.write(whole.subarray(-20));
  await until(async () => text.includes('}'), 'the server answers');
  assert.match(text, /"code":"UNAUTHENTICATED","reason":"REVOKED"/);
  await until(async () => (await filesOf(world)).length === 0, 'the file is removed');
});
