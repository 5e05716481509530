import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { after, afterEach, before, test } from 'node:test';
import { promisify } from 'node:util';
import S3rver from 's3rver';
import { until } from '#test/support/processes.ts';
import type { S3Options } from './s3.ts';
import { createS3Storage } from './s3.ts';
import { CONTRACT_NOW, storageContract } from './storage.contract.ts';

const MIB = 1024 * 1024;
const BUCKET = 'plaza-media';
const PNG = { contentType: 'image/png' };
const MP4 = { contentType: 'video/mp4' };

let directory = '';
let endpoint = '';
/** Received requests, as `PUT /bucket/key?query`. */
let requests: string[] = [];
/** Answers instead of S3 when it returns true. */
let intercept: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;

const server = createServer((request, response) => {
  requests.push(`${request.method} ${request.url}`);
  if (intercept(request, response)) request.resume();
  else if (request.method === 'DELETE' && request.url?.includes('uploadId=')) endUpload(request, response);
  else serve(request, response);
});
let serve: (request: IncomingMessage, response: ServerResponse) => unknown = () => undefined;

/** The one request that s3rver does not implement. */
function endUpload(request: IncomingMessage, response: ServerResponse): void {
  const id = new URL(request.url ?? '', endpoint).searchParams.get('uploadId') ?? '';
  void rm(join(uploadsDirectory(), id), { recursive: true }).then(() => response.writeHead(204).end());
}

const uploadsDirectory = (): string => join(directory, BUCKET, '._S3rver_uploads');

async function openUploads(): Promise<string[]> {
  return (await readdir(uploadsDirectory(), { recursive: true }).catch(() => [])).toSorted();
}

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'plaza-s3-'));
  const s3 = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET, configs: [] }] });
  await s3.configureBuckets();
  serve = s3.callback();
  await promisify((done: () => void) => server.listen(0, '127.0.0.1', done))();
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  endpoint = `http://127.0.0.1:${address.port}`;
});
afterEach(() => {
  intercept = () => false;
  requests = [];
});
after(async () => {
  server.closeAllConnections();
  await promisify(server.close.bind(server))();
  await rm(directory, { recursive: true });
});

const openStorage = (options: Partial<S3Options> = {}) =>
  createS3Storage({
    bucket: BUCKET,
    region: 'us-east-1',
    endpoint,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    forcePathStyle: true,
    clock: { now: () => CONTRACT_NOW },
    ...options,
  });

storageContract('s3', async () => openStorage());

/** Two parts and a piece, and then the behaviour of `end`. */
async function* elevenMebibytesThen(end: () => Promise<void>) {
  for (let piece = 0; piece < 11; piece += 1) yield Buffer.alloc(MIB, piece);
  await end();
}

test('s3: a stream of several parts is one object', async () => {
  const storage = openStorage();
  const body = elevenMebibytesThen(async () => undefined);
  await storage.put('clips/long.mp4', Readable.from(body), MP4);
  assert.equal(requests.filter((request) => request.includes('partNumber=')).length, 3);
  const stored = await storage.get('clips/long.mp4');
  assert.ok(stored);
  assert.equal(stored.sizeBytes, 11 * MIB);
  const content = await buffer(stored.body);
  for (let piece = 0; piece < 11; piece += 1) assert.equal(content[piece * MIB], piece);
  assert.deepEqual(await openUploads(), []);
  await storage.close();
});

test('s3: a source that fails after two parts leaves neither an object nor an open upload', async () => {
  const storage = openStorage();
  const body = elevenMebibytesThen(async () => {
    throw new Error('source broke');
  });
  await assert.rejects(storage.put('clips/broken.mp4', Readable.from(body), MP4), /source broke/);
  assert.equal(requests.filter((request) => request.includes('partNumber=')).length, 2);
  assert.equal(await storage.get('clips/broken.mp4'), null);
  assert.deepEqual(await openUploads(), []);
  await storage.close();
});

