import { Link } from '@tanstack/react-router';
import { Ban, FileText, MapPin, Navigation } from 'lucide-react';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { MediaGrid } from '../../media/media-grid.tsx';
import { Avatar } from '../../parts/avatar.tsx';
import { Button } from '../../parts/button.tsx';
import { Refusals } from '../../parts/field.tsx';
import { numberFormat } from '../../parts/formats.ts';
import { RichText } from '../../parts/rich-text.tsx';
import { useSpeech, useTexts } from '../../texts/texts.tsx';
import { StopLiveLocationDocument } from './content-acts.generated.ts';
import type { MessageContentPartsFragment, MessageItemFragment } from './message.generated.ts';
import { clientKeyOf } from './client-key.ts';
import { focusMessageOf } from './focus-message.ts';
import { Locked } from './locked.tsx';
import { Poll } from './poll.tsx';
import { endSharing, isSharedHere, sharePosition } from './share-position.ts';
import { ViewOnce } from './view-once.tsx';
import { VoiceNote } from './voice-note.tsx';

type Content = MessageContentPartsFragment;
type ContentOf<Name extends Content['__typename']> = Extract<Content, { __typename: Name }>;

/** The content of a message, by its kind. */
export function MessageContent({
  message,
  isOwn,
}: {
  readonly message: MessageItemFragment;
  readonly isOwn: boolean;
}) {
  const { messages } = useTexts();
  const { content } = message;
  switch (content.__typename) {
    case 'DeletedContent':
      return (
        <p className="message-gone">
          <Ban aria-hidden="true" size={16} /> {messages.deletedBy[content.deletedBy]}
        </p>
      );
    case 'UnavailableContent':
    case 'UnsupportedContent':
    case 'SystemContent':
      return <p className="message-gone">{messages.contents[content.__typename]}</p>;
    case 'ViewOnceContent':
      return <ViewOnce messageId={message.id} content={content} />;
    case 'PollContent':
      return content.poll ? <Poll poll={content.poll} question={content.text} /> : null;
    case 'LockedContent':
      return (
        <Locked messageId={message.id} senderName={message.sender?.displayName ?? ''} content={content} />
      );
    default:
      return (
        <>
          <Attached message={message} isOwn={isOwn} />
          <RichText text={content.text} entities={content.entities} />
        </>
      );
  }
}

function Attached({ message, isOwn }: { readonly message: MessageItemFragment; readonly isOwn: boolean }) {
  const { messages } = useTexts();
  const { content } = message;
  switch (content.__typename) {
    case 'MediaContent':
      return content.isWithheld ? <Withheld /> : <Media media={content.media} />;
    case 'VoiceNoteContent':
      if (content.isWithheld) return <Withheld />;
      if (content.audio?.state === 'READY') return <VoiceNote audio={content.audio} />;
      return <p className="message-gone">{messages.mediaStates[content.audio?.state ?? 'REJECTED']}</p>;
    case 'LocationContent':
      return <Place latitude={content.latitude} longitude={content.longitude} name={content.name} />;
    case 'LiveLocationContent':
      return <LivePlace content={content} message={message} isOwn={isOwn} />;
    case 'SharedPostContent':
      return <SharedPost content={content} />;
    case 'ContactContent':
      return <Contact content={content} />;
    default:
      return null;
  }
}

const Withheld = () => {
  const { messages } = useTexts();
  return <p className="message-gone">{messages.withheld}</p>;
};

function Media({ media }: { readonly media: ContentOf<'MediaContent'>['media'] }) {
  const { messages } = useTexts();
  const { locale } = useSpeech();
  const size = numberFormat(locale, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });
  const waiting = media.filter(({ state }) => state !== 'READY');
  return (
    <>
      <MediaGrid items={media.filter(({ state }) => state === 'READY')} />
      {media
        .filter(({ kind, url }) => kind === 'FILE' && url !== null)
        .map(({ id, url, fileName, sizeBytes }) => (
          <a key={id} className="message-file" href={url ?? ''} download={fileName ?? true}>
            <FileText aria-hidden="true" />
            <span className="message-file-name" dir="auto">
              {fileName}
            </span>
            {sizeBytes !== null && <span>{size.format(Math.max(1, sizeBytes / 1_024))}</span>}
          </a>
        ))}
      {waiting.map(({ id, state }) => (
        <p key={id} className="message-gone">
          {messages.mediaStates[state]}
        </p>
      ))}
    </>
  );
}

