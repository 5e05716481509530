import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PortFault } from '#platform/kernel/port-fault.ts';
import { until } from '#test/support/processes.ts';
import { whenBusy } from '#test/support/when-busy.ts';
import type { S3Options } from './s3.ts';
import { createS3Storage } from './s3.ts';

const MIB = 1024 * 1024;
const PNG = { contentType: 'image/png' };
const MP4 = { contentType: 'video/mp4' };

test('s3: many keys are deleted in batches of a thousand, with the digest that every vendor accepts', async (t) => {
  const seen: { keys: number; isDigestRight: boolean; newerDigests: string[] }[] = [];
  const s3 = await startAnswering(t, (request, response, body) => {
    seen.push({
      keys: body.toString().split('<Key>').length - 1,
      isDigestRight: createHash('md5').update(body).digest('base64') === request.headers['content-md5'],
      newerDigests: Object.keys(request.headers).filter((name) => name.includes('checksum')),
    });
    response.end('<DeleteResult></DeleteResult>');
  });
  const storage = s3.open();
  await storage.delete(Array.from({ length: 2_301 }, (_, index) => `${index}.png`));
  assert.deepEqual(
    seen,
    [1_000, 1_000, 301].map((keys) => ({ keys, isDigestRight: true, newerDigests: [] })),
  );
  await storage.delete([]);
  assert.equal(seen.length, 3);
  await storage.close();
});

test('s3: a refused deletion is a failure, although its status is 200', async (t) => {
  const refusal = '<Error><Key>a.png</Key><Code>AccessDenied</Code><Message>Denied</Message></Error>';
  const s3 = await startAnswering(t, (_request, response) =>
    response.end(`<DeleteResult>${refusal}</DeleteResult>`),
  );
  const storage = s3.open();
  await assert.rejects(storage.delete(['a.png', 'b.png']), /did not delete "a.png": AccessDenied/);
  await storage.close();
});

test('s3: environment variables are ignored, and no metadata service is called', async (t) => {
  const s3 = await startAnswering(t, (_request, response) => {
    response.writeHead(s3.requests.length < 3 ? 503 : 200).end();
  });
  await setHostileEnvironment(t, s3.endpoint);
  const storage = s3.open();
  await storage.put('own.png', Buffer.from('x'), PNG);
  assert.deepEqual(
    s3.requests.map(({ line }) => line),
    Array.from({ length: 3 }, () => 'PUT /plaza-media/own.png?x-id=PutObject'),
  );
  for (const { authorization } of s3.requests)
    assert.match(authorization, /^AWS4-HMAC-SHA256 Credential=OURS\/\d{8}\/us-east-1\/s3\/aws4_request,/);

  const amazon = s3.open({ endpoint: null, region: 'eu-central-1', forcePathStyle: false });
  const link = await amazon.signedUrl('own.png', { expiresAt: new Date() });
  assert.equal(new URL(link).origin, 'https://plaza-media.s3.eu-central-1.amazonaws.com');
  assert.equal(s3.requests.length, 3);
  await Promise.all([storage.close(), amazon.close()]);
});

test('s3: closing closes every connection, also those of an upload that could be aborted', async (t) => {
  const s3 = await startAnswering(t, (_request, response) => response.end());
  const storage = s3.open();
  await storage.put('kept.png', Buffer.from('x'), { ...PNG, signal: new AbortController().signal });
  assert.equal(await s3.connections(), 1);
  await storage.close();
  await until(async () => (await s3.connections()) === 0, 'no connection is open');
});

