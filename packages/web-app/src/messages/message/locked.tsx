import { Lock } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { MediaGrid } from '../../media/media-grid.tsx';
import { Button } from '../../parts/button.tsx';
import { RichText } from '../../parts/rich-text.tsx';
import { useTexts } from '../../texts/texts.tsx';
import type { MessageContentPartsFragment } from './message.generated.ts';

const UnlockDialog = lazy(async () => ({
  default: (await import('../../money/unlock-dialog.tsx')).UnlockDialog,
}));

/** The teaser of a paid message, with the act that buys it. */
export function Locked({
  messageId,
  senderName,
  content,
}: {
  readonly messageId: string;
  readonly senderName: string;
  readonly content: Extract<MessageContentPartsFragment, { __typename: 'LockedContent' }>;
}) {
  const { messages, money } = useTexts();
  const [isUnlocking, setIsUnlocking] = useState(false);
  return (
    <div className="message-locked">
      <MediaGrid items={content.previews} />
      <RichText text={content.text} entities={content.entities} />
      <p className="message-quiet">
        <Lock aria-hidden="true" size={16} /> {messages.locked(content.priceCoins, content.mediaCount)}
      </p>
      {content.viewer?.canUnlock && (
        <Button kind="main" onClick={() => setIsUnlocking(true)}>
          {money.unlock}
        </Button>
      )}
      {isUnlocking && (
        <Suspense>
          <UnlockDialog
            messageId={messageId}
            priceCoins={content.priceCoins}
            name={senderName}
            onClose={() => setIsUnlocking(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
