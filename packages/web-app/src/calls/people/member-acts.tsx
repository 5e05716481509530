import { type ReactNode, useState } from 'react';
import { useAct } from '../../api/act.ts';
import type { Refusal } from '../../api/refusals.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { Refusals } from '../../parts/field.tsx';
import type { MenuItem } from '../../parts/menu.tsx';
import { useTexts } from '../../texts/texts.tsx';
import {
  EndCoHostDocument,
  MakeCoHostDocument,
  MakeHostDocument,
  MoveToViewersDocument,
  MuteMemberDocument,
  OfferToSpeakDocument,
  RemoveFromCallDocument,
} from './host-acts.generated.ts';
import type { CallPersonFragment, RunningCallFragment } from '../calls.generated.ts';

type MemberActs = {
  readonly items: readonly MenuItem[];
  readonly dialog: ReactNode;
  readonly refusals: readonly Refusal[];
  /** Names what was done, where the list does not show it. */
  readonly done: string;
};

/** Acts of the reader on a member of a group call: of hosts on others, of speakers on themselves. */
export function useMemberActs(
  call: RunningCallFragment,
  { user, role, isMuted }: CallPersonFragment,
  userId: string | null | undefined,
): MemberActs {
  const { calls } = useTexts();
  const [removing, setRemoving] = useState<'REMOVE' | 'BAN' | null>(null);
  const [done, setDone] = useState('');
  const muting = useAct(MuteMemberDocument);
  const moving = useAct(MoveToViewersDocument);
  const offering = useAct(OfferToSpeakDocument);
  const making = useAct(MakeHostDocument);
  const adding = useAct(MakeCoHostDocument);
  const ending = useAct(EndCoHostDocument);
  const input = { callId: call.id, userId: user?.id ?? '' };
  // Members are not in the answers, whose documents would be many times as long.
  const options = { variables: { input }, refetchQueries: ['CallScreen', 'CallWatchers'] };
  const offer = async (): Promise<void> => {
    if (await offering.act(options)) setDone(calls.offerSent);
  };
  const item = (name: string, act: () => unknown): MenuItem => ({ name, onSelect: () => void act() });

  const isHost = call.host?.id === userId;
  const canActOn = may({ call, role, isHost, isSelf: user?.id === userId });
  const speaks = role !== 'VIEWER';
  const items: readonly MenuItem[] = !user
    ? []
    : [
        ...(canActOn && !speaks ? [item(calls.inviteToSpeak, offer)] : []),
        ...(canActOn && speaks && !isMuted ? [item(calls.muteOther, () => muting.act(options))] : []),
        ...(canActOn && isHost && role === 'SPEAKER'
          ? [item(calls.makeCoHost, () => adding.act(options))]
          : []),
        ...(canActOn && isHost && role === 'CO_HOST'
          ? [item(calls.endCoHost, () => ending.act(options))]
          : []),
        ...(canActOn && isHost && speaks ? [item(calls.makeHost, () => making.act(options))] : []),
        ...(speaks && (canActOn || (user.id === userId && role !== 'HOST' && call.mode === 'GROUP'))
          ? [item(calls.toViewers, () => moving.act(options))]
          : []),
        ...(canActOn
          ? [
              { ...item(calls.remove, () => setRemoving('REMOVE')), isDanger: true },
              { ...item(calls.ban, () => setRemoving('BAN')), isDanger: true },
            ]
          : []),
      ];
  return {
    items,
    refusals: [muting, moving, offering, making, adding, ending].flatMap(({ refusals }) => refusals),
    done,
    dialog: removing && (
      <Removal
        name={user?.displayName ?? calls.somebody}
        input={{ ...input, isBanned: removing === 'BAN' }}
        onClose={() => setRemoving(null)}
      />
    ),
  };
}

/** Nobody acts on the host, and co-hosts do not act on each other. */
function may({
  call,
  role,
  isHost,
  isSelf,
}: {
  readonly call: RunningCallFragment;
  readonly role: CallPersonFragment['role'];
  readonly isHost: boolean;
  readonly isSelf: boolean;
}): boolean {
  if (call.mode !== 'GROUP' || !call.viewer?.canManage || isSelf || role === 'HOST') return false;
  return isHost || role !== 'CO_HOST';
}

function Removal({
  name,
  input,
  onClose,
}: {
  readonly name: string;
  readonly input: { readonly callId: string; readonly userId: string; readonly isBanned: boolean };
  readonly onClose: () => void;
}) {
  const { calls } = useTexts();
  const removing = useAct(RemoveFromCallDocument);
  return (
    <Confirm
      title={input.isBanned ? calls.banTitle(name) : calls.removeTitle(name)}
      text={input.isBanned ? calls.banText : calls.removeText}
      act={input.isBanned ? calls.ban : calls.remove}
      isActing={removing.isActing}
      onConfirm={() => void removing.act({ variables: { input } }).then((payload) => payload && onClose())}
      onClose={onClose}
    >
      <Refusals of={removing.refusals} />
    </Confirm>
  );
}
