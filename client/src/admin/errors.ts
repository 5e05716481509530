import type { ErrorCode } from '../generated/admin.ts';

export type AdminErrorDetails = {
  /** One of `ErrorCode`; a server that is newer than this package may send others. */
  readonly code: ErrorCode;
  /** An instruction in English, for developers. */
  readonly message: string;
  /** Path of the wrong field in `input`, of a refusal in the payload of a mutation. */
  readonly path?: readonly string[] | null | undefined;
  /** Of UNAUTHENTICATED. */
  readonly reason?: 'MISSING' | 'INVALID' | 'EXPIRED' | 'REVOKED' | undefined;
  /** Of RATE_LIMITED. */
  readonly retryAfterSeconds?: number | undefined;
  /** Of INTERNAL: names the entry in the server's log. */
  readonly errorId?: string | undefined;
};

/** A refusal of the API, of a whole operation or in the payload of a mutation; SERVICE_UNAVAILABLE when it cannot be reached. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
  readonly code: ErrorCode;
  readonly path: readonly string[] | null;
  readonly reason: AdminErrorDetails['reason'];
  readonly retryAfterSeconds: number | undefined;
  readonly errorId: string | undefined;

  constructor(details: AdminErrorDetails, options?: ErrorOptions) {
    super(details.message, options);
    this.code = details.code;
    this.path = details.path ?? null;
    this.reason = details.reason;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.errorId = details.errorId;
  }
}

/** The payload of a mutation that was not refused. @throws AdminError for the first reason of a refusal */
export function requireDone<Payload extends { readonly errors: readonly AdminErrorDetails[] }>(
  payload: Payload | null | undefined,
): Payload {
  if (!payload) throw new AdminError({ code: 'INTERNAL', message: 'The API gave no answer.' });
  const [refusal] = payload.errors;
  if (refusal) throw new AdminError(refusal);
  return payload;
}
