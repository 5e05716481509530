import { type RefObject, useEffect, useRef } from 'react';
import type { Member } from '../../suggest/members.ts';
import { SuggestingText } from '../../suggest/suggesting-text.tsx';
import { useTexts } from '../../texts/texts.tsx';

const LENGTH_MAX = 4_000;

/** The field of a message: Enter sends where there is a keyboard, and files can be pasted. */
export function TextBox({
  value,
  onType,
  onSubmit,
  onFiles,
  onEscape,
  focusKey,
  hasFocus,
  box,
  members,
}: {
  readonly value: string;
  readonly onType: (next: string) => void;
  readonly onSubmit: () => void;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onEscape: () => void;
  /** Changes when the field is to have the focus, such as for an answer. */
  readonly focusKey: string;
  /** Whether it has the focus from the beginning. */
  readonly hasFocus: boolean;
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly members: readonly Member[];
}) {
  const { messages } = useTexts();
  const first = useRef(focusKey);
  useEffect(() => {
    if (first.current === focusKey) return;
    first.current = focusKey;
    box.current?.focus();
  }, [focusKey, box]);
  return (
    <SuggestingText
      box={box}
      members={members}
      className="input composer-text"
      rows={1}
      autoFocus={hasFocus}
      dir="auto"
      aria-label={messages.write}
      placeholder={messages.write}
      maxLength={LENGTH_MAX}
      value={value}
      onText={onType}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onEscape();
        const isSend = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
        if (!isSend || matchMedia('(pointer: coarse)').matches) return;
        event.preventDefault();
        onSubmit();
      }}
      onPaste={({ clipboardData }) => {
        if (clipboardData.files.length > 0) onFiles([...clipboardData.files]);
      }}
    />
  );
}
