/** The text that somebody has begun to write in a conversation, kept by the browser. */
const keyOf = (userId: string, conversationId: string): string => `plaza.draft.${userId}.${conversationId}`;

export const readDraft = (userId: string, conversationId: string): string =>
  localStorage.getItem(keyOf(userId, conversationId)) ?? '';

export function writeDraft(userId: string, conversationId: string, text: string): void {
  if (text === '') localStorage.removeItem(keyOf(userId, conversationId));
  else localStorage.setItem(keyOf(userId, conversationId), text);
}
