import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { noise, redVideo, silence, wav } from '#test/support/content/media-files.ts';
import { unchanged } from '#test/support/unchanged.ts';
import { download, filesOf, processed, upload, uploaded } from '#test/support/content/uploaded-media.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';

const SCRIPT = '<script>alert(document.domain)</script>';
const HTML = `<!doctype html><html><body>${SCRIPT}</body></html>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${SCRIPT}</svg>`;

/** A polyglot: a GIF of one pixel that is also JavaScript; its width opens a comment that ends after the image. */
function gifAndScript(): Buffer {
  const head = Buffer.from('GIF89a/*\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff', 'latin1');
  const frame = Buffer.from('2c0000000001000100000202440100', 'hex');
  const code = '*/=1;alert(document.domain)//';
  const comment = Buffer.from(`\x21\xfe${String.fromCharCode(code.length)}${code}\x00\x3b`, 'latin1');
  return Buffer.concat([head, frame, comment]);
}

/** A zip file with one stored entry; zip readers search for its end and go back from there. */
function zip(content: string): Buffer {
  const name = Buffer.from('index.html');
  const data = Buffer.from(content);
  const local = Buffer.alloc(30);
  local.write('PK\x03\x04', 0, 'latin1');
  local.writeUInt32LE(data.length, 18);
  local.writeUInt32LE(data.length, 22);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.write('PK\x01\x02', 0, 'latin1');
  central.writeUInt32LE(data.length, 20);
  central.writeUInt32LE(data.length, 24);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length + data.length, 16);
  return Buffer.concat([local, name, data, central, name, end]);
}

/** An MP4 box that players skip. */
function box(type: string, content: string): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4);
  return Buffer.concat([head, Buffer.from(content)]);
}

const TRACES = ['<script', 'alert(', '<html', 'PK\x03\x04', 'PK\x05\x06', 'index.html'];

/** Response headers behind each media link. */
async function instructionsAt(url: string): Promise<Record<string, string | null>> {
  const { headers } = await fetch(url, { method: 'HEAD' });
  const names = ['content-type', 'x-content-type-options', 'content-security-policy', 'content-disposition'];
  return Object.fromEntries(names.map((name) => [name, headers.get(name)]));
}

const inertAs = (contentType: string, disposition: 'inline' | 'attachment'): Record<string, string> => ({
  'content-type': contentType,
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': disposition,
});

test('files that a browser would execute are refused, whatever their name', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const padded = `${HTML}${' '.repeat(10_000)}`;
  for (const content of [SVG, `<?xml version="1.0"?>${SVG}`, HTML, padded, `\ufeff${HTML}`, '%PDF-1.7']) {
    const { data, errors } = await unchanged(world, () => upload(ada, Buffer.from(content)));
    assert.equal(errors, undefined);
    assert.deepEqual(
      data.uploadMedia,
      {
        media: null,
        errors: [{ code: 'VALIDATION_FAILED', path: ['file'], constraint: 'fileType', limit: null }],
      },
      content,
    );
  }
  assert.deepEqual(await filesOf(world), []);
});

test('a polyglot image contains only the image after processing', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const png = await noise(400, 40).png().toBuffer();
  const jpeg = await noise(400, 40).jpeg().toBuffer();
  const comment = Buffer.from(`\xff\xfe\x00${String.fromCharCode(SCRIPT.length + 2)}${SCRIPT}`, 'latin1');
  const polyglots: [string, Buffer][] = [
    ['a GIF that is JavaScript', gifAndScript()],
    ['a PNG with a zip file behind it', Buffer.concat([png, zip(HTML)])],
    ['a PNG with a page behind it', Buffer.concat([png, Buffer.from(HTML)])],
    ['a JPEG with a script in a comment', Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])],
    [
      'a WebP with a page as its metadata',
      await sharp(png).withXmp(`<x:xmpmeta>${HTML}</x:xmpmeta>`).webp().toBuffer(),
    ],
  ];
  for (const [story, content] of polyglots) {
    assert.ok(
      TRACES.some((trace) => content.includes(Buffer.from(trace, 'latin1'))),
      story,
    );
    const media = await uploaded(ada, content);
    for (const { url } of [media, ...media.variants]) {
      const { content: served } = await download(url);
      assert.equal((await sharp(served).metadata()).format, 'webp', story);
      for (const trace of TRACES) assert.equal(served.includes(Buffer.from(trace, 'latin1')), false, story);
      assert.deepEqual(await instructionsAt(url), inertAs('image/webp', 'inline'));
    }
  }
});

test('a polyglot recording contains only the recording after processing', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const video = await redVideo();
  const polyglots: [string, string, Buffer][] = [
    ['a page in a part of an MP4', 'video/mp4', Buffer.concat([video, box('free', HTML)])],
    ['a page as the user data of an MP4', 'video/mp4', Buffer.concat([video, box('udta', HTML)])],
    ['a zip file behind an MP4', 'video/mp4', Buffer.concat([video, zip(HTML)])],
    ['a page as the comment of an MP4', 'audio/mp4', await silence('mp4', 1, { comment: HTML })],
    ['a page as the title of a WebM', 'audio/webm', await silence('webm', 1, { title: HTML })],
    ['a page behind a WAV', 'audio/wav', Buffer.concat([wav(100, () => 1), Buffer.from(HTML)])],
  ];
  for (const [story, type, content] of polyglots) {
    assert.ok(content.includes(SCRIPT), story);
    const media = await processed(world, ada, content);
    assert.equal(media.state, 'READY', story);
    const { content: served } = await download(media.url);
    for (const trace of TRACES) assert.equal(served.includes(Buffer.from(trace, 'latin1')), false, story);
    assert.deepEqual(await instructionsAt(media.url), inertAs(type, 'inline'), story);
  }
});

test('the uploaded original has no link, and its storage key would only serve a download', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { id, url } = await uploaded(ada, Buffer.concat([await redVideo(), Buffer.from(HTML)]));
  assert.equal(url, null);
  const { storage } = world.app.services.ports;
  const expiresAt = new Date(world.clock.now().getTime() + 60_000);
  const link = await storage.signedUrl(`${uuidOf(id)}/source`, { expiresAt });
  assert.deepEqual(await instructionsAt(link), inertAs('application/octet-stream', 'attachment'));
});
