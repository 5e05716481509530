import { useEffect, useRef } from 'react';
import { useTexts } from '../../texts/texts.tsx';

const LENGTH_MAX = 4_000;

/** The field of a message: Enter sends where there is a keyboard, and files can be pasted. */
export function TextBox({
  value,
  onType,
  onSubmit,
  onFiles,
  focusKey,
}: {
  readonly value: string;
  readonly onType: (next: string) => void;
  readonly onSubmit: () => void;
  readonly onFiles: (files: readonly File[]) => void;
  /** Changes when the field is to have the focus, such as for an answer. */
  readonly focusKey: string;
}) {
  const { messages } = useTexts();
  const ref = useRef<HTMLTextAreaElement>(null);
  const first = useRef(focusKey);
  useEffect(() => {
    if (first.current === focusKey) return;
    first.current = focusKey;
    ref.current?.focus();
  }, [focusKey]);
  return (
    <textarea
      ref={ref}
      className="input composer-text"
      rows={1}
      dir="auto"
      aria-label={messages.write}
      placeholder={messages.write}
      maxLength={LENGTH_MAX}
      value={value}
      onChange={({ target }) => onType(target.value)}
      onKeyDown={(event) => {
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
