import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import type { Part } from '#test/support/content/uploads.ts';
import { BOUNDARY, MP4, PNG, multipart, startReceiver } from '#test/support/content/uploads.ts';

const AUTHORIZED = { authorization: 'Bearer x' };
const OPERATIONS = [
  'operations',
  '{"query":"q","variables":{"file":null,"text":"t","list":[null]}}',
] as const;
const MAP = ['map', '{"0":["variables.file"]}'] as const;
const FILE: Part = ['0', PNG, 'a.png'];
const VALID = multipart([OPERATIONS, MAP, FILE]);

const INCOMPLETE = 'The multipart body is malformed or incomplete.';
const NO_BOUNDARY = 'The content type is not multipart/form-data with a boundary.';

const withOperations = (text: string) => multipart([['operations', text], MAP, FILE]);
const withMap = (text: string) => multipart([OPERATIONS, ['map', text], FILE]);
const raw = (text: string) => Buffer.from(text.replaceAll('\n', '\r\n').replaceAll('BOUNDARY', BOUNDARY));
const missing = (path: string) => `The path "${path}" of "map" does not exist in "operations".`;

const MALFORMED: [story: string, body: Buffer, message: string, contentType?: string][] = [
  ['no boundary', VALID, NO_BOUNDARY, 'multipart/form-data'],
  ['an empty boundary', VALID, NO_BOUNDARY, 'multipart/form-data; boundary='],
  ['a boundary that is too long', VALID, NO_BOUNDARY, `multipart/form-data; boundary="${'b'.repeat(300)}"`],
  ['another boundary than the body has', VALID, INCOMPLETE, 'multipart/form-data; boundary=other'],
  ['an empty body', Buffer.alloc(0), INCOMPLETE],
  ['a body that is only its end', raw('--BOUNDARY--\n'), 'The request has no "operations".'],
  ['no end', VALID.subarray(0, -6), INCOMPLETE],
  ['an end in the middle of a file', VALID.subarray(0, -70), INCOMPLETE],
  ['an end in the middle of a part header', VALID.subarray(0, 60), INCOMPLETE],
  [
    'a broken header on the file',
    raw(
      `--BOUNDARY\nContent-Disposition: form-data; name="operations"\n\n${OPERATIONS[1]}\n` +
        `--BOUNDARY\nContent-Disposition: form-data; name="map"\n\n${MAP[1]}\n` +
        '--BOUNDARY\nthis is no header\n\nx\n--BOUNDARY--\n',
    ),
    'The file "0" is named by "map" but is not in the request.',
  ],
  [
    'a part without a name',
    raw(
      `--BOUNDARY\nContent-Disposition: form-data; name="operations"\n\n${OPERATIONS[1]}\n` +
        `--BOUNDARY\nContent-Disposition: form-data; name="map"\n\n${MAP[1]}\n` +
        '--BOUNDARY\nContent-Disposition: form-data; filename="a.png"\n\nx\n--BOUNDARY--\n',
    ),
    'A part of the request has no name.',
  ],
  ['no operations', multipart([MAP, FILE]), '"map" comes before "operations".'],
  ['no map', multipart([OPERATIONS]), 'The request has no "map".'],
  ['map before operations', multipart([MAP, OPERATIONS, FILE]), '"map" comes before "operations".'],
  ['a file first', multipart([FILE, OPERATIONS, MAP]), 'Send "operations" and "map" before the files.'],
  ['a file before map', multipart([OPERATIONS, FILE, MAP]), 'Send "operations" and "map" before the files.'],
  ['operations twice', multipart([OPERATIONS, OPERATIONS, MAP, FILE]), '"operations" is repeated.'],
  ['map twice', multipart([OPERATIONS, MAP, MAP, FILE]), '"map" is repeated.'],
  ['operations that are no JSON', withOperations('{"query":'), '"operations" is not valid JSON.'],
  ['operations: null', withOperations('null'), '"operations" is not a JSON object.'],
  ['operations: a text', withOperations('"q"'), '"operations" is not a JSON object.'],
  [
    'a batch of operations',
    withOperations('[{"query":"q"}]'),
    '"operations" is a list: one request carries one operation, batches are refused.',
  ],
  ['map that is no JSON', withMap('{'), '"map" is not valid JSON.'],
  ['map: null', withMap('null'), '"map" is not a JSON object.'],
  ['map: a list', withMap('[["variables.file"]]'), '"map" is not a JSON object.'],
  [
    'a map entry that is a text',
    withMap('{"0":"variables.file"}'),
    'The entry "0" of "map" is not a list of paths.',
  ],
  ['a map entry with no path', withMap('{"0":[]}'), 'The entry "0" of "map" is not a list of paths.'],
  [
    'a map entry with a number',
    withMap('{"0":[7]}'),
    'The entry "0" of "map" contains a value that is not a path.',
  ],
  ['a path that is not there', withMap('{"0":["variables.other"]}'), missing('variables.other')],
  ['a path beyond null', withMap('{"0":["variables.file.x"]}'), missing('variables.file.x')],
  ['an index beyond the list', withMap('{"0":["variables.list.1"]}'), missing('variables.list.1')],
  ['a path through a text', withMap('{"0":["variables.text.length"]}'), missing('variables.text.length')],
  ['an empty path', withMap('{"0":[""]}'), 'The path "" of "map" does not begin with "variables".'],
  [
    'a path outside the variables',
    withMap('{"0":["query"]}'),
    'The path "query" of "map" does not begin with "variables".',
  ],
  [
    'a path to a value',
    withMap('{"0":["variables.text"]}'),
    'The path "variables.text" of "map" does not refer to null in "operations".',
  ],
  [
    'a path to a prototype',
    withMap('{"0":["variables.__proto__.polluted"]}'),
    missing('variables.__proto__.polluted'),
  ],
  [
    'a path to an own property called __proto__',
    multipart([
      ['operations', '{"query":"q","variables":{"__proto__":{"polluted":null}}}'],
      ['map', '{"0":["variables.__proto__.polluted"]}'],
      FILE,
    ]),
    missing('variables.__proto__.polluted'),
  ],
  [
    'a list and its only item for two files',
    withMap('{"0":["variables.list"],"1":["variables.list.0"]}'),
    '"map" names the path "variables.list.0" twice.',
  ],
  [
    'one path for two files',
    withMap('{"0":["variables.file"],"1":["variables.file"]}'),
    '"map" names the path "variables.file" twice.',
  ],
  [
    'a file that map does not name',
    multipart([OPERATIONS, MAP, ['9', PNG, 'a.png']]),
    'The file "9" is not named by "map".',
  ],
  [
    'a file called like a method',
    multipart([OPERATIONS, MAP, ['toString', PNG, 'a.png']]),
    'The file "toString" is not named by "map".',
  ],
  [
    'a file that is missing',
    multipart([OPERATIONS, MAP]),
    'The file "0" is named by "map" but is not in the request.',
  ],
  ['the same file part twice', multipart([OPERATIONS, MAP, FILE, FILE]), 'The file "0" is repeated.'],
];

