import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, readlink, rm } from 'node:fs/promises';
import type { IncomingMessage, Server } from 'node:http';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '#platform/kernel/errors.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import { refusedFilesIn } from '#platform/kernel/uploads.ts';
import { defaultLimits } from '#domains/modules.ts';
import type { MultipartRequest } from '#api/uploads/multipart.ts';
import { receiveMultipart } from '#api/uploads/multipart.ts';

/** One transparent pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
/** The head of an MP4 file, enough to detect its type. */
export const MP4 = Buffer.concat([
  Buffer.from('00000018', 'hex'),
  Buffer.from('ftypisom'),
  Buffer.from('00000200', 'hex'),
  Buffer.from('isommp42'),
  Buffer.alloc(5_000),
]);

export const BOUNDARY = 'plaza-boundary-7d1';

export type Part = readonly [name: string, content: string | Buffer, fileName?: string];

export function multipart(parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(([name, content, fileName]) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`),
    Buffer.from(fileName === undefined ? '' : `; filename="${fileName.replaceAll('\\', '\\\\')}"`),
    Buffer.from('\r\n\r\n'),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

export type Answer = { status: number; code: string; message: string };

/** A server that receives multipart requests, reads their files, and answers with the outcome of each request. */
export async function startReceiver(t: TestContext, limits: Partial<Limits> = {}) {
  const temporaryDirectory = await mkdtemp(join(tmpdir(), 'plaza-upload-'));
  const received: MultipartRequest[] = [];
  const contents: string[] = [];
  const failures: unknown[] = [];
  const signals = { next: new AbortController().signal };
  let pending = 0;

  async function receive(request: IncomingMessage): Promise<Answer> {
    const options = {
      limits: { ...defaultLimits, ...limits },
      temporaryDirectory,
      signal: signals.next,
      admit: async () => ({ isAdmitted: true, refusal: null }),
      takeBytes: async () => undefined,
    };
    pending++;
    try {
      const multipartRequest = await receiveMultipart(request, options);
      received.push(multipartRequest);
      for (const file of multipartRequest.files) contents.push((await readFile(file.path)).toString('hex'));
      await multipartRequest.dispose();
      const [refused] = refusedFilesIn(multipartRequest.operations).filter(({ file }) => file.isAtFault);
      const { code = '', message = '' } = refused?.file.refusal ?? {};
      return { status: 200, code, message };
    } catch (error) {
      failures.push(error);
      if (!(error instanceof AppError)) return { status: 500, code: '', message: String(error) };
      return {
        status: error.code === 'PAYLOAD_TOO_LARGE' ? 413 : 400,
        code: error.code,
        message: error.message,
      };
    } finally {
      pending--;
    }
  }

  const server = createServer((request, response) => {
    void receive(request).then((answer) => response.writeHead(answer.status).end(JSON.stringify(answer)));
  });
  const port = await listen(server);
  t.after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(temporaryDirectory, { recursive: true });
  });

  async function post(body: Buffer | FormData, headers: Record<string, string>): Promise<Answer> {
    const contentType = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body: body instanceof FormData ? body : new Uint8Array(body),
      headers: body instanceof FormData ? headers : { ...contentType, ...headers },
      signal: AbortSignal.timeout(5_000),
    });
    // The answer was written above by this same server.
    return (await response.json()) as Answer;
  }

  /** Asserts that there is no file, no descriptor and no pending call. */
  async function assertNothingLeft(): Promise<void> {
    for (let attempt = 0; pending > 0 && attempt < 100; attempt++) await delay(20);
    assert.equal(pending, 0);
    assert.deepEqual(await readdir(temporaryDirectory), []);
    const descriptors = await readdir('/proc/self/fd');
    const open = await Promise.all(descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
    assert.deepEqual(
      open.filter((path) => path.startsWith(temporaryDirectory)),
      [],
    );
  }

  return { port, post, received, contents, failures, signals, temporaryDirectory, assertNothingLeft };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      assert.ok(address !== null && typeof address === 'object');
      resolve(address.port);
    });
  });
}
