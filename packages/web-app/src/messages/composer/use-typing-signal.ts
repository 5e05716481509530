import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import type { TypingKind } from '../../generated/schema.ts';
import { SetTypingDocument } from './send.generated.ts';

/** The server forgets the indicator some seconds after the last one. */
const AGAIN_MS = 4_000;

/** Tells the others that the user is writing, now and then, and that they stopped. */
export function useTypingSignal(conversationId: string) {
  const apollo = useApolloClient();
  const toldAtMs = useRef(0);
  const tell = (isTyping: boolean, kind: TypingKind): void => {
    apollo
      .mutate({
        mutation: SetTypingDocument,
        variables: { input: { conversationId, isTyping, kind } },
        fetchPolicy: 'no-cache',
      })
      // Nobody misses it.
      .catch(() => undefined);
  };
  const signal = {
    typing(kind: TypingKind): void {
      if (Date.now() - toldAtMs.current < AGAIN_MS) return;
      toldAtMs.current = Date.now();
      tell(true, kind);
    },
    stopped(): void {
      if (toldAtMs.current === 0) return;
      toldAtMs.current = 0;
      tell(false, 'TEXT');
    },
    /** A message that was sent says by itself that its author stopped. */
    sent(): void {
      toldAtMs.current = 0;
    },
  };
  const current = useRef(signal);
  current.current = signal;
  useEffect(() => () => current.current.stopped(), []);
  return signal;
}
