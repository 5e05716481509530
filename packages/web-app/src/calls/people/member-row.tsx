import { Ellipsis, MicOff } from 'lucide-react';
import { Avatar } from '../../parts/avatar.tsx';
import { IconButton } from '../../parts/button.tsx';
import { Refusals } from '../../parts/field.tsx';
import { Menu } from '../../parts/menu.tsx';
import { useTexts } from '../../texts/texts.tsx';
import type { CallPersonFragment, RunningCallFragment } from '../calls.generated.ts';
import { useMemberActs } from './member-acts.tsx';

/** A member of a call with their role, and what the reader may do about them. */
export function MemberRow({
  of,
  member,
  userId,
}: {
  readonly of: RunningCallFragment;
  readonly member: CallPersonFragment;
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
