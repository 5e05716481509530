import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { MarkConversationReadDocument } from '../inbox/inbox-acts.generated.ts';
import type { MessageItemFragment } from '../message/message.generated.ts';
import type { ConversationHeadFragment } from './conversation.generated.ts';

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** After each failure in a row it is tried that much later. */
const RETRY_MS = 3_000;

/** Marks messages as read once the newest one is in view and somebody looks at the page. */
export function useRead(
  conversation: ConversationHeadFragment | null | undefined,
  newest: MessageItemFragment | undefined,
  isInView: boolean,
): void {
  const apollo = useApolloClient();
  const isVisible = useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
  const marked = useRef(0);
  const [failures, setFailures] = useState(0);
  // A mark that is set while the conversation is open stays.
  const isOpening = useRef(true);
  const { id, viewer } = conversation ?? {};
  const { lastReadSeq = 0, isMarkedUnread = false, requestState } = viewer ?? {};
  const isNew =
    newest !== undefined &&
    (newest.seq > Math.max(lastReadSeq, marked.current) || (isMarkedUnread && isOpening.current));
  const isDue = isInView && isVisible && isNew && requestState !== 'RECEIVED';
  const upToMessageId = newest?.id;
  const seq = newest?.seq ?? 0;
  useEffect(() => {
    if (!isDue || id === undefined || upToMessageId === undefined) return;
    const wasOpening = isOpening.current;
    marked.current = seq;
    isOpening.current = false;
    let retry: ReturnType<typeof setTimeout> | undefined;
    apollo
      .mutate({
        mutation: MarkConversationReadDocument,
        variables: { input: { conversationId: id, upToMessageId } },
      })
      .then(
        () => setFailures(0),
        () => {
          marked.current = 0;
          isOpening.current = wasOpening;
          retry = setTimeout(() => setFailures(failures + 1), RETRY_MS * (failures + 1));
        },
      );
    return () => clearTimeout(retry);
  }, [apollo, id, isDue, upToMessageId, seq, failures]);
}
