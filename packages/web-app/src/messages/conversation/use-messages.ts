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
  const shown = isElsewhere ? elsewhere.data?.conversationMessages : newest;
  const edges = shown?.edges;
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
    apollo.writeQuery({
      query: MessagesElsewhereDocument,
      variables: { conversationId: id },
      data: { conversationMessages: pageOf(around) },
    });
    // Messages around one may reach the newest.
    setIsElsewhere(true);
    return true;
  }

  /** The cache joins the page with the part that is shown. A query of the cache alone cannot fetch more itself. */
  async function fetchElsewhere(
    page: Omit<MessagesElsewhereQueryVariables, 'conversationId'>,
  ): Promise<void> {
    const variables = { conversationId: id, ...page };
    await apollo.query({ query: MessagesElsewhereDocument, variables, fetchPolicy: 'network-only' });
  }
  return {
    result,
    conversation,
    messages,
    isElsewhere,
    hasOlder: shown?.pageInfo.hasNextPage ?? false,
    hasNewer: isElsewhere && (shown?.pageInfo.hasPreviousPage ?? false),
    loadOlder: async (): Promise<void> => {
      const after = shown?.pageInfo.endCursor;
      if (isElsewhere) await fetchElsewhere({ first: PAGE, after });
      else await result.fetchMore({ variables: { after } });
    },
    loadNewer: async (): Promise<void> => {
      const before = shown?.pageInfo.startCursor;
      await fetchElsewhere({ last: PAGE, before });
    },
    lookFor,
    toNewest: () => setIsElsewhere(false),
  };
}

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
