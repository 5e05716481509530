import { ArrowDown } from 'lucide-react';
import { Fragment, memo, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { dateFormat } from '../../parts/formats.ts';
import { useSpeech, useTexts } from '../../texts/texts.tsx';
import type { MessageItemFragment } from '../message/message.generated.ts';
import { MessageRow } from '../message/message-row.tsx';
import { KeptPlace } from './kept-place.ts';

type MessageListProps = {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly messages: readonly MessageItemFragment[];
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
  readonly onOlder: () => Promise<unknown>;
  readonly onNewer: () => Promise<unknown>;
  /** The last message that was read when the conversation was opened. */
  readonly readSeq: number;
  readonly markedId: string | null;
  readonly isElsewhere: boolean;
  readonly onToNewest: () => void;
  /** Called with whether the end is in view. */
  readonly onAtEnd: (isAtEnd: boolean) => void;
  /** Below the messages: what is on its way, receipts. */
  readonly children: ReactNode;
};

const NEAR_PX = 48;

/**
 * Messages in a box that scrolls from its end on: the browser keeps the distance from there, so that nothing moves when older ones
 * come above.
 */
export function MessageList(props: MessageListProps) {
  const { scroller, messages, hasOlder, hasNewer, onOlder, onNewer, readSeq, markedId, isElsewhere } = props;
  const { messages: texts } = useTexts();
  const [isAtEnd, setIsAtEnd] = useState(true);
  const days = useDays(messages);
  const toEnd = (): void => {
    props.onToNewest();
    scroller.current?.scrollTo({ top: 0 });
  };
  return (
    <div className="message-box">
      <div
        className="message-scroller"
        ref={scroller}
        role="log"
        aria-label={texts.title}
        tabIndex={0}
        onScroll={({ currentTarget }) => {
          const isNear = currentTarget.scrollTop > -NEAR_PX;
          if (isNear === isAtEnd) return;
          setIsAtEnd(isNear);
          props.onAtEnd(isNear);
        }}
      >
        <KeptPlace scroller={scroller} messages={messages} nearPx={NEAR_PX} />
        <div className="message-column">
          <Edge root={scroller} isOn={hasOlder} onReach={onOlder} />
          {days.map(({ day, of }) => (
            <Day key={day} day={day} messages={of} readSeq={readSeq} markedId={markedId} />
          ))}
          <Edge root={scroller} isOn={hasNewer} onReach={onNewer} />
          {props.children}
        </div>
      </div>
      {(!isAtEnd || isElsewhere) && (
        <button
          type="button"
          className="to-end"
          aria-label={texts.toNewest}
          title={texts.toNewest}
          onClick={toEnd}
        >
          <ArrowDown aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

type DayOfMessages = { readonly day: string; readonly of: readonly MessageItemFragment[] };

/** Messages by the days of the reader. A day whose messages are the same ones stays the same object, and is not drawn again. */
function useDays(messages: readonly MessageItemFragment[]): readonly DayOfMessages[] {
  const before = useRef<ReadonlyMap<string, DayOfMessages>>(new Map());
  return useMemo(() => {
    const byDay = Map.groupBy(messages, ({ createdAt }) => new Date(createdAt).toDateString());
    const days = [...byDay].map(([day, of]) => {
      const known = before.current.get(day);
      const isSame =
        known?.of.length === of.length && known.of.every((message, index) => message === of[index]);
      return isSame ? known : { day, of };
    });
    before.current = new Map(days.map((each) => [each.day, each]));
    return days;
  }, [messages]);
}

const RUN_MS = 5 * 60_000;

const Day = memo(function Day({
  day,
  messages,
  readSeq,
  markedId,
}: {
  readonly day: string;
  readonly messages: readonly MessageItemFragment[];
  readonly readSeq: number;
  readonly markedId: string | null;
}) {
  const { locale, texts } = useSpeech();
  const name = dateFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date(day));
  return (
    <section aria-label={name}>
      <h2 className="message-day">
        <span>{name}</span>
      </h2>
      <ol className="message-day-list">
        {messages.map((message, index) => {
          const previous = messages[index - 1];
          const isFirstUnread =
            readSeq > 0 && message.seq > readSeq && (previous?.seq ?? 0) <= readSeq && index > 0;
          return (
            <Fragment key={message.id}>
              {isFirstUnread && (
                <li className="message-unread">
                  <span>{texts.messages.newMessages}</span>
                </li>
              )}
              <MessageRow
                message={message}
                isContinued={previous !== undefined && !isFirstUnread && isRun(previous, message)}
                isMarked={message.id === markedId}
              />
            </Fragment>
          );
        })}
      </ol>
    </section>
  );
});

const isRun = (previous: MessageItemFragment, { sender, createdAt }: MessageItemFragment): boolean =>
  previous.content.__typename !== 'SystemContent' &&
  previous.sender?.id === sender?.id &&
  Date.parse(createdAt) - Date.parse(previous.createdAt) < RUN_MS;

/** Loads more when it comes near the view, and looks again after each page. */
function Edge({
  root,
  isOn,
  onReach,
}: {
  readonly root: RefObject<HTMLDivElement | null>;
  readonly isOn: boolean;
  readonly onReach: () => Promise<unknown>;
}) {
  const { common } = useTexts();
  const ref = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const load = (): void => {
    setState('loading');
    onReach().then(
      () => setState('idle'),
      () => setState('failed'),
    );
  };
  const loading = useRef(load);
  loading.current = load;
  const isIdle = isOn && state === 'idle';
  useEffect(() => {
    if (!isIdle || !ref.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && loading.current(), {
      root: root.current,
      rootMargin: '600px 0px',
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isIdle, root]);
  if (!isOn) return null;
  return (
    <div className="message-edge" ref={ref}>
      {state === 'failed' ? (
        <button type="button" className="button button-quiet" onClick={load}>
          {common.retry}
        </button>
      ) : (
        <span>{common.loading}</span>
      )}
    </div>
  );
}
