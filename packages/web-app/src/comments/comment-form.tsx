import { useSession } from '@plaza/client/react';
import { type ReactNode, useRef, useState } from 'react';
import { useAct } from '../api/act.ts';
import { AttachedMedia } from '../media/attached-media.tsx';
import { useAttachments } from '../media/attachments.ts';
import { MediaButton } from '../media/media-button.tsx';
import { readDraft, writeDraft } from '../messages/composer/drafts.ts';
import { Button } from '../parts/button.tsx';
import { Refusals } from '../parts/field.tsx';
import { Insist } from '../parts/insist.tsx';
import { SuggestingText } from '../suggest/suggesting-text.tsx';
import { AddCommentDocument } from './comment-acts.generated.ts';
import type { CommentThreadFragment } from './comment.generated.ts';

const MEDIA_MAX = 4;

type CommentFormProps = {
  readonly label: string;
  /** Name of the act, on its button. */
  readonly act: string;
  readonly target: { readonly postId: string; readonly parentId?: string };
  readonly isFocused?: boolean;
  readonly onAdded: (comment: CommentThreadFragment) => void;
  /** Beside the button that sends. */
  readonly children?: ReactNode;
};

/** Writes a comment or a reply, with up to four pictures. */
export function CommentForm(props: CommentFormProps) {
  const { label, act: name, isFocused = false, children } = props;
  const { text, setText, attachments, send, isActing, isReady, refusals } = useWriting(props);
  return (
    <form
      className="comment-form"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void send();
      }}
    >
      <SuggestingText
        className="input comment-input"
        aria-label={label}
        placeholder={label}
        dir="auto"
        rows={1}
        autoFocus={isFocused}
        value={text}
        onText={setText}
        onPaste={({ clipboardData }) => attachments.add([...clipboardData.files], MEDIA_MAX)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isReady) void send();
        }}
      />
      <AttachedMedia attachments={attachments} />
      <Refusals of={refusals} />
      <Insist of={refusals} onInsist={(token) => void send(token)} />
      <div className="comment-form-acts">
        <MediaButton attachments={attachments} max={MEDIA_MAX} />
        {children}
        <Button kind="main" type="submit" disabled={!isReady || isActing}>
          {name}
        </Button>
      </div>
    </form>
  );
}

function useWriting({ target, onAdded }: CommentFormProps) {
  const { act, isActing, refusals } = useAct(AddCommentDocument);
  const attachments = useAttachments();
  const { text, setText } = useDraft(target.parentId ?? target.postId);
  // One key for what is sent, however often: a lost answer adds no second comment.
  const sent = useRef({ input: '', key: '' });

  async function send(retryToken?: string): Promise<void> {
    if (isActing || !(await attachments.saveAltTexts())) return;
    const mediaIds = attachments.items.flatMap(({ media }) => (media ? [media.id] : []));
    const input = { ...target, text, mediaIds, ...(retryToken !== undefined && { retryToken }) };
    const written = JSON.stringify(input);
    if (sent.current.input !== written) sent.current = { input: written, key: crypto.randomUUID() };
    const payload = await act({ variables: { input: { ...input, idempotencyKey: sent.current.key } } });
    if (!payload?.comment) return;
    // More may have been written meanwhile.
    setText((current) => (current === text ? '' : current));
    attachments.replace([]);
    onAdded(payload.comment);
  }

  const isEmpty = text.trim() === '' && attachments.items.length === 0;
  const isReady = !isEmpty && !attachments.isSending && !attachments.hasStopped;
  return { text, setText, attachments, send, isActing, isReady, refusals };
}

/** The text below a post or a comment, which the browser keeps until it is sent. */
function useDraft(targetId: string) {
  const userId = useSession().user ?? '';
  const [text, show] = useState(() => readDraft(userId, targetId));
  const latest = useRef(text);
  const setText = (next: string | ((current: string) => string)): void => {
    latest.current = typeof next === 'string' ? next : next(latest.current);
    writeDraft(userId, targetId, latest.current);
    show(latest.current);
  };
  return { text, setText };
}
