import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '#api/execution/char-codes.ts';
import { AppError } from '#platform/kernel/errors.ts';
import type { Limits } from '#platform/kernel/limits.ts';

/** Levels around a `JSON` scalar, which has a limit of its own: the request, its variables, an input and its fields. */
const LEVELS_AROUND_JSON = 32;
/** A client reads the refusal only after it has sent the body, so this much of a too large one is read and discarded. */
const DISCARDED_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Reads the whole body as JSON. Buffers at most the limit.
 *
 * @throws AppError PAYLOAD_TOO_LARGE or BAD_REQUEST, or the signal's reason
 */
export async function readJsonBody(
  request: IncomingMessage,
  limits: Limits,
  signal: AbortSignal,
): Promise<unknown> {
  const bytes = await readBytes(request, limits.requestBodyBytes, signal);
  if (bytes.length === 0) throw badRequest('The request has no body.');
  if (!isUtf8(bytes)) throw badRequest('The body is not UTF-8.');
  // Some clients begin it with a byte order mark.
  return parseJson(bytes.toString('utf8').replace(/^\ufeff/, ''), limits);
}

/** @throws AppError BAD_REQUEST when `text` is not JSON, or nests too deeply for recursive readers */
function parseJson(text: string, limits: Limits): unknown {
  if (nestsTooDeep(text, limits)) throw badRequest('The JSON nests too deeply.');
  try {
    return JSON.parse(text);
  } catch {
    // The engine's message quotes the text, which the client knows.
    throw badRequest('The body is not valid JSON.');
  }
}

/** Counted in the text, before any recursion into its value. */
export function nestsTooDeep(text: string, limits: Limits): boolean {
  const depthMax = limits.jsonDepth + LEVELS_AROUND_JSON;
  let depth = 0;
  let isInString = false;
  for (let position = 0; position < text.length; position += 1) {
    const char = text.charCodeAt(position);
    if (isInString) {
      if (char === BACKSLASH) position += 1;
      else if (char === QUOTE) isInString = false;
    } else if (char === QUOTE) isInString = true;
    else if (char === OPEN_BRACE || char === OPEN_BRACKET) {
      depth += 1;
      if (depth > depthMax) return true;
    } else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) depth -= 1;
  }
  return false;
}

function readBytes(request: IncomingMessage, bytesMax: number, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;

    function settle(error: Error | null): void {
      request.off('data', take).off('end', end).off('error', settle).off('close', cut);
      signal.removeEventListener('abort', abort);
      const [first] = chunks;
      if (error === null) return resolve(first && chunks.length === 1 ? first : Buffer.concat(chunks));
      // An error of the connection after settling would otherwise be unhandled.
      request.on('error', () => {});
      request.resume();
      reject(error);
    }
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= bytesMax) chunks.push(chunk);
      else chunks = [];
      if (size > DISCARDED_BYTES_MAX) settle(tooLarge(bytesMax));
    };
    const end = (): void => settle(size > bytesMax ? tooLarge(bytesMax) : null);
    const cut = (): void => settle(badRequest('The connection closed before the body was complete.'));
    const abort = (): void => settle(abortReason(signal));

    if (Number(request.headers['content-length'] ?? 0) > DISCARDED_BYTES_MAX)
      return settle(tooLarge(bytesMax));
    if (signal.aborted) return abort();
    request.on('data', take).on('end', end).on('error', settle).on('close', cut);
    signal.addEventListener('abort', abort);
  });
}

function abortReason({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

function badRequest(message: string): AppError {
  return new AppError('BAD_REQUEST', message);
}

function tooLarge(bytesMax: number): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `The body is larger than ${bytesMax} bytes.`, {
    details: { limit: bytesMax },
  });
}
