import { type RefObject, useEffect, useRef, useState } from 'react';
import type { useMessages } from './use-messages.ts';

const MARK_MS = 2_500;

/** Brings a message into the middle of the view, and marks it for a moment. */
export function useJump(
  scroller: RefObject<HTMLDivElement | null>,
  { lookFor, messages }: Pick<ReturnType<typeof useMessages>, 'lookFor' | 'messages'>,
) {
  const [markedId, setMarkedId] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    const id = wanted.current;
    const row = id && scroller.current?.querySelector(`[data-message="${id}"]`);
    if (!row) return;
    wanted.current = null;
    row.scrollIntoView({ block: 'center' });
  }, [messages, markedId, scroller]);
  useEffect(() => {
    if (markedId === null) return undefined;
    const timer = setTimeout(() => setMarkedId(null), MARK_MS);
    return () => clearTimeout(timer);
  }, [markedId]);

  async function jumpTo(messageId: string): Promise<void> {
    wanted.current = messageId;
    // Without an answer everything stays where it is.
    const isThere = await lookFor(messageId).catch(() => false);
    if (isThere) setMarkedId(messageId);
    else wanted.current = null;
  }
  return { markedId, jumpTo };
}
