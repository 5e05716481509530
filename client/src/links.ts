// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- applications that install the package need the declarations too
/// <reference path="./apollo-upload-client.d.ts" />
import { ApolloLink } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { HttpLink } from '@apollo/client/link/http';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import isExtractableFile from 'apollo-upload-client/isExtractableFile.mjs';
import UploadHttpLink from 'apollo-upload-client/UploadHttpLink.mjs';
import { OperationTypeNode } from 'graphql';
import type { Client as Socket } from 'graphql-ws';
import type { TokenSource } from './access-token.ts';

/** Auth first; then subscriptions to the socket, files to the multipart link, and other operations to the HTTP link. */
export function createLink(parts: { httpUrl: string; token: TokenSource; socket: Socket }): ApolloLink {
  const { httpUrl, token, socket } = parts;
  const http = ApolloLink.split(
    (operation) => holdsFile(operation.variables),
    new UploadHttpLink({ uri: httpUrl }),
    new HttpLink({ uri: httpUrl }),
  );
  return ApolloLink.from([
    createAuthLink(token),
    ApolloLink.split(
      (operation) => operation.operationType === OperationTypeNode.SUBSCRIPTION,
      new GraphQLWsLink(socket),
      http,
    ),
  ]);
}

/**
 * Adds the header `Authorization`: a bearer token, or an empty text without one.
 * An operation with `context: { isAnonymous: true }` omits the token: the mutation that refreshes the session must not wait for itself.
 */
function createAuthLink(token: TokenSource): ApolloLink {
  return new SetContextLink(async ({ headers, isAnonymous }) => {
    const accessToken = isAnonymous === true ? null : await token();
    // By Apollo's contract, headers set by another link are a plain object.
    const others = headers as Record<string, string> | undefined;
    return { headers: { ...others, authorization: accessToken === null ? '' : `Bearer ${accessToken}` } };
  });
}

/** Searches lists and input objects at any depth for files; variables are trees, so the recursion ends. */
function holdsFile(value: unknown): boolean {
  if (isExtractableFile(value)) return true;
  if (Array.isArray(value)) return value.some(holdsFile);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsFile);
}
