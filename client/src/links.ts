import { ApolloLink } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { HttpLink } from '@apollo/client/link/http';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import isExtractableFile from 'apollo-upload-client/isExtractableFile.mjs';
import UploadHttpLink from 'apollo-upload-client/UploadHttpLink.mjs';
import { OperationTypeNode } from 'graphql';
import type { Client as Socket } from 'graphql-ws';
import { from, mergeMap, of, throwError, timer } from 'rxjs';
import type { SignedOutReason, Tokens } from './access-token.ts';
import { apiErrorsOf } from './errors.ts';
import { createLiveListsLink } from './live-lists.ts';
import type { ServerClock } from './server-clock.ts';
import { sendReporting, type UploadProgress } from './upload-fetch.ts';

declare module '@apollo/client' {
  interface DefaultContext {
    /** Sends the operation without the access token. */
    isAnonymous?: boolean;
    /** Is told of the progress of an upload, in browsers and wherever else there is an XMLHttpRequest. */
    onUploadProgress?: (progress: UploadProgress) => void;
  }
}

export type LinkParts = {
  readonly httpUrl: string;
  readonly tokens: Tokens;
  readonly clock: ServerClock;
  readonly socket: Socket;
  readonly fetch: typeof fetch;
  readonly language: (() => string) | undefined;
  readonly onRefused: (reason: SignedOutReason, token: string) => void;
};

/** Lists, repetitions and auth first; then subscriptions to the socket, files to the multipart link, and other operations to the HTTP link. */
export function createLink(parts: LinkParts): ApolloLink {
  const { httpUrl, tokens, clock, socket, fetch, onRefused, language } = parts;
  const reporting = sendReporting(fetch);
  const send: typeof fetch = async (input, init) => {
    const response = await reporting(input, init);
    clock.hear(response.headers.get('date'));
    return response;
  };
  const http = ApolloLink.split(
    (operation) => holdsFile(operation.variables),
    new UploadHttpLink({ uri: httpUrl, fetch: send }),
    new HttpLink({ uri: httpUrl, fetch: send }),
  );
  return ApolloLink.from([
    createLiveListsLink(),
    createRetryLink(),
    createRenewalLink(tokens, onRefused),
    createHeadersLink(tokens, language),
    ApolloLink.split(
      (operation) => operation.operationType === OperationTypeNode.SUBSCRIPTION,
      new GraphQLWsLink(socket),
      http,
    ),
  ]);
}

const RETRY_SECONDS_MAX = 5;

/**
 * Repeats an operation once that the server has refused as RATE_LIMITED, when it says to wait for no more than seconds; a
 * mutation only with an idempotency key, and when none of its fields was executed.
 */
function createRetryLink(): ApolloLink {
  return new ErrorLink(({ error, result, operation, forward }) => {
    const refusal = apiErrorsOf(error).find(({ code }) => code === 'RATE_LIMITED');
    const seconds = refusal?.retryAfterSeconds ?? Number.POSITIVE_INFINITY;
    const { operationType, variables } = operation;
    const isRepeatable =
      operationType === OperationTypeNode.QUERY ||
      (operationType === OperationTypeNode.MUTATION && !result?.data && holdsKey(variables));
    if (seconds > RETRY_SECONDS_MAX || !isRepeatable) return undefined;
    return timer(seconds * 1_000).pipe(mergeMap(() => forward(operation)));
  });
}

/** Whether there is an idempotency key among the variables, or in one that is an input object. */
function holdsKey(variables: Readonly<Record<string, unknown>>): boolean {
  return [variables, ...Object.values(variables)].some(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      'idempotencyKey' in value &&
      typeof value.idempotencyKey === 'string',
  );
}

/** Repeats an operation once with a fresh token when the server finds that the one sent has expired, by whatever clock. */
function createRenewalLink(tokens: Tokens, onRefused: LinkParts['onRefused']): ApolloLink {
  return new ErrorLink(({ error, result, operation, forward }) => {
    // The auth step below puts these there.
    const { accessToken, isRepeated } = operation.getContext() as AuthContext;
    const refusal = apiErrorsOf(error).find(({ code }) => code === 'UNAUTHENTICATED');
    if (!refusal?.reason || accessToken == null) return undefined;
    if (refusal.reason === 'REVOKED' || refusal.reason === 'INVALID') onRefused(refusal.reason, accessToken);
    if (refusal.reason !== 'EXPIRED' || isRepeated) return undefined;
    const fresh = tokens.replace(accessToken).catch(() => null);
    return from(fresh).pipe(
      mergeMap((token) => {
        if (token === null) return result ? of(result) : throwError(() => error);
        // The auth step reads the fresh token.
        operation.setContext({ isRepeated: true });
        return forward(operation);
      }),
    );
  });
}

type AuthContext = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetchOptions?: object;
  readonly isAnonymous?: boolean;
  readonly onUploadProgress?: (progress: UploadProgress) => void;
  /** The token that was sent; null for none. */
  readonly accessToken?: string | null;
  readonly isRepeated?: boolean;
};

/** Adds the header `Authorization`, a bearer token or an empty text without one, and the language that is chosen. */
function createHeadersLink(tokens: Tokens, language: LinkParts['language']): ApolloLink {
  return new SetContextLink(async (context) => {
    // This package and applications put these there.
    const { headers, fetchOptions, isAnonymous, onUploadProgress } = context as AuthContext;
    const accessToken = isAnonymous ? null : await tokens.current();
    return {
      accessToken,
      headers: {
        ...(language && { 'accept-language': language() }),
        ...headers,
        authorization: accessToken === null ? '' : `Bearer ${accessToken}`,
      },
      fetchOptions: { ...fetchOptions, ...(onUploadProgress && { onUploadProgress }) },
    };
  });
}

/** Searches lists and input objects at any depth for files; variables are trees, so the recursion ends. */
function holdsFile(value: unknown): boolean {
  if (isExtractableFile(value)) return true;
  if (Array.isArray(value)) return value.some(holdsFile);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsFile);
}
