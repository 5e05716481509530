import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { addAbortSignal, finished } from 'node:stream';
import type { BusboyInstance } from '@fastify/busboy';
import { Busboy } from '@fastify/busboy';
import { AppError } from '#platform/errors.ts';
import type { Limits } from '#platform/limits.ts';
import type { UploadedFile } from '#platform/uploads.ts';
import { receiveFile } from './upload-file.ts';
import type { FileMap, Operations } from './upload-map.ts';
import { badMultipart, parseMap, parseOperations, placeFiles, quote, tooManyFiles } from './upload-map.ts';

export type MultipartRequest = {
  /** What a JSON request would have had as its body, with an `UploadedFile` wherever `map` puts one. */
  readonly operations: Operations;
  readonly files: readonly UploadedFile[];
  /** Removes the files that are still there. To be called when the operation has ended, however it ended. */
  dispose(): Promise<void>;
};

export type MultipartOptions = {
  limits: Limits;
  /** Made when missing. */
  temporaryDirectory: string;
  signal: AbortSignal;
};

const PART_HEADER_BYTES_MAX = 8 * 1024;
const PART_HEADERS_MAX = 20;
/** For each part: its headers, a share of preamble and epilogue, and what is still on its way from the socket to a file. */
const PART_OVERHEAD_BYTES_MAX = 256 * 1024;

/**
 * Reads a request of the GraphQL multipart request specification (https://github.com/jaydenseric/graphql-multipart-request-spec):
 * `operations`, `map`, then the files, each written to the disk as it arrives. However it fails, no file is left behind; what the
 * client still sends is then read and thrown away, within a bound, so that it can receive the answer.
 *
 * @throws AppError BAD_REQUEST or PAYLOAD_TOO_LARGE, or the signal's reason
 */
export async function receiveMultipart(
  request: IncomingMessage,
  options: MultipartOptions,
): Promise<MultipartRequest> {
  const paths: string[] = [];
  const dispose = async () => {
    await Promise.all(paths.map((path) => rm(path, { force: true })));
  };
  try {
    requirePreflight(request.headers);
    const parser = createParser(request.headers, options.limits);
    await mkdir(options.temporaryDirectory, { recursive: true });
    const { operations, files } = await receiveParts(request, parser, paths, options);
    return { operations, files, dispose };
  } catch (error) {
    await dispose();
    throw error;
  } finally {
    // Also after success: something may follow the last part.
    discardRest(request, options.limits);
  }
}

const PREFLIGHT_HEADERS = [
  'authorization',
  'apollo-require-preflight',
  'x-apollo-operation-name',
  'graphql-require-preflight',
];

/**
 * A page of another site can make a browser post a form, but not with one of these headers unless the site is allowed to: the
 * presence is the proof, even when the value is empty.
 *
 * @throws AppError BAD_REQUEST
 */
function requirePreflight(headers: IncomingHttpHeaders): void {
  if (PREFLIGHT_HEADERS.some((name) => headers[name] !== undefined)) return;
  throw badMultipart(`A multipart request needs one of the headers ${PREFLIGHT_HEADERS.join(', ')}.`);
}

function createParser(headers: IncomingHttpHeaders, limits: Limits): BusboyInstance {
  const contentType = headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b.*;\s*boundary=(?:"[^"]{1,70}"|[^\s;"]{1,70})/i.test(contentType)) {
    throw badMultipart('The content type is not multipart/form-data with a boundary.');
  }
  return new Busboy({
    headers: { ...headers, 'content-type': contentType },
    // Whether a part is a file follows from its place in the request and not from what the part says about itself.
    isPartAFile: (name) => name !== 'operations' && name !== 'map',
    limits: {
      fieldSize: limits.requestBodyBytes,
      parts: limits.uploadFiles + 2,
      headerPairs: PART_HEADERS_MAX,
      headerSize: PART_HEADER_BYTES_MAX,
    },
  });
}

/** What is known so far of the request that is being read. */
type Progress = {
  operations: Operations | null;
  map: FileMap | null;
  names: Set<string>;
  receptions: Promise<readonly [name: string, file: UploadedFile]>[];
  /** Bytes that have been written to files. */
  fileBytes: number;
};

