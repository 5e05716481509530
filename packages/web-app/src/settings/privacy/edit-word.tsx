import { useApolloClient } from '@apollo/client/react';
import { type SyntheticEvent, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { Button } from '../../parts/button.tsx';
import { Select } from '../../parts/choices.tsx';
import { useDateText } from '../../parts/formats.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Refusals } from '../../parts/field.tsx';
import { DURATIONS, type Duration, endOf } from '../../people/acts/durations.ts';
import { useTexts } from '../../texts/texts.tsx';
import { type MutedWordItemFragment, UpdateMutedWordDocument } from './muted.generated.ts';
import { type WordScope, WordScopeFields } from './word-scope.tsx';

/** Changes what a muted word hides, and for how long. */
export function EditWord({
  word,
  onClose,
}: {
  readonly word: MutedWordItemFragment;
  readonly onClose: () => void;
}) {
  const { common, people, settings } = useTexts();
  const { cache } = useApolloClient();
  const date = useDateText();
  const { act, isActing, refusals } = useAct(UpdateMutedWordDocument);
  const { id, phrase, expiresAt } = word;
  const [scope, setScope] = useState<WordScope>(word);
  // An end that has been set stays at its time unless another one is chosen.
  const [duration, setDuration] = useState<Duration | 'AS_SET'>(expiresAt === null ? 'ALWAYS' : 'AS_SET');
  const save = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    const { targets, excludesFollowing } = scope;
    const end = duration === 'AS_SET' ? {} : { expiresAt: endOf(duration) };
    const input = { mutedWordId: id, targets: [...targets], excludesFollowing, ...end };
    if (!(await act({ variables: { input } }))) return;
    cache.evict({ id: 'ROOT_QUERY', fieldName: 'feed' });
    onClose();
  };
  return (
    <Dialog title={settings.editWord(phrase)} onClose={onClose}>
      <form className="form" onSubmit={(event) => void save(event)}>
        <WordScopeFields scope={scope} onChange={setScope} />
        <Select
          label={people.howLong}
          choices={[
            ...(expiresAt === null
              ? []
              : [{ value: 'AS_SET' as const, name: settings.until(date(expiresAt)) }]),
            ...DURATIONS.map((value) => ({ value, name: people.durations[value] })),
          ]}
          value={duration}
          onChange={setDuration}
        />
        <Refusals of={refusals} />
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="main" type="submit" disabled={isActing || scope.targets.length === 0}>
            {common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
