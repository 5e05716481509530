import { Link, useRouter } from '@tanstack/react-router';
import { ArrowLeft, Clock, Info, Pin, Search } from 'lucide-react';
import { StartCall } from '../../calls/start-call.tsx';
import { IconButton } from '../../parts/button.tsx';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ConversationAvatar, useTitleOf } from '../inbox/conversation-title.tsx';
import { useIsWide } from '../use-is-wide.ts';
import { previewOf } from '../message/preview.ts';
import type { ConversationHeadFragment } from './conversation.generated.ts';

/** Name of the conversation and what can be done with all of it. Calls stand here too. */
export function ConversationHead({
  conversation,
  onSearch,
}: {
  readonly conversation: ConversationHeadFragment;
  readonly onSearch: () => void;
}) {
  const { common, messages } = useTexts();
  const titleOf = useTitleOf();
  const router = useRouter();
  const Title = useIsWide() ? 'h2' : 'h1';
  const { viewer, kind, participantCount, id, disappearAfterSeconds } = conversation;
  const lastSeenAt = viewer?.peer?.user?.lastSeenAt;
  return (
    <header className="screen-head conversation-head">
      <IconButton
        label={common.back}
        className="conversation-back"
        onClick={() => void router.navigate({ to: '/messages', search: (before) => before })}
      >
        <ArrowLeft aria-hidden="true" />
      </IconButton>
      <ConversationAvatar of={conversation} size={40} />
      <div className="conversation-names">
        <Title dir="auto">{titleOf(conversation)}</Title>
        <p className="username">
          {kind === 'GROUP' ? (
            messages.participants(participantCount)
          ) : lastSeenAt ? (
            <>
              {messages.lastSeen} <Time at={lastSeenAt} />
            </>
          ) : (
            viewer?.peer?.user && `@${viewer.peer.user.username}`
          )}
          {disappearAfterSeconds !== null && (
            <span className="conversation-timer">
              <Clock role="img" aria-label={messages.disappearing} size={14} />{' '}
              {messages.duration(disappearAfterSeconds)}
            </span>
          )}
        </p>
      </div>
      <div className="screen-acts">
        {viewer?.canSend && <StartCall of={{ conversationId: id }} />}
        <IconButton label={messages.searchIn} onClick={onSearch}>
          <Search aria-hidden="true" />
        </IconButton>
        <Link
          to="/messages/$id/details"
          params={{ id }}
          search={(before) => before}
          className="icon-button"
          aria-label={messages.details}
          title={messages.details}
        >
          <Info aria-hidden="true" />
        </Link>
      </div>
    </header>
  );
}

/** The newest pinned message, by which one comes to it. */
export function PinnedLine({
  conversation,
  onJump,
}: {
  readonly conversation: ConversationHeadFragment;
  readonly onJump: (messageId: string) => void;
}) {
  const texts = useTexts();
  const pinned = conversation.pinnedMessages.nodes.find(({ pinnedAt }) => pinnedAt !== null);
  if (!pinned) return null;
  return (
    <button type="button" className="pinned-line" onClick={() => onJump(pinned.id)}>
      <Pin aria-hidden="true" size={16} />
      <span className="visually-hidden">{texts.messages.pinned}</span>
      <span className="pinned-text" dir="auto">
        {previewOf(pinned.content, texts)}
      </span>
    </button>
  );
}
