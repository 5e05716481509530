import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { WebSocket } from 'ws';
import { createLogger } from '#platform/kernel/logger.ts';
import { until } from '#test/support/processes.ts';
import { runSql } from '#test/support/test-server.ts';
import { testWorld, type World } from '#test/support/world.ts';

type Line = Readonly<Record<string, unknown>>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A world with what it logs: all of its text, and the lines about refused requests. */
async function loggedWorld(t: TestContext): Promise<{ world: World; lines: Line[]; text: () => string }> {
  const written: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk.toString());
      done();
    },
  });
  const lines: Line[] = [];
  const log = createLogger(
    { level: 'info' },
    {
      write(line: string) {
        destination.write(line);
        const { level: _level, time: _time, pid: _pid, hostname: _hostname, ...fields } = JSON.parse(line);
        lines.push(fields);
      },
    },
  );
  const world = await testWorld(t, { log });
  return { world, lines, text: () => written.join('') };
}

const refusedOf = (lines: readonly Line[]): Line[] =>
  lines.filter(({ msg }) => String(msg).includes('refused')).map(({ msg: _msg, ...fields }) => fields);

const post = (url: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

test('every answer has the id of its request: the one that was sent if it is harmless, else a new one', async (t) => {
  const { world } = await loggedWorld(t);
  const query = '{ apiLimits { requests { pageSizeMax } } }';
  const idOf = async (given: string | null): Promise<string | null> =>
    (await post(world.url, { query }, given === null ? {} : { 'x-request-id': given })).headers.get(
      'x-request-id',
    );
  assert.equal(await idOf('edge-7.A_b'), 'edge-7.A_b');
  assert.equal(await idOf('a'.repeat(64)), 'a'.repeat(64));
  for (const refused of [null, 'a'.repeat(65), 'a b', '{"a":1}'])
    assert.match((await idOf(refused)) ?? '', UUID);

  const { origin, host, hostname, port } = new URL(world.url);
  for (const path of ['/nothing', '/media/x', '/%zz', '/web/graphql']) {
    const answer = await fetch(`${origin}${path}`, { headers: { 'x-request-id': 'seen' } });
    assert.equal(answer.headers.get('x-request-id'), 'seen', path);
  }
  const socket = connect(Number(port), hostname);
  socket.end(`NONSENSE / HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
  let malformed = '';
  for await (const bytes of socket) malformed += String(bytes);
  assert.match(malformed, /^HTTP\/1\.1 400 [^]*\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
});

test('a refused request is one line with its id, operation, code, status and kind of caller, and nothing secret', async (t) => {
  const { world, lines, text } = await loggedWorld(t);
  const ada = await world.user('ada');
  lines.length = 0;
  let count = 0;
  const ask = (query: string, more: object = {}, headers: Readonly<Record<string, string>> = {}) =>
    post(world.url, { query, ...more }, { 'x-request-id': `r${(count += 1)}`, ...headers });
  const asAda = { authorization: `Bearer ${ada.token}` };

  await ask('query Mine { me { id } }', {}, { authorization: 'Bearer confidential-token' });
  await ask('query Odd { confidential_field }', { operationName: 'Odd' }, asAda);
  await ask('{ me {', { operationName: 'not a name, confidential' });
  const login = 'mutation SignIn($i: LoginInput!) { login(input: $i) { accessToken } }';
  await ask(login, { variables: { i: { email: 'ada@example.com', password: 'confidential-password' } } });
  await fetch(world.url, { headers: { 'x-request-id': 'r5' } });
  // Ordinary answers have no line.
  await ask('mutation { createPost(input: { text: "" }) { errors { code } } }', {}, asAda);
  await ask('{ me { user { username } } }', {}, asAda);

  const about = { endpoint: 'client', callerKind: null };
  assert.deepEqual(refusedOf(lines), [
    {
      requestId: 'r1',
      ...about,
      type: 'query',
      operation: 'Mine',
      callerKind: 'anonymous',
      code: 'UNAUTHENTICATED',
      status: 200,
    },
    {
      requestId: 'r2',
      ...about,
      type: 'unknown',
      operation: 'Odd',
      code: 'GRAPHQL_VALIDATION_FAILED',
      status: 200,
    },
    {
      requestId: 'r3',
      ...about,
      type: 'unknown',
      operation: null,
      code: 'GRAPHQL_VALIDATION_FAILED',
      status: 200,
    },
    {
      requestId: 'r4',
      ...about,
      type: 'mutation',
      operation: 'SignIn',
      callerKind: 'anonymous',
      code: 'INVALID_CREDENTIALS',
      status: 200,
    },
    { requestId: 'r5', code: 'HTTP_405', status: 405 },
  ]);
  assert.ok(!/confidential/.test(text()), text());
});

test('what fails inside has the id of its request beside that of the error', async (t) => {
  const { world, lines } = await loggedWorld(t);
  await runSql(world.connectionString, 'alter table users rename to users_away');
  const answer = await post(
    world.url,
    { query: '{ user(username: "ada") { id } }' },
    { 'x-request-id': 'r1' },
  );
  const { errors } = (await answer.json()) as { errors: [{ extensions: { errorId: string } }] };
  const failed = lines.find(({ msg }) => msg === 'operation failed');
  assert.equal(failed?.['requestId'], 'r1');
  assert.equal(failed['errorId'], errors[0].extensions.errorId);
});

test('whoever is refused all the time gets five lines a second, and then a count', async (t) => {
  const { world, lines } = await loggedWorld(t);
  await Promise.all(Array.from({ length: 50 }, () => post(world.url, { query: '{ nothing }' })));
  const isCounted = async (): Promise<boolean> => lines.some(({ suppressed }) => suppressed !== undefined);
  await until(isCounted, 'the refusals are counted');
  const refused = refusedOf(lines);
  // A second may have ended in between.
  const suppressed = refused.reduce((sum, line) => sum + Number(line['suppressed'] ?? 0), 0);
  const single = refused.filter((line) => line['suppressed'] === undefined);
  assert.equal(single.length + suppressed, 50);
  assert.ok(single.length <= 10, String(single.length));
});

test('a socket has an id, which the lines about its operations and its refusal have', async (t) => {
  const { world, lines } = await loggedWorld(t);
  const ada = await world.user('ada');
  lines.length = 0;
  async function open(id: string, token: string | null): Promise<WebSocket> {
    const headers = { 'x-request-id': id };
    const socket = new WebSocket(world.url.replace('http', 'ws'), 'graphql-transport-ws', { headers });
    t.after(() => socket.terminate());
    const [[upgraded]] = await Promise.all([once(socket, 'upgrade'), once(socket, 'open')]);
    assert.equal((upgraded as IncomingMessage).headers['x-request-id'], id);
    socket.send(JSON.stringify({ type: 'connection_init', payload: { token } }));
    return socket;
  }
  const known = await open('s1', ada.token);
  await once(known, 'message');
  known.send(
    JSON.stringify({ id: '1', type: 'subscribe', payload: { query: 'subscription Odd { nothing }' } }),
  );
  await once(known, 'message');
  const forged = await open('s2', 'forged');
  await once(forged, 'close');

  const refused = refusedOf(lines);
  assert.deepEqual(refused, [
    {
      requestId: 's1',
      endpoint: 'client',
      type: 'unknown',
      operation: null,
      callerKind: null,
      code: 'GRAPHQL_VALIDATION_FAILED',
      status: null,
    },
    { requestId: 's2', code: 'UNAUTHENTICATED', status: null },
  ]);
});
