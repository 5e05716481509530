'use client';

import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { ApolloProvider, useMutation, useQuery } from '@apollo/client/react';
import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useState,
  useSyncExternalStore,
} from 'react';
import type { SessionClient, SocialClient } from './client.ts';
import { UploadMediaDocument, type UploadMediaMutation } from './generated/graphql.ts';
import type { Session } from './session.ts';
import type { UploadProgress } from './upload-fetch.ts';

const ClientContext = createContext<SocialClient | SessionClient | null>(null);

/** Gives the client to the hooks below and to those of Apollo Client. */
export function SocialProvider({
  client,
  children,
}: {
  client: SocialClient | SessionClient;
  children?: ReactNode;
}): ReactElement {
  const inner = createElement(ApolloProvider, { client: client.apollo, children });
  return createElement(ClientContext.Provider, { value: client }, inner);
}

/** The session, and the id of its user: null without one, undefined until the storage has answered. */
export function useSession(): Session & { readonly user: string | null | undefined } {
  const client = useContext(ClientContext);
  if (!client || !('session' in client)) {
    throw new Error('`useSession` needs a `SocialProvider` above it, whose client keeps the session.');
  }
  const { session } = client;
  // On a server nobody is signed in yet.
  const user = useSyncExternalStore(session.onChange, session.userId, () => undefined);
  return { ...session, user };
}

type Page<Node> = {
  readonly edges: readonly { readonly node: Node }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null | undefined };
};

/** A list of a query that declares `$after`: the nodes of all pages loaded so far. */
export function useList<
  Data,
  Variables extends OperationVariables & { after?: string | null | undefined },
  Node,
>(
  query: TypedDocumentNode<Data, Variables>,
  options: {
    readonly variables: NoInfer<Variables>;
    /** Picks the list out of the data; null when it is that of an invisible object. */
    readonly list: (data: NoInfer<Data>) => Page<Node> | null | undefined;
  },
) {
  // `useQuery` asks for variables by a condition that the compiler cannot resolve for a type parameter.
  const result = useQuery(query, { variables: options.variables } as useQuery.Options<Data, Variables>);
  const page = result.data ? options.list(result.data) : null;
  return {
    nodes: page?.edges.map(({ node }) => node) ?? [],
    isLoading: result.loading,
    error: result.error,
    hasMore: page?.pageInfo.hasNextPage ?? false,
    async loadMore(): Promise<void> {
      const after = page?.pageInfo.endCursor;
      // The other variables stay as they are.
      if (after) await result.fetchMore({ variables: { after } as Partial<Variables> });
    },
  };
}

type UploadPayload = NonNullable<UploadMediaMutation['uploadMedia']>;

/** Uploads a file; `progress` is null before the first part of it has been sent. */
export function useUpload(): {
  readonly upload: (file: Blob, altText?: string) => Promise<UploadPayload>;
  readonly progress: UploadProgress | null;
} {
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [mutate] = useMutation(UploadMediaDocument);
  return {
    progress,
    async upload(file, altText) {
      setProgress(null);
      const variables = { file, altText: altText ?? null };
      const { data } = await mutate({ variables, context: { onUploadProgress: setProgress } });
      if (!data?.uploadMedia) throw new Error('The server answered without a payload.');
      return data.uploadMedia;
    },
  };
}
