import { skipToken, useQuery } from '@apollo/client/react';
import { appConfig } from '../api/config.ts';
import { Avatar } from '../parts/avatar.tsx';
import { useTexts } from '../texts/texts.tsx';
import { DemoPeopleDocument } from './demo-people.generated.ts';

type DemoPerson = ReturnType<typeof appConfig>['demoPeople'][number];

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

/** People of the demo world, by picture; nothing outside of one. */
export function DemoPeople({
  isBusy,
  onChoose,
}: {
  readonly isBusy: boolean;
  readonly onChoose: (person: DemoPerson) => void;
}) {
  const { account } = useTexts();
  const people = appConfig().demoPeople.slice(0, NAMES.length);
  const [first] = people;
  const usernameOf = (index: number): string => (people[index] ?? first)?.username ?? '';
  const { data } = useQuery(
    DemoPeopleDocument,
    first
      ? {
          variables: {
            a: usernameOf(0),
            b: usernameOf(1),
            c: usernameOf(2),
            d: usernameOf(3),
            e: usernameOf(4),
            f: usernameOf(5),
          },
        }
      : skipToken,
  );
  if (!first) return null;
  const found = new Map(NAMES.map((name) => [data?.[name]?.username, data?.[name]]));
  return (
    <section className="demo-people" aria-labelledby="demo-people">
      <h2 id="demo-people">{account.demo}</h2>
      <ul>
        {people.map((person) => {
          const user = found.get(person.username);
          const name = user?.displayName ?? person.username;
          return (
            <li key={person.username}>
              <button
                type="button"
                className="demo-person"
                disabled={isBusy}
                aria-label={account.signInAs(name)}
                onClick={() => onChoose(person)}
              >
                <Avatar of={user ?? { displayName: person.username, avatar: null }} size={56} />
                <span>{name}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
