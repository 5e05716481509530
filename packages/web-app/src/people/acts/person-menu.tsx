import { Ban, Ellipsis, Flag, Link2, UserMinus, Volume2, VolumeX } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import { IconButton } from '../../parts/button.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { Refusals } from '../../parts/field.tsx';
import { Menu, type MenuItem } from '../../parts/menu.tsx';
import { ReportDialog } from '../../report/report-dialog.tsx';
import { useTexts } from '../../texts/texts.tsx';
import type { ProfileHeadFragment } from '../profile/profile-head.generated.ts';
import { MuteDialog } from './mute-dialog.tsx';
import { RemoveFollowerDocument, UnmuteUserDocument } from './person-acts.generated.ts';
import { useBlock } from './use-block.ts';

type Open = 'mute' | 'block' | 'remove' | 'report' | null;

/** Acts towards a person; `onSaid` tells that something was done that nothing else shows. */
export function PersonMenu({
  user,
  onSaid,
}: {
  readonly user: ProfileHeadFragment;
  readonly onSaid: (text: string) => void;
}) {
  const { people, report } = useTexts();
  const [open, setOpen] = useState<Open>(null);
  const unmuting = useAct(UnmuteUserDocument);
  const close = (): void => setOpen(null);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(`${location.origin}/u/${user.username}`);
    onSaid(people.linkCopied);
  };
  const items: MenuItem[] = [
    { name: people.copyLink, icon: <Link2 aria-hidden="true" />, onSelect: () => void copy() },
  ];
  if (user.viewer && !user.viewer.isSelf) {
    const { isMuting, isFollowedBy } = user.viewer;
    items.push(
      isMuting
        ? {
            name: people.unmute,
            icon: <Volume2 aria-hidden="true" />,
            onSelect: () => void unmuting.act({ variables: { input: { userId: user.id } } }),
          }
        : { name: people.mute, icon: <VolumeX aria-hidden="true" />, onSelect: () => setOpen('mute') },
    );
    if (isFollowedBy) {
      items.push({
        name: people.removeFollower,
        icon: <UserMinus aria-hidden="true" />,
        onSelect: () => setOpen('remove'),
      });
    }
    items.push({
      name: report.report,
      icon: <Flag aria-hidden="true" />,
      onSelect: () => setOpen('report'),
    });
    items.push({
      name: people.block,
      icon: <Ban aria-hidden="true" />,
      isDanger: true,
      onSelect: () => setOpen('block'),
    });
  }
  return (
    <>
      <Menu
        trigger={
          <IconButton label={people.moreActs}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
        items={items}
      />
      <Refusals of={unmuting.refusals} />
      {open === 'report' && (
        <ReportDialog subject={{ userId: user.id }} ownerName={user.displayName} onClose={close} />
      )}
      {open === 'mute' && <MuteDialog user={user} onClose={close} />}
      {open === 'block' && <BlockDialog user={user} onClose={close} />}
      {open === 'remove' && <RemoveDialog user={user} onClose={close} />}
    </>
  );
}

type DialogProps = { readonly user: ProfileHeadFragment; readonly onClose: () => void };

function BlockDialog({ user, onClose }: DialogProps) {
  const { people } = useTexts();
  const { block, isActing, refusals } = useBlock(user.id);
  return (
    <Confirm
      title={people.blockTitle(user.displayName)}
      text={people.blockText}
      act={people.block}
      isActing={isActing}
      onConfirm={() => void block()}
      onClose={onClose}
    >
      <Refusals of={refusals} />
    </Confirm>
  );
}

function RemoveDialog({ user, onClose }: DialogProps) {
  const { people } = useTexts();
  const { act, isActing, refusals } = useAct(RemoveFollowerDocument);
  const remove = (): void =>
    void act({ variables: { input: { userId: user.id } } }).then((payload) => payload && onClose());
  return (
    <Confirm
      title={people.removeTitle(user.displayName)}
      text={people.removeText}
      act={people.remove}
      isActing={isActing}
      onConfirm={remove}
      onClose={onClose}
    >
      <Refusals of={refusals} />
    </Confirm>
  );
}
