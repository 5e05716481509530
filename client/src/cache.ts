import { InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { possibleTypes } from './generated/possible-types.ts';

/** One list for each of the caller's own collections, and one list of messages for every conversation. */
export function createSocialCache(): InMemoryCache {
  return new InMemoryCache({
    possibleTypes,
    typePolicies: {
      Query: {
        fields: {
          feed: relayStylePagination(),
          myTransactions: relayStylePagination(),
          myNotifications: relayStylePagination(),
          conversationMessages: relayStylePagination(['conversationId']),
        },
      },
    },
  });
}
