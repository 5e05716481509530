import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { isUploadedFile } from '#platform/kernel/uploads.ts';
import { MP4, PNG, multipart, startReceiver } from '#test/support/content/uploads.ts';

const AUTHORIZED = { authorization: '' };

test('apollo-upload-client: operations, map and one file arrive as the variables of the operation', async (t) => {
  const receiver = await startReceiver(t);
  const form = new FormData();
  const query = 'mutation ($file: Upload!) { upload(file: $file) { id } }';
  form.append('operations', JSON.stringify({ operationName: 'Up', variables: { file: null }, query }));
  form.append('map', JSON.stringify({ 1: ['variables.file'] }));
  form.append('1', new File([PNG], 'Ферма é.png', { type: 'text/plain' }), 'Ферма é.png');
  const answer = await receiver.post(form, { ...AUTHORIZED, accept: '*/*' });

  assert.equal(answer.status, 200);
  const [received] = receiver.received;
  assert.ok(received);
  assert.equal(received.operations['query'], query);
  assert.equal(received.operations['operationName'], 'Up');
  const [file] = received.files;
  assert.ok(file);
  assert.deepEqual(received.operations['variables'], { file });
  assert.equal(isUploadedFile(file), true);
  assert.deepEqual(
    { ...file, path: '' },
    {
      path: '',
      fileName: 'Ферма é.png',
      contentType: 'image/png',
      sizeBytes: PNG.length,
      sha256: createHash('sha256').update(PNG).digest('hex'),
    },
  );
  assert.deepEqual(receiver.contents, [PNG.toString('hex')]);
  await receiver.assertNothingLeft();
});

test("the specification's file list: each file at its index", async (t) => {
  const receiver = await startReceiver(t);
  const body = multipart([
    [
      'operations',
      '{ "query": "mutation($files: [Upload!]!) { f }", "variables": { "files": [null, null] } }',
    ],
    ['map', '{ "0": ["variables.files.0"], "1": ["variables.files.1"] }'],
    ['0', PNG, 'b.png'],
    ['1', MP4, 'c.mp4'],
  ]);
  assert.equal((await receiver.post(body, AUTHORIZED)).status, 200);
  const [received] = receiver.received;
  assert.ok(received);
  assert.deepEqual(received.operations['variables'], { files: [received.files[0], received.files[1]] });
  assert.deepEqual(
    received.files.map((file) => [file.fileName, file.contentType]),
    [
      ['b.png', 'image/png'],
      ['c.mp4', 'video/mp4'],
    ],
  );
  await receiver.assertNothingLeft();
});

test('a file is placed at nested paths, and at two paths, in any order of the parts', async (t) => {
  const receiver = await startReceiver(t);
  const body = multipart([
    [
      'operations',
      '{"query":"q","variables":{"input":{"cover":null,"items":[{"file":null},{"file":null}]}}}',
    ],
    [
      'map',
      '{"a":["variables.input.cover","variables.input.items.1.file"],"b":["variables.input.items.0.file"]}',
    ],
    ['b', MP4, 'b.mp4'],
    ['a', PNG, 'a.png'],
  ]);
  assert.equal((await receiver.post(body, AUTHORIZED)).status, 200);
  const [received] = receiver.received;
  assert.ok(received);
  const [b, a] = received.files;
  assert.deepEqual([a?.fileName, b?.fileName], ['a.png', 'b.mp4']);
  assert.deepEqual(received.operations['variables'], {
    input: { cover: a, items: [{ file: b }, { file: a }] },
  });
});

test('Apollo iOS: a single file for a list names the list, and a root variable its name', async (t) => {
  const receiver = await startReceiver(t);
  const body = multipart([
    [
      'operations',
      '{"query":"mutation($files: [Upload!]!, $cover: Upload) { f }","variables":{"files":[null],"cover":null}}',
    ],
    ['map', '{"0":["variables.files"],"1":["variables.cover"]}'],
    ['0', PNG, 'a.png'],
    ['1', PNG, 'b.png'],
  ]);
  assert.equal((await receiver.post(body, AUTHORIZED)).status, 200);
  const [received] = receiver.received;
  assert.deepEqual(received?.operations['variables'], {
    files: [received?.files[0]],
    cover: received?.files[1],
  });
});

test('a request with an empty map and no files is an ordinary operation', async (t) => {
  const receiver = await startReceiver(t);
  const body = multipart([
    ['operations', '{"query":"{ a }"}'],
    ['map', '{}'],
  ]);
  assert.equal((await receiver.post(body, AUTHORIZED)).status, 200);
  assert.deepEqual(receiver.received[0]?.operations, { query: '{ a }' });
});

test('a file name contains neither folders nor characters that hide or reorder its end', async (t) => {
  const receiver = await startReceiver(t);
  const names: [string, string][] = [
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\a.png', 'a.png'],
    ['a\u202egnp.exe', 'agnp.exe'],
    ['..', ''],
    ['a\u0000b.png', 'ab.png'],
    ['x'.repeat(400), 'x'.repeat(255)],
  ];
  for (const [sent, kept] of names) {
    receiver.received.length = 0;
    assert.equal((await receiver.post(oneFile(PNG, sent), AUTHORIZED)).status, 200);
    assert.equal(receiver.received[0]?.files[0]?.fileName, kept);
  }
});

