import { InMemoryCache } from '@apollo/client';
import type { FieldFunctionOptions, FieldPolicy, StoreObject, TypePolicies } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { connections, typesWithoutId } from './generated/cache-rules.ts';
import { possibleTypes } from './generated/possible-types.ts';

/**
 * A cache in which every list grows with its pages, one list for each set of arguments besides those of paging, and in
 * which objects without an id keep the fields that other queries have selected.
 * @param setBacks how often the server's database may have been set back so far, after which numbers that only grow may be lower
 */
export function createSocialCache(setBacks: () => number): InMemoryCache {
  return new InMemoryCache({ possibleTypes, typePolicies: createTypePolicies(setBacks) });
}

/** Lists that the application can rely on, whichever release of the schema this package was generated from. */
const PROMISED = {
  feed: { keyArgs: [], edgeType: 'FeedEdge' },
  myTransactions: { keyArgs: [], edgeType: 'TransactionEdge' },
  myNotifications: { keyArgs: [], edgeType: 'NotificationEdge' },
  conversationMessages: { keyArgs: ['conversationId'], edgeType: 'MessageEdge' },
};

function createTypePolicies(setBacks: () => number): TypePolicies {
  const policies: TypePolicies = Object.fromEntries(typesWithoutId.map((type) => [type, { merge: true }]));
  for (const [type, policy] of Object.entries(KEYS_BY_USER))
    policies[type] = { ...policies[type], ...policy };
  for (const [type, names] of Object.entries(GROWING)) {
    const fields = Object.fromEntries(names.map((name) => [name, growing(setBacks)]));
    policies[type] = { ...policies[type], fields };
  }
  const lists = { ...connections, Query: { ...PROMISED, ...connections['Query'] } };
  for (const [type, fields] of Object.entries(lists)) {
    const entries = Object.entries(fields).map(([name, { keyArgs, edgeType }]) => {
      return [name, connectionPolicy(keyArgs, edgeType)] as const;
    });
    policies[type] = {
      ...policies[type],
      fields: { ...policies[type]?.fields, ...Object.fromEntries(entries) },
    };
  }
  return policies;
}

/** A user of a list about the caller's own relation to them, which has no id of its own: known by the user, where a query selects that. */
const KEYS_BY_USER: TypePolicies = {
  BlockedUser: { keyFields: ({ userId }) => (userId === undefined ? false : ['userId']) },
  MutedUser: { keyFields: ({ user }) => (hasId(user) ? ['user', ['id']] : false) },
};

const hasId = (user: unknown): boolean => typeof user === 'object' && user !== null && 'id' in user;

/** A number that only grows: an answer that was computed before an event and comes after it takes nothing back. */
const growing = (setBacks: () => number): FieldPolicy<number | null> => ({
  merge(known, incoming, { storage }) {
    const isSetBack = (storage['setBacks'] ?? 0) !== setBacks();
    storage['setBacks'] = setBacks();
    return known == null || isSetBack ? incoming : Math.max(known, incoming ?? known);
  },
});

const GROWING = {
  ConversationViewer: ['lastReadSeq'],
  Participant: ['lastReadSeq', 'lastDeliveredSeq'],
};

type Edge = { readonly __typename?: string; readonly node?: unknown };
type Connection = { readonly edges?: readonly Edge[]; readonly nodes?: readonly unknown[] };
type Stored = Connection | null | undefined;

/** Apollo's policy of Relay connections, which knows `edges` alone, for lists that are read by `nodes` too. */
function connectionPolicy(keyArgs: string[], edgeType: string): FieldPolicy {
  const relay = relayStylePagination(keyArgs.length > 0 ? keyArgs : false);
  // Apollo's types leave open that these are functions over any list.
  const pages = relay as unknown as {
    read(existing: Connection, options: FieldFunctionOptions): Required<Connection>;
    merge(existing: Stored, incoming: Connection, options: FieldFunctionOptions): Connection;
  };
  return {
    ...relay,
    read(existing: Stored, options) {
      // The list of an object that the caller cannot see is null, and not empty.
      if (!existing) return existing;
      const list = pages.read(existing, options);
      return { ...list, nodes: list.edges.map(({ node }) => node) };
    },
    merge(existing: Stored, incoming: Connection | null, options) {
      if (!incoming) return incoming;
      const { nodes, ...list } = incoming;
      const edges = list.edges?.map((edge, index) => withNode(edge, nodes?.[index], options));
      const page = edges ?? nodes?.map((node) => ({ __typename: edgeType, node }));
      const merged = page ? { ...list, edges: withKnownFields(page, existing?.edges, options) } : list;
      return pages.merge(existing ?? undefined, merged, options);
    },
  };
}

/** Adds to a node the fields that the query has selected under `nodes` alone, where the cache does not know both as one by its key. */
function withNode(edge: Edge, node: unknown, { mergeObjects }: FieldFunctionOptions): Edge {
  if (node === undefined || edge.node === undefined) return edge;
  // In both places is the same object, itself or by a reference.
  return { ...edge, node: mergeObjects(edge.node as StoreObject, node as StoreObject) };
}

/** Keeps what another query has selected of the edge of the same node, so that two queries of one list do not undo each other. */
function withKnownFields(
  page: readonly Edge[],
  existing: readonly Edge[] | undefined,
  { isReference }: FieldFunctionOptions,
): Edge[] {
  const refOf = ({ node }: Edge): string | null => (isReference(node) ? node.__ref : null);
  const known = new Map(existing?.map((edge) => [refOf(edge), edge]));
  known.delete(null);
  return page.map((edge) => ({ ...known.get(refOf(edge)), ...edge }));
}
