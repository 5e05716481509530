import { skipToken, useApolloClient, useQuery } from '@apollo/client/react';
import { useMemo, useState } from 'react';
import type { MessageItemFragment } from '../message/message.generated.ts';
import {
  ConversationDocument,
  type MessagePageFragment,
  MessagesAroundDocument,
  MessagesElsewhereDocument,
  type MessagesElsewhereQueryVariables,
} from './conversation.generated.ts';
import { firstOf, HELD_MAX, joinedWithNewest, withNewer, withOlder } from './held-messages.ts';

const PAGE = 30;

/** A conversation and its messages, oldest first: the newest ones, or those around a message that was jumped to. */
export function useMessages(id: string) {
  const apollo = useApolloClient();
  const result = useQuery(ConversationDocument, { variables: { id, first: PAGE } });
  const [isElsewhere, setIsElsewhere] = useState(false);
  const elsewhere = useQuery(
    MessagesElsewhereDocument,
    isElsewhere ? { variables: { conversationId: id }, fetchPolicy: 'cache-only' } : skipToken,
  );
  const conversation = result.data?.conversation;
  const newest = conversation?.messages;
  const page = isElsewhere ? elsewhere.data?.conversationMessages : newest;
  const edges = page?.edges;
  const messages = useMemo(() => edges?.map(({ node }) => node).toReversed() ?? [], [edges]);

  /** Shows the message with others around it, unless it is among those that are loaded. */
  async function lookFor(messageId: string): Promise<boolean> {
    if (messages.some((message) => message.id === messageId)) return true;
    const { data } = await apollo.query({
      query: MessagesAroundDocument,
      variables: { messageId },
      fetchPolicy: 'network-only',
    });
    const around = data?.messagesAround;
    if (!around) return false;
    // Messages around one may reach the newest.
    show(pageOf(around));
    return true;
  }

  /** Shows a part of the messages, besides the newest page, which stays current. */
  function show(part: MessagePageFragment): void {
    apollo.writeQuery({
      query: MessagesElsewhereDocument,
      variables: { conversationId: id },
      data: { conversationMessages: part },
    });
    setIsElsewhere(true);
  }

  async function loadOlder(): Promise<void> {
    const after = page?.pageInfo.endCursor;
    if (isElsewhere) await joinPage({ first: PAGE, after }, withOlder);
    else if (newest && messages.length >= HELD_MAX) {
      const older = await fetchPage({ first: PAGE, after });
      if (!older) return;
      show(withOlder(newest, older));
      changeNewest((stored) => firstOf(stored, PAGE));
    } else await result.fetchMore({ variables: { after } });
  }

  async function loadNewer(): Promise<void> {
    await joinPage({ last: PAGE, before: page?.pageInfo.startCursor }, withNewer);
    const { cache } = apollo;
    const variables = { conversationId: id };
    const part = cache.readQuery({ query: MessagesElsewhereDocument, variables })?.conversationMessages;
    if (!part || part.pageInfo.hasPreviousPage) return;
    if (changeNewest((stored) => joinedWithNewest(stored, part))) setIsElsewhere(false);
  }

  /** Null for a conversation that the reader has left meanwhile. */
  async function fetchPage(asked: Omit<MessagesElsewhereQueryVariables, 'conversationId'>) {
    const variables = { conversationId: id, ...asked };
    const options = { variables, fetchPolicy: 'no-cache' } as const;
    const { data } = await apollo.query({ query: MessagesElsewhereDocument, ...options });
    return data?.conversationMessages;
  }

  /** Joins a page with the part that is shown. */
  async function joinPage(asked: Parameters<typeof fetchPage>[0], join: Join): Promise<void> {
    const more = await fetchPage(asked);
    const options = { query: MessagesElsewhereDocument, variables: { conversationId: id } };
    apollo.cache.updateQuery(options, (data) => {
      const held = data?.conversationMessages;
      return held && more ? { conversationMessages: join(held, more) } : data;
    });
    forgetUnheld();
  }

  /** Changes the list of the newest messages, unless the change is null. @returns whether it did */
  function changeNewest(change: (stored: MessagePageFragment) => MessagePageFragment | null): boolean {
    let isChanged = false;
    const options = { query: ConversationDocument, variables: { id, first: PAGE } };
    apollo.cache.updateQuery(options, (data) => {
      const stored = data?.conversation;
      const messages = stored?.messages && change(stored.messages);
      if (!stored || !messages) return data;
      isChanged = true;
      return { conversation: { ...stored, messages } };
    });
    return isChanged;
  }

  /** Takes the messages out of the cache that were shown and are in no list any more. */
  function forgetUnheld(): void {
    const { cache } = apollo;
    const variables = { conversationId: id };
    const held = cache.readQuery({ query: MessagesElsewhereDocument, variables })?.conversationMessages;
    const ids = new Set([...(held?.edges ?? []), ...(newest?.edges ?? [])].map(({ node }) => node.id));
    cache.batch({
      update() {
        for (const { id: messageId, pinnedAt } of messages) {
          // A pinned one is in the list of those.
          if (ids.has(messageId) || pinnedAt !== null) continue;
          cache.evict({ id: cache.identify({ __typename: 'Message', id: messageId }) ?? '' });
        }
      },
    });
  }
  return {
    result,
    conversation,
    messages,
    isElsewhere,
    hasOlder: page?.pageInfo.hasNextPage ?? false,
    hasNewer: isElsewhere && (page?.pageInfo.hasPreviousPage ?? false),
    loadOlder,
    loadNewer,
    lookFor,
    toNewest: () => setIsElsewhere(false),
  };
}

type Join = (held: MessagePageFragment, more: MessagePageFragment) => MessagePageFragment;

/** Messages around one, as a page of the list of the conversation. */
function pageOf(around: {
  readonly messages: readonly MessageItemFragment[];
  readonly olderCursor: string | null;
  readonly newerCursor: string | null;
}): MessagePageFragment {
  return {
    __typename: 'MessageConnection',
    edges: around.messages.map((node) => ({ __typename: 'MessageEdge', cursor: node.cursor, node })),
    pageInfo: {
      __typename: 'PageInfo',
      startCursor: around.newerCursor,
      endCursor: around.olderCursor,
      hasNextPage: around.olderCursor !== null,
      hasPreviousPage: around.newerCursor !== null,
    },
  };
}
