import { type RefObject, useEffect, useRef, useState } from 'react';
import type { useMessages } from './use-messages.ts';

const MARK_MS = 2_500;
const FRAMES_MAX = 60;

/** Brings a message into the middle of the view with the focus, and marks it for a moment. */
export function useJump(
  scroller: RefObject<HTMLDivElement | null>,
  { lookFor, messages }: Pick<ReturnType<typeof useMessages>, 'lookFor' | 'messages'>,
) {
  const [marked, setMarked] = useState<{ readonly id: string } | null>(null);
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    const id = wanted.current;
    const row = id && scroller.current?.querySelector(`[data-message="${id}"]`);
    if (!row) return;
    wanted.current = null;
    row.scrollIntoView({ block: 'center' });
    focusOnceDrawn(row);
  }, [messages, marked, scroller]);
  useEffect(() => {
    if (marked === null) return undefined;
    const timer = setTimeout(() => setMarked(null), MARK_MS);
    return () => clearTimeout(timer);
  }, [marked]);

  async function jumpTo(messageId: string): Promise<void> {
    wanted.current = messageId;
    // Without an answer everything stays where it is.
    const isThere = await lookFor(messageId).catch(() => false);
    if (isThere) setMarked({ id: messageId });
    else wanted.current = null;
  }
  return { markedId: marked?.id ?? null, jumpTo };
}

/** A row that was far from the view is drawn some frames after it has come into it. */
function focusOnceDrawn(row: Element, framesLeft = FRAMES_MAX): void {
  const article = row.querySelector<HTMLElement>('article');
  if (article) article.focus({ preventScroll: true });
  else if (framesLeft > 0) requestAnimationFrame(() => focusOnceDrawn(row, framesLeft - 1));
}
