import { useSession } from '@plaza/client/react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Loading } from '../../parts/states.tsx';
import type { Member } from '../../suggest/members.ts';
import { useTexts } from '../../texts/texts.tsx';
import { MessageReactors, MessageReaders } from '../../who/message-readers.tsx';
import { Composer } from '../composer/composer.tsx';
import { useOutbox } from '../composer/use-outbox.ts';
import { useTitleOf } from '../inbox/conversation-title.tsx';
import { ActsContext, type ConversationActs } from '../message/acts-context.ts';
import { Buyers } from '../message/buyers.tsx';
import { ChangePrice } from '../message/change-price.tsx';
import { DeleteMessage } from '../message/delete-message.tsx';
import { ForwardMessage } from '../message/forward-message.tsx';
import type { MessageItemFragment } from '../message/message.generated.ts';
import { Receipt, TypingLine, Unsent } from './below.tsx';
import type { ConversationHeadFragment, ConversationQuery } from './conversation.generated.ts';
import { ConversationHead, PinnedLine } from './head.tsx';
import { MessageList } from './message-list.tsx';
import { RequestBar } from './request.tsx';
import { SearchMessages } from './search.tsx';
import { useJump } from './use-jump.ts';
import { useMessages } from './use-messages.ts';
import { useRead } from './use-read.ts';
import { useKept } from '../../parts/use-kept.ts';

const Report = lazy(async () => ({
  default: (await import('../../report/report-dialog.tsx')).ReportDialog,
}));

export function ConversationScreen() {
  const params = useParams({ from: '/inside/messages/$id', shouldThrow: false });
  const { id } = useKept(params);
  return <Conversation key={id} id={id} />;
}

function Conversation({ id }: { readonly id: string }) {
  const { messages: texts } = useTexts();
  const shown = useMessages(id);
  const { conversation, result } = shown;
  const titleOf = useTitleOf();
  const title = conversation ? titleOf(conversation) : texts.title;
  useEffect(() => {
    document.title = `${title} · Plaza`;
    return () => {
      document.title = `${texts.title} · Plaza`;
    };
  }, [title, texts]);
  return (
    <div className="conversation">
      <Loading of={result} has={conversation?.viewer != null} rows={6}>
        {conversation && <Opened conversation={conversation} shown={shown} />}
      </Loading>
    </div>
  );
}

type Shown = ReturnType<typeof useMessages>;
type Opening =
  | { readonly what: 'search' }
  | {
      readonly what: 'forward' | 'delete' | 'readers' | 'reactors' | 'report' | 'buyers' | 'price';
      readonly message: MessageItemFragment;
    };

function Opened({
  conversation,
  shown,
}: {
  readonly conversation: NonNullable<ConversationQuery['conversation']>;
  readonly shown: Shown;
}) {
  const { id, viewer } = conversation;
  const userId = useSession().user ?? '';
  const { waiting } = useOutbox(id);
  const { writing, ...setters } = useWriting();
  const [open, setOpen] = useState<Opening | null>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const [readSeq] = useState(viewer?.lastReadSeq ?? 0);
  const scroller = useRef<HTMLDivElement>(null);
  const { markedId, jumpTo } = useJump(scroller, shown);
  const newest = conversation.messages?.edges[0]?.node;
  useRead(conversation, newest, isAtEnd && !shown.isElsewhere);
  const { canSend = false, requestState } = viewer ?? {};
  // The field of text comes in the place of the buttons that accept.
  const [hasBegunAsRequest] = useState(requestState === 'RECEIVED');

  const acts = useConversationActs({ userId, conversation, ...setters, setOpen, jumpTo });
  useLinkedMessage(acts.jumpTo);
  const toNewest = (): void => {
    shown.toNewest();
    scroller.current?.scrollTo({ top: 0 });
  };
  return (
    <ActsContext value={acts}>
      <ConversationHead conversation={conversation} onSearch={() => setOpen({ what: 'search' })} />
      <PinnedLine conversation={conversation} onJump={acts.jumpTo} />
      <MessageList
        scroller={scroller}
        messages={shown.messages}
        hasOlder={shown.hasOlder}
        hasNewer={shown.hasNewer}
        onOlder={shown.loadOlder}
        onNewer={shown.loadNewer}
        readSeq={readSeq}
        markedId={markedId}
        isElsewhere={shown.isElsewhere}
        onToNewest={shown.toNewest}
        onAtEnd={setIsAtEnd}
      >
        {!shown.isElsewhere && <Unsent conversationId={id} messages={shown.messages} />}
        {waiting.length === 0 && <Receipt conversation={conversation} last={newest} userId={userId} />}
      </MessageList>
      <TypingLine conversationId={id} />
      {requestState === 'RECEIVED' && <RequestBar conversation={conversation} />}
      {canSend && (
        <Composer
          conversationId={id}
          userId={userId}
          members={membersOf(conversation, userId)}
          {...writing}
          hasFocus={hasBegunAsRequest}
          onSent={toNewest}
        />
      )}
      <CannotSend viewer={viewer} />
      <Dialogs open={open} conversationId={id} onJump={acts.jumpTo} onClose={() => setOpen(null)} />
    </ActsContext>
  );
}

