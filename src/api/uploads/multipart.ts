import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { addAbortSignal, finished } from 'node:stream';
import type { BusboyInstance } from '@fastify/busboy';
import { Busboy } from '@fastify/busboy';
import { AppError } from '#platform/kernel/errors.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import { awaitedFile, type RefusedFile, refusedFile, type UploadedFile } from '#platform/kernel/uploads.ts';
import { discardRest } from './discard.ts';
import { receiveFile } from './upload-file.ts';
import type { FileMap, Operations } from './upload-map.ts';
import {
  assertAllCame,
  badMultipart,
  fillFileSlots,
  parseMap,
  parseOperations,
  quote,
  tooManyFiles,
} from './upload-map.ts';

export type MultipartRequest = {
  /** Body of the equivalent JSON request, with an `UploadedFile` or a `RefusedFile` at each path of `map`. */
  readonly operations: Operations;
  /** The files that were kept. */
  readonly files: readonly UploadedFile[];
  /** Removes the remaining files. Call it when the operation has ended, also after a failure. */
  dispose(): Promise<void>;
};

export type MultipartOptions = {
  limits: Limits;
  /** Created when missing. */
  temporaryDirectory: string;
  signal: AbortSignal;
  /**
   * Called before the first file is read, when there are files; the request waits for it.
   * @param awaited stands for each file in `operations`
   */
  admit(operations: Operations, awaited: readonly RefusedFile[]): Promise<FileAdmission>;
  /** Counts bytes before they are written. @throws AppError, which refuses the file */
  takeBytes(bytes: number): Promise<void>;
};

export type FileAdmission = {
  readonly isAdmitted: boolean;
  /** Why no file is kept; null when the operation is refused for its own sake. */
  readonly refusal: AppError | null;
};

const PART_HEADER_BYTES_MAX = 8 * 1024;
const PART_HEADERS_MAX = 20;
/** Overhead of each part: its headers, a share of preamble and epilogue, and bytes in transit from the socket to a file. */
const PART_OVERHEAD_BYTES_MAX = 256 * 1024;

/**
 * Reads a request of the GraphQL multipart request specification (https://github.com/jaydenseric/graphql-multipart-request-spec):
 * `operations`, `map`, then the files, each written to the disk as it arrives, once the caller is admitted. When a file or all
 * of them are refused, the request ends early, with a `RefusedFile` in place of each. A failure leaves no file
 * behind; the rest of the request is then discarded, within a bound, so that the client can receive the answer.
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
    const { operations, files } = await receiveParts(request, parser, paths, options);
    return { operations, files, dispose };
  } catch (error) {
    await dispose();
    throw error;
  } finally {
    // After success too: an epilogue may follow the last part.
    discardRest(request, options.limits.uploadVideoBytes);
  }
}

const PREFLIGHT_HEADERS = [
  'authorization',
  'apollo-require-preflight',
  'x-apollo-operation-name',
  'graphql-require-preflight',
];

/**
 * CSRF protection: a page of another site can make a browser post a form, but not with one of these headers unless CORS allows it.
 * Their presence suffices, even with an empty value.
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
    // Position decides whether a part is a file, not the part's own headers.
    isPartAFile: (name) => name !== 'operations' && name !== 'map',
    limits: {
      fieldSize: limits.requestBodyBytes,
      parts: limits.uploadFiles + 2,
      headerPairs: PART_HEADERS_MAX,
      headerSize: PART_HEADER_BYTES_MAX,
    },
  });
}

/** State of the request being parsed. */
type Progress = {
  operations: Operations | null;
  map: FileMap | null;
  names: Set<string>;
  /** Settles when the files may be read, or with the reason not to. */
  admission: Promise<void>;
  receptions: Promise<UploadedFile>[];
  /** Bytes written to files. */
  fileBytes: number;
};

/** Ends the reading of a request whose operation is answered without its files, or without some of them. */
class FilesRefused extends Error {}