for (const [story, body, message, contentType] of MALFORMED) {
  test(`refused with a reason: ${story}`, async (t) => {
    const receiver = await startReceiver(t);
    const headers = contentType ? { ...AUTHORIZED, 'content-type': contentType } : AUTHORIZED;
    assert.deepEqual(await receiver.post(body, headers), { status: 400, code: 'BAD_REQUEST', message });
    await receiver.assertNothingLeft();
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  });
}

test('operations and map are each limited like a JSON request', async (t) => {
  const receiver = await startReceiver(t, { requestBodyBytes: 2_000 });
  const operations = (bytes: number) =>
    `{"query":"q","variables":{"file":null}}`.replace('"q"', `"${'q'.repeat(bytes - 38)}"`);
  assert.equal((await receiver.post(withOperations(operations(2_000)), AUTHORIZED)).status, 200);
  assert.deepEqual(await receiver.post(withOperations(operations(2_001)), AUTHORIZED), {
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    message: '"operations" must have at most 2000 bytes.',
  });
  assert.equal(
    (await receiver.post(withMap(`${' '.repeat(2_000)}{}`), AUTHORIZED)).message,
    '"map" must have at most 2000 bytes.',
  );
  await receiver.assertNothingLeft();
});

test('bytes outside of files are refused while they arrive: a preamble, an epilogue, an endless field', async (t) => {
  const receiver = await startReceiver(t);
  const noise = Buffer.alloc(8 * 1024 * 1024, 'x');
  const endless = Buffer.concat([multipart([OPERATIONS, MAP]).subarray(0, -4 - BOUNDARY.length), noise]);
  for (const body of [Buffer.concat([noise, VALID]), Buffer.concat([VALID, noise]), endless]) {
    assert.deepEqual(await receiver.post(body, AUTHORIZED), {
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
      message: '"operations" and "map" must have at most 262144 bytes each.',
    });
  }
  const shortEpilogue = Buffer.concat([VALID, Buffer.from('end of message')]);
  assert.equal((await receiver.post(shortEpilogue, AUTHORIZED)).status, 200);
  await receiver.assertNothingLeft();
});

