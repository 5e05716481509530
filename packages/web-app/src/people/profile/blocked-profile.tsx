import { Avatar } from '../../parts/avatar.tsx';
import { Button } from '../../parts/button.tsx';
import { Refusals } from '../../parts/field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useBlock } from '../acts/use-block.ts';
import type { ProfileQuery } from './profile.generated.ts';

/** The profile of somebody whom the reader has blocked, of whom they may see no more than the name. */
export function BlockedProfile({
  blocked,
  username,
}: {
  readonly blocked: NonNullable<ProfileQuery['myBlockedUser']>;
  readonly username: string;
}) {
  const { people } = useTexts();
  const { unblock, isActing, refusals } = useBlock(blocked.userId);
  const name = blocked.displayName ?? `@${blocked.username ?? username}`;
  return (
    <div className="state">
      <Avatar of={{ displayName: name, avatar: blocked.avatar }} size={88} />
      <p className="state-title">{people.blockedTitle(name)}</p>
      <p>{people.blockedText}</p>
      <Button disabled={isActing} onClick={() => void unblock()}>
        {people.unblock}
      </Button>
      <Refusals of={refusals} />
    </div>
  );
}
