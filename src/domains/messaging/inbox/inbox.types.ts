import type { Conversation } from '../conversations/conversations.types.ts';

export type Inbox = 'PRIMARY' | 'REQUESTS' | 'ARCHIVED';

export type InboxConversation = Conversation & { readonly isPinned: boolean };

/** The key of the inbox. */
export type InboxKey = readonly [pinned: number, updatedMs: number, id: string];
