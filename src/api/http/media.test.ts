import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fastify } from 'fastify';
import { pino } from 'pino';
import { createDiskStorage } from '#adapters/storage/disk.ts';
import { mediaRoutes } from './media.ts';

const NOON = new Date('2026-03-01T12:00:00Z');
const ONE_O_CLOCK = new Date('2026-03-01T13:00:00Z');

test('a signed link serves the file with headers that keep it private, cached and inert', async (t) => {
  const media = await startMedia(t);
  const content = randomBytes(100_000);
  const link = await media.store('posts/a.webp', content, 'image/webp');
  const response = await fetch(link);
  assert.equal(response.status, 200);
  assert.ok(content.equals(Buffer.from(await response.arrayBuffer())));
  assert.deepEqual(pick(response), {
    'content-type': 'image/webp',
    'content-length': '100000',
    'cache-control': 'private, max-age=3600, immutable',
    etag: '"posts/a.webp"',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': 'inline',
  });
});

test('HEAD answers the headers of GET without a body', async (t) => {
  const media = await startMedia(t);
  const link = await media.store('posts/a.webp', randomBytes(1234), 'image/webp');
  const [head, get] = [await fetch(link, { method: 'HEAD' }), await fetch(link)];
  assert.equal(head.status, 200);
  assert.deepEqual(pick(head), pick(get));
  assert.equal((await head.arrayBuffer()).byteLength, 0);
});

test('files that a browser could execute are offered for download only', async (t) => {
  const media = await startMedia(t);
  const response = await fetch(await media.store('exports/data.json', Buffer.from('{}'), 'application/json'));
  assert.equal(response.headers.get('content-disposition'), 'attachment');
  assert.equal(await response.text(), '{}');
});

test('a bad signature, an expired link, an unknown file and no signature get the same 404', async (t) => {
  const media = await startMedia(t);
  const link = await media.store('posts/a.webp', randomBytes(10), 'image/webp');
  const unknown = media.storage.signedUrl('posts/b.webp', { expiresAt: ONE_O_CLOCK });
  const expired = media.storage.signedUrl('posts/a.webp', { expiresAt: NOON });
  const altered = link.slice(0, -1) + (link.endsWith('A') ? 'B' : 'A');
  const answers = await Promise.all(
    [altered, expired, unknown, link.slice(0, link.indexOf('?')), link.replace('posts', '..%2Fposts')].map(
      async (url) => {
        const response = await fetch(url);
        return [response.status, response.headers.get('cache-control'), await response.text()];
      },
    ),
  );
  for (const answer of answers) assert.deepEqual(answer, [404, 'no-store', 'Not found']);
});

test('ranges are served: first, middle, open, suffix, and beyond the end', async (t) => {
  const media = await startMedia(t);
  const link = await media.store('clips/a.mp4', Buffer.from('0123456789'), 'video/mp4');
  const ask = async (range: string) => {
    const response = await fetch(link, { headers: { range } });
    return [response.status, response.headers.get('content-range'), await response.text()];
  };
  assert.deepEqual(await ask('bytes=0-0'), [206, 'bytes 0-0/10', '0']);
  assert.deepEqual(await ask('bytes=2-4'), [206, 'bytes 2-4/10', '234']);
  assert.deepEqual(await ask('bytes=7-'), [206, 'bytes 7-9/10', '789']);
  assert.deepEqual(await ask('bytes=-3'), [206, 'bytes 7-9/10', '789']);
  assert.deepEqual(await ask('bytes=-30'), [206, 'bytes 0-9/10', '0123456789']);
  assert.deepEqual(await ask('bytes=8-999'), [206, 'bytes 8-9/10', '89']);
  assert.deepEqual(await ask('bytes=10-'), [416, 'bytes */10', '']);
  assert.deepEqual(await ask('bytes=-0'), [416, 'bytes */10', '']);
  for (const ignored of ['bytes=4-2', 'bytes=0-1,3-4', 'lines=0-1', 'bytes=-', 'bytes=x-y']) {
    assert.deepEqual(await ask(ignored), [200, null, '0123456789'], ignored);
  }
});

