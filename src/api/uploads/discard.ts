import type { IncomingMessage } from 'node:http';

const STEP_MS = 50;
/** Bytes of all requests together: more would fill the memory with buffers faster than it is collected. */
const BYTES_PER_STEP = 256 * 1024;
/** Longer than a photograph takes to send. */
const DISCARDED_MS_MAX = 30_000;
/** As many as use up a step with one chunk each. */
const REQUESTS_PER_STEP = 4;

const discarded = new Set<IncomingMessage>();
const paused = new Set<IncomingMessage>();
let bytesLeft = BYTES_PER_STEP;
let timer: NodeJS.Timeout | null = null;

/**
 * Reads the rest of a request that is answered already, since many clients read the answer only after they have sent all of
 * it. Requests share a bounded rate, so that it costs little however many send; one that is larger than `bytesMax` or takes
 * longer is cut off.
 */
export function discardRest(request: IncomingMessage, bytesMax: number): void {
  let bytes = 0;
  request.on('error', () => {});
  if (request.complete) return void request.resume();
  discarded.add(request);
  const limit = setTimeout(() => request.destroy(), DISCARDED_MS_MAX).unref();
  const forget = (): void => {
    clearTimeout(limit);
    discarded.delete(request);
    paused.delete(request);
  };
  request.on('end', forget).on('close', forget);
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bytesMax) return void request.destroy();
    bytesLeft -= chunk.length;
    if (bytesLeft <= 0) pause(request);
  });
  if (bytesLeft > 0 && paused.size === 0) request.resume();
  else pause(request);
}

/** Cuts off all that is still being discarded, so that a server that closes does not wait for it. */
export function endDiscarding(): void {
  for (const request of discarded) request.destroy();
}

function pause(request: IncomingMessage): void {
  request.pause();
  paused.add(request);
  timer ??= setInterval(nextStep, STEP_MS).unref();
}

function nextStep(): void {
  if (paused.size === 0) {
    if (timer) clearInterval(timer);
    timer = null;
    bytesLeft = BYTES_PER_STEP;
    return;
  }
  // Bytes that the last step read beyond its share are subtracted from this one.
  bytesLeft = Math.min(0, bytesLeft) + BYTES_PER_STEP;
  if (bytesLeft <= 0) return;
  // Requests that wait longest come first.
  for (const request of [...paused].slice(0, REQUESTS_PER_STEP)) {
    paused.delete(request);
    request.resume();
  }
}
