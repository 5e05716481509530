import { useSession } from '@plaza/client/react';
import { useTexts } from '../texts/texts.tsx';
import type { RunningCallFragment } from './calls.generated.ts';

const NAMES_MAX = 3;

/** The others in a call by their names. */
export function useTitleOfCall(): (call: RunningCallFragment) => string {
  const { calls } = useTexts();
  const { user } = useSession();
  return ({ members, starter }) => {
    const others = members.nodes.flatMap((member) =>
      member.user && member.user.id !== user ? [member.user] : [],
    );
    const names = others.slice(0, NAMES_MAX).map(({ displayName }) => displayName);
    if (names.length > 0) return calls.callWith(names.join(', '));
    return starter && starter.id !== user ? calls.callWith(starter.displayName) : calls.call;
  };
}