/** Shows the message that the address names, once; the address stays without it. */
function useLinkedMessage(jumpTo: (messageId: string) => void): void {
  const { message } = useSearch({ from: '/inside/messages/$id', shouldThrow: false }) ?? {};
  const navigate = useNavigate();
  useEffect(() => {
    if (message === undefined) return;
    jumpTo(message);
    // The part of the inbox beside it stays.
    void navigate({ to: '.', search: ({ message: _shown, ...others }) => others, replace: true });
  }, [message, jumpTo, navigate]);
}

const membersOf = ({ participants }: ConversationHeadFragment, userId: string): readonly Member[] =>
  participants.edges.flatMap(({ node: { user, status } }) =>
    user && user.id !== userId && status === 'ACTIVE' ? [user] : [],
  );

/** The message that is answered or edited in the field of text, and how often the field was to get the focus. */
function useWriting() {
  const [replyTo, setReplyTo] = useState<MessageItemFragment | null>(null);
  const [editing, setEditing] = useState<MessageItemFragment | null>(null);
  const [focusCount, setFocusCount] = useState(0);
  const onEnd = (): void => {
    setReplyTo(null);
    setEditing(null);
  };
  return { writing: { replyTo, editing, focusCount, onEnd }, setReplyTo, setEditing, setFocusCount };
}

type Setting<Value> = (value: Value) => void;

/** Acts that the rows of the conversation share. */
function useConversationActs({
  userId,
  conversation: { id, kind, viewer },
  setReplyTo,
  setEditing,
  setOpen,
  setFocusCount,
  jumpTo,
}: {
  readonly userId: string;
  readonly conversation: NonNullable<ConversationQuery['conversation']>;
  readonly setReplyTo: Setting<MessageItemFragment | null>;
  readonly setEditing: Setting<MessageItemFragment | null>;
  readonly setOpen: Setting<Opening>;
  readonly setFocusCount: Setting<(before: number) => number>;
  readonly jumpTo: (messageId: string) => Promise<void>;
}): ConversationActs {
  const { canSend = false, canPinMessages = false } = viewer ?? {};
  const jump = useRef(jumpTo);
  jump.current = jumpTo;
  return useMemo<ConversationActs>(
    () => ({
      userId,
      conversationId: id,
      isGroup: kind === 'GROUP',
      canSend,
      canPin: canPinMessages,
      reply: (message) => {
        setEditing(null);
        setReplyTo(message);
      },
      edit: (message) => {
        setReplyTo(null);
        setEditing(message);
      },
      forward: (message) => setOpen({ what: 'forward', message }),
      remove: (message) => setOpen({ what: 'delete', message }),
      changePrice: (message) => setOpen({ what: 'price', message }),
      showBuyers: (message) => setOpen({ what: 'buyers', message }),
      report: (message) => setOpen({ what: 'report', message }),
      showReaders: (message) => setOpen({ what: 'readers', message }),
      showReactors: (message) => setOpen({ what: 'reactors', message }),
      jumpTo: (messageId) => void jump.current(messageId),
      toComposer: () => setFocusCount((before) => before + 1),
    }),
    [userId, id, kind, canSend, canPinMessages, setReplyTo, setEditing, setOpen, setFocusCount],
  );
}

/** Why nothing can be written, and how much until a request is accepted. */
function CannotSend({ viewer }: Pick<NonNullable<ConversationQuery['conversation']>, 'viewer'>) {
  const { messages } = useTexts();
  if (viewer?.requestState === 'RECEIVED') return null;
  if (viewer?.requestState === 'SENT') {
    return <p className="composer-note">{messages.waitsForAnswer(viewer.messagesLeft ?? 0)}</p>;
  }
  return viewer?.canSend ? null : <p className="composer-note">{messages.cannotSend}</p>;
}

function Dialogs({
  open,
  conversationId,
  onJump,
  onClose,
}: {
  readonly open: Opening | null;
  readonly conversationId: string;
  readonly onJump: (messageId: string) => void;
  readonly onClose: () => void;
}) {
  switch (open?.what) {
    case 'search':
      return <SearchMessages conversationId={conversationId} onJump={onJump} onClose={onClose} />;
    case 'forward':
      return <ForwardMessage message={open.message} onClose={onClose} />;
    case 'delete':
      return <DeleteMessage message={open.message} onClose={onClose} />;
    case 'readers':
      return <MessageReaders id={open.message.id} onClose={onClose} />;
    case 'reactors':
      return (
        <MessageReactors
          id={open.message.id}
          emojis={open.message.reactions.map(({ emoji }) => emoji)}
          onClose={onClose}
        />
      );
    case 'price':
      return (
        <ChangePrice
          messageId={open.message.id}
          priceCoins={open.message.lock?.priceCoins ?? 0}
          onClose={onClose}
        />
      );
    case 'buyers':
      return <Buyers messageId={open.message.id} onClose={onClose} />;
    case 'report':
      return (
        <Suspense>
          <Report
            subject={{ messageId: open.message.id }}
            ownerName={open.message.sender?.displayName}
            onClose={onClose}
          />
        </Suspense>
      );
    case undefined:
      return null;
  }
}