function Place({
  latitude,
  longitude,
  name,
}: {
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly name: string | null;
}) {
  const { messages } = useTexts();
  const { locale } = useSpeech();
  const degrees = numberFormat(locale, { maximumFractionDigits: 4, minimumFractionDigits: 4 });
  if (latitude === null || longitude === null) return null;
  return (
    <a className="message-place" href={`geo:${latitude},${longitude}`}>
      <MapPin aria-hidden="true" />
      <span>
        <span dir="auto">{name ?? messages.contents.LocationContent}</span>
        <span className="message-quiet">
          {degrees.format(latitude)}, {degrees.format(longitude)}
        </span>
      </span>
    </a>
  );
}

/** No event tells that the time of a live location is over. */
function useIsOver(endsAt: string): boolean {
  const [isOver, setIsOver] = useState(() => Date.parse(endsAt) <= Date.now());
  useEffect(() => {
    const leftMs = Date.parse(endsAt) - Date.now();
    const timer = setTimeout(() => setIsOver(true), Math.max(0, leftMs));
    return () => clearTimeout(timer);
  }, [endsAt]);
  return isOver;
}

/** Follows the device as long as it shares its position by this message. */
function useSharing(messageId: string, clientKey: string | null, endsAt: string, isOver: boolean): void {
  const apollo = useApolloClient();
  const isShared = isSharedHere(clientKey);
  useEffect(() => {
    if (isShared && !isOver) sharePosition(apollo, { messageId, endsAt });
    if (isOver) endSharing(messageId);
  }, [apollo, messageId, endsAt, isShared, isOver]);
}

function LivePlace({
  content,
  message: { id: messageId, clientData },
  isOwn,
}: {
  readonly content: ContentOf<'LiveLocationContent'>;
  readonly message: MessageItemFragment;
  readonly isOwn: boolean;
}) {
  const { messages } = useTexts();
  const stopping = useAct(StopLiveLocationDocument);
  const isOver = useIsOver(content.endsAt) || !content.isActive;
  useSharing(messageId, isOwn ? clientKeyOf(clientData) : null, content.endsAt, isOver);
  if (isOver) return <p className="message-gone">{messages.liveEnded}</p>;
  return (
    <>
      <p className="message-quiet">
        <Navigation aria-hidden="true" size={16} /> {messages.contents.LiveLocationContent}
      </p>
      <Place latitude={content.latitude} longitude={content.longitude} name={null} />
      {isOwn && (
        <Button
          disabled={stopping.isActing}
          onClick={({ currentTarget }) => {
            focusMessageOf(currentTarget);
            void stopping.act({ variables: { input: { messageId } } });
          }}
        >
          {messages.stopSharing}
        </Button>
      )}
      <Refusals of={stopping.refusals} />
    </>
  );
}

function SharedPost({ content: { post } }: { readonly content: ContentOf<'SharedPostContent'> }) {
  const { posts } = useTexts();
  if (!post) return <p className="message-gone">{posts.quotedGone}</p>;
  return (
    <Link to="/posts/$id" params={{ id: post.id }} className="message-card">
      <span className="name" dir="auto">
        {post.author?.displayName}
      </span>
      <span className="message-card-text" dir="auto">
        {post.text}
      </span>
    </Link>
  );
}

function Contact({ content: { user } }: { readonly content: ContentOf<'ContactContent'> }) {
  const { messages } = useTexts();
  if (!user) return <p className="message-gone">{messages.contents.UnavailableContent}</p>;
  return (
    <Link to="/u/$username" params={{ username: user.username }} className="message-contact">
      <Avatar of={user} size={40} />
      <span>
        <span className="name" dir="auto">
          {user.displayName}
        </span>
        <span className="username">@{user.username}</span>
      </span>
    </Link>
  );
}
