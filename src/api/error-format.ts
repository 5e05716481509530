import { randomUUID } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { isDatabaseAway } from '#platform/db/database-away.ts';
import { AppError, ERROR_CODES, ValidationFailed } from '#platform/errors.ts';
import type { ErrorCode } from '#platform/errors.ts';
import type { Logger } from '#platform/logger.ts';

/** Turns whatever failed into what its caller may see: a message, a code and a path, never a cause or a stack. */
export function presentError(error: unknown, log: Logger): GraphQLError {
  const place = placeOf(error);
  const cause = causeOf(error);
  if (cause instanceof AppError) return presentAppError(cause, place);
  // Whoever lost the connection has logged it, once and not for every request.
  if (isDatabaseAway(cause)) return coded('SERVICE_UNAVAILABLE', DATABASE_AWAY_MESSAGE, {}, place);
  if (cause instanceof ValidationFailed) return coded('VALIDATION_FAILED', cause.message, {}, place);
  if (cause instanceof GraphQLError && isKnownCode(cause.extensions?.['code'])) {
    return coded(cause.extensions['code'], cause.message, cause.extensions, place);
  }
  if (cause instanceof GraphQLError && ARGUMENT_PROBLEM.test(cause.message)) {
    return coded('BAD_USER_INPUT', cause.message, {}, place);
  }
  return maskedError(cause, place, log);
}

const DATABASE_AWAY_MESSAGE = 'The database cannot be reached: try again shortly.';

/** An error about the request as a whole, with its code. */
export function codedError(code: ErrorCode, message: string, details: object = {}): GraphQLError {
  return coded(code, message, details, {});
}

/** The errors of parsing, validating or coercing, under one code and without the nodes that would keep a document alive. */
export function presentRequestErrors(
  code: ErrorCode,
  errors: readonly GraphQLError[],
  options: { withSuggestions: boolean },
): GraphQLError[] {
  return errors.map((error) => {
    const known = error.extensions?.['code'];
    const message = options.withSuggestions ? error.message : error.message.replace(SUGGESTION, '');
    return coded(isKnownCode(known) ? known : code, message, error.extensions ?? {}, placeOf(error));
  });
}

/** The code that clients and metrics see. */
export function codeOf(error: GraphQLError): ErrorCode {
  const code = error.extensions?.['code'];
  return isKnownCode(code) ? code : 'INTERNAL';
}

/** What the executors say of an argument whose variable is absent or null; the caller's fault, unlike other run-time errors. */
const ARGUMENT_PROBLEM = /^Argument "/;

const SUGGESTION = / ?Did you mean [^]*$/;

type Place = {
  readonly path?: readonly (string | number)[] | undefined;
  readonly locations?: GraphQLError['locations'];
};

function placeOf(error: unknown): Place {
  return error instanceof GraphQLError ? { path: error.path, locations: error.locations } : {};
}

/** What was thrown, below the wrappers that executors put around it. */
function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? causeOf(error.originalError) : error;
}

function presentAppError(error: AppError, place: Place): GraphQLError {
  const input = error.inputPath.length > 0 ? { inputPath: error.inputPath } : {};
  return coded(error.code, error.message, { ...error.details, ...input }, place);
}

function maskedError(cause: unknown, place: Place, log: Logger): GraphQLError {
  const errorId = randomUUID();
  log.error({ errorId, err: cause, path: place.path }, 'operation failed');
  return coded('INTERNAL', 'The service failed.', { errorId }, place);
}

function coded(code: ErrorCode, message: string, details: object, place: Place): GraphQLError {
  const extensions = { code, ...plainDetails(details) };
  const error = new GraphQLError(message, { path: place.path ?? null, extensions });
  // The engine keeps every frame of a stack that nobody has read, and through it the document that was being validated.
  error.stack = message;
  if (place.locations?.length) {
    // The constructor computes locations only from a document, which is deliberately not kept here.
    Object.defineProperty(error, 'locations', { value: place.locations, enumerable: true });
  }
  return error;
}

function plainDetails(details: object): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(details)) {
    if (key !== 'code' && value !== undefined) {
      plain[key] = value instanceof Date ? value.toISOString() : value;
    }
  }
  return plain;
}

function isKnownCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_CODES, code);
}
