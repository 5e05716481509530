import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { test } from 'node:test';
import type { S3Options } from './s3.ts';
import { createS3Storage } from './s3.ts';

const NOON = new Date('2026-03-01T12:00:00Z');
const ONE_O_CLOCK = new Date('2026-03-01T13:00:00Z');
const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';

const storageAt = (now: Date, options: Partial<S3Options> = {}) =>
  createS3Storage({
    bucket: 'plaza-media',
    region: 'eu-central-1',
    endpoint: 'https://files.example:9000',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: SECRET,
    forcePathStyle: true,
    clock: { now: () => now },
    ...options,
  });

test('the signature of these tests matches the example published by Amazon', () => {
  const example = new URL(
    'https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256' +
      '&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request' +
      '&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host',
  );
  const published = 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404';
  assert.equal(signatureOf(example, SECRET), published);
});

test('a link contains the key, the type, the disposition, its expiry, and a signature over all of them', async () => {
  const link = new URL(await storageAt(NOON).signedUrl('a/b.webp', { expiresAt: ONE_O_CLOCK }));
  const { 'X-Amz-Signature': signature, ...signed } = Object.fromEntries(link.searchParams);
  assert.equal(link.origin + link.pathname, 'https://files.example:9000/plaza-media/a/b.webp');
  assert.deepEqual(signed, {
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD',
    'X-Amz-Credential': 'AKIAIOSFODNN7EXAMPLE/20260222/eu-central-1/s3/aws4_request',
    'X-Amz-Date': '20260222T130000Z',
    'X-Amz-Expires': '604800',
    'X-Amz-SignedHeaders': 'host',
    'response-cache-control': 'private, immutable',
    'response-content-disposition': 'inline',
    'response-content-type': 'image/webp',
    'response-expires': 'Sun, 01 Mar 2026 13:00:00 GMT',
    'x-id': 'GetObject',
  });
  assert.equal(signature, signatureOf(link, SECRET));
});

test('another key, expiry, secret or disposition has another signature', async () => {
  const expiresAt = ONE_O_CLOCK;
  const link = new URL(await storageAt(NOON).signedUrl('a/b.webp', { expiresAt }));
  const signature = link.searchParams.get('X-Amz-Signature');
  const others = await Promise.all([
    storageAt(NOON).signedUrl('a/c.webp', { expiresAt }),
    storageAt(NOON).signedUrl('a/b.webp', { expiresAt: new Date(expiresAt.getTime() + 1_000) }),
    storageAt(NOON, { bucket: 'other' }).signedUrl('a/b.webp', { expiresAt }),
    storageAt(NOON, { secretAccessKey: 'another' }).signedUrl('a/b.webp', { expiresAt }),
  ]);
  const signatures = others.map((other) => new URL(other).searchParams.get('X-Amz-Signature'));
  assert.equal(new Set([signature, ...signatures]).size, 5);
  for (const name of [
    'X-Amz-Date',
    'X-Amz-Expires',
    'response-content-type',
    'response-content-disposition',
  ]) {
    const changed = new URL(link);
    changed.searchParams.set(name, '1');
    assert.notEqual(signatureOf(changed, SECRET), signature, name);
  }
});

test('a link expires at the requested second, whenever it was made', async () => {
  for (const time of ['2026-03-01T12:00:00Z', '2026-03-01T12:00:59.999Z', '2026-03-08T12:00:00Z']) {
    const expiresAt = new Date(time);
    const { searchParams } = new URL(await storageAt(NOON).signedUrl('a.png', { expiresAt }));
    const [, date, clock] = /^(\d{8})T(\d{6})Z$/.exec(searchParams.get('X-Amz-Date') ?? '') ?? [];
    assert.ok(date && clock);
    const signedAt = Date.parse(
      `${date.replace(/(....)(..)(..)/, '$1-$2-$3')}T${clock.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`,
    );
    assert.ok(signedAt <= NOON.getTime());
    const endsAtMs = signedAt + Number(searchParams.get('X-Amz-Expires')) * 1_000;
    assert.equal(endsAtMs, Math.floor(expiresAt.getTime() / 1_000) * 1_000);
  }
});

