import type { ApolloCache, ApolloClient, Reference } from '@apollo/client';
import { PeopleAndPinsDocument } from '../messages/conversation/conversation.generated.ts';
import {
  LiveConversationAddedDocument,
  LiveConversationUpdatedDocument,
  LiveMediaUpdatedDocument,
  LiveMessageAddedDocument,
  LiveMessageDeletedDocument,
  type LiveMessageReadSubscription,
  LiveMessageReadDocument,
  LiveMessageUpdatedDocument,
  LiveReactionAddedDocument,
  LiveTypingDocument,
  UnreadCountsDocument,
} from './live.generated.ts';
import { type Stream, streamOf } from './streams.ts';
import { startTyping, stopTyping } from './typing.ts';

const COUNT_EVERY_MS = 1_000;

/** Streams of messages and conversations. */
export function messageStreams(): readonly Stream[] {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Asks for the counts of the badges at most once a second. */
  const count = (apollo: ApolloClient): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      apollo.query({ query: UnreadCountsDocument, fetchPolicy: 'network-only' }).catch(() => undefined);
    }, COUNT_EVERY_MS);
  };
  return [
    streamOf(LiveMessageAddedDocument, ({ messageAdded: { message } }, apollo) => {
      if (message.conversation) stopTyping(message.conversation.id, message.sender?.id);
      count(apollo);
    }),
    streamOf(LiveMessageUpdatedDocument, ({ messageUpdated: { changes, message } }, apollo) => {
      if (changes.includes('PIN')) askForPeople(apollo, message.conversation?.id);
    }),
    streamOf(LiveReactionAddedDocument, () => undefined),
    streamOf(LiveMessageDeletedDocument, (_event, apollo) => count(apollo)),
    streamOf(LiveMessageReadDocument, ({ messageRead }, apollo) => {
      noteRead(apollo.cache, messageRead);
      count(apollo);
    }),
    streamOf(LiveTypingDocument, ({ typingIndicator: { isTyping, kind, expiresAt, user, conversation } }) => {
      if (!user || !conversation) return;
      if (isTyping)
        startTyping(conversation.id, { userId: user.id, name: user.displayName, kind }, expiresAt);
      else stopTyping(conversation.id, user.id);
    }),
    streamOf(LiveConversationAddedDocument, ({ conversationAdded: { reason } }, apollo) => {
      count(apollo);
      // Media of a request are withheld until it is accepted, and members see what an invited user does not.
      if (reason === 'REQUEST_ACCEPTED' || reason === 'JOINED' || reason === 'REJOINED')
        askAgain(apollo, 'Conversation');
    }),
    streamOf(LiveConversationUpdatedDocument, ({ conversationUpdated }, apollo) => {
      const { changes, conversationId, leftReason } = conversationUpdated;
      count(apollo);
      if (leftReason !== null) forget(apollo.cache, conversationId);
      else if (changes.includes('PARTICIPANTS') || changes.includes('ROLES')) {
        askForPeople(apollo, conversationId);
        askAgain(apollo, 'JoinRequests');
      }
      if (changes.includes('SCHEDULED')) askAgain(apollo, 'ScheduledMessages');
      if (changes.includes('JOIN_REQUESTS')) askAgain(apollo, 'JoinRequests');
      if (changes.includes('CLEAR')) askAgain(apollo, 'Conversation');
    }),
    streamOf(LiveMediaUpdatedDocument, () => undefined),
  ];
}

/** Asks again for what a query has brought, where it is shown. */
function askAgain(apollo: ApolloClient, name: 'Conversation' | 'JoinRequests' | 'ScheduledMessages'): void {
  const isShown = [...apollo.getObservableQueries().values()].some(({ queryName }) => queryName === name);
  if (isShown) apollo.refetchQueries({ include: [name] }).catch(() => undefined);
}

/** Asks for the participants and pins of a conversation if it is shown: an event that brought them would cost too much. */
function askForPeople(apollo: ApolloClient, id: string | undefined): void {
  const isShown = [...apollo.getObservableQueries('active').values()].some(
    ({ variables }) => variables['id'] === id,
  );
  if (id === undefined || !isShown) return;
  apollo
    .query({ query: PeopleAndPinsDocument, variables: { id }, fetchPolicy: 'network-only' })
    .catch(() => undefined);
}

/** Raises how far a participant of a group has read; that of the peer comes with the event. */
function noteRead(
  cache: ApolloCache,
  { conversation, user, readSeq }: LiveMessageReadSubscription['messageRead'],
): void {
  if (!user) return;
  cache.modify<{ participants: unknown }>({
    id: cache.identify(conversation) ?? '',
    fields: {
      participants(stored: unknown, { readField }) {
        // The policy of connections stores nothing else.
        const { edges = [] } = (stored ?? {}) as { readonly edges?: readonly { readonly node: Reference }[] };
        const own = edges.find(({ node }) => readField('id', readField<Reference>('user', node)) === user.id);
        if (own) {
          cache.modify({
            id: own.node.__ref,
            fields: { lastReadSeq: (known: unknown) => Math.max(Number(known ?? 0), readSeq) },
          });
        }
        return stored;
      },
    },
  });
}

/** Takes a conversation out of all lists, which show those alone in which the user takes part. */
function forget(cache: ApolloCache, id: string): void {
  cache.modify({
    id: cache.identify({ __typename: 'Conversation', id }) ?? '',
    fields: { viewer: () => null },
  });
}