async function receiveParts(
  request: IncomingMessage,
  parser: BusboyInstance,
  paths: string[],
  options: MultipartOptions,
): Promise<{ operations: Operations; files: UploadedFile[] }> {
  const { limits, temporaryDirectory, signal } = options;
  const admission = Promise.resolve();
  const progress: Progress = {
    operations: null,
    map: null,
    names: new Set(),
    admission,
    receptions: [],
    fileBytes: 0,
  };
  const failure = new AbortController();
  const stop = AbortSignal.any([failure.signal, signal]);

  function onFile(name: string | undefined, stream: Readable, fileName: string | undefined): void {
    addAbortSignal(stop, stream);
    const { map, known } = acceptFile(progress, name);
    const takeBytes = (bytes: number): Promise<void> => {
      progress.fileBytes += bytes;
      return options.takeBytes(bytes);
    };
    const reception = progress.admission.then(async () => {
      stop.throwIfAborted();
      await mkdir(temporaryDirectory, { recursive: true, mode: 0o700 });
      const path = join(temporaryDirectory, `upload-${randomUUID()}`);
      paths.push(path);
      const file = await receiveFile({ chunks: stream, fileName, takeBytes }, path, limits);
      fillFileSlots(map, known, file);
      return file;
    });
    reception.catch((error: unknown) => {
      if (error instanceof AppError && !stop.aborted) {
        fillFileSlots(map, known, refusedFile(error, { isAtFault: true }));
        failure.abort(new FilesRefused());
      } else failure.abort(error);
    });
    progress.receptions.push(reception);
  }

  parser.on('file', (name, stream, fileName) => {
    // The reading loop handles errors of the stream; this listener is for a stream that is refused or already abandoned.
    stream.on('error', () => {});
    attempt(failure, () => onFile(name, stream, fileName));
  });
  parser.on('field', (name, value, _nameTruncated, isTruncated) =>
    attempt(failure, () => {
      acceptField(progress, limits, { name, value, isTruncated });
      if (progress.map && progress.map.size > 0) beginAdmission(progress, options, failure);
    }),
  );
  parser.on('partsLimit', () => failure.abort(tooManyFiles(limits.uploadFiles)));
  try {
    await parseAll(request, parser, stop, (bytes) => checkOverhead(bytes - progress.fileBytes, limits));
    const files = await Promise.all(progress.receptions);
    return { operations: completed(progress), files };
  } catch (error) {
    failure.abort(error);
    // A file must be closed before it is removed, and no file may be created afterwards.
    const received = await Promise.allSettled(progress.receptions);
    if (!(stop.reason instanceof FilesRefused) || !progress.operations) throw stop.reason;
    const files = received.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    return { operations: progress.operations, files };
  }
}

/** Begins to ask whether files may come; until it is known they wait in the connection. */
function beginAdmission(progress: Progress, { admit }: MultipartOptions, failure: AbortController): void {
  const { operations, map } = progress;
  if (!operations || !map) return;
  const awaited = [...map.keys()].map((name) => {
    const file = awaitedFile();
    fillFileSlots(map, name, file);
    return file;
  });
  progress.admission = admit(operations, awaited).then(({ isAdmitted, refusal }) => {
    if (isAdmitted) return;
    if (refusal) {
      for (const name of map.keys()) fillFileSlots(map, name, refusedFile(refusal, { isAtFault: false }));
    }
    throw new FilesRefused();
  });
  progress.admission.catch((error: unknown) => failure.abort(error));
}

/** The parser calls back from inside its own parsing, which a thrown error would leave in the middle of a part. */
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
    throw new AppError('PAYLOAD_TOO_LARGE', `"${field.name}" must have at most ${limit} bytes.`, {
      details: { constraint: 'requestBodyBytes', limit },
    });
  }
  if (field.name === 'operations') {
    if (progress.operations) throw badMultipart('"operations" is repeated.');
    progress.operations = parseOperations(field.value);
    return;
  }
  if (!progress.operations) throw badMultipart('"map" comes before "operations".');
  if (progress.map) throw badMultipart('"map" is repeated.');
  progress.map = parseMap(field.value, progress.operations, limits.uploadFiles);
}

/** @returns the name of the part, which is in `map` and not repeated */
function acceptFile(progress: Progress, name: string | undefined): { map: FileMap; known: string } {
  if (name === undefined) throw badMultipart('A part of the request has no name.');
  if (!progress.map) throw badMultipart('Send "operations" and "map" before the files.');
  if (!progress.map.has(name)) throw badMultipart(`The file ${quote(name)} is not named by "map".`);
  if (progress.names.has(name)) throw badMultipart(`The file ${quote(name)} is repeated.`);
  progress.names.add(name);
  return { map: progress.map, known: name };
}

/** Pipes the request into the parser until both have ended; `onBytes` gets the number of bytes so far. */
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

/** Without this bound a preamble, an epilogue or an endless field would be read without end. */
function checkOverhead(bytes: number, limits: Limits): void {
  const parts = limits.uploadFiles + 2;
  if (bytes <= 2 * limits.requestBodyBytes + parts * PART_OVERHEAD_BYTES_MAX) return;
  const limit = limits.requestBodyBytes;
  throw new AppError('PAYLOAD_TOO_LARGE', `"operations" and "map" must have at most ${limit} bytes each.`, {
    details: { constraint: 'requestBodyBytes', limit },
  });
}

function completed(progress: Progress): Operations {
  if (!progress.operations) throw badMultipart('The request has no "operations".');
  if (!progress.map) throw badMultipart('The request has no "map".');
  assertAllCame(progress.map, progress.names);
  return progress.operations;
}