test('s3: a server that says nothing is away after one attempt of three seconds, also in the middle of a stream of parts', async (t) => {
  const silent = await startAnswering(t, () => undefined);
  const storage = silent.open();
  const { signal } = new AbortController();
  const isAway = (error: unknown) => error instanceof PortFault && error.kind === 'away';
  const startedMs = performance.now();
  const late = await startAnswering(t, ({ method, url }, response) => {
    if (url?.includes('partNumber=1') === true) response.writeHead(200, { etag: '"0"' }).end();
    else if (method === 'POST')
      response.end('<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>');
  });
  const parts = late.open();
  await Promise.all([
    assert.rejects(storage.put('silent.png', Buffer.from('x'), { ...PNG, signal }), isAway),
    assert.rejects(
      storage.put('silent.mp4', Readable.from([Buffer.alloc(11 * MIB)]), { ...MP4, signal }),
      isAway,
    ),
    assert.rejects(
      parts.put('parts.mp4', Readable.from([Buffer.alloc(11 * MIB)]), { ...MP4, signal }),
      isAway,
    ),
    assert.rejects(storage.get('silent.png'), isAway),
  ]);
  const tookMs = performance.now() - startedMs;
  assert.ok(tookMs >= 2_900 && tookMs < whenBusy(8_500, 1), `it took ${Math.round(tookMs)} ms`);
  assert.equal(silent.requests.filter(({ line }) => line.startsWith('PUT ')).length, 1);
  assert.equal(late.requests.filter(({ line }) => line.includes('partNumber=2')).length, 1);
  await Promise.all([storage.close(), parts.close()]);
});

test('s3: a large body on a slow line is stored, however long it takes', async (t) => {
  const body = Buffer.alloc(48 * MIB, 'x');
  let stored = 0;
  const answer = (_request: unknown, response: ServerResponse, { length }: Buffer) => {
    stored = length;
    response.writeHead(200, { etag: '"0"' }).end();
  };
  const s3 = await startAnswering(t, answer, slowBuffer);
  const storage = s3.open();
  const startedMs = performance.now();
  await storage.put('slow.mp4', body, MP4);
  assert.ok(performance.now() - startedMs > 5_000);
  assert.equal(stored, body.length);
  await storage.close();
});

/** A server that answers every request by `answer` and records the requests. */
async function startAnswering(
  t: TestContext,
  answer: (request: IncomingMessage, response: ServerResponse, body: Buffer) => unknown,
  receive: (request: IncomingMessage) => Promise<Buffer> = buffer,
) {
  const requests: { line: string; authorization: string }[] = [];
  // The server closes no connection by itself before the tests end.
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const { method, url, headers } = request;
    requests.push({ line: `${method} ${url}`, authorization: headers.authorization ?? '' });
    void receive(request).then((body) => answer(request, response, body));
  });
  await promisify((done: () => void) => server.listen(0, '127.0.0.1', done))();
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const endpoint = `http://127.0.0.1:${address.port}`;
  const open = (options: Partial<S3Options> = {}) =>
    createS3Storage({
      bucket: 'plaza-media',
      region: 'us-east-1',
      endpoint,
      accessKeyId: 'OURS',
      secretAccessKey: 'OURS',
      forcePathStyle: true,
      clock: { now: () => new Date() },
      ...options,
    });
  return { endpoint, requests, open, connections: promisify(server.getConnections.bind(server)) };
}

/** A body of which 6 MiB arrive in a second. */
async function slowBuffer(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  // A request without an encoding is read in buffers.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    await sleep((chunk.length / (6 * MIB)) * 1_000);
  }
  return Buffer.concat(chunks, sizeBytes);
}

/** Environment settings that the SDK would follow by default, each pointing to where the test would notice it. */
async function setHostileEnvironment(t: TestContext, endpoint: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'plaza-aws-'));
  const profile = join(directory, 'config');
  await writeFile(profile, '[default]\nuse_fips_endpoint = true\nmax_attempts = 1\n');
  const environment = process.env;
  process.env = {
    ...environment,
    AWS_CONFIG_FILE: profile,
    AWS_SHARED_CREDENTIALS_FILE: profile,
    AWS_ENDPOINT_URL: `${endpoint}/elsewhere`,
    AWS_ENDPOINT_URL_S3: `${endpoint}/elsewhere`,
    AWS_EC2_METADATA_SERVICE_ENDPOINT: `${endpoint}/metadata`,
    AWS_CONTAINER_CREDENTIALS_FULL_URI: `${endpoint}/metadata`,
    AWS_DEFAULTS_MODE: 'auto',
    AWS_ACCESS_KEY_ID: 'STRANGER',
    AWS_SECRET_ACCESS_KEY: 'STRANGER',
    AWS_REGION: 'eu-west-3',
    AWS_USE_DUALSTACK_ENDPOINT: 'true',
    AWS_MAX_ATTEMPTS: '1',
  };
  t.after(async () => {
    process.env = environment;
    await rm(directory, { recursive: true });
  });
}
