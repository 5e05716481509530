import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import type { MuteScope } from '../../generated/schema.ts';
import { Button } from '../../parts/button.tsx';
import { Select, Switch } from '../../parts/choices.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Refusals } from '../../parts/field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { DURATIONS, endOf, type Duration } from './durations.ts';
import { MuteUserDocument } from './person-acts.generated.ts';

const SCOPES: readonly MuteScope[] = ['POSTS', 'REPOSTS', 'COMMENTS', 'NOTIFICATIONS'];

export function MuteDialog({
  user,
  onClose,
}: {
  readonly user: { readonly id: string; readonly displayName: string };
  readonly onClose: () => void;
}) {
  const { people } = useTexts();
  const { act, isActing, refusals } = useAct(MuteUserDocument);
  const [scopes, setScopes] = useState<readonly MuteScope[]>(SCOPES);
  const [duration, setDuration] = useState<Duration>('ALWAYS');
  const mute = async (): Promise<void> => {
    const input = { userId: user.id, scopes: [...scopes], expiresAt: endOf(duration) };
    const payload = await act({
      variables: { input },
      update(cache) {
        for (const fieldName of ['feed', 'exploreFeed', 'myMutedUsers']) {
          cache.evict({ id: 'ROOT_QUERY', fieldName });
        }
      },
    });
    if (payload) onClose();
  };
  return (
    <Dialog title={people.muteTitle(user.displayName)} onClose={onClose}>
      <p>{people.muteText}</p>
      <div>
        {SCOPES.map((scope) => (
          <Switch
            key={scope}
            label={people.scopes[scope]}
            isOn={scopes.includes(scope)}
            onChange={(isOn) =>
              setScopes(SCOPES.filter((each) => (each === scope ? isOn : scopes.includes(each))))
            }
          />
        ))}
      </div>
      <Select
        label={people.howLong}
        choices={DURATIONS.map((value) => ({ value, name: people.durations[value] }))}
        value={duration}
        onChange={setDuration}
      />
      <Refusals of={refusals} />
      <div className="dialog-acts">
        <Button kind="main" disabled={isActing || scopes.length === 0} onClick={() => void mute()}>
          {people.mute}
        </Button>
      </div>
    </Dialog>
  );
}
