import { useRef, useState } from 'react';
import { Mic, Send, X } from 'lucide-react';
import { IconButton } from '../../parts/button.tsx';
import { Refusals } from '../../parts/field.tsx';
import type { Member } from '../../suggest/members.ts';
import { useTexts } from '../../texts/texts.tsx';
import type { MessageItemFragment } from '../message/message.generated.ts';
import { previewOf } from '../message/preview.ts';
import { AddMenu, type Adding } from './add-menu.tsx';
import { Attachments } from './attachments.tsx';
import { ContactForm } from './contact-form.tsx';
import { LocationForm } from './location-form.tsx';
import { PaidForm } from './paid-form.tsx';
import { PollForm } from './poll-form.tsx';
import { Recorder } from './recorder.tsx';
import { Schedule } from './schedule.tsx';
import { TextBox } from './text-box.tsx';
import { useAttachments } from './use-attachments.ts';
import { useEditing } from './use-editing.ts';
import { mediaInput, useSend } from './use-send.ts';
import { useTypingSignal } from './use-typing-signal.ts';

const FILES_MAX = 10;

export type ComposerProps = {
  readonly conversationId: string;
  readonly userId: string;
  /** People other than the user who can be mentioned. */
  readonly members: readonly Member[];
  readonly replyTo: MessageItemFragment | null;
  readonly editing: MessageItemFragment | null;
  /** Whether the field of text has the focus from the beginning. */
  readonly hasFocus: boolean;
  /** Changes when it gets the focus. */
  readonly focusCount: number;
  /** Called when a reply or an edit is over. */
  readonly onEnd: () => void;
  readonly onSent: () => void;
};

export function Composer(props: ComposerProps) {
  const { conversationId, replyTo, onEnd } = props;
  const [adding, setAdding] = useState<Adding | null>(null);
  const [hasFocus, setHasFocus] = useState(props.hasFocus);
  const signal = useTypingSignal(conversationId);
  const send = useSend(conversationId, replyTo, () => {
    signal.sent();
    onEnd();
    props.onSent();
  });
  const close = (): void => setAdding(null);
  if (adding !== 'voice') {
    return <Writing {...props} {...{ hasFocus, adding, setAdding, signal, send }} />;
  }
  const leave = (): void => {
    setHasFocus(true);
    close();
  };
  return (
    <div className="composer">
      <Recorder
        onTick={() => signal.typing('VOICE_NOTE')}
        onSend={(id) => {
          send.voice(id);
          leave();
        }}
        onEnd={() => {
          signal.stopped();
          leave();
        }}
      />
    </div>
  );
}

type WritingProps = ComposerProps & {
  readonly adding: Adding | null;
  readonly setAdding: (adding: Adding | null) => void;
  readonly signal: ReturnType<typeof useTypingSignal>;
  readonly send: ReturnType<typeof useSend>;
};

function Writing(props: WritingProps) {
  const { editing, replyTo, onEnd, setAdding, signal, hasFocus, focusCount } = props;
  const { messages } = useTexts();
  const written = useWritten(props);
  const { attachments, text, canSend, submit } = written;
  const box = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <form
        className="composer"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
          // The button that sends becomes the one that records.
          box.current?.focus();
        }}
      >
        <Context message={editing ?? replyTo} isEdit={editing !== null} onEnd={onEnd} />
        <Attachments
          {...attachments}
          remove={(key) => {
            attachments.remove(key);
            box.current?.focus();
          }}
        />
        {attachments.list.length === 1 && !editing && <OnceBox {...written} />}
        <Refusals of={written.refusals} />
        <div className="composer-row">
          {!editing && <AddMenu onFiles={attachments.add} onChoose={setAdding} />}
          <TextBox
            value={text}
            onType={(next) => {
              written.setText(next);
              if (next === '') signal.stopped();
              else signal.typing('TEXT');
            }}
            onSubmit={submit}
            onFiles={attachments.add}
            onEscape={onEnd}
            focusKey={`${replyTo?.id} ${editing?.id} ${focusCount}`}
            hasFocus={hasFocus}
            box={box}
            members={props.members}
          />
          {canSend || editing ? (
            <IconButton
              type="submit"
              label={editing ? messages.saveEdit : messages.sendMessage}
              className="send"
              disabled={!canSend || written.isBusy}
            >
              <Send aria-hidden="true" />
            </IconButton>
          ) : (
            <IconButton label={messages.recordVoice} onClick={() => setAdding('voice')}>
              <Mic aria-hidden="true" />
            </IconButton>
          )}
        </div>
      </form>
      <AddDialog {...props} written={written} />
    </>
  );
}

