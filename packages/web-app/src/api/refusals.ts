import { apiErrorsOf } from '@plaza/client';
import type { RefusalFragment } from './refusal.generated.ts';

/** An instruction of the API for the reader, and the field of the input that it belongs to. */
export type Refusal = Pick<RefusalFragment, 'code' | 'message'> & {
  readonly field: string | null;
  /** With it the same text is taken as it is: the refusal only asks its author to think again. */
  readonly retryToken?: string;
};

type Refused = Pick<RefusalFragment, 'code' | 'message' | 'path'> & { readonly retryToken?: string };

/** Refusals of a payload; the field is the first name of the path. */
export const refusalsOf = (payload: { readonly errors: readonly Refused[] } | null | undefined) =>
  (payload?.errors ?? []).map(({ code, message, path, retryToken }): Refusal => ({
    code,
    message,
    field: path?.[0] ?? null,
    ...(retryToken !== undefined && { retryToken }),
  }));

/** Refusals of a whole operation. An operation that did not reach the server has one without a field, by `offline`. */
export function refusalsOfFailure(error: unknown, offline: string): Refusal[] {
  const known = apiErrorsOf(error);
  if (known.length === 0) return [{ code: 'SERVICE_UNAVAILABLE', message: offline, field: null }];
  return known.map(({ code, message }) => ({ code, message, field: null }));
}

/** The token by which an author insists on a text that may hurt. */
export const retryTokenOf = (refusals: readonly Refusal[]): string | undefined =>
  refusals.find(({ retryToken }) => retryToken !== undefined)?.retryToken;
