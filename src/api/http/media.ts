import { createReadStream } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#platform/kernel/clock.ts';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import { servedAs } from '#platform/kernel/media-types.ts';
import type { ByteRange } from './byte-range.ts';
import { requestedRange } from './byte-range.ts';

/** The part of the disk storage that this route needs; the composition root connects them. */
export type SignedFiles = {
  readSigned(requestUrl: string): SignedLink | null;
  find(key: string): Promise<SignedFile | null>;
};

export type SignedLink = {
  readonly key: string;
  readonly expiresAt: Date;
  /** Name of the download, if it has one. */
  readonly fileName?: string;
};

export type SignedFile = { readonly path: string; readonly sizeBytes: number; readonly contentType: string };

type MediaOptions = {
  storage: SignedFiles;
  /** Whether the link to a file may still be followed. */
  isServed: (key: string) => Promise<boolean>;
  clock: Clock;
  log: Logger;
};

/** Serves the signed links of the embedded disk storage under `/media/`. Other storages serve their own. */
export async function mediaRoutes(
  app: FastifyInstance,
  { storage, isServed, clock, log }: MediaOptions,
): Promise<void> {
  app.setErrorHandler((error, _request, reply) => {
    log.error({ err: error }, 'a file could not be served');
    return sendFailure(reply);
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/media/*',
    handler: async (request, reply) => {
      const link = storage.readSigned(request.raw.url ?? '');
      const file = link && (await isServed(link.key)) ? await storage.find(link.key) : null;
      if (!link || !file) return sendNotFound(reply);
      const secondsLeft = Math.floor((link.expiresAt.getTime() - clock.now().getTime()) / SECOND_MS);
      // An object never changes, so its key suffices as the ETag.
      const etag = `"${link.key}"`;
      const served = servedAs(file.contentType, link.fileName ?? null);
      setHeaders(reply, { disposition: served.disposition, etag, secondsLeft });
      if (isKnownToClient(request, etag)) return reply.code(304).send();
      return sendFile(request, reply, { ...file, contentType: served.contentType }, etag);
    },
  });
}

/** One answer for a bad signature, an expired link and a missing file, so that nothing can be probed. */
function sendNotFound(reply: FastifyReply) {
  return reply
    .code(404)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('text/plain; charset=utf-8')
    .send('Not found');
}

/** The error itself names local paths. Headers of the file do not hold for this answer. */
function sendFailure(reply: FastifyReply) {
  for (const name of ['etag', 'accept-ranges', 'content-range', 'content-disposition', CSP]) {
    reply.removeHeader(name);
  }
  return reply
    .code(500)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('text/plain; charset=utf-8')
    .send('The server failed.');
}

const CSP = 'content-security-policy';

function setHeaders(reply: FastifyReply, about: { disposition: string; etag: string; secondsLeft: number }) {
  reply.headers({
    etag: about.etag,
    'cache-control': `private, max-age=${about.secondsLeft}, immutable`,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    [CSP]: "default-src 'none'; sandbox",
    'content-disposition': about.disposition,
  });
}

function isKnownToClient(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match'];
  if (known === undefined) return false;
  const tags = known.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: SignedFile, etag: string) {
  const range = rangeOf(request, file, etag);
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${file.sizeBytes}`).send();
  }
  const { start, end } = range ?? { start: 0, end: file.sizeBytes - 1 };
  reply.type(file.contentType).header('content-length', end - start + 1);
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${file.sizeBytes}`);
  if (request.method === 'HEAD' || file.sizeBytes === 0) return reply.send();
  // Fastify destroys the stream, and so closes the file, when the client disconnects.
  return reply.send(createReadStream(file.path, { start, end }));
}

/** A range is defined only for GET, and with `If-Range` only when the client's copy is of this object. */
function rangeOf(
  request: FastifyRequest,
  file: SignedFile,
  etag: string,
): ByteRange | 'unsatisfiable' | null {
  const { range, 'if-range': ifRange } = request.headers;
  if (request.method !== 'GET' || range === undefined) return null;
  if (ifRange !== undefined && ifRange !== etag) return null;
  return requestedRange(range, file.sizeBytes);
}
