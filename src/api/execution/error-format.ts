import { randomUUID } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { AppError, ERROR_CODES, ValidationFailed } from '#platform/kernel/errors.ts';
import type { ErrorCode } from '#platform/kernel/errors.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import { PortFault } from '#platform/kernel/port-fault.ts';

/** Formats an error for the caller: a message, a code and a path, never a cause or a stack. */
export function toClientError(error: unknown, log: Logger): GraphQLError {
  const place = errorLocationOf(error);
  const cause = causeOf(error);
  if (cause instanceof AppError) return appErrorToClient(cause, place);
  // The port has a line in the log, one and not one for every request.
  if (cause instanceof PortFault) return coded('SERVICE_UNAVAILABLE', cause.message, {}, place);
  if (cause instanceof ValidationFailed) return coded('VALIDATION_FAILED', cause.message, {}, place);
  if (cause instanceof GraphQLError && isKnownCode(cause.extensions?.['code'])) {
    return coded(cause.extensions['code'], cause.message, cause.extensions, place);
  }
  if (cause instanceof GraphQLError && ARGUMENT_PROBLEM.test(cause.message)) {
    return coded('BAD_USER_INPUT', cause.message, {}, place);
  }
  return maskedError(cause, place, log);
}

/** An error of the whole request, with its code. */
export function codedError(code: ErrorCode, message: string, details: object = {}): GraphQLError {
  return coded(code, message, details, {});
}

/** Errors of parsing, validation or coercion, under one code and without nodes, which would keep a document alive. */
export function toRequestErrors(
  code: ErrorCode,
  errors: readonly GraphQLError[],
  options: { withSuggestions: boolean },
): GraphQLError[] {
  return errors.map((error) => toRequestError(code, error, options));
}

/** As `toRequestErrors`, for one error. */
export function toRequestError(
  code: ErrorCode,
  error: GraphQLError,
  options: { withSuggestions: boolean },
): GraphQLError {
  const known = error.extensions?.['code'];
  const message = options.withSuggestions ? error.message : error.message.replace(SUGGESTION, '');
  return coded(isKnownCode(known) ? known : code, message, error.extensions ?? {}, errorLocationOf(error));
}

/** Code for clients and metrics. */
export function codeOf(error: GraphQLError): ErrorCode {
  const code = error.extensions?.['code'];
  return isKnownCode(code) ? code : 'INTERNAL';
}

/** Messages of the executors about an argument whose variable is absent or null; the caller's fault, unlike other run-time errors. */
const ARGUMENT_PROBLEM = /^Argument "/;

const SUGGESTION = / ?Did you mean [^]*$/;

type ErrorLocation = {
  readonly path?: readonly (string | number)[] | undefined;
  readonly locations?: GraphQLError['locations'];
};

function errorLocationOf(error: unknown): ErrorLocation {
  return error instanceof GraphQLError ? { path: error.path, locations: error.locations } : {};
}

/** The original error, below the wrappers of the executors. */
function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? causeOf(error.originalError) : error;
}

function appErrorToClient(error: AppError, place: ErrorLocation): GraphQLError {
  const input = error.inputPath.length > 0 ? { inputPath: error.inputPath } : {};
  return coded(error.code, error.message, { ...error.details, ...input }, place);
}

function maskedError(cause: unknown, place: ErrorLocation, log: Logger): GraphQLError {
  const errorId = randomUUID();
  log.error({ errorId, err: cause, path: place.path }, 'operation failed');
  return coded('INTERNAL', 'The server failed.', { errorId }, place);
}

function coded(code: ErrorCode, message: string, details: object, place: ErrorLocation): GraphQLError {
  const extensions = { code, ...plainDetails(details) };
  const error = new GraphQLError(message, { path: place.path ?? null, extensions });
  // V8 keeps the frames of an unread stack, and through them the document under validation.
  error.stack = message;
  if (place.locations?.length) {
    // The constructor computes locations only from a document, which is deliberately omitted.
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
