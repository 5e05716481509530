import { useSession } from '@plaza/client/react';
import { type SyntheticEvent, useState } from 'react';
import { AttachedMedia } from '../media/attached-media.tsx';
import { Refusals } from '../parts/field.tsx';
import { Insist } from '../parts/insist.tsx';
import { Failure } from '../parts/states.tsx';
import { QuotedPost } from '../posts/quoted-post.tsx';
import { SuggestingText } from '../suggest/suggesting-text.tsx';
import { useTexts } from '../texts/texts.tsx';
import { AudienceFields } from './audience-fields.tsx';
import { ComposerBar } from './composer-bar.tsx';
import { Drafts } from './drafts.tsx';
import { PlaceFields } from './place-fields.tsx';
import { PollFields } from './poll-fields.tsx';
import { useComposer } from './use-composer.ts';
import '../styles/compose.css';

type ComposerProps = {
  readonly quotedId?: string | undefined;
  readonly onPublished: () => void;
};

/** Limits until the API has told its own. */
const MEDIA_MAX = 10;
const CHOSEN_MAX = 100;

export function Composer({ quotedId, onPublished }: ComposerProps) {
  const { user } = useSession();
  return user ? <ComposerOf userId={user} quotedId={quotedId} onPublished={onPublished} /> : null;
}

function ComposerOf({ userId, quotedId, onPublished }: ComposerProps & { readonly userId: string }) {
  const { compose } = useTexts();
  const composer = useComposer({ userId, quotedId, onPublished });
  const [showsDrafts, setShowsDrafts] = useState(false);
  const { written, change, attachments, publishing, result, quoted, publish } = composer;
  const limits = result.data?.apiLimits.posts;
  const maxMedia = limits?.postMedia ?? MEDIA_MAX;
  const tiers = result.data?.subscriptionTiers?.edges.map(({ node }) => node) ?? [];
  const send = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (composer.isReady) void publish();
  };
  return (
    <form className="compose" aria-label={compose.title} onSubmit={send}>
      <PostText
        text={written.text}
        isSending={publishing.isActing}
        refused={publishing.refusals.some(({ field }) => field === 'text')}
        onChange={(text) => change({ text })}
        onFiles={(files) => attachments.add(files, maxMedia)}
        onSend={send}
      />
      {quoted && <QuotedPost quoted={{ isAvailable: true, post: quoted }} />}
      <AttachedMedia attachments={attachments} />
      {written.poll && <PollFields poll={written.poll} onChange={(poll) => change({ poll })} />}
      {written.location && (
        <PlaceFields place={written.location} onChange={(location) => change({ location })} />
      )}
      <AudienceFields
        written={written}
        tiers={tiers.filter(({ state }) => state === 'ACTIVE')}
        maxChosen={limits?.postAudience ?? CHOSEN_MAX}
        onChange={change}
      />
      {result.error && !result.data && <Failure onRetry={result.refetch} />}
      <Refusals of={publishing.refusals} />
      <Insist of={publishing.refusals} onInsist={(token) => void publish(token)} />
      <ComposerBar
        {...{ composer, maxMedia }}
        maxLength={limits?.postTextLength}
        onDrafts={() => setShowsDrafts(true)}
      />
      {showsDrafts && (
        <Drafts
          onClose={() => setShowsDrafts(false)}
          onOpen={(draft) => {
            setShowsDrafts(false);
            void composer.openDraft(draft);
          }}
        />
      )}
    </form>
  );
}

function PostText({
  text,
  isSending,
  refused,
  onChange,
  onFiles,
  onSend,
}: {
  readonly text: string;
  readonly isSending: boolean;
  readonly refused: boolean;
  readonly onChange: (text: string) => void;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onSend: (event: SyntheticEvent) => void;
}) {
  const { posts } = useTexts();
  return (
    <SuggestingText
      className="compose-text"
      aria-label={posts.write}
      placeholder={posts.write}
      aria-invalid={refused}
      dir="auto"
      rows={3}
      autoFocus
      value={text}
      readOnly={isSending}
      onText={onChange}
      onPaste={({ clipboardData }) => onFiles([...clipboardData.files])}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend(event);
      }}
    />
  );
}
