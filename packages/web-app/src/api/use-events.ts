import type { TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { newestCursor } from '../live/cursor.ts';
import { keepLive } from '../live/keep-live.ts';
import { streamOf } from '../live/streams.ts';

/** Listens as long as the component is shown, from before what it shows was asked for; cuts and restarts lose nothing. */
export function useEvents<Data extends object>(
  document: TypedDocumentNode<Data, { after?: string | null | undefined }>,
  onEvent?: (data: Data) => void,
): void {
  const client = useApolloClient();
  // Before the query of the screen has an answer.
  const [after] = useState(() => newestCursor(client));
  const heard = useRef(onEvent);
  heard.current = onEvent;
  useEffect(
    () => keepLive(client, [streamOf(document, (data) => heard.current?.(data))], after),
    [client, document, after],
  );
}
