import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { Refusals } from '../../parts/field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import type { FollowTargetFragment } from './follow.generated.ts';
import { useFollow } from './use-follow.ts';

/** Nothing beside the reader themselves. */
export function FollowButton({ user }: { readonly user: FollowTargetFragment }) {
  const { people } = useTexts();
  const { state, follow, end, refusals } = useFollow(user);
  const [isAsking, setIsAsking] = useState(false);
  const { displayName: name, isPrivate, viewer } = user;
  if (!viewer || viewer.isSelf) return null;
  const canAct = state !== 'NONE' || viewer.canFollow;
  const press = (): void => {
    if (state === 'NONE') void follow();
    // Only the other can give back what they show to followers alone.
    else if (state === 'FOLLOWING' && isPrivate) setIsAsking(true);
    else void end();
  };
  const texts = {
    NONE: isPrivate ? people.ask : viewer.isFollowedBy ? people.followBack : people.follow,
    FOLLOWING: people.following,
    REQUESTED: people.requested,
  };
  const labels = {
    NONE: `${texts.NONE} ${name}`,
    FOLLOWING: people.unfollowName(name),
    REQUESTED: people.cancelName(name),
  };
  return (
    <div className="follow">
      <Button
        kind={state === 'NONE' ? 'main' : 'plain'}
        aria-label={labels[state]}
        disabled={!canAct}
        onClick={press}
      >
        {texts[state]}
      </Button>
      <Refusals of={refusals} />
      {isAsking && (
        <Confirm
          title={people.unfollowTitle(name)}
          text={people.unfollowText}
          act={people.unfollow}
          onConfirm={() => {
            setIsAsking(false);
            void end();
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
