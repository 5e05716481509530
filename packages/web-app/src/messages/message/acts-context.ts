import { createContext, use } from 'react';
import type { MessageItemFragment } from './message.generated.ts';

/** Values that the rows of a conversation share. The object stays the same object while nothing of it changes, or all rows would be drawn anew. */
export type ConversationActs = {
  readonly userId: string;
  readonly conversationId: string;
  readonly isGroup: boolean;
  readonly canSend: boolean;
  readonly canPin: boolean;
  readonly reply: (message: MessageItemFragment) => void;
  readonly edit: (message: MessageItemFragment) => void;
  readonly forward: (message: MessageItemFragment) => void;
  readonly remove: (message: MessageItemFragment) => void;
  readonly changePrice: (message: MessageItemFragment) => void;
  readonly showBuyers: (message: MessageItemFragment) => void;
  readonly report: (message: MessageItemFragment) => void;
  readonly showReaders: (message: MessageItemFragment) => void;
  readonly showReactors: (message: MessageItemFragment) => void;
  readonly jumpTo: (messageId: string) => void;
  /** Gives the focus to the field of text, after an act with which its own control has gone. */
  readonly toComposer: () => void;
};

const nothing = (): void => undefined;

export const ActsContext = createContext<ConversationActs>({
  userId: '',
  conversationId: '',
  isGroup: false,
  canSend: false,
  canPin: false,
  reply: nothing,
  edit: nothing,
  forward: nothing,
  remove: nothing,
  changePrice: nothing,
  showBuyers: nothing,
  report: nothing,
  showReaders: nothing,
  showReactors: nothing,
  jumpTo: nothing,
  toComposer: nothing,
});

export const useActs = (): ConversationActs => use(ActsContext);
