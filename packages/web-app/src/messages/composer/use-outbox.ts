import { useMemo, useSyncExternalStore } from 'react';
import { useClient } from '../../live/live.tsx';
import { type Outbox, outboxOf, type Unsent } from './outbox.ts';

/** Messages that wait to be sent in a conversation, first written first. */
export function useOutbox(conversationId: string): Outbox & { readonly waiting: readonly Unsent[] } {
  const outbox = outboxOf(useClient());
  const all = useSyncExternalStore(outbox.subscribe, outbox.all);
  const waiting = useMemo(
    () => all.filter((item) => item.conversationId === conversationId),
    [all, conversationId],
  );
  return { ...outbox, waiting };
}
