import {
  type KeyboardEvent,
  type RefObject,
  type TextareaHTMLAttributes,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTexts } from '../texts/texts.tsx';
import type { Member } from './members.ts';
import { SuggestionList } from './suggestion-list.tsx';
import { type Suggestion, useSuggestions } from './use-suggestions.ts';
import { completed, type Word, wordAt } from './word.ts';
import '../styles/suggest.css';

type SuggestingTextProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value' | 'onChange'> & {
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly box?: RefObject<HTMLTextAreaElement | null>;
  /** People of the conversation that is written to, who are suggested first. */
  readonly members?: readonly Member[];
};

/** A text box that suggests people and hashtags while their names are written. */
export function SuggestingText({
  value,
  onText,
  onKeyDown,
  box: given,
  members,
  ...rest
}: SuggestingTextProps) {
  const { compose } = useTexts();
  const id = useId();
  const own = useRef<HTMLTextAreaElement>(null);
  const box = given ?? own;
  const { note, close, leave, items, active, setActive, take, isFresh } = useSuggesting({
    value,
    onText,
    box,
    members,
  });
  const isOpen = items.length > 0;

  function onKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const { key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event;
    const isPlain = !(ctrlKey || metaKey || altKey || shiftKey || nativeEvent.isComposing);
    const chosen = items[active];
    if (isOpen && isPlain) {
      if (key === 'ArrowDown') setActive((active + 1) % items.length);
      else if (key === 'ArrowUp') setActive((active + items.length - 1) % items.length);
      else if (key === 'Escape') close();
      else if ((key === 'Enter' || key === 'Tab') && isFresh && chosen) take(chosen);
      else return onKeyDown?.(event);
      event.preventDefault();
      return;
    }
    onKeyDown?.(event);
  }

  return (
    <div className="suggesting">
      <textarea
        {...rest}
        ref={box}
        value={value}
        aria-autocomplete="list"
        // A text box cannot be expanded: it is a combobox for as long as it has a list.
        {...(isOpen && {
          role: 'combobox',
          'aria-expanded': true,
          'aria-haspopup': 'listbox',
          'aria-controls': `${id}-list`,
          'aria-activedescendant': `${id}-${active}`,
        })}
        onChange={({ target }) => {
          onText(target.value);
          note(target);
        }}
        onSelect={({ currentTarget }) => note(currentTarget)}
        onBlur={leave}
        onKeyDown={onKey}
      />
      <span className="visually-hidden" role="status">
        {isOpen && compose.suggested(items.length)}
      </span>
      {isOpen && <SuggestionList id={id} items={items} active={active} onTake={take} />}
    </div>
  );
}

function useSuggesting({
  value,
  onText,
  box,
  members,
}: Pick<SuggestingTextProps, 'value' | 'onText'> & {
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly members: readonly Member[] | undefined;
}) {
  const [word, setWord] = useState<Word | null>(null);
  /** Start of the word for which the list was closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const [caret, setCaret] = useState<number | null>(null);
  const found = useSuggestions(word?.start === closedAt ? null : word, members);
  const items = found && word && found.sign === word.sign ? found.items : [];
  // A list for fewer letters stays until the next has come, and none of it is taken by a key.
  const isFresh = found?.query === word?.query;
  const isWritten = items.length === 1 && items[0]?.name === word?.query;

  useEffect(() => setActive(0), [found]);

  useLayoutEffect(() => {
    if (caret === null) return;
    box.current?.setSelectionRange(caret, caret);
    setCaret(null);
  }, [caret, box]);

  return {
    active: Math.min(active, items.length - 1),
    setActive,
    isFresh,
    items: isWritten ? [] : items,
    /** Reads where the caret is. */
    note({ value: text, selectionStart, selectionEnd }: HTMLTextAreaElement): void {
      const next = selectionStart === selectionEnd ? wordAt(text, selectionStart) : null;
      setWord(next);
      setClosedAt((before) => (next?.start === before ? before : null));
    },
    close(): void {
      setClosedAt(word?.start ?? null);
    },
    leave: (): void => setWord(null),
    take({ name }: Suggestion): void {
      if (!word) return;
      const next = completed(value, word, name);
      setWord(null);
      onText(next.text);
      setCaret(next.caret);
    },
  };
}
