import { useAct } from '../../api/act.ts';
import { ReactToMessageDocument, RemoveMessageReactionDocument } from './message-acts.generated.ts';
import type { MessageItemFragment } from './message.generated.ts';

/** Emojis of the picker, in its order. */
export const EMOJIS = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const;

/** Gives an emoji to a message or takes it back; shown at once, and taken back where it is refused. */
export function useReactions({ id, reactions, viewer }: MessageItemFragment) {
  const adding = useAct(ReactToMessageDocument);
  const removing = useAct(RemoveMessageReactionDocument);
  const own = viewer?.reactions ?? [];

  function toggle(emoji: string): void {
    const isOwn = own.includes(emoji);
    const message = {
      __typename: 'Message' as const,
      id,
      reactions: countsAfter(reactions, emoji, isOwn ? -1 : 1),
      viewer: {
        __typename: 'MessageViewer' as const,
        reactions: isOwn ? own.filter((each) => each !== emoji) : [...own, emoji],
      },
    };
    const variables = { input: { messageId: id, emoji } };
    if (isOwn) {
      void removing.act({
        variables,
        optimisticResponse: {
          removeMessageReaction: { __typename: 'RemoveMessageReactionPayload', message, errors: [] },
        },
      });
    } else {
      void adding.act({
        variables,
        optimisticResponse: { reactToMessage: { __typename: 'ReactToMessagePayload', message, errors: [] } },
      });
    }
  }
  return { own, toggle, refusals: [...adding.refusals, ...removing.refusals] };
}

type Count = MessageItemFragment['reactions'][number];

function countsAfter(counts: readonly Count[], emoji: string, by: number): Count[] {
  const known = counts.find((each) => each.emoji === emoji);
  if (!known) return [...counts, { __typename: 'MessageReactionCount', emoji, count: 1 }];
  return counts
    .map((each) => (each === known ? { ...each, count: each.count + by } : each))
    .filter(({ count }) => count > 0);
}
