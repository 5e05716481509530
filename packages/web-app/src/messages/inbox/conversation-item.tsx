import { Link } from '@tanstack/react-router';
import { AtSign, BellOff, Pin } from 'lucide-react';
import { Time } from '../../parts/time.tsx';
import { useSession } from '@plaza/client/react';
import { useSpeech, useTexts } from '../../texts/texts.tsx';
import { useTyping } from '../../live/typing.ts';
import { previewOf } from '../message/preview.ts';
import { ConversationMenu } from './conversation-menu.tsx';
import type { ConversationRowFragment } from './conversation-row.generated.ts';
import { ConversationAvatar, useTitleOf } from './conversation-title.tsx';

export function ConversationItem({ conversation }: { readonly conversation: ConversationRowFragment }) {
  const { messages } = useTexts();
  const { locale } = useSpeech();
  const titleOf = useTitleOf();
  const { viewer, lastMessage, updatedAt } = conversation;
  const isUnread = (viewer?.unreadCount ?? 0) > 0 || (viewer?.isMarkedUnread ?? false);
  const mutedLine = (expiresAt: string | null): string =>
    expiresAt === null
      ? messages.muted
      : messages.mutedUntil(
          new Date(expiresAt).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' }),
        );
  return (
    <div className={isUnread ? 'conversation-item conversation-unread' : 'conversation-item'}>
      <Link
        to="/messages/$id"
        params={{ id: conversation.id }}
        search={(before) => before}
        className="conversation-link"
        preload={false}
      >
        <ConversationAvatar of={conversation} />
        <span className="conversation-words">
          <span className="conversation-line">
            <span className="name" dir="auto">
              {titleOf(conversation)}
            </span>
            <span className="conversation-time">
              <Time at={lastMessage?.createdAt ?? updatedAt} />
            </span>
          </span>
          <span className="conversation-line">
            <Preview conversation={conversation} />
            <span className="conversation-marks">
              {viewer?.isMuted && (
                <BellOff role="img" aria-label={mutedLine(viewer.muteExpiresAt)} size={14} />
              )}
              {viewer?.isPinned && <Pin role="img" aria-label={messages.pinned} size={14} />}
              {(viewer?.unreadMentionCount ?? 0) > 0 && (
                <AtSign role="img" aria-label={messages.mentioned} size={14} />
              )}
              <UnreadBadge conversation={conversation} />
            </span>
          </span>
        </span>
      </Link>
      <ConversationMenu conversation={conversation} />
    </div>
  );
}

function Preview({ conversation }: { readonly conversation: ConversationRowFragment }) {
  const texts = useTexts();
  const { user } = useSession();
  const typing = useTyping(conversation.id);
  const { viewer, lastMessage, kind } = conversation;
  if (typing[0]) return <span className="conversation-typing">{texts.messages.typing(typing[0].name)}</span>;
  if (!lastMessage && viewer?.requestState === 'RECEIVED') {
    return (
      <span className="conversation-preview">{texts.messages.invitedBy(viewer.addedBy?.displayName)}</span>
    );
  }
  const isOwn = lastMessage?.sender?.id === user;
  const sender = isOwn ? texts.messages.you : kind === 'GROUP' ? lastMessage?.sender?.displayName : undefined;
  const isSystem = lastMessage?.content.__typename === 'SystemContent';
  return (
    <span className="conversation-preview" dir="auto">
      {lastMessage && sender !== undefined && !isSystem && `${sender}: `}
      {lastMessage && previewOf(lastMessage.content, texts)}
    </span>
  );
}

const UNREAD_MAX = 99;

function UnreadBadge({ conversation: { viewer } }: { readonly conversation: ConversationRowFragment }) {
  const { frame, messages } = useTexts();
  const count = viewer?.unreadCount ?? 0;
  if (count === 0) {
    return viewer?.isMarkedUnread ? <span className="dot" role="img" aria-label={messages.unread} /> : null;
  }
  const said = count >= UNREAD_MAX ? `${UNREAD_MAX}+` : String(count);
  return (
    <span className="badge">
      <span aria-hidden="true">{said}</span>
      <span className="visually-hidden">{frame.unread(said)}</span>
    </span>
  );
}
