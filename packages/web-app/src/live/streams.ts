import type { ApolloClient, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { noteCursor } from './cursor.ts';

/** Where the events of a subscription go, beside the cache, which takes them in by itself. */
export type Stream = {
  /** @returns the end of the subscription; `onEnded` is called when the server has ended it */
  readonly start: (
    apollo: ApolloClient,
    after: string | null,
    onEnded: (error: unknown) => void,
  ) => () => void;
};

/** A subscription that is told from a cursor on, if its document has one. */
export const streamOf = <Data extends object, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  onEvent: (data: Data, apollo: ApolloClient) => void,
): Stream => ({
  start(apollo, after, onEnded) {
    const subscription = apollo
      // The server ignores the variable of a document that does not declare it.
      .subscribe<Data>({ query, variables: { after } })
      .subscribe({
        next({ data, error }) {
          if (error) onEnded(error);
          else if (data) {
            noteCursor(apollo, data);
            onEvent(data, apollo);
          }
        },
        error: onEnded,
        complete: () => onEnded(null),
      });
    return () => subscription.unsubscribe();
  },
});
