import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import type { ErrorCode } from './generated/graphql.ts';

/** An error of the API outside of a mutation's payload. */
export type ApiError = {
  /** One of `ErrorCode`; a server that is newer than this package may send others. */
  readonly code: ErrorCode;
  readonly message: string;
  /** Of UNAUTHENTICATED. */
  readonly reason?: 'MISSING' | 'INVALID' | 'EXPIRED' | 'REVOKED';
  /** Of RATE_LIMITED. */
  readonly retryAfterSeconds?: number;
  /** Of INTERNAL: names the entry in the server's log. */
  readonly errorId?: string;
};

/** The API's errors in what an operation was rejected with; none when the server was not reached or did not speak GraphQL. */
export function apiErrorsOf(error: unknown): readonly ApiError[] {
  if (CombinedGraphQLErrors.is(error)) return error.errors.flatMap(toApiError);
  // An answer that is no GraphQL response, such as that to a body too large, has errors of the same shape.
  return ServerError.is(error) ? errorsIn(error.bodyText) : [];
}

function errorsIn(body: string): readonly ApiError[] {
  try {
    // Any JSON object; one without errors has none.
    const { errors } = JSON.parse(body) as { errors?: unknown };
    return Array.isArray(errors) ? errors.flatMap(toApiError) : [];
  } catch {
    // A proxy answers with a page.
    return [];
  }
}

function toApiError(error: unknown): readonly ApiError[] {
  // Any JSON value; what is absent in it is undefined.
  const { message, extensions } = (error ?? {}) as Partial<{
    message: string;
    extensions: Partial<ApiError>;
  }>;
  // The server sets these by the schema's own types.
  return extensions?.code ? [{ ...extensions, message: message ?? '' } as ApiError] : [];
}
