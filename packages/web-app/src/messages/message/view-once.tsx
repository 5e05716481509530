import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Refusals } from '../../parts/field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { focusMessageOf } from './focus-message.ts';
import { OpenViewOnceDocument, type OpenViewOnceMutation } from './content-acts.generated.ts';
import type { MessageContentPartsFragment } from './message.generated.ts';

type Content = Extract<MessageContentPartsFragment, { __typename: 'ViewOnceContent' }>;
type Opened = NonNullable<NonNullable<OpenViewOnceMutation['openViewOnce']>['media']>;

/** Media that each recipient may open once. They are shown until the dialog is closed, and never again. */
export function ViewOnce({ messageId, content }: { readonly messageId: string; readonly content: Content }) {
  const { messages } = useTexts();
  const { act, isActing, refusals } = useAct(OpenViewOnceDocument);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [key] = useState(() => crypto.randomUUID());
  const open = (button: Element): void => {
    focusMessageOf(button);
    void act({ variables: { input: { messageId, idempotencyKey: key } } }).then(
      (payload) => payload?.media && setOpened(payload.media),
    );
  };
  const { state, isOpenedByAnyone } = content;
  return (
    <div className="view-once">
      {state === 'AVAILABLE' ? (
        <Button disabled={isActing} onClick={({ currentTarget }) => open(currentTarget)}>
          <Eye aria-hidden="true" /> {messages.openOnce}
        </Button>
      ) : (
        <p>
          <EyeOff aria-hidden="true" size={16} />{' '}
          {state === 'SENT' && isOpenedByAnyone ? messages.viewOnce.opened : messages.viewOnce[state]}
        </p>
      )}
      <Refusals of={refusals} />
      {opened && (
        <Dialog title={messages.viewOnce.title} onClose={() => setOpened(null)}>
          <OpenedMedia media={opened} />
        </Dialog>
      )}
    </div>
  );
}

function OpenedMedia({ media: { kind, url, altText, fileName } }: { readonly media: Opened }) {
  const { messages, posts } = useTexts();
  switch (kind) {
    case 'IMAGE':
      return <img className="view-once-media" src={url} alt={altText ?? posts.image} />;
    case 'VIDEO':
      return (
        <video
          className="view-once-media"
          src={url}
          aria-label={altText ?? undefined}
          controls
          autoPlay
          playsInline
        />
      );
    case 'AUDIO':
      return <audio src={url} controls autoPlay />;
    case 'FILE':
      return (
        <a href={url} download={fileName}>
          {fileName ?? messages.contents.MediaContent}
        </a>
      );
  }
}
