import { apiErrorsOf } from '@plaza/client';
import type { TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef } from 'react';

/**
 * Listens as long as the component is shown; the client resumes after cuts by itself. After a gap that the server cannot fill any more,
 * what is on the screen is asked for again, and listening begins anew.
 */
export function useEvents<Data>(
  document: TypedDocumentNode<Data, { after?: string | null | undefined }>,
  onEvent?: (data: Data) => void,
): void {
  const client = useApolloClient();
  const heard = useRef(onEvent);
  heard.current = onEvent;
  useEffect(() => {
    let current: { unsubscribe(): void } | undefined;
    function listen(): void {
      const events = client.subscribe({ query: document });
      current = events.subscribe(({ data, error }) => {
        if (data) heard.current?.(data);
        if (!apiErrorsOf(error).some(({ code }) => code === 'CURSOR_EXPIRED')) return;
        current?.unsubscribe();
        void client.refetchQueries({ include: 'active' });
        listen();
      });
    }
    listen();
    return () => current?.unsubscribe();
  }, [client, document]);
}
