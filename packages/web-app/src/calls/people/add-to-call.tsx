import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import { PeopleSearch } from '../../messages/inbox/people-search.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Refusals } from '../../parts/field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { AddToCallDocument } from './host-acts.generated.ts';
import type { RunningCallFragment } from '../calls.generated.ts';

/** Rings further people; those who are in no conversation of the call see the call alone. */
export function AddToCall({
  of,
  onClose,
}: {
  readonly of: RunningCallFragment;
  readonly onClose: () => void;
}) {
  const { calls } = useTexts();
  const { act, refusals } = useAct(AddToCallDocument);
  const [rung, setRung] = useState<readonly string[]>([]);
  const isThere = (id: string): boolean => of.members.nodes.some(({ user }) => user?.id === id);
  const ring = async (id: string, name: string): Promise<void> => {
    const input = { callId: of.id, userIds: [id] };
    if (await act({ variables: { input }, refetchQueries: ['CallScreen'] })) setRung([...rung, name]);
  };
  return (
    <Dialog title={calls.addPeople} onClose={onClose}>
      <PeopleSearch
        hint={of.mode === 'DIRECT' ? calls.addHintDirect : calls.addHint}
        isChosen={({ id }) => isThere(id)}
        onChoose={({ id, displayName }) => void ring(id, displayName)}
      />
      <p role="status">{rung.length > 0 && calls.itRingsAt(rung.join(', '))}</p>
      <Refusals of={refusals} />
    </Dialog>
  );
}
