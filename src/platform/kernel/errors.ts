import type { ObjectState } from './object-states.ts';
import type { ModerationCategory } from '#ports/moderation.ts';
import type { RestrictionKind } from './restriction-kinds.ts';

/**
 * Error codes for clients, in `errors[].extensions.code` or in a payload's `UserError.code`.
 * The GraphQL enum `ErrorCode` is made from this table: adding a code is an API change.
 */
export const ERROR_CODES = {
  UNAUTHENTICATED:
    'The field needs a valid access token. `extensions.reason` says what is wrong with the one sent.',
  FORBIDDEN: 'The caller is signed in but not allowed to do this.',
  BAD_USER_INPUT: 'An id, a cursor, a page size or a variable is malformed.',
  BAD_REQUEST: 'The request cannot be parsed: malformed JSON, multipart or headers.',
  NOT_FOUND: 'An object that the mutation names is absent or invisible to the caller.',
  VALIDATION_FAILED: 'An input value breaks a rule of its field; `path` names the field.',
  CONFLICT: 'The value is already taken, or the object was changed concurrently.',
  PROOF_REQUIRED: 'The act needs a proof of identity from the last minutes: give one and try again.',
  INVALID_CREDENTIALS: 'The e-mail address, the password or the token does not match.',
  RESTRICTED: 'A restriction on the account forbids this.',
  INVALID_STATE: 'The state of the object does not allow this.',
  LIMIT_REACHED: 'The number of objects has reached its limit.',
  CONSENT_REQUIRED: 'The mutation takes something away: the input must name exactly what.',
  INSUFFICIENT_COINS: 'The user has fewer coins than this needs.',
  PRICE_CHANGED: 'The price is another one than the caller expects: show `currentPriceCoins` and ask again.',
  PAYMENT_DECLINED: 'The card was declined: `reason` says why, as far as the cardholder may know.',
  MODERATION_NUDGE:
    'The text may hurt or break the rules: its author can rephrase it, or insist on it with `retryToken`.',
  RATE_LIMITED: 'Too many calls: try again after `retryAfterSeconds`.',
  IDEMPOTENCY_KEY_REUSED: 'The idempotency key was used with another input: use a new key.',
  IDEMPOTENCY_IN_PROGRESS: 'The mutation with the same key is still being executed: try again shortly.',
  PERSISTED_QUERY_NOT_SUPPORTED:
    'The request holds the hash of a document and no document: send the document itself.',
  CURSOR_EXPIRED: 'The events after this cursor are deleted: fetch the lists again.',
  QUERY_TOO_DEEP: 'The operation nests deeper than the limit.',
  QUERY_TOO_COMPLEX:
    'The operation passes a limit on tokens, aliases, root fields or cost, or its result one on objects or bytes.',
  GRAPHQL_PARSE_FAILED: 'The document is not valid GraphQL syntax.',
  GRAPHQL_VALIDATION_FAILED: 'The document does not fit the schema.',
  PAYLOAD_TOO_LARGE: 'The request or a JSON value in it is larger than its limit.',
  TIMEOUT: 'The operation took longer than its time limit and was cancelled.',
  SERVICE_UNAVAILABLE: 'A service that the server depends on is unavailable: try again shortly.',
  INTERNAL: 'The server failed. `extensions.errorId` names the entry in its log.',
} as const satisfies Record<string, string>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Reason why a request is not authenticated. */
export type TokenProblem = 'MISSING' | 'INVALID' | 'EXPIRED' | 'REVOKED';

/** Details of an error besides code and message; each key appears in `extensions` or on the payload's error type. */
export type ErrorDetails = Readonly<{
  reason?: string;
  constraint?: string;
  limit?: number;
  retryAfterSeconds?: number;
  kind?: RestrictionKind;
  expiresAt?: Date | null;
  /** Global id of the decision of moderators behind a restriction. */
  decisionId?: string | null;
  current?: ObjectState;
  allowed?: readonly ObjectState[];
  requiredCoins?: number;
  availableCoins?: number;
  lostCoins?: number;
  currentPriceCoins?: number;
  /** Category that a machine sees in the content. */
  category?: ModerationCategory;
  retryToken?: string;
  /** Global id of the object that has the value already. */
  existingId?: string;
  /** MIME types of the files that a field takes. */
  acceptedTypes?: readonly string[];
}>;

/** An expected failure that the caller caused and can act on. Anything else that is thrown is a bug and is masked. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  /**
   * Points into the mutation's `input`; empty when no single field is at fault.
   * Not named `path`: graphql-js takes an error with an array of that name for an already located one.
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

export const badUserInput = (message: string, path: readonly string[] = []): AppError =>
  new AppError('BAD_USER_INPUT', message, { path });

export const notFound = (what: string, path: readonly string[] = []): AppError =>
  new AppError('NOT_FOUND', `${what} not found.`, { path });

export const unauthenticated = (reason: TokenProblem): AppError =>
  new AppError('UNAUTHENTICATED', UNAUTHENTICATED_MESSAGES[reason], { details: { reason } });

const UNAUTHENTICATED_MESSAGES: Record<TokenProblem, string> = {
  MISSING: 'Sign in to do this.',
  INVALID: 'The access token is invalid: sign in again.',
  EXPIRED: 'The access token has expired: refresh the session.',
  REVOKED: 'The session has ended: sign in again.',
};

export const rateLimited = (retryAfterSeconds: number): AppError =>
  new AppError('RATE_LIMITED', `Too many requests: try again in ${retryAfterSeconds} s.`, {
    details: { retryAfterSeconds },
  });