function OnceBox({ isViewOnce, setIsViewOnce }: ReturnType<typeof useWritten>) {
  const { messages } = useTexts();
  return (
    <label className="check">
      <input type="checkbox" checked={isViewOnce} onChange={({ target }) => setIsViewOnce(target.checked)} />{' '}
      {messages.sendOnce}
    </label>
  );
}

/** The text and the files of the message, and the act that sends them or saves the edit. */
function useWritten({ send, ...props }: WritingProps) {
  const { text, setText, save, isSaving, refusals } = useEditing(props);
  const attachments = useAttachments(FILES_MAX);
  const [isViewOnce, setIsViewOnce] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const trimmed = text.trim();
  const hasFiles = attachments.list.length > 0;
  const canSend = hasFiles ? attachments.isReady : trimmed !== '';
  const clear = (): void => {
    setText('');
    attachments.clear();
    setIsViewOnce(false);
  };
  function submit(): void {
    if (props.editing) {
      void save(trimmed);
      return;
    }
    if (canSend) {
      void sendBy(() => {
        if (hasFiles) send.media(trimmed, attachments.list, isViewOnce);
        else send.text(trimmed);
      });
    }
  }
  /** Sends what is written once the server has its alternative texts; nothing else sends it meanwhile. */
  async function sendBy(act: () => void): Promise<void> {
    if (isSending) return;
    setIsSending(true);
    const isDescribed = await attachments.saveAltTexts();
    setIsSending(false);
    if (!isDescribed) return;
    act();
    clear();
  }
  const input = canSend ? mediaInput(trimmed, attachments.list) : null;
  return {
    text,
    setText,
    attachments,
    isViewOnce,
    setIsViewOnce,
    canSend,
    submit,
    sendBy,
    clear,
    input,
    isBusy: isSaving || isSending,
    refusals,
  };
}

function AddDialog({
  conversationId,
  replyTo,
  adding,
  setAdding,
  send,
  written,
}: WritingProps & { readonly written: ReturnType<typeof useWritten> }) {
  const close = (): void => setAdding(null);
  switch (adding) {
    case 'poll':
      return <PollForm onSend={send.poll} onClose={close} />;
    case 'location':
      return <LocationForm onSend={send.place} onClose={close} />;
    case 'contact':
      return <ContactForm onSend={send.contact} onClose={close} />;
    case 'paid':
      return (
        <PaidForm
          text={written.text.trim()}
          attachments={written.attachments.list}
          hasContent={written.canSend}
          onSend={(lock) =>
            written.sendBy(() => send.paid(written.text.trim(), written.attachments.list, lock))
          }
          onClose={close}
        />
      );
    case 'schedule':
      return (
        <Schedule
          conversationId={conversationId}
          input={written.input && { ...written.input, ...(replyTo && { replyToId: replyTo.id }) }}
          onDescribe={written.attachments.saveAltTexts}
          onScheduled={() => {
            written.clear();
            close();
          }}
          onClose={close}
        />
      );
    default:
      return null;
  }
}

/** The message that is answered or edited. */
function Context({
  message,
  isEdit,
  onEnd,
}: {
  readonly message: MessageItemFragment | null;
  readonly isEdit: boolean;
  readonly onEnd: () => void;
}) {
  const texts = useTexts();
  const { messages } = texts;
  if (!message) return null;
  return (
    <div className="composer-context">
      <span className="replied">
        <span className="replied-name" dir="auto">
          {isEdit ? messages.editing : (message.sender?.displayName ?? messages.somebody)}
        </span>
        <span className="replied-text" dir="auto">
          {previewOf(message.content, texts)}
        </span>
      </span>
      <IconButton label={isEdit ? messages.endEdit : messages.endReply} onClick={onEnd}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  );
}
