import { skipToken, useQuery } from '@apollo/client/react';
import { useDeferredValue, useId, useState } from 'react';
import { Avatar } from '../../parts/avatar.tsx';
import { beginsDialog } from '../../parts/first-focus.ts';
import { useSettled } from '../../suggest/use-settled.ts';
import { useTexts } from '../../texts/texts.tsx';
import { ChoosePeopleDocument, type ChoosePeopleQuery } from './inbox.generated.ts';
import '../../styles/found.css';

export type FoundPerson = NonNullable<ChoosePeopleQuery['searchUsers']>['nodes'][number];

const LENGTH_MIN = 2;
const SHOWN = 10;

const canMessage = ({ viewer }: FoundPerson): boolean =>
  viewer?.isSelf !== true && viewer?.canMessage !== false;

/** Finds people by name and gives the chosen one. */
export function PeopleSearch({
  isChosen,
  onChoose,
  hint,
  canChoose = canMessage,
}: {
  readonly isChosen: (person: FoundPerson) => boolean;
  readonly onChoose: (person: FoundPerson) => void;
  readonly hint?: string;
  readonly canChoose?: (person: FoundPerson) => boolean;
}) {
  const { messages } = useTexts();
  const [text, setText] = useState('');
  const query = useDeferredValue(useSettled(text.trim()));
  const { data, loading } = useQuery(
    ChoosePeopleDocument,
    // Other lists of the same search in the cache are longer, and have more of each person.
    query.length < LENGTH_MIN ? skipToken : { variables: { query, first: SHOWN }, fetchPolicy: 'no-cache' },
  );
  const found = query.length < LENGTH_MIN ? [] : (data?.searchUsers?.nodes ?? []);
  const id = useId();
  return (
    <div className="people-search">
      <div className="field">
        <label htmlFor={id}>{messages.searchPeople}</label>
        <input
          id={id}
          ref={beginsDialog}
          className="input"
          type="search"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {hint && <p className="field-hint">{hint}</p>}
      </div>
      <ul className="found-list" aria-live="polite">
        {found.map((person) => (
          <li key={person.id}>
            <button
              type="button"
              className="found"
              aria-pressed={isChosen(person)}
              disabled={!canChoose(person)}
              onClick={() => onChoose(person)}
            >
              <Avatar of={person} size={36} />
              <span className="found-names">
                <span className="name" dir="auto">
                  {person.displayName}
                </span>
                <span className="username">@{person.username}</span>
              </span>
            </button>
          </li>
        ))}
        {!loading && query.length >= LENGTH_MIN && found.length === 0 && (
          <li className="found-none">{messages.nobodyFound}</li>
        )}
      </ul>
    </div>
  );
}