async function receiveParts(
  request: IncomingMessage,
  parser: BusboyInstance,
  paths: string[],
  { limits, temporaryDirectory, signal }: MultipartOptions,
): Promise<{ operations: Operations; files: UploadedFile[] }> {
  const progress: Progress = { operations: null, map: null, names: new Set(), receptions: [], fileBytes: 0 };
  const failure = new AbortController();
  const stop = AbortSignal.any([failure.signal, signal]);

  function onFile(name: string | undefined, stream: Readable, fileName: string | undefined): void {
    addAbortSignal(stop, stream);
    const known = acceptFile(progress, name);
    const path = join(temporaryDirectory, `upload-${randomUUID()}`);
    paths.push(path);
    const countBytes = (bytes: number) => void (progress.fileBytes += bytes);
    const reception = receiveFile({ chunks: stream, fileName, countBytes }, path, limits);
    const named = reception.then((file) => [known, file] as const);
    named.catch((error: unknown) => failure.abort(error));
    progress.receptions.push(named);
  }

  parser.on('file', (name, stream, fileName) => {
    // The loop that reads the stream meets its errors; this is for those of a stream that is refused or already left.
    stream.on('error', () => {});
    attempt(failure, () => onFile(name, stream, fileName));
  });
  parser.on('field', (name, value, _nameTruncated, isTruncated) =>
    attempt(failure, () => acceptField(progress, limits, { name, value, isTruncated })),
  );
  parser.on('partsLimit', () => failure.abort(tooManyFiles(limits.uploadFiles)));
  try {
    await parseAll(request, parser, stop, (bytes) => checkOverhead(bytes - progress.fileBytes, limits));
    const files = new Map(await Promise.all(progress.receptions));
    return { operations: completed(progress, files), files: [...files.values()] };
  } catch (error) {
    failure.abort(error);
    // A file must be closed before it is removed, and nothing may be created afterwards.
    await Promise.allSettled(progress.receptions);
    throw stop.reason;
  }
}

/** The parser calls back from inside its own parsing, where a thrown error would leave it in the middle of a part. */
function attempt(failure: AbortController, work: () => void): void {
  try {
    if (!failure.signal.aborted) work();
  } catch (error) {
    failure.abort(error);
  }
}

function acceptField(
  progress: Progress,
  limits: Limits,
  field: { name: string | undefined; value: string; isTruncated: boolean },
): void {
  if (field.isTruncated) {
    const limit = limits.requestBodyBytes;
    throw new AppError('PAYLOAD_TOO_LARGE', `"${field.name}" has at most ${limit} bytes.`, {
      details: { constraint: 'requestBodyBytes', limit },
    });
  }
  if (field.name === 'operations') {
    if (progress.operations) throw badMultipart('"operations" comes twice.');
    progress.operations = parseOperations(field.value);
    return;
  }
  if (!progress.operations) throw badMultipart('"map" comes before "operations".');
  if (progress.map) throw badMultipart('"map" comes twice.');
  progress.map = parseMap(field.value, progress.operations, limits.uploadFiles);
}

/** @returns the name of the part, which `map` has and which no part had before */
function acceptFile(progress: Progress, name: string | undefined): string {
  if (name === undefined) throw badMultipart('A part of the request has no name.');
  if (!progress.map) throw badMultipart('A file comes before "operations" and "map".');
  if (!progress.map.has(name)) throw badMultipart(`The file ${quote(name)} is not named by "map".`);
  if (progress.names.has(name)) throw badMultipart(`The file ${quote(name)} comes twice.`);
  progress.names.add(name);
  return name;
}

/** Feeds the request to the parser until both have ended; `onBytes` sees how many bytes have come so far. */
async function parseAll(
  request: IncomingMessage,
  parser: BusboyInstance,
  stop: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const outcome = Promise.withResolvers<void>();
  const onStop = () => outcome.reject(stop.reason);
  let bytes = 0;
  const onData = (chunk: Buffer) => {
    try {
      onBytes((bytes += chunk.length));
    } catch (error) {
      outcome.reject(error);
    }
  };
  if (stop.aborted) onStop();
  stop.addEventListener('abort', onStop);
  parser.on('finish', () => outcome.resolve());
  parser.on('error', () => outcome.reject(badMultipart('The multipart body is malformed or incomplete.')));
  const forget = finished(request, { writable: false }, (error) => {
    if (error) outcome.reject(badMultipart('The connection was closed before the request was complete.'));
  });
  request.on('data', onData);
  request.pipe(parser);
  try {
    await outcome.promise;
  } finally {
    request.unpipe(parser);
    request.off('data', onData);
    stop.removeEventListener('abort', onStop);
    forget();
  }
}

/** Without this bound a preamble, an epilogue or an endless field would be read for as long as the client likes. */
function checkOverhead(bytes: number, limits: Limits): void {
  const parts = limits.uploadFiles + 2;
  if (bytes <= 2 * limits.requestBodyBytes + parts * PART_OVERHEAD_BYTES_MAX) return;
  const limit = limits.requestBodyBytes;
  throw new AppError('PAYLOAD_TOO_LARGE', `"operations" and "map" have at most ${limit} bytes each.`, {
    details: { constraint: 'requestBodyBytes', limit },
  });
}

function completed(progress: Progress, files: ReadonlyMap<string, UploadedFile>): Operations {
  if (!progress.operations) throw badMultipart('The request has no "operations".');
  if (!progress.map) throw badMultipart('The request has no "map".');
  placeFiles(progress.map, files);
  return progress.operations;
}

/** A client reads the answer only after it has sent all: the rest of an ordinary request is let through, not more. */
function discardRest(request: IncomingMessage, limits: Limits): void {
  let bytes = 0;
  request.on('error', () => {});
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limits.uploadVideoBytes) request.destroy();
  });
  request.resume();
}
