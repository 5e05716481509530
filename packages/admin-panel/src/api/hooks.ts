import { useSyncExternalStore } from 'react';
import { type AdminErrorDetails, type AdminPermission, requireDone } from '@plaza/client/admin';
import { QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TypedDocumentString } from '../generated/graphql.ts';
import { isCode } from './errors.ts';
import { ask, type Me, onSessionChange, type SessionState, sessionState } from './session.ts';

/** The API tells of changes only when it is asked. */
export const POLL_MS = 30_000;

/** Holds answers in memory alone, for as long as a page shows them and a moment longer. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      gcTime: 60_000,
      retry: (count, error) => count < 2 && isCode(error, 'SERVICE_UNAVAILABLE'),
    },
  },
});

export const useSession = (): SessionState => useSyncExternalStore(onSessionChange, sessionState);

/** The signed-in admin. @throws Error outside of the pages that need one */
export function useMe(): Me {
  const session = useSession();
  if (session.kind !== 'signedIn') throw new Error('Nobody is signed in.');
  return session.me;
}

export function useMay(): (permission: AdminPermission) => boolean {
  const { permissions } = useMe();
  return (permission) => permissions.includes(permission);
}

type AskOptions = { readonly isPolled?: boolean; readonly isEnabled?: boolean };

export function useAsk<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  { isPolled = false, isEnabled = true }: AskOptions = {},
) {
  return useQuery({
    queryKey: [nameOf(document), variables],
    queryFn: () => ask(document, variables),
    refetchInterval: isPolled ? POLL_MS : false,
    enabled: isEnabled,
  });
}

/** The name of the operation, by which its answers are kept. */
export const nameOf = (document: { toString(): string }): string =>
  /(?:query|mutation) (\w+)/.exec(document.toString())?.[1] ?? '';

/** A mutation, after which every page reads anew. `payloadOf` takes its payload out of the answer. */
export function useAct<Data, Variables, Payload extends { readonly errors: readonly AdminErrorDetails[] }>(
  document: TypedDocumentString<Data, Variables>,
  payloadOf: (data: Data) => Payload | null | undefined,
) {
  const client = useQueryClient();
  return useMutation<Payload, Error, Variables>({
    mutationFn: async (variables) => requireDone(payloadOf(await ask(document, variables))),
    onSettled: () => client.invalidateQueries(),
  });
}
