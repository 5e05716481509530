/** The text that somebody has begun to write in a conversation, kept by the browser. */
const startOf = (userId: string): string => `plaza.draft.${userId}.`;

const keyOf = (userId: string, conversationId: string): string => startOf(userId) + conversationId;

export const readDraft = (userId: string, conversationId: string): string =>
  localStorage.getItem(keyOf(userId, conversationId)) ?? '';

export function writeDraft(userId: string, conversationId: string, text: string): void {
  if (text === '') localStorage.removeItem(keyOf(userId, conversationId));
  else localStorage.setItem(keyOf(userId, conversationId), text);
}

const keysOf = (userId: string): string[] =>
  Object.keys(localStorage).filter((key) => key.startsWith(startOf(userId)));

export const countDrafts = (userId: string): number => keysOf(userId).length;

export function removeDrafts(userId: string): void {
  for (const key of keysOf(userId)) localStorage.removeItem(key);
}
