import { Ellipsis, MicOff, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import { Avatar } from '../../parts/avatar.tsx';
import { Button, IconButton } from '../../parts/button.tsx';
import { Refusals } from '../../parts/field.tsx';
import { Menu } from '../../parts/menu.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { LowerAllHandsDocument } from './host-acts.generated.ts';
import type { RunningCallFragment } from '../calls.generated.ts';
import { AddToCall } from './add-to-call.tsx';
import { useMemberActs } from './member-acts.tsx';

type Member = RunningCallFragment['members']['nodes'][number];

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

function MemberRow({
  of,
  member,
  userId,
}: {
  readonly of: RunningCallFragment;
  readonly member: Member;
  readonly userId: string | null | undefined;
}) {
  const { calls } = useTexts();
  const { items, dialog, refusals, done } = useMemberActs(of, member, userId);
  const { user, role, isMuted } = member;
  const name = user?.displayName ?? calls.somebody;
  return (
    <div className="row">
      <Avatar of={user} size={36} />
      <span className="row-texts">
        <span className="name" dir="auto">
          {user?.id === userId ? calls.you : name}
        </span>
        {of.mode === 'GROUP' && <span className="username">{calls.roles[role]}</span>}
      </span>
      {isMuted && role !== 'VIEWER' && <MicOff role="img" aria-label={calls.muted} size={16} />}
      {items.length > 0 && (
        <Menu
          trigger={
            <IconButton label={calls.actsOn(name)}>
              <Ellipsis aria-hidden="true" />
            </IconButton>
          }
          items={items}
        />
      )}
      <span role="status" className="row-quiet">
        {done}
      </span>
      <Refusals of={refusals} />
      {dialog}
    </div>
  );
}
