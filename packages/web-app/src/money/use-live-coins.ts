import { useApolloClient } from '@apollo/client/react';
import { useEvents } from '../api/use-events.ts';
import { BalanceEventsDocument, WalletDocument } from './wallet.generated.ts';

/** Keeps the balance and the history as they are at the server, wherever coins are spent. */
export function useLiveCoins(): void {
  const { cache } = useApolloClient();
  useEvents(BalanceEventsDocument, ({ coinBalanceChanged: { balance, transaction } }) => {
    cache.modify({
      fields: {
        // The balance has no id by which the cache would find it.
        myCoinBalance: (stored: object | null) => (stored && balance ? { ...stored, ...balance } : stored),
      },
    });
    cache.updateQuery({ query: WalletDocument, variables: { first: 0 } }, (data) => {
      const list = data?.myTransactions;
      if (!data || !list || list.edges.some(({ node }) => node.id === transaction.id)) return data;
      const edge = { __typename: 'CoinTransactionEdge' as const, cursor: '', node: transaction };
      return { ...data, myTransactions: { ...list, edges: [edge, ...list.edges] } };
    });
  });
}