test('If-None-Match omits the body, If-Range requests the range of the same object only', async (t) => {
  const media = await startMedia(t);
  const link = await media.store('clips/a.mp4', Buffer.from('0123456789'), 'video/mp4');
  const status = async (headers: Record<string, string>) => (await fetch(link, { headers })).status;
  assert.equal(await status({ 'if-none-match': '"clips/a.mp4"' }), 304);
  assert.equal(await status({ 'if-none-match': '"x", W/"clips/a.mp4"' }), 304);
  assert.equal(await status({ 'if-none-match': '"clips/b.mp4"' }), 200);
  assert.equal(await status({ range: 'bytes=0-1', 'if-range': '"clips/a.mp4"' }), 206);
  assert.equal(await status({ range: 'bytes=0-1', 'if-range': '"clips/b.mp4"' }), 200);
});

test('an empty file is answered with no bytes', async (t) => {
  const media = await startMedia(t);
  const link = await media.store('exports/empty.csv', Buffer.alloc(0), 'text/csv');
  const whole = await fetch(link);
  assert.deepEqual([whole.status, whole.headers.get('content-length')], [200, '0']);
  assert.equal((await fetch(link, { headers: { range: 'bytes=0-' } })).status, 416);
});

test('clients that disconnect during a big file leave no open descriptor', async (t) => {
  const media = await startMedia(t);
  const link = await media.store('clips/big.mp4', randomBytes(16 * 1024 * 1024), 'video/mp4');
  const { port, pathname, search } = new URL(link);
  for (let round = 0; round < 20; round++) await leaveEarly(Number(port), pathname + search);
  assert.equal((await fetch(link, { method: 'HEAD' })).status, 200);
  await eventually(async () => assert.deepEqual(await openFilesIn(media.directory), []));
});

/** Requests a file, waits for its first bytes without reading more, and cuts the connection. */
function leaveEarly(port: number, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: plaza.example\r\n\r\n`);
    socket.once('data', () => {
      socket.pause();
      setTimeout(() => socket.destroy(), 5);
    });
    socket.on('close', () => resolve());
    socket.on('error', reject);
  });
}

test('a file that cannot be read is logged with its cause, which the client does not see', async (t) => {
  const media = await startMedia(t);
  const link = await media.store('posts/a.webp', randomBytes(1_000), 'image/webp');
  // A directory is found like a file, and cannot be read like one.
  const found = await media.storage.find('posts/a.webp');
  assert.ok(found);
  await rm(found.path);
  await mkdir(found.path);
  for (const headers of [{}, { range: 'bytes=0-1' }]) {
    const response = await fetch(link, { headers });
    assert.equal(response.status, 500);
    assert.equal(await response.text(), 'The server failed.');
    assert.deepEqual(pick(response), {
      'cache-control': 'no-store',
      'content-length': '18',
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
  }
  assert.equal(media.logged.length, 2);
  assert.match(media.logged[0] ?? '', /EISDIR/);
});

async function startMedia(t: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), 'plaza-media-'));
  const clock = { now: () => NOON };
  const logged: string[] = [];
  const app = fastify();
  const secret = Buffer.alloc(32, 7);
  // The links name the port, which is known only once the server listens; the route needs no origin.
  const forRoute = createDiskStorage({ directory, publicUrl: () => '', secret, clock });
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => logged.push(line) });
  await app.register(mediaRoutes, { storage: forRoute, isServed: async () => true, clock, log });
  const publicUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  t.after(async () => {
    await app.close();
    await rm(directory, { recursive: true });
  });
  const storage = createDiskStorage({ directory, publicUrl: () => publicUrl, secret, clock });
  async function store(key: string, content: Buffer, contentType: string): Promise<string> {
    await storage.put(key, content, { contentType });
    return storage.signedUrl(key, { expiresAt: ONE_O_CLOCK });
  }
  return { directory, storage, store, logged };
}

function pick(response: Response): Record<string, string> {
  const transport = new Set(['connection', 'date', 'keep-alive']);
  return Object.fromEntries([...response.headers].filter(([name]) => !transport.has(name)));
}

/** Paths below `directory` that this process holds open. */
async function openFilesIn(directory: string): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd');
  const paths = await Promise.all(
    descriptors.map((descriptor) => readlink(`/proc/self/fd/${descriptor}`).catch(() => '')),
  );
  return paths.filter((path) => path.startsWith(directory));
}

async function eventually(check: () => Promise<void>): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await check();
    } catch (error) {
      if (attempt === 40) throw error;
      await delay(25);
    }
  }
}
