import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { createDiskStorage } from './disk.ts';
import { storageContract } from './storage.contract.ts';

const NOON = new Date('2026-03-01T12:00:00Z');
const ONE_O_CLOCK = new Date('2026-03-01T13:00:00Z');

let directory = '';
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'plaza-disk-'));
});
after(() => rm(directory, { recursive: true }));

storageContract('disk', async () => storageAt(NOON));

test('a link is decoded to its key and its expiry until it expires', () => {
  const link = pathOf(storageAt(NOON).signedUrl('a/b.webp', { expiresAt: ONE_O_CLOCK }));
  assert.match(link, /^\/media\/a\/b\.webp\?e=1772370000&s=[A-Za-z0-9_-]{22}$/);
  assert.deepEqual(storageAt(NOON).readSigned(link), { key: 'a/b.webp', expiresAt: ONE_O_CLOCK });
  assert.ok(storageAt(new Date(ONE_O_CLOCK.getTime() - 1)).readSigned(link));
  assert.equal(storageAt(ONE_O_CLOCK).readSigned(link), null);
});

test('a link with a name is decoded to it, and refused with another one', () => {
  const fileName = "it's (ü) 100%.pdf";
  const link = pathOf(storageAt(NOON).signedUrl('a/b.pdf', { expiresAt: ONE_O_CLOCK, fileName }));
  assert.deepEqual(storageAt(NOON).readSigned(link), { key: 'a/b.pdf', expiresAt: ONE_O_CLOCK, fileName });
  for (let index = 0; index < link.length; index++) {
    for (const other of ['A', 'B', '1', '%']) {
      const changed = link.slice(0, index) + other + link.slice(index + 1);
      if (changed !== link) assert.equal(storageAt(NOON).readSigned(changed), null, changed);
    }
  }
  assert.equal(storageAt(NOON).readSigned(link.replace(/&n=[^&]*/, '')), null);
});

test('every changed part of a link is refused', () => {
  const storage = storageAt(NOON);
  const link = pathOf(storage.signedUrl('a/b.webp', { expiresAt: ONE_O_CLOCK }));
  for (let index = 0; index < link.length; index++) {
    for (const other of ['A', 'B', '1', '/']) {
      const changed = link.slice(0, index) + other + link.slice(index + 1);
      if (changed !== link) assert.equal(storage.readSigned(changed), null, changed);
    }
  }
  for (const changed of [
    `${link}&x=1`,
    `/other${link}`,
    link.replace('?', '?e=9999999999&'),
    `${link}=`,
    '',
  ]) {
    assert.equal(storage.readSigned(changed), null, changed);
  }
});

test('a link made with another secret is not accepted', () => {
  const options = { directory, publicUrl: () => 'https://plaza.example', clock: { now: () => NOON } };
  const stranger = createDiskStorage({ ...options, secret: Buffer.alloc(32, 8) });
  const link = pathOf(stranger.signedUrl('a/b.webp', { expiresAt: ONE_O_CLOCK }));
  assert.equal(storageAt(NOON).readSigned(link), null);
});

test('two expiries of one link requested alternately are both right', () => {
  const storage = storageAt(NOON);
  const first = storage.signedUrl('c.png', { expiresAt: ONE_O_CLOCK });
  const second = storage.signedUrl('c.png', { expiresAt: new Date('2026-03-01T14:00:00Z') });
  assert.equal(storage.signedUrl('c.png', { expiresAt: ONE_O_CLOCK }), first);
  assert.notEqual(first, second);
  assert.equal(storage.readSigned(pathOf(second))?.expiresAt.toISOString(), '2026-03-01T14:00:00.000Z');
});

test('a key whose extension does not match its type is refused, since the type is read from the key', async () => {
  const put = storageAt(NOON).put('page.png', Buffer.from('<html>'), { contentType: 'text/html' });
  await assert.rejects(put, /does not match text\/html/);
});

test('failed puts leave no temporary file', async () => {
  const storage = storageAt(NOON);
  const broken = () =>
    Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000);
        throw new Error('source broke');
      })(),
    );
  for (let round = 0; round < 20; round++) {
    await assert.rejects(storage.put('broken.mp4', broken(), { contentType: 'video/mp4' }), /source broke/);
  }
  assert.deepEqual(await readdir(join(directory, 'temporary')), []);
});

test('temporary files of killed processes are removed at the next write, files being written stay', async () => {
  const own = join(directory, 'killed');
  const temporary = join(own, 'temporary');
  await mkdir(temporary, { recursive: true });
  await writeFile(join(temporary, 'old'), 'x');
  await writeFile(join(temporary, 'new'), 'x');
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  await utimes(join(temporary, 'old'), yesterday, yesterday);

  const storage = createDiskStorage({
    directory: own,
    publicUrl: () => 'https://plaza.example',
    secret: Buffer.alloc(32, 7),
    clock: { now: () => NOON },
  });
  await storage.put('a.png', Buffer.from('x'), { contentType: 'image/png' });
  assert.deepEqual(await readdir(temporary), ['new']);
});

function storageAt(now: Date) {
  return createDiskStorage({
    directory,
    publicUrl: () => 'https://plaza.example',
    secret: Buffer.alloc(32, 7),
    clock: { now: () => now },
  });
}

function pathOf(url: string): string {
  return url.slice('https://plaza.example'.length);
}
