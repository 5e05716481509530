import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import { Button } from '../../parts/button.tsx';
import { Refusals } from '../../parts/field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { LowerAllHandsDocument } from './host-acts.generated.ts';
import type { RunningCallFragment } from '../calls.generated.ts';
import { AddToCall } from './add-to-call.tsx';
import { MemberRow } from './member-row.tsx';
import { Watchers } from './watchers.tsx';

/** Members of a call with their roles, and what the reader may do about them. */
export function PeopleInCall({
  of,
  userId,
}: {
  readonly of: RunningCallFragment;
  readonly userId: string | null | undefined;
}) {
  const { calls } = useTexts();
  const [isAdding, setIsAdding] = useState(false);
  const lowering = useAct(LowerAllHandsDocument);
  const { viewer } = of;
  if (of.state !== 'ONGOING') return null;
  return (
    <section className="call-people" aria-label={calls.people}>
      <h2>{calls.people}</h2>
      <ul>
        {of.members.nodes.map((member) => (
          <li key={member.user?.id ?? member.slot}>
            <MemberRow of={of} member={member} userId={userId} />
          </li>
        ))}
      </ul>
      {viewer?.canManage && of.watchingCount > 0 && <Watchers of={of} userId={userId} />}
      <div className="settings-acts">
        {viewer?.canSpeak && (
          <Button onClick={() => setIsAdding(true)}>
            <UserPlus aria-hidden="true" />
            {calls.addPeople}
          </Button>
        )}
        {viewer?.canManage && of.speakerRequests.nodes.length > 1 && (
          <Button
            onClick={() =>
              void lowering.act({ variables: { input: { callId: of.id } }, refetchQueries: ['CallScreen'] })
            }
          >
            {calls.lowerAll}
          </Button>
        )}
      </div>
      <Refusals of={lowering.refusals} />
      {isAdding && <AddToCall of={of} onClose={() => setIsAdding(false)} />}
    </section>
  );
}
