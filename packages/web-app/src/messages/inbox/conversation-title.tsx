import { UsersRound } from 'lucide-react';
import { Avatar } from '../../parts/avatar.tsx';
import { useTexts } from '../../texts/texts.tsx';
import type { ConversationRowFragment } from './conversation-row.generated.ts';

type Titled = Pick<ConversationRowFragment, 'kind' | 'viewer'>;

/** The name of a conversation, also of one in which the reader sees no name. */
export function useTitleOf(): (conversation: Titled) => string {
  const { messages } = useTexts();
  return ({ kind, viewer }) =>
    viewer?.displayTitle ?? (kind === 'GROUP' ? messages.unnamedGroup : messages.somebody);
}

export function ConversationAvatar({ of, size = 48 }: { readonly of: Titled; readonly size?: number }) {
  const titleOf = useTitleOf();
  if (of.kind === 'GROUP' && !of.viewer?.displayAvatar) {
    return (
      <span className="avatar" style={{ inlineSize: size, blockSize: size }} aria-hidden="true">
        <UsersRound size={size / 2} />
      </span>
    );
  }
  return <Avatar of={{ displayName: titleOf(of), avatar: of.viewer?.displayAvatar ?? null }} size={size} />;
}
