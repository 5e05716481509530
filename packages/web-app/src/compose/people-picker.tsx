import { skipToken, useQuery } from '@apollo/client/react';
import { Plus, X } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Avatar } from '../parts/avatar.tsx';
import { Field } from '../parts/field.tsx';
import { useTexts } from '../texts/texts.tsx';
import { PeopleForDocument } from './compose.generated.ts';
import type { Chosen } from './written.ts';

const QUERY_MIN = 2;

/** The people who see a private post, found by name. */
export function PeoplePicker({
  chosen,
  max,
  onChange,
}: {
  readonly chosen: readonly Chosen[];
  readonly max: number;
  readonly onChange: (chosen: readonly Chosen[]) => void;
}) {
  const { compose } = useTexts();
  const [text, setText] = useState('');
  const query = useDeferredValue(text.trim());
  const { data } = useQuery(
    PeopleForDocument,
    // Other lists of the same search in the cache are longer, and have more of each person.
    query.length >= QUERY_MIN ? { variables: { query }, fetchPolicy: 'no-cache' } : skipToken,
  );
  const ids = new Set(chosen.map(({ id }) => id));
  const found = data?.searchUsers?.edges.map(({ node }) => node).filter(({ id }) => !ids.has(id)) ?? [];
  return (
    <div className="people-picker">
      <ul className="chosen" aria-label={compose.chosen}>
        {chosen.map((person) => (
          <li key={person.id}>
            <button
              type="button"
              className="chosen-person"
              aria-label={compose.leaveOut(person.displayName)}
              onClick={() => onChange(chosen.filter(({ id }) => id !== person.id))}
            >
              <span dir="auto">{person.displayName}</span>
              <X aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <Field
        name="audienceUserIds"
        label={compose.findPeople}
        type="search"
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <ul className="person-list" aria-live="polite">
        {text !== '' &&
          found.map((person) => (
            <li key={person.id}>
              <button
                type="button"
                className="person-choice"
                disabled={chosen.length >= max}
                onClick={() => {
                  onChange([...chosen, person]);
                  setText('');
                }}
              >
                <Avatar of={person} size={32} />
                <span className="name" dir="auto">
                  {person.displayName}
                </span>
                <span className="username">@{person.username}</span>
                <Plus aria-hidden="true" />
              </button>
            </li>
          ))}
      </ul>
    </div>
  );
}
