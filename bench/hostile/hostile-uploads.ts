import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { BOUNDARY, MP4, multipart, PNG } from '#test/support/content/uploads.ts';
import { residentMemory } from '../harness/cpu.ts';
import { codesOf, hostileHeaders } from './hostile-requests.ts';
import { PRODUCT_PATH, ROOT } from '../harness/product-server.ts';
import type { ProductServer } from '../harness/product-server.ts';
import { stopChild } from '../harness/processes.ts';
import type { Visitor } from '../harness/tokens.ts';

const UPLOAD =
  'mutation ($file: Upload!) { uploadMedia(input: { file: $file }) { media { id } errors { code } } }';
const GIB = 1_024 ** 3;
const SENDERS = path.join(ROOT, 'test/support/content/file-senders.ts');
const SENDING_MS = 1_000;

export type SendersMeasurement = {
  readonly sentBytes: number;
  readonly diskBytes: number;
  readonly grownBytes: number;
};

/** Sends a file that never ends over each of many connections without a token, for a second. */
export async function measureSenders(
  server: ProductServer,
  { dataDir, connections }: { dataDir: string; connections: number },
): Promise<SendersMeasurement> {
  const before = residentMemory(server.pid);
  const url = `http://127.0.0.1:${server.port}${PRODUCT_PATH}`;
  const senders = fork(SENDERS, [url, String(connections), beginning().toString('base64')]);
  let sentBytes = 0;
  senders.on('message', (bytes: number) => (sentBytes = bytes));
  try {
    await once(senders, 'message');
    await sleep(SENDING_MS);
    const after = residentMemory(server.pid);
    return {
      sentBytes,
      diskBytes: await bytesBelow(dataDir),
      grownBytes: (after?.peakBytes ?? 0) - (before?.nowBytes ?? 0),
    };
  } finally {
    await stopChild(senders);
  }
}

/** A request without a token up to the first bytes of its file. */
function beginning(): Buffer {
  const body = uploadBody(MP4, 'a.mp4');
  const head = [
    `POST ${PRODUCT_PATH} HTTP/1.1`,
    'host: 127.0.0.1',
    // Browsers send no such request to another site without asking it first.
    'authorization: ',
    'x-forwarded-for: 10.201.0.1',
    `content-type: multipart/form-data; boundary=${BOUNDARY}`,
    `content-length: ${GIB}`,
  ];
  const opened = body.subarray(0, body.length - BOUNDARY.length - 8);
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), opened]);
}

const uploadBody = (content: Buffer, name: string): Buffer =>
  multipart([
    ['operations', JSON.stringify({ query: UPLOAD, variables: { file: null } })],
    ['map', JSON.stringify({ 0: ['variables.file'] })],
    ['0', content, name],
  ]);

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(({ parentPath, name }) => stat(path.join(parentPath, name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

export type PicturesMeasurement = {
  readonly pictureBytes: number;
  /** Answers to the big pictures, with how often each came. */
  readonly answers: Readonly<Record<string, number>>;
  readonly bigSeconds: number;
  readonly aloneMs: number;
  /** The slowest small picture of the other user while the big ones were waiting. */
  readonly meanwhileMs: number;
};

const ALONE = 5;
/** Another user uploads as often as their budget allows beside the pictures uploaded alone. */
const MEANWHILE_MAX = 40;

/** One user uploads many big pictures at once, and another one small pictures meanwhile. */
export async function measurePictures(
  server: ProductServer,
  { attacker, other, count, side }: { attacker: Visitor; other: Visitor; count: number; side: number },
): Promise<PicturesMeasurement> {
  const picture = await bigPicture(side);
  const upload = async (visitor: Visitor, content: Buffer): Promise<{ answer: string; ms: number }> => {
    const startedMs = performance.now();
    const response = await fetch(`http://127.0.0.1:${server.port}${PRODUCT_PATH}`, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...hostileHeaders(visitor) },
      body: new Uint8Array(uploadBody(content, 'a.jpeg')),
    });
    return { answer: codesOf(await response.text()), ms: performance.now() - startedMs };
  };
  const uploadSmall = async (): Promise<number> => {
    const { answer, ms } = await upload(other, PNG);
    if (answer !== 'OK') throw new Error(`The small picture was answered with ${answer}.`);
    return ms;
  };
  const alone: number[] = [];
  for (let turn = 0; turn < ALONE; turn += 1) alone.push(await uploadSmall());

  const startedMs = performance.now();
  const state = { waiting: count };
  const sent = Array.from({ length: count }, async () => {
    const { answer } = await upload(attacker, picture);
    state.waiting -= 1;
    return answer;
  });
  const meanwhile: number[] = [];
  while (state.waiting > 0 && meanwhile.length < MEANWHILE_MAX) {
    await sleep(200);
    meanwhile.push(await uploadSmall());
  }
  const answers: Record<string, number> = {};
  for (const answer of await Promise.all(sent)) answers[answer] = (answers[answer] ?? 0) + 1;
  return {
    pictureBytes: picture.length,
    answers,
    bigSeconds: (performance.now() - startedMs) / 1_000,
    aloneMs: Math.max(...alone),
    meanwhileMs: Math.max(...meanwhile),
  };
}

/** A JPEG of about 9 MB with 7 000 pixels on each side: coarse noise, enlarged. */
async function bigPicture(side: number): Promise<Buffer> {
  const grain = Math.ceil(side / 8);
  const noise = randomBytes(grain * grain * 3);
  return sharp(noise, { raw: { width: grain, height: grain, channels: 3 } })
    .resize(side, side)
    .jpeg({ quality: 75 })
    .toBuffer();
}
