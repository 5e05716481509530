import { Forward, Pin } from 'lucide-react';
import { memo, useRef } from 'react';
import { Avatar } from '../../parts/avatar.tsx';
import { Refusals } from '../../parts/field.tsx';
import { dateFormat } from '../../parts/formats.ts';
import { useFarHeight } from '../../parts/row.tsx';
import { WHOLE } from '../../parts/time.tsx';
import { useSpeech, useTexts } from '../../texts/texts.tsx';
import { useActs } from './acts-context.ts';
import { MessageContent } from './content.tsx';
import { focusMessageOf } from './focus-message.ts';
import type { MessageItemFragment } from './message.generated.ts';
import { MessageMenu } from './message-menu.tsx';
import { previewOf, systemLineOf } from './preview.ts';
import { useReactions } from './use-reactions.ts';

type MessageRowProps = {
  readonly message: MessageItemFragment;
  /** Whether it follows one of the same sender, whose name and picture stand there. */
  readonly isContinued: boolean;
  readonly isMarked: boolean;
};

export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { messages } = useTexts();
  const { message } = props;
  if (message.content.__typename === 'SystemContent') {
    return (
      <li className="message-system" data-message={message.id}>
        <p dir="auto">{systemLineOf(message.content, messages)}</p>
      </li>
    );
  }
  return <SentRow {...props} />;
});

function SentRow(props: MessageRowProps) {
  const { message, isContinued, isMarked } = props;
  const { userId } = useActs();
  const ref = useRef<HTMLLIElement>(null);
  const farHeight = useFarHeight(message.id, ref, 'box');
  const isOwn = message.sender?.id === userId;
  return (
    <li
      ref={ref}
      className={`message ${isOwn ? 'message-own' : ''} ${isContinued ? 'message-continued' : ''}`}
      data-message={message.id}
      data-marked={isMarked}
      {...(farHeight !== null && { style: { blockSize: farHeight } })}
    >
      {farHeight === null && <Bubble {...props} isOwn={isOwn} />}
    </li>
  );
}

function Bubble({ message, isContinued, isOwn }: MessageRowProps & { readonly isOwn: boolean }) {
  const { messages } = useTexts();
  const { isGroup } = useActs();
  const reactions = useReactions(message);
  const isWide =
    message.content.__typename === 'MediaContent' || message.content.__typename === 'PollContent';
  return (
    <>
      {isGroup && !isOwn && (
        <span className="message-avatar">{!isContinued && <Avatar of={message.sender} size={28} />}</span>
      )}
      <article
        className="bubble-line"
        tabIndex={-1}
        aria-label={isOwn ? messages.you : (message.sender?.displayName ?? messages.somebody)}
      >
        <div className={isWide ? 'bubble bubble-wide' : 'bubble'}>
          {isGroup && !isOwn && !isContinued && (
            <p className="bubble-sender" dir="auto">
              {message.sender?.displayName ?? messages.somebody}
            </p>
          )}
          {message.forwardedFrom && (
            <p className="message-quiet">
              <Forward aria-hidden="true" size={14} />{' '}
              {messages.forwardedFrom(message.forwardedFrom.sender?.displayName)}
            </p>
          )}
          <Replied message={message} />
          <MessageContent message={message} isOwn={isOwn} />
          <Foot message={message} />
        </div>
        <MessageMenu message={message} reactions={reactions} />
        <Reactions message={message} {...reactions} />
        <Refusals of={reactions.refusals} />
      </article>
    </>
  );
}

function Replied({ message: { replyTo } }: { readonly message: MessageItemFragment }) {
  const texts = useTexts();
  const { jumpTo } = useActs();
  if (!replyTo) return null;
  return (
    <button type="button" className="replied" onClick={() => jumpTo(replyTo.messageId)}>
      <span className="replied-name" dir="auto">
        {replyTo.sender?.displayName ?? texts.messages.somebody}
      </span>
      <span className="replied-text" dir="auto">
        {previewOf(replyTo.content, texts)}
      </span>
    </button>
  );
}

function Foot({ message }: { readonly message: MessageItemFragment }) {
  const { messages, posts } = useTexts();
  const { locale } = useSpeech();
  const at = new Date(message.createdAt);
  return (
    <p className="bubble-foot">
      {message.viewer?.isHeld && <span>{messages.held}</span>}
      {message.lock?.saleCount != null && (
        <span>{messages.soldFor(message.lock.priceCoins, message.lock.saleCount)}</span>
      )}
      {message.pinnedAt !== null && <Pin role="img" aria-label={messages.pinned} size={12} />}
      {message.editedAt !== null && <span>{posts.edited}</span>}
      <time dateTime={message.createdAt} title={dateFormat(locale, WHOLE).format(at)}>
        {dateFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(at)}
      </time>
    </p>
  );
}

function Reactions({
  message,
  own,
  toggle,
}: { readonly message: MessageItemFragment } & Pick<ReturnType<typeof useReactions>, 'own' | 'toggle'>) {
  const { messages } = useTexts();
  if (message.reactions.length === 0) return null;
  return (
    <div className="message-reactions">
      {message.reactions.map(({ emoji, count }) => (
        <button
          key={emoji}
          type="button"
          className="message-reaction"
          aria-pressed={own.includes(emoji)}
          aria-label={messages.reacted(emoji, count)}
          onClick={({ currentTarget }) => {
            if (count === 1 && own.includes(emoji)) focusMessageOf(currentTarget);
            toggle(emoji);
          }}
        >
          {emoji} {count > 1 && count}
        </button>
      ))}
    </div>
  );
}
