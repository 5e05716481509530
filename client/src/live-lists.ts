import { type ApolloCache, ApolloLink, Observable, type Reference } from '@apollo/client';
import type { ModifierDetails } from '@apollo/client/cache';
import { OperationTypeNode } from 'graphql';
import { type Change, changeLists, type Edge, idOf, ROOT } from './list-changes.ts';
import {
  applyNotificationEvent,
  applyNotificationPayload,
  type NotificationEvent,
} from './live-notifications.ts';

/**
 * Brings the events of subscriptions into the lists of the cache: a new message into its conversation and that conversation to
 * the top of its inbox, a new conversation into its inbox, one that changes its inbox into the other, and a message that the caller
 * has deleted for themselves out of all lists; and what events and mutations change about notifications. What a mutation has sent comes
 * into the lists with its answer. What else an event brings, such as an edited message, replaces the object of that id anyway.
 */
export function createLiveListsLink(): ApolloLink {
  return new ApolloLink((operation, forward) => {
    const results = forward(operation);
    const { operationType, variables } = operation;
    if (operationType === OperationTypeNode.QUERY) return results;
    const { cache } = operation.client;
    return new Observable((observer) =>
      results.subscribe({
        next(result) {
          // The client first writes the objects of the event, which then come into lists.
          observer.next(result);
          // Fields are read as what they are only under the type that has them.
          for (const part of Object.values(result.data ?? {}) as (object | null)[]) {
            if (operationType === OperationTypeNode.SUBSCRIPTION) applyEvent(cache, part);
            else {
              applyNotificationPayload(cache, part, variables);
              applySent(cache, part);
            }
          }
        },
        error: (error) => observer.error(error),
        complete: () => observer.complete(),
      }),
    );
  });
}

/** An event, as far as the document has selected it. */
type Event = {
  readonly __typename?: string;
  readonly message?: EventMessage | null;
  readonly conversation?: EventConversation | null;
  readonly messageId?: string;
  readonly scope?: string;
} & NotificationEvent;
type EventMessage = {
  readonly id?: string;
  readonly seq?: number;
  readonly conversation?: EventConversation | null;
};
type EventConversation = { readonly id?: string; readonly viewer?: { readonly inbox?: string } | null };

type Sent = {
  readonly __typename?: string;
  readonly message?: EventMessage | null;
  readonly messages?: readonly EventMessage[] | null;
};

/** Does not wait for the event of a message that the answer brings already. */
function applySent(cache: ApolloCache, payload: Sent | null): void {
  const { __typename, message, messages } = payload ?? {};
  if (__typename === 'SendMessagePayload') addMessage(cache, message ?? {});
  if (__typename === 'ForwardMessagePayload') for (const each of messages ?? []) addMessage(cache, each);
}

function applyEvent(cache: ApolloCache, event: Event | null): void {
  cache.batch({
    update() {
      if (event?.__typename === 'MessageAddedEvent') {
        addMessage(cache, event.message ?? {});
        placeConversation(cache, event.message?.conversation ?? {});
      }
      if (event?.__typename === 'ConversationAddedEvent' || event?.__typename === 'ConversationUpdatedEvent')
        placeConversation(cache, event.conversation ?? {});
      if (event?.__typename === 'MessageDeletedEvent' && event.scope !== 'EVERYONE' && event.messageId) {
        cache.evict({ id: idOf(cache, 'Message', event.messageId) });
      }
      if (event?.__typename === 'NotificationAddedEvent') applyNotificationEvent(cache, event);
    },
  });
}

function addMessage(cache: ApolloCache, { id, seq, conversation }: EventMessage): void {
  const conversationId = conversation?.id;
  if (id === undefined || seq === undefined || conversationId === undefined) return;
  const withMessage: Change = (edges, { toReference, readField }) => {
    const node = toReference({ __typename: 'Message', id });
    if (!node || edges.some((edge) => readField('id', edge.node) === id)) return edges;
    const place = edges.findIndex((edge) => Number(readField('seq', edge.node)) < seq);
    // It is older than all that are loaded, and comes with its page.
    if (place === -1 && edges.length > 0) return edges;
    return edges.toSpliced(Math.max(place, 0), 0, { __typename: 'MessageEdge', node, cursor: '' });
  };
  const key = idOf(cache, 'Conversation', conversationId);
  changeLists(cache, [key, 'messages'], withMessage);
  changeLists(cache, [ROOT, 'conversationMessages'], (edges, details, hasMore) =>
    argumentsOf(details.storeFieldName)['conversationId'] === conversationId
      ? withMessage(edges, details, hasMore)
      : edges,
  );
  changeLists(cache, [ROOT, 'myConversations'], (edges, details) => {
    const edge = edges.find(({ node }) => details.readField('id', node) === conversationId);
    return edge ? raised(edges, edge, details) : edges;
  });
  cache.modify({
    id: key,
    fields: {
      lastMessage(known: Reference | null, { readField, toReference }) {
        const isNewer = known === null || Number(readField('seq', known)) < seq;
        return isNewer ? toReference({ __typename: 'Message', id }) : known;
      },
    },
  });
}

/** Moves a conversation into the list of its inbox, and out of those of the others. */
function placeConversation(cache: ApolloCache, { id, viewer }: EventConversation): void {
  if (id === undefined || viewer?.inbox === undefined) return;
  changeLists(cache, [ROOT, 'myConversations'], (edges, details) => {
    const isOther = ({ node }: Edge): boolean => details.readField('id', node) !== id;
    if (argumentsOf(details.storeFieldName)['inbox'] !== viewer.inbox) return edges.filter(isOther);
    const node = details.toReference({ __typename: 'Conversation', id });
    if (!node || !edges.every(isOther)) return edges;
    return raised(edges, { __typename: 'ConversationEdge', node, cursor: '' }, details);
  });
}

/** The edges with this one before all others, but for those that are pinned. */
function raised(
  edges: readonly Edge[],
  edge: Edge,
  { readField }: Pick<ModifierDetails, 'readField'>,
): readonly Edge[] {
  const isPinned = ({ node }: Edge): boolean =>
    Boolean(readField('isPinned', readField<Reference>('viewer', node)));
  const others = edges.filter(({ node }) => readField('id', node) !== readField('id', edge.node));
  const place = isPinned(edge) ? 0 : others.findIndex((other) => !isPinned(other));
  return others.toSpliced(place === -1 ? others.length : place, 0, edge);
}

/** The arguments after which the cache names a list, as in `myConversations:{"inbox":"PRIMARY"}`. */
function argumentsOf(storeFieldName: string): Readonly<Record<string, unknown>> {
  const start = storeFieldName.indexOf(':{');
  if (start === -1) return {};
  // The cache writes nothing else there.
  return JSON.parse(storeFieldName.slice(start + 1)) as Record<string, unknown>;
}
