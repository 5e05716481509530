import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../texts/texts.tsx';

/** Milliseconds without a key after which is searched. */
const PAUSE_MS = 300;

/** Searches while somebody types, and at once by the enter key. */
export function SearchBox({
  value,
  hasFocus = false,
  onSearch,
}: {
  readonly value: string;
  readonly hasFocus?: boolean;
  readonly onSearch: (text: string) => void;
}) {
  const { explore } = useTexts();
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const search = useRef(onSearch);
  search.current = onSearch;
  const wanted = text.trim();

  useEffect(() => {
    if (hasFocus) input.current?.focus();
  }, [hasFocus]);

  useEffect(() => {
    if (wanted === value) return undefined;
    const timer = setTimeout(() => search.current(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, value]);

  return (
    <form
      role="search"
      className="search-box"
      onSubmit={(event) => {
        event.preventDefault();
        search.current(wanted);
      }}
    >
      <Search aria-hidden="true" />
      <input
        ref={input}
        type="search"
        className="input"
        aria-label={explore.search}
        placeholder={explore.searchHint}
        value={text}
        dir="auto"
        enterKeyHint="search"
        onChange={({ target }) => setText(target.value)}
      />
    </form>
  );
}
