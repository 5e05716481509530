import { SECOND_MS } from '#platform/kernel/clock.ts';
import type { ErrorCode } from '#platform/kernel/errors.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import type { RequestScope } from '#platform/kernel/request-scope.ts';

/** Lines for each code and second; more are counted. */
const LINES_MAX = 5;

/** Answers of ordinary use, and what has a line of its own: INTERNAL, and what is unavailable. */
const WITHOUT_LINE: ReadonlySet<ErrorCode | 'OK'> = new Set([
  'OK',
  'VALIDATION_FAILED',
  'NOT_FOUND',
  'CONFLICT',
  'INVALID_STATE',
  'LIMIT_REACHED',
  'CONSENT_REQUIRED',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_IN_PROGRESS',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'CURSOR_EXPIRED',
  'SERVICE_UNAVAILABLE',
  'INTERNAL',
]);

export const hasRefusalLine = (code: ErrorCode | 'OK'): code is ErrorCode => !WITHOUT_LINE.has(code);

/** Writes a line for a request that was refused; the status is null on a socket. */
export type RefusalLog = (request: RequestScope | undefined, status: number | null) => void;

/** Nobody can flood the log by being refused: its memory and its lines are bounded by the number of codes. */
export function createRefusalLog(log: Logger): RefusalLog {
  /** Refusals of this second by their code, or by their status without one. */
  const counts = new Map<string, number>();

  function end(code: string): void {
    const suppressed = (counts.get(code) ?? 0) - LINES_MAX;
    counts.delete(code);
    if (suppressed > 0) log.warn({ code, suppressed }, 'requests refused without a line of their own');
  }

  return (request, status) => {
    const refusal = request?.refusal ?? null;
    if (!refusal && (status === null || status < 400 || status >= 500)) return;
    if (refusal && !hasRefusalLine(refusal.code)) return;
    const code = refusal?.code ?? `HTTP_${status}`;
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    if (count === 1) setTimeout(end, SECOND_MS, code).unref();
    if (count <= LINES_MAX) log.info({ ...refusal, code, status }, 'request refused');
  };
}