test('no JSON value passes as an uploaded file', async (t) => {
  const receiver = await startReceiver(t);
  await receiver.post(oneFile(PNG), AUTHORIZED);
  const file = receiver.received[0]?.files[0];
  assert.ok(file);
  assert.equal(isUploadedFile({ ...file }), false);
  assert.equal(isUploadedFile(JSON.parse(JSON.stringify(file))), false);
  assert.equal(isUploadedFile(null), false);
  assert.throws(() => Object.assign(file, { path: '/etc/passwd' }), TypeError);
});

test('a multipart request that another site could post is refused without one of four headers', async (t) => {
  const receiver = await startReceiver(t);
  const refused = await receiver.post(oneFile(PNG), { 'x-other': '1' });
  assert.deepEqual(refused, {
    status: 400,
    code: 'BAD_REQUEST',
    message:
      'A multipart request needs one of the headers authorization, apollo-require-preflight, x-apollo-operation-name, graphql-require-preflight.',
  });
  const headers = [
    'authorization',
    'apollo-require-preflight',
    'x-apollo-operation-name',
    'graphql-require-preflight',
  ];
  for (const name of headers) assert.equal((await receiver.post(oneFile(PNG), { [name]: '' })).status, 200);
});

test('the type is detected from the bytes, and executable or unknown types are refused', async (t) => {
  const receiver = await startReceiver(t);
  const refused: [string, Buffer][] = [
    ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['xml', Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['html', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['text', Buffer.from('hello')],
    ['zip', Buffer.from('504b0304140000000800', 'hex')],
    ['exe', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])],
    ['pdf', Buffer.from('%PDF-1.7\n')],
    ['zeros', Buffer.alloc(10_000)],
  ];
  for (const [kind, content] of refused) {
    assert.deepEqual(
      await receiver.post(oneFile(content, 'picture.png'), AUTHORIZED),
      {
        status: 200,
        code: 'VALIDATION_FAILED',
        message:
          'Use an image (JPEG, PNG, WebP, GIF, AVIF or HEIC), a video (MP4, MOV or WebM), an audio file (MP3, M4A, AAC, Ogg, WAV or FLAC) or a file (PDF, ZIP, DOCX, XLSX, PPTX, ODT, ODS, ODP, EPUB, or text in UTF-8).',
      },
      kind,
    );
  }
  assert.equal(
    (await receiver.post(oneFile(Buffer.alloc(0), 'e.png'), AUTHORIZED)).message,
    'The file is empty.',
  );
  await receiver.assertNothingLeft();
});

test('each kind of file has its own limit, to the byte', async (t) => {
  const receiver = await startReceiver(t, {
    uploadImageBytes: 5_000,
    uploadVideoBytes: 70_000,
    uploadAudioBytes: 300_000,
  });
  const mp3 = Buffer.concat([Buffer.from('fffb9064', 'hex'), Buffer.alloc(413)]);
  const cases: [string, Buffer, number][] = [
    ['image', PNG, 5_000],
    ['video', MP4, 70_000],
    ['audio', mp3, 300_000],
  ];
  for (const [kind, start, limit] of cases) {
    const padded = (bytes: number) => Buffer.concat([start, randomBytes(bytes - start.length)]);
    assert.equal((await receiver.post(oneFile(padded(limit)), AUTHORIZED)).status, 200, kind);
    assert.deepEqual(await receiver.post(oneFile(padded(limit + 1)), AUTHORIZED), {
      status: 200,
      code: 'VALIDATION_FAILED',
      message: `Use a file of at most ${limit} bytes for the kind ${kind}.`,
    });
  }
  await receiver.assertNothingLeft();
});

test('ten files are accepted, an eleventh is refused, announced or not', async (t) => {
  const receiver = await startReceiver(t);
  const withFiles = (count: number, announced: number) => {
    const paths = Array.from({ length: announced }, (_, index) => [`${index}`, [`variables.files.${index}`]]);
    return multipart([
      ['operations', JSON.stringify({ query: 'q', variables: { files: paths.map(() => null) } })],
      ['map', JSON.stringify(Object.fromEntries(paths))],
      ...Array.from({ length: count }, (_, index) => [`${index}`, PNG, 'a.png'] as const),
    ]);
  };
  assert.equal((await receiver.post(withFiles(10, 10), AUTHORIZED)).status, 200);
  const refusal = { status: 413, code: 'PAYLOAD_TOO_LARGE', message: 'Send at most 10 files in a request.' };
  assert.deepEqual(await receiver.post(withFiles(11, 11), AUTHORIZED), refusal);
  assert.deepEqual(await receiver.post(withFiles(11, 10), AUTHORIZED), refusal);
  await receiver.assertNothingLeft();
});

test('uploaded files exist until their operation ends', async (t) => {
  const receiver = await startReceiver(t);
  await receiver.post(oneFile(PNG), AUTHORIZED);
  const path = receiver.received[0]?.files[0]?.path ?? '';
  assert.deepEqual(receiver.contents, [PNG.toString('hex')]);
  await assert.rejects(readFile(path), { code: 'ENOENT' });
});

function oneFile(content: Buffer, fileName = 'a.png') {
  return multipart([
    ['operations', '{"query":"q","variables":{"file":null}}'],
    ['map', '{"0":["variables.file"]}'],
    ['0', content, fileName],
  ]);
}