test('processes give the same link at different times, and a cached one is right', async () => {
  const storage = storageAt(NOON);
  const first = await storage.signedUrl('c.png', { expiresAt: ONE_O_CLOCK });
  const late = storageAt(new Date('2026-03-01T12:59:59Z'));
  assert.equal(await late.signedUrl('c.png', { expiresAt: ONE_O_CLOCK }), first);
  const second = await storage.signedUrl('c.png', { expiresAt: new Date('2026-03-01T14:00:00Z') });
  assert.notEqual(second, first);
  assert.equal(await storage.signedUrl('c.png', { expiresAt: ONE_O_CLOCK }), first);
  // The link is cached by now, so there is nothing to wait for.
  assert.equal(storage.signedUrl('c.png', { expiresAt: ONE_O_CLOCK }), first);
});

test('files that a browser could execute are offered for download', async () => {
  const headersOf = async (key: string) => {
    const { searchParams } = new URL(await storageAt(NOON).signedUrl(key, { expiresAt: ONE_O_CLOCK }));
    return ['response-content-disposition', 'response-content-type'].map((name) => searchParams.get(name));
  };
  assert.deepEqual(await headersOf('a.mp4'), ['inline', 'video/mp4']);
  assert.deepEqual(await headersOf('a.mp3'), ['inline', 'audio/mpeg']);
  assert.deepEqual(await headersOf('a.json'), ['attachment', 'application/json']);
  assert.deepEqual(await headersOf('a.zip'), ['attachment', 'application/zip']);
  assert.deepEqual(await headersOf('a.html'), ['attachment', 'application/octet-stream']);
  assert.deepEqual(await headersOf('a.svg'), ['attachment', 'application/octet-stream']);
});

test('a link with a name is a download of that name, whatever the type, and texts are UTF-8', async () => {
  const headersOf = async (key: string, fileName: string) => {
    const { searchParams } = new URL(
      await storageAt(NOON).signedUrl(key, { expiresAt: ONE_O_CLOCK, fileName }),
    );
    return ['response-content-disposition', 'response-content-type'].map((name) => searchParams.get(name));
  };
  const disposition = "attachment; filename*=UTF-8''it%27s%20%28%C3%BC%29";
  assert.deepEqual(await headersOf('a.pdf', "it's (ü).pdf"), [`${disposition}.pdf`, 'application/pdf']);
  assert.deepEqual(await headersOf('a.txt', "it's (ü).txt"), [
    `${disposition}.txt`,
    'text/plain; charset=utf-8',
  ]);
  assert.deepEqual(await headersOf('a.mp4', "it's (ü).mp4"), [`${disposition}.mp4`, 'video/mp4']);
});

test('an invalid key gets no link', async () => {
  const link = async () => storageAt(NOON).signedUrl('../a.png', { expiresAt: ONE_O_CLOCK });
  await assert.rejects(link, /is not a storage key/);
});

/** AWS Signature Version 4 of a presigned GET link, from its published description. */
function signatureOf(link: URL, secret: string): string {
  const { searchParams } = link;
  const query = [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${uriEncoded(name)}=${uriEncoded(value)}`)
    .toSorted()
    .join('&');
  const canonicalRequest = ['GET', link.pathname, query, `host:${link.host}`, '', 'host', 'UNSIGNED-PAYLOAD'];
  const time = searchParams.get('X-Amz-Date') ?? '';
  const [, ...scope] = (searchParams.get('X-Amz-Credential') ?? '').split('/');
  const digest = createHash('sha256').update(canonicalRequest.join('\n')).digest('hex');
  const stringToSign = ['AWS4-HMAC-SHA256', time, scope.join('/'), digest].join('\n');
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  return hmac(scope.reduce<string | Buffer>(hmac, `AWS4${secret}`), stringToSign).toString('hex');
}

/** Percent-encodes all but letters, digits and `-._~`, in upper case. */
function uriEncoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
