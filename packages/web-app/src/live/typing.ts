import { useSyncExternalStore } from 'react';
import type { TypingKind } from '../generated/schema.ts';

export type Typing = { readonly userId: string; readonly name: string; readonly kind: TypingKind };

const NOBODY: readonly Typing[] = [];
const SHOWN_MAX_MS = 10_000;
const listeners = new Set<() => void>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
let typing: ReadonlyMap<string, readonly Typing[]> = new Map();

function set(conversationId: string, next: readonly Typing[]): void {
  typing = new Map(typing).set(conversationId, next);
  for (const listener of listeners) listener();
}

/** Takes the indicator of somebody away: they stopped, have sent a message, or it ran out. */
export function stopTyping(conversationId: string, userId: string | undefined): void {
  const before = typing.get(conversationId) ?? NOBODY;
  const next = before.filter((each) => each.userId !== userId);
  if (next.length === before.length) return;
  clearTimeout(timers.get(`${conversationId} ${userId}`));
  set(conversationId, next);
}

export function startTyping(conversationId: string, who: Typing, expiresAt: string): void {
  const key = `${conversationId} ${who.userId}`;
  clearTimeout(timers.get(key));
  // The clock of the device may be wrong.
  const leftMs = Math.min(Math.max(Date.parse(expiresAt) - Date.now(), 1_000), SHOWN_MAX_MS);
  timers.set(
    key,
    setTimeout(() => stopTyping(conversationId, who.userId), leftMs),
  );
  const others = (typing.get(conversationId) ?? NOBODY).filter(({ userId }) => userId !== who.userId);
  set(conversationId, [...others, who]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** People who are writing in the conversation now. */
export const useTyping = (conversationId: string): readonly Typing[] =>
  useSyncExternalStore(subscribe, () => typing.get(conversationId) ?? NOBODY);
