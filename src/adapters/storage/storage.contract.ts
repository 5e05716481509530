import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'node:test';
import type { StoragePort } from '#ports/storage.ts';

const KIB = 1024;

/** Time of the opened storage's clock. */
export const CONTRACT_NOW = new Date('2026-03-01T12:00:00Z');

/** Contract of storages. Each test uses its own keys. */
export function storageContract(vendor: string, open: () => Promise<StoragePort>): void {
  test(`${vendor}: a stored buffer comes back byte for byte with its size and type`, async () => {
    const storage = await open();
    const content = randomBytes(300 * KIB);
    await storage.put('contract/buffer.webp', content, { contentType: 'image/webp' });
    const stored = await storage.get('contract/buffer.webp');
    assert.ok(stored);
    assert.equal(stored.sizeBytes, 300 * KIB);
    assert.equal(stored.contentType, 'image/webp');
    assert.ok(content.equals(await buffer(stored.body)));
    await storage.close();
  });

  test(`${vendor}: a stream is stored whole, in the order of its pieces`, async () => {
    const storage = await open();
    const pieces = Array.from({ length: 40 }, () => randomBytes(33 * KIB));
    await storage.put('contract/stream.mp4', Readable.from(pieces), { contentType: 'video/mp4' });
    const stored = await storage.get('contract/stream.mp4');
    assert.ok(stored);
    assert.ok(Buffer.concat(pieces).equals(await buffer(stored.body)));
    await storage.close();
  });

  test(`${vendor}: an empty object is an object`, async () => {
    const storage = await open();
    await storage.put('contract/empty.json', Buffer.alloc(0), { contentType: 'application/json' });
    const stored = await storage.get('contract/empty.json');
    assert.ok(stored);
    assert.equal(stored.sizeBytes, 0);
    assert.equal((await buffer(stored.body)).length, 0);
    await storage.close();
  });

  test(`${vendor}: an absent object is null, not an error`, async () => {
    const storage = await open();
    assert.equal(await storage.get('contract/never.webp'), null);
    await storage.close();
  });

  test(`${vendor}: the same key can be written again, also concurrently`, async () => {
    const storage = await open();
    const put = () => storage.put('contract/twice.png', Buffer.from('same'), { contentType: 'image/png' });
    await put();
    await Promise.all([put(), put()]);
    const stored = await storage.get('contract/twice.png');
    assert.ok(stored);
    assert.equal((await buffer(stored.body)).toString(), 'same');
    await storage.close();
  });

  test(`${vendor}: a key and a longer key with the same prefix are two objects`, async () => {
    const storage = await open();
    await storage.put('contract/a.json', Buffer.from('short'), { contentType: 'application/json' });
    await storage.put('contract/a.json/b.json', Buffer.from('long'), { contentType: 'application/json' });
    const [short, long] = await Promise.all([
      storage.get('contract/a.json'),
      storage.get('contract/a.json/b.json'),
    ]);
    assert.ok(short && long);
    assert.equal((await buffer(short.body)).toString(), 'short');
    assert.equal((await buffer(long.body)).toString(), 'long');
    await storage.close();
  });

  test(`${vendor}: deletion removes existing objects and ignores absent ones`, async () => {
    const storage = await open();
    await storage.put('contract/gone.gif', Buffer.from('x'), { contentType: 'image/gif' });
    await storage.delete(['contract/gone.gif', 'contract/never.gif']);
    assert.equal(await storage.get('contract/gone.gif'), null);
    await storage.delete(['contract/gone.gif']);
    await storage.close();
  });

  test(`${vendor}: a body that fails half-way leaves nothing`, async () => {
    const storage = await open();
    async function* failing() {
      yield randomBytes(200 * KIB);
      throw new Error('source broke');
    }
    await assert.rejects(
      storage.put('contract/broken.mp4', Readable.from(failing()), { contentType: 'video/mp4' }),
      /source broke/,
    );
    assert.equal(await storage.get('contract/broken.mp4'), null);
    await storage.close();
  });

  test(`${vendor}: an abort while the body is stalled ends the put and leaves nothing`, async () => {
    const storage = await open();
    const stalled = new Readable({ read() {} });
    stalled.push(randomBytes(200 * KIB));
    const abort = new AbortController();
    const put = storage.put('contract/aborted.mp4', stalled, {
      contentType: 'video/mp4',
      signal: abort.signal,
    });
    await Promise.all([assert.rejects(put, { name: 'AbortError' }), delay(30).then(() => abort.abort())]);
    assert.equal(stalled.destroyed, true);
    assert.equal(await storage.get('contract/aborted.mp4'), null);
    await storage.close();
  });

  test(`${vendor}: a put whose signal is already aborted stores nothing and closes its source`, async () => {
    const storage = await open();
    const options = { contentType: 'image/png', signal: AbortSignal.abort() };
    const body = Readable.from([Buffer.from('x')]);
    await assert.rejects(storage.put('contract/late.png', body, options), { name: 'AbortError' });
    await assert.rejects(storage.put('contract/late.png', Buffer.from('x'), options), { name: 'AbortError' });
    assert.equal(body.destroyed, true);
    assert.equal(await storage.get('contract/late.png'), null);
    await storage.close();
  });

  test(`${vendor}: a source that fails before its first byte is read fails the put alone`, async () => {
    const storage = await open();
    const body = new Readable({ read() {} });
    const put = storage.put('contract/early.png', body, { contentType: 'image/png' });
    body.destroy(new Error('source broke'));
    await assert.rejects(put, /source broke/);
    assert.equal(await storage.get('contract/early.png'), null);
    await storage.close();
  });

  test(`${vendor}: the same key and expiry give the same link, another expiry another`, async () => {
    const storage = await open();
    const link = (time: string) => storage.signedUrl('contract/link.webp', { expiresAt: new Date(time) });
    assert.equal(await link('2026-03-02T00:00:00Z'), await link('2026-03-02T00:00:00Z'));
    assert.notEqual(await link('2026-03-02T00:00:00Z'), await link('2026-03-03T00:00:00Z'));
    await storage.close();
  });

  test(`${vendor}: a link with a name is another one than without, and the same for the same name`, async () => {
    const storage = await open();
    const link = async (fileName?: string) =>
      storage.signedUrl('contract/named.webp', {
        expiresAt: new Date('2026-03-02T00:00:00Z'),
        fileName: fileName ?? null,
      });
    const links = [await link(), await link("it's (a) ü.pdf"), await link('b.pdf'), await link()];
    assert.equal(new Set(links).size, 3);
    assert.equal(links[0], links[3]);
    assert.equal(await link("it's (a) ü.pdf"), links[1]);
    // Parsing changes nothing in it, so that its signature holds however it is passed on.
    for (const each of links) assert.equal(new URL(each).href, each);
    await storage.close();
  });

  test(`${vendor}: a link can live for seven days and no longer`, async () => {
    const storage = await open();
    const link = async (time: string) =>
      storage.signedUrl('contract/long.webp', { expiresAt: new Date(time) });
    assert.match(await link('2026-03-08T12:00:00Z'), /\/contract\/long\.webp\?/);
    await assert.rejects(link('2026-03-08T12:00:00.001Z'), /7 days at most/);
    await storage.close();
  });

  test(`${vendor}: an extension that does not match the type is refused, since links contain only the key`, async () => {
    const storage = await open();
    const put = storage.put('contract/page.png', Buffer.from('<html>'), { contentType: 'text/html' });
    await assert.rejects(put, /does not match text\/html/);
    assert.equal(await storage.get('contract/page.png'), null);
    await storage.close();
  });

  for (const key of ['../x.png', 'a/../../x.png', '/x.png', 'a//x.png', 'A.png', 'a\\x.png', 'a\0.png', '']) {
    test(`${vendor}: ${JSON.stringify(key)} is refused as a key`, async () => {
      const storage = await open();
      await assert.rejects(storage.put(key, Buffer.from('x'), { contentType: 'image/png' }), /storage key/);
      await assert.rejects(storage.get(key), /storage key/);
      await assert.rejects(storage.delete([key]), /storage key/);
      await storage.close();
    });
  }
}