test('a file is refused while the client is still sending it', async (t) => {
  const receiver = await startReceiver(t);
  const head = multipart([OPERATIONS, MAP, ['0', Buffer.alloc(10_000, '<html>'), 'a.png']]);
  const socket = connect(receiver.port, '127.0.0.1');
  socket.write(requestHead(200_000_000));
  socket.write(head.subarray(0, -50));
  const [answer] = await Promise.race([
    new Promise<[string]>((resolve) => socket.once('data', (data) => resolve([data.toString()]))),
    delay(3_000, ['no answer']),
  ]);
  assert.match(answer ?? '', /"VALIDATION_FAILED","message":"Use an image/);
  socket.destroy();
  await receiver.assertNothingLeft();
});

test('sixty uploads that are cut off leave no file, no descriptor and no pending call', async (t) => {
  const receiver = await startReceiver(t);
  const video = Buffer.concat([MP4, randomBytes(600_000)]);
  const body = multipart([OPERATIONS, MAP, ['0', video, 'a.mp4']]);
  const descriptorsBefore = (await readdir('/proc/self/fd')).length;
  await Promise.all(Array.from({ length: 60 }, (_, index) => cutOff(receiver.port, body, index / 60)));
  await receiver.assertNothingLeft();
  assert.equal(receiver.received.length, 0);
  assert.equal(receiver.failures.length, 60);
  for (const failure of receiver.failures) {
    assert.match(String(failure), /^AppError: The connection was closed before the request was complete\.$/);
  }
  for (let attempt = 0; (await readdir('/proc/self/fd')).length > descriptorsBefore; attempt++) {
    assert.ok(attempt < 50, 'descriptors stay open');
    await delay(20);
  }
});

test('a stalled request ends when its signal aborts, with the reason of the signal', async (t) => {
  const receiver = await startReceiver(t);
  const abort = new AbortController();
  receiver.signals.next = abort.signal;
  const socket = connect(receiver.port, '127.0.0.1');
  const body = multipart([OPERATIONS, MAP, ['0', MP4, 'a.mp4']]);
  socket.write(requestHead(body.length));
  socket.write(body.subarray(0, -100));
  for (let attempt = 0; (await readdir(receiver.temporaryDirectory)).length === 0; attempt++) {
    assert.ok(attempt < 100, 'the file is never begun');
    await delay(10);
  }
  const reason = new Error('timed out');
  abort.abort(reason);
  await receiver.assertNothingLeft();
  assert.deepEqual(receiver.failures, [reason]);
  socket.destroy();
});

test('a request that arrives byte by byte is accepted', async (t) => {
  const receiver = await startReceiver(t);
  const socket = connect(receiver.port, '127.0.0.1');
  socket.setNoDelay(true);
  socket.write(requestHead(VALID.length));
  for (const byte of VALID) {
    socket.write(Buffer.of(byte));
    await nextTurn();
  }
  const answer = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
  assert.match(answer.toString(), /^HTTP\/1\.1 200 /);
  assert.deepEqual(receiver.contents, [PNG.toString('hex')]);
  socket.destroy();
  await receiver.assertNothingLeft();
});

test('every mutated request gets an answer and leaves no file', async (t) => {
  const receiver = await startReceiver(t);
  const edit = fc.record({
    at: fc.nat(VALID.length),
    removed: fc.nat(80),
    inserted: fc.oneof(
      fc.constantFrom(
        '\r\n',
        '\r',
        '\n',
        '--',
        `\r\n--${BOUNDARY}`,
        `--${BOUNDARY}--\r\n`,
        '"',
        ':',
        '\r\n\r\n',
        '\0',
      ),
      fc.string({ maxLength: 20 }),
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
      let body: Buffer = VALID;
      for (const { at, removed, inserted } of edits) {
        body = Buffer.concat([body.subarray(0, at), Buffer.from(inserted), body.subarray(at + removed)]);
      }
      const { status } = await receiver.post(body, AUTHORIZED);
      assert.ok(status === 200 || status === 400 || status === 413, `${status}`);
    }),
    { numRuns: 500 },
  );
  await receiver.assertNothingLeft();
});

function requestHead(contentLength: number): string {
  return [
    'POST / HTTP/1.1',
    'Host: plaza.example',
    'Authorization: Bearer x',
    `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
    `Content-Length: ${contentLength}`,
    '\r\n',
  ].join('\r\n');
}

/** Sends the given share of a request and then closes the connection, half of the time by a reset. */
async function cutOff(port: number, body: Buffer, share: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(requestHead(body.length));
  await new Promise((resolve) =>
    socket.write(body.subarray(0, Math.floor(body.length * share) + 1), resolve),
  );
  await delay(10 + share * 20);
  if ((share * 60) % 2 < 1) socket.resetAndDestroy();
  else socket.destroy();
}