test('s3: an abort cuts off the part in flight and leaves neither an object nor an open upload', async () => {
  const storage = openStorage();
  // The second part is received and never answered.
  intercept = ({ url }) => url?.includes('partNumber=2') === true;
  const abort = new AbortController();
  const reason = new Error('client left');
  const stalled = new Readable({ read() {} });
  stalled.push(Buffer.alloc(11 * MIB));
  const put = storage.put('clips/aborted.mp4', stalled, { ...MP4, signal: abort.signal });
  const isHalfDone = async () =>
    requests.some((request) => request.includes('partNumber=2')) &&
    (await openUploads()).some((file) => file.endsWith('/1.md5'));
  await Promise.all([
    assert.rejects(put, (error) => error === reason),
    until(isHalfDone, 'one part is stored, one on its way').then(() => abort.abort(reason)),
  ]);
  assert.equal(stalled.destroyed, true);
  assert.equal(requests.filter((request) => request.startsWith('DELETE ')).length, 1);
  assert.equal(await storage.get('clips/aborted.mp4'), null);
  assert.deepEqual(await openUploads(), []);
  await storage.close();
});

test('s3: an abort while the whole object is in flight comes too late', async () => {
  const storage = openStorage();
  const abort = new AbortController();
  intercept = (request) => {
    if (request.method === 'PUT') abort.abort();
    return false;
  };
  await storage.put('late.png', Buffer.from('x'), { ...PNG, signal: abort.signal });
  assert.ok(await storage.get('late.png'));
  await storage.close();
});

test('s3: an abort stops the retries, with the reason of the abort', async () => {
  const storage = openStorage();
  const abort = new AbortController();
  const reason = new Error('client left');
  intercept = (request, response) => {
    abort.abort(reason);
    response.writeHead(503).end();
    return request.method === 'PUT';
  };
  await assert.rejects(
    storage.put('left.png', Buffer.from('x'), { ...PNG, signal: abort.signal }),
    (error) => error === reason,
  );
  assert.equal(requests.filter((request) => request.startsWith('PUT ')).length, 1);
  await storage.close();
});

test('s3: a temporary failure is retried, a permanent one is thrown after three attempts', async () => {
  const storage = openStorage();
  let failures = 2;
  intercept = (_request, response) => {
    if (failures === 0) return false;
    failures -= 1;
    response.writeHead(503).end();
    return true;
  };
  await storage.put('retried.png', Buffer.from('first'), PNG);
  assert.equal(requests.length, 3);

  requests = [];
  failures = 3;
  await assert.rejects(storage.put('retried.png', Buffer.from('second'), PNG));
  assert.deepEqual(
    requests.map((request) => request.split(' ')[0]),
    ['PUT', 'PUT', 'PUT', 'HEAD'],
  );
  const stored = await storage.get('retried.png');
  assert.ok(stored);
  assert.equal(await text(stored.body), 'first');
  await storage.close();
});

test('s3: an object that was stored without a response is deleted with the failure', async () => {
  const storage = openStorage();
  intercept = (request, response) => {
    if (request.method === 'PUT') response.end = () => response.destroy();
    return false;
  };
  await assert.rejects(storage.put('unanswered.png', Buffer.from('x'), PNG));
  assert.deepEqual(
    requests.map((request) => request.split(' ')[0]),
    ['PUT', 'PUT', 'PUT', 'HEAD', 'DELETE'],
  );
  assert.equal(await storage.get('unanswered.png'), null);
  await storage.close();
});

test('s3: a missing bucket is a failure, not an absent object', async () => {
  const storage = openStorage({ bucket: 'plaza-nowhere' });
  await assert.rejects(storage.get('a.png'), { name: 'NoSuchBucket' });
  await assert.rejects(storage.put('a.png', Buffer.from('x'), PNG), { name: 'NoSuchBucket' });
  await storage.close();
});

test('s3: a link is served until it expires, with the headers that it contains, and refused afterwards', async () => {
  const storage = openStorage({ clock: { now: () => new Date() } });
  await storage.put('exports/data.json', Buffer.from('{}'), { contentType: 'application/json' });
  const fetched = async (expiresAtMs: number) =>
    fetch(await storage.signedUrl('exports/data.json', { expiresAt: new Date(expiresAtMs) }));
  const inAMinute = Math.ceil(Date.now() / 1_000) * 1_000 + 60_000;
  const current = await fetched(inAMinute);
  assert.deepEqual([current.status, await current.text()], [200, '{}']);
  assert.equal(current.headers.get('content-type'), 'application/json');
  assert.equal(current.headers.get('content-disposition'), 'attachment');
  assert.equal(current.headers.get('cache-control'), 'private, immutable');
  assert.equal(current.headers.get('expires'), new Date(inAMinute).toUTCString());
  const ended = await fetched(Date.now() - 1);
  assert.equal(ended.status, 403);
  assert.match(await ended.text(), /Request has expired/);
  await storage.close();
});
