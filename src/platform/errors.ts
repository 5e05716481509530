/**
 * Every code a client can receive, in `errors[].extensions.code` or in a payload's `UserError.code`.
 * The GraphQL enum `ErrorCode` is made from this table: adding a code is an API change.
 */
export const ERROR_CODES = {
  UNAUTHENTICATED:
    'The field needs an identity and the request carries none that is valid. `extensions.reason` says why.',
  FORBIDDEN: 'The identity is known but may not do this.',
  BAD_USER_INPUT: 'An id, a cursor, a page size or a variable has the wrong form.',
  BAD_REQUEST: 'The request itself cannot be read: malformed JSON, multipart or headers.',
  NOT_FOUND:
    'What the mutation names does not exist, or the caller may not see it; the answer is the same for both.',
  VALIDATION_FAILED: 'An input value breaks a rule of its field; `path` names the field.',
  CONFLICT: 'The value is already taken, or somebody changed the object meanwhile.',
  INVALID_CREDENTIALS: 'The e-mail address, the password or the token does not match.',
  RESTRICTED: 'A restriction on the account stops this.',
  INVALID_STATE: 'The object is not in a state that allows this.',
  LIMIT_REACHED: 'A named limit on the number of objects is reached.',
  RATE_LIMITED: 'Too many in too short a time; `retryAfterSeconds` says when to come back.',
  IDEMPOTENCY_KEY_REUSED: 'The idempotency key was used before with another input.',
  IDEMPOTENCY_IN_PROGRESS: 'The same mutation with the same key is still being executed.',
  CURSOR_EXPIRED: 'The events after this cursor are no longer kept: fetch the lists again.',
  QUERY_TOO_DEEP: 'The operation nests deeper than the limit.',
  QUERY_TOO_COMPLEX: 'The operation passes a limit on tokens, aliases, root fields or cost.',
  GRAPHQL_PARSE_FAILED: 'The document is not valid GraphQL syntax.',
  GRAPHQL_VALIDATION_FAILED: 'The document does not fit the schema.',
  PAYLOAD_TOO_LARGE: 'The request, an upload or a JSON value is larger than its limit.',
  TIMEOUT: 'The operation took longer than its time limit and was cancelled.',
  SERVICE_UNAVAILABLE: 'Something the service depends on is away; try again shortly.',
  INTERNAL: 'The service failed. `extensions.errorId` names the entry in its log.',
} as const satisfies Record<string, string>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Why a request has no identity. */
export type TokenProblem = 'MISSING' | 'INVALID' | 'EXPIRED' | 'REVOKED';

/** What an error carries besides code and message; each key appears in `extensions` or on the payload's error type. */
export type ErrorDetails = Readonly<{
  reason?: string;
  constraint?: string;
  limit?: number;
  retryAfterSeconds?: number;
  kind?: string;
  expiresAt?: Date | null;
  decisionId?: string | null;
  current?: string;
  allowed?: readonly string[];
}>;

/** An expected failure that the caller caused and can act on. Anything else that is thrown is a bug and is masked. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  /**
   * Points into the mutation's `input`; empty when no single field is at fault.
   * Not named `path`: graphql-js takes an error with an array of that name for one that it has already placed.
   */
  readonly inputPath: readonly string[];
  readonly details: ErrorDetails;

  constructor(
    code: ErrorCode,
    message: string,
    options: { path?: readonly string[]; details?: ErrorDetails } = {},
  ) {
    super(message);
    this.code = code;
    this.inputPath = options.path ?? [];
    this.details = options.details ?? {};
  }
}

/** Several input fields are wrong at once; each becomes an error of its own in the payload. */
export class ValidationFailed extends Error {
  override readonly name = 'ValidationFailed';
  readonly problems: readonly AppError[];

  constructor(problems: readonly AppError[]) {
    super(problems.map((problem) => problem.message).join(' '));
    this.problems = problems;
  }
}

export const badUserInput = (message: string): AppError => new AppError('BAD_USER_INPUT', message);

export const notFound = (what: string, path: readonly string[] = []): AppError =>
  new AppError('NOT_FOUND', `${what} not found.`, { path });

export const unauthenticated = (reason: TokenProblem): AppError =>
  new AppError('UNAUTHENTICATED', UNAUTHENTICATED_MESSAGES[reason], { details: { reason } });

const UNAUTHENTICATED_MESSAGES: Record<TokenProblem, string> = {
  MISSING: 'Sign in to do this.',
  INVALID: 'The access token is not valid here.',
  EXPIRED: 'The access token has expired: refresh the session.',
  REVOKED: 'The session has ended: sign in again.',
};

export const rateLimited = (retryAfterSeconds: number): AppError =>
  new AppError('RATE_LIMITED', `Too many requests: try again in ${retryAfterSeconds} s.`, {
    details: { retryAfterSeconds },
  });
