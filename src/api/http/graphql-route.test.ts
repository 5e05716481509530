import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { serverAudits } from 'graphql-http';
import { AppError } from '#platform/kernel/errors.ts';
import { HOSTILE_DOCUMENTS } from '#test/support/transport/hostile-documents.ts';
import { post, startToyServer } from '#test/support/transport/toy-server.ts';

test('every audit of GraphQL over HTTP passes, except operations by GET', async (t) => {
  const server = await startToyServer(t);
  const complaints: string[] = [];
  for (const audit of serverAudits({ url: server.url })) {
    const result = await audit.fn();
    if (result.status !== 'ok') complaints.push(`${result.status} ${audit.id} ${audit.name}`);
  }
  assert.deepEqual(complaints, [
    'notice 5A70 MAY accept application/x-www-form-urlencoded formatted GET requests',
    'notice D6D5 MAY allow URL-encoded JSON string {variables} parameter in GETs when accepting application/graphql-response+json',
    'notice 6A70 MAY allow URL-encoded JSON string {variables} parameter in GETs when accepting application/json',
  ]);
});

test('a query is answered, with its cost when the caller requests it', async (t) => {
  const server = await startToyServer(t);
  const plain = await post(server, { query: '{ hello }' });
  assert.deepEqual(plain.body, { data: { hello: 'hello world' } });
  const costly = await post(
    server,
    { query: '{ feed(first: 3) { nodes { id } } }' },
    { 'x-include-cost': '1' },
  );
  assert.deepEqual(costly.body['extensions'], {
    cost: { reserved: Math.ceil(1 + 3 * 1.2), charged: Math.ceil(1 + 3 * 1.2) },
  });
});

test('malformed requests are refused with a code', async (t) => {
  const server = await startToyServer(t);
  const cases: [string, string | Uint8Array<ArrayBuffer>, Record<string, string>, number, string][] = [
    ['no JSON', '{"query":', {}, 400, 'BAD_REQUEST'],
    ['an array', '[{"query":"{hello}"}]', {}, 400, 'BAD_REQUEST'],
    ['a JSON string', '"{\\"query\\":1}"', {}, 400, 'BAD_REQUEST'],
    ['no query', '{}', {}, 400, 'BAD_REQUEST'],
    ['bytes that are not UTF-8', Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d), {}, 400, 'BAD_REQUEST'],
    [
      'another charset',
      '{"query":"{hello}"}',
      { 'content-type': 'application/json; charset=utf-7' },
      415,
      'BAD_REQUEST',
    ],
    ['another type', '{"query":"{hello}"}', { 'content-type': 'text/plain' }, 415, 'BAD_REQUEST'],
    ['a compressed body', 'x', { 'content-encoding': 'gzip' }, 415, 'BAD_REQUEST'],
    ['no acceptable answer', '{"query":"{hello}"}', { accept: 'image/png' }, 406, 'BAD_REQUEST'],
    [
      '50 000 levels',
      `{"query":"{hello}","variables":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`,
      {},
      400,
      'BAD_REQUEST',
    ],
    ['300 KiB', JSON.stringify({ query: `{hello}#${'x'.repeat(300 * 1024)}` }), {}, 413, 'PAYLOAD_TOO_LARGE'],
    ['10 MB', JSON.stringify({ query: `{hello}#${'x'.repeat(10_000_000)}` }), {}, 413, 'PAYLOAD_TOO_LARGE'],
    [
      'a form without a boundary',
      'x',
      { 'content-type': 'multipart/form-data', authorization: '' },
      400,
      'BAD_REQUEST',
    ],
  ];
  for (const [name, body, headers, status, code] of cases) {
    const answer = await post(server, body, headers);
    assert.deepEqual([name, answer.status, answer.code], [name, status, code]);
  }
});

test('JSON in UTF-8 is read, however its type is spelled, and with a byte order mark', async (t) => {
  const server = await startToyServer(t);
  for (const type of [
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset="UTF-8"',
    'application/json ; charset=utf8 ; profile="a;b"',
  ]) {
    for (const mark of ['', '\ufeff']) {
      const answer = await post(server, `${mark}{"query":"{ hello }"}`, { 'content-type': type });
      assert.deepEqual([answer.status, answer.body], [200, { data: { hello: 'hello world' } }], type);
    }
  }
  for (const type of ['application/json; charset="latin1"', 'application/jsonp', 'json', '']) {
    const answer = await post(server, '{"query":"{ hello }"}', { 'content-type': type });
    assert.deepEqual([answer.status, answer.code], [415, 'BAD_REQUEST'], type);
  }
});

test('no answer is kept by a cache or taken for another type', async (t) => {
  const server = await startToyServer(t);
  for (const body of ['{"query":"{ hello }"}', '{"query":"{ nothing }"}', '{', 'x'.repeat(300 * 1024)]) {
    const { headers } = await post(server, body);
    assert.deepEqual(
      [headers.get('cache-control'), headers.get('x-content-type-options')],
      ['no-store', 'nosniff'],
    );
  }
});

