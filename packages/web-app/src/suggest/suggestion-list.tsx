import { Hash } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Avatar } from '../parts/avatar.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { Suggestion } from './use-suggestions.ts';

/** The focus stays in the text box, which names the active option. */
export function SuggestionList({
  id,
  items,
  active,
  onTake,
}: {
  readonly id: string;
  readonly items: readonly Suggestion[];
  readonly active: number;
  readonly onTake: (suggestion: Suggestion) => void;
}) {
  const { compose } = useTexts();
  const option = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // A browser may answer with a promise, which is no clean-up of an effect.
    option.current?.scrollIntoView({ block: 'nearest' });
  }, [active, items]);
  return (
    <ul className="suggestions" id={`${id}-list`} role="listbox" aria-label={compose.suggestions}>
      {items.map((item, index) => (
        <li
          key={item.id}
          ref={index === active ? option : null}
          id={`${id}-${index}`}
          className="suggestion"
          role="option"
          aria-selected={index === active}
          // The text box would lose the focus.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(item)}
        >
          <SuggestionNames of={item} />
        </li>
      ))}
    </ul>
  );
}

function SuggestionNames({ of: { name, person, postCount = 0 } }: { readonly of: Suggestion }) {
  const { explore } = useTexts();
  return (
    <>
      {person ? <Avatar of={person} size={32} /> : <Hash aria-hidden="true" />}
      <span className="name" dir="auto">
        {person ? person.displayName : name}
      </span>{' '}
      <span className="username">{person ? `@${name}` : explore.postCount(postCount)}</span>
    </>
  );
}
