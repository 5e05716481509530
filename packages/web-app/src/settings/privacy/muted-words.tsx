import { useApolloClient, useQuery } from '@apollo/client/react';
import { Pencil, Trash2 } from 'lucide-react';
import { type SyntheticEvent, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Select } from '../../parts/choices.tsx';
import { useDateText } from '../../parts/formats.ts';
import { Field, Refusals } from '../../parts/field.tsx';
import { fieldsOf } from '../../parts/form.ts';
import { More } from '../../parts/more.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { DURATIONS, type Duration, endOf } from '../../people/acts/durations.ts';
import { useTexts } from '../../texts/texts.tsx';
import {
  AddMutedWordDocument,
  type MutedWordItemFragment,
  MutedWordsDocument,
  RemoveMutedWordDocument,
} from './muted.generated.ts';
import { EditWord } from './edit-word.tsx';
import { MutedTabs } from './muted.tsx';
import { TARGETS, type WordScope, WordScopeFields } from './word-scope.tsx';
import '../../styles/settings.css';

const PAGE = 50;
const PHRASE_MAX = 100;

export function MutedWords() {
  const { settings } = useTexts();
  const result = useQuery(MutedWordsDocument, {
    variables: { first: PAGE },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const list = result.data?.myMutedWords;
  const { endCursor, hasNextPage = false } = list?.pageInfo ?? {};
  return (
    <Screen title={settings.names.muted} hasBack>
      <MutedTabs />
      <AddWord onAdded={() => void result.refetch()} />
      <Loading of={result} has={list != null}>
        {list?.edges.length === 0 && <Empty title={settings.noWords} />}
        <ul>
          {list?.edges.map(({ node }) => (
            <li key={node.id}>
              <WordRow word={node} />
            </li>
          ))}
        </ul>
        <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
      </Loading>
    </Screen>
  );
}

function AddWord({ onAdded }: { readonly onAdded: () => void }) {
  const { settings, people } = useTexts();
  const { cache } = useApolloClient();
  const { act, isActing, refusals } = useAct(AddMutedWordDocument);
  const [scope, setScope] = useState<WordScope>({ targets: TARGETS, excludesFollowing: false });
  const { targets, excludesFollowing } = scope;
  const [duration, setDuration] = useState<Duration>('ALWAYS');
  const add = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> => {
    const form = event.currentTarget;
    const { phrase = '' } = fieldsOf(event);
    const input = { phrase, targets: [...targets], excludesFollowing, expiresAt: endOf(duration) };
    if (!(await act({ variables: { input } }))) return;
    form.reset();
    cache.evict({ id: 'ROOT_QUERY', fieldName: 'feed' });
    onAdded();
  };
  return (
    <form className="settings-part form" onSubmit={(event) => void add(event)}>
      <Field
        name="phrase"
        label={settings.phrase}
        hint={settings.phraseHint}
        maxLength={PHRASE_MAX}
        dir="auto"
        required
        refusals={refusals}
      />
      <WordScopeFields scope={scope} onChange={setScope} />
      <Select
        label={people.howLong}
        choices={DURATIONS.map((value) => ({ value, name: people.durations[value] }))}
        value={duration}
        onChange={setDuration}
      />
      <Refusals of={refusals} fields={['phrase']} />
      <div className="settings-acts">
        <Button kind="main" type="submit" disabled={isActing || targets.length === 0}>
          {settings.addWord}
        </Button>
      </div>
    </form>
  );
}

function WordRow({ word }: { readonly word: MutedWordItemFragment }) {
  const { settings } = useTexts();
  const { cache } = useApolloClient();
  const date = useDateText();
  const { act, isActing, refusals } = useAct(RemoveMutedWordDocument);
  const [isEdited, setIsEdited] = useState(false);
  const { id, phrase, targets, expiresAt, excludesFollowing } = word;
  const remove = async (): Promise<void> => {
    if (!(await act({ variables: { input: { mutedWordId: id } } }))) return;
    cache.evict({ id: cache.identify({ __typename: 'MutedWord', id }) ?? '' });
    cache.evict({ id: 'ROOT_QUERY', fieldName: 'feed' });
  };
  const notes = [
    ...targets.map((target) => settings.targets[target]),
    ...(excludesFollowing ? [settings.excludesFollowing] : []),
    ...(expiresAt === null ? [] : [settings.until(date(expiresAt))]),
  ];
  return (
    <div className="settings-row">
      <div className="settings-text">
        <p className="settings-name" dir="auto">
          {phrase}
        </p>
        <p className="field-hint">{notes.join(' · ')}</p>
        <Refusals of={refusals} />
      </div>
      <IconButton label={settings.editWord(phrase)} onClick={() => setIsEdited(true)}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton label={settings.removeWord(phrase)} disabled={isActing} onClick={() => void remove()}>
        <Trash2 aria-hidden="true" />
      </IconButton>
      {isEdited && <EditWord word={word} onClose={() => setIsEdited(false)} />}
    </div>
  );
}