test('operations are accepted only by POST', async (t) => {
  const server = await startToyServer(t);
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const response = await fetch(server.url, { method });
    assert.equal(response.status, 405);
    assert.equal(response.headers.get('allow'), 'POST');
    assert.deepEqual(await response.json(), {
      errors: [
        {
          message: 'Send operations by POST, queries too: most clients have an option for it.',
          extensions: { code: 'BAD_REQUEST' },
        },
      ],
    });
  }
});

test('a caller without points gets `Retry-After`', async (t) => {
  const server = await startToyServer(t, {
    reserveCost: async () => {
      throw new AppError('RATE_LIMITED', 'Slowly.', { details: { retryAfterSeconds: 9 } });
    },
  });
  const strict = await post(server, { query: '{ hello }' }, { accept: 'application/graphql-response+json' });
  assert.deepEqual(
    [strict.status, strict.code, strict.headers.get('retry-after')],
    [429, 'RATE_LIMITED', '9'],
  );
  const lenient = await post(server, { query: '{ hello }' });
  assert.deepEqual(
    [lenient.status, lenient.code, lenient.headers.get('retry-after')],
    [200, 'RATE_LIMITED', '9'],
  );
});

test('an error while the context is made has a code, and a bug is masked', async (t) => {
  const away = await startToyServer(t, {
    contextOf: async () => {
      throw new AppError('SERVICE_UNAVAILABLE', 'The database is unavailable.');
    },
  });
  assert.deepEqual((await post(away, { query: '{ hello }' })).body, {
    errors: [{ message: 'The database is unavailable.', extensions: { code: 'SERVICE_UNAVAILABLE' } }],
  });
  const broken = await startToyServer(t, {
    contextOf: async () => {
      throw new TypeError('secret');
    },
  });
  const { text, code } = await post(broken, { query: '{ hello }' });
  assert.equal(code, 'INTERNAL');
  assert.doesNotMatch(text, /secret|stack|at /);
});

test('a slow operation ends with TIMEOUT', async (t) => {
  const server = await startToyServer(t, { limits: { operationTimeoutMs: 50 } });
  const { body } = await post(server, { query: '{ slow }' });
  assert.deepEqual(body, {
    data: null,
    errors: [
      {
        message: 'The operation took longer than 0.05 s and was cancelled.',
        extensions: { code: 'TIMEOUT' },
      },
    ],
  });
});

test('a disconnecting client aborts its operation', async (t) => {
  const { promise: aborted, resolve } = Promise.withResolvers<unknown>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const server = await startToyServer(t, {
    contextOf: async (signal) => {
      signal.addEventListener('abort', () => resolve(signal.reason));
      begin();
      return { signal };
    },
  });
  const request = httpRequest(server.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  request.on('error', () => {});
  request.end(JSON.stringify({ query: '{ slow }' }));
  await begun;
  request.destroy();
  const reason = await aborted;
  assert.ok(reason instanceof AppError);
  assert.equal(reason.message, 'The client disconnected.');
});

test('a multipart request executes an operation', async (t) => {
  const server = await startToyServer(t, { temporaryDirectory: tmpdir() });
  const form = new FormData();
  form.set('operations', JSON.stringify({ query: '{ hello(name: "form") }' }));
  form.set('map', '{}');
  const response = await fetch(server.url, { method: 'POST', body: form, headers: { authorization: '' } });
  assert.deepEqual(await response.json(), { data: { hello: 'hello form' } });
});

test("an upload may take longer than its operation's time limit, a JSON body may not", async (t) => {
  const server = await startToyServer(t, { limits: { operationTimeoutMs: 60 } });
  const part = (name: string, value: string): string =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const form = [part('operations', '{"query":"{ hello }"}'), `${part('map', '{}')}--b--\r\n`];
  assert.equal(await postSlowly(server.url, 'multipart/form-data; boundary=b', form), 200);
  assert.equal(await postSlowly(server.url, 'application/json', ['{"query":', '"{ hello }"}']), 408);
});

/** Sends the pieces 150 ms apart. @returns the status code */
function postSlowly(url: string, type: string, pieces: readonly string[]): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = httpRequest(url, {
      method: 'POST',
      headers: { 'content-type': type, authorization: '' },
    });
    request.on('error', () => {});
    request.on('response', (response) => resolve(response.resume().statusCode));
    pieces.forEach((piece, index) => setTimeout(() => request.write(piece), index * 150));
    setTimeout(() => request.end(), pieces.length * 150);
  });
}

test('hostile documents get their code, and the next request is answered', async (t) => {
  const server = await startToyServer(t);
  for (const [name, document, code] of HOSTILE_DOCUMENTS) {
    const answer = await post(server, { query: document });
    const expected = document.length > 256 * 1024 ? 'PAYLOAD_TOO_LARGE' : code;
    assert.deepEqual([name, answer.code ?? 'OK'], [name, expected]);
  }
  assert.deepEqual((await post(server, { query: '{ hello }' })).body, { data: { hello: 'hello world' } });
});
