import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { test } from 'node:test';
import { noise, redVideo } from '#test/support/content/media-files.ts';
import { openFilesOf, workDirectories } from '#test/support/content/media-processes.ts';
import { until } from '#test/support/processes.ts';
import { unchanged } from '#test/support/unchanged.ts';
import { filesOf, UPLOAD, uploaded } from '#test/support/content/uploaded-media.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const CUTS = 60;
const AT_ONCE = 6;

/** A whole request, head and body, as bytes. */
function requestOf(person: Person, url: string, content: Buffer): Buffer {
  const part = (name: string, value: string): string =>
    `--cut\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const start =
    part('operations', JSON.stringify({ query: UPLOAD, variables: { input: { file: null } } })) +
    part('map', '{"0":["variables.input.file"]}') +
    '--cut\r\nContent-Disposition: form-data; name="0"; filename="a"\r\n\r\n';
  const body = Buffer.concat([Buffer.from(start), content, Buffer.from('\r\n--cut--\r\n')]);
  const { host, pathname } = new URL(url);
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `host: ${host}`,
    `authorization: Bearer ${person.token}`,
    'content-type: multipart/form-data; boundary=cut',
    `content-length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
}

/** Sends the first bytes of a request and closes the connection once the server has received them. */
function sendPart(url: string, bytes: Buffer): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
    socket.on('connect', () => {
      socket.write(bytes, () => {
        // Half of the clients close the connection, the others reset it.
        if (bytes.length % 2 === 0) socket.destroy();
        else socket.resetAndDestroy();
      });
    });
  });
}

/** Stored and temporary media files that this process holds open. */
async function openFiles(world: World): Promise<string[]> {
  const open = await openFilesOf(process.pid);
  return open.filter((path) => path.startsWith(world.dataDir) || path.includes('plaza-media-'));
}

const descriptorCount = async (): Promise<number> => (await readdir('/proc/self/fd')).length;

test('sixty uploads that break off at any byte leave no file, no descriptor and no row', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const video = Buffer.concat([await redVideo(), Buffer.alloc(300_000)]);
  const contents = [await noise(300, 300).png().toBuffer(), video];
  // Warms up: libraries are loaded and all connections are open.
  const kept = await uploaded(ada, contents[0]!);
  await until(async () => (await filesOf(world)).length === 1, 'the picture is stored');
  const before = await descriptorCount();

  await unchanged(world, async () => {
    for (let turn = 0; turn < CUTS; turn += AT_ONCE) {
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) => {
          const request = requestOf(ada, world.url, contents[index % contents.length]!);
          // Cuts between the first byte of the head and the last byte of the body.
          const end = 1 + Math.floor(Math.random() * (request.length - 1));
          return sendPart(world.url, request.subarray(0, end));
        }),
      );
    }
    await until(async () => (await descriptorCount()) <= before, 'neither connection nor descriptor is left');
    await until(async () => (await filesOf(world)).length === 1, 'no file is left');
  });
  assert.deepEqual([await openFiles(world), await workDirectories()], [[], []]);
  assert.equal((await fetch(kept.url)).status, 200);
});

test('an upload whose client disconnects while it is processed leaves nothing', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const photo = await noise(4_000, 3_000).jpeg().toBuffer();
  await unchanged(world, async () => {
    const { hostname, port } = new URL(world.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(requestOf(ada, world.url, photo));
    await until(async () => (await workDirectories()).length === 1, 'the picture is being processed');
    socket.destroy();
    await until(async () => (await workDirectories()).length === 0, 'nobody processes it any more');
    await until(async () => (await filesOf(world)).length === 0, 'no file is left');
  });
  assert.deepEqual(await openFiles(world), []);
});
