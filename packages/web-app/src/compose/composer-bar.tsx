import { BarChart3, EyeOff, FileText } from 'lucide-react';
import { useState } from 'react';
import { MediaButton } from '../media/media-button.tsx';
import { Button, IconButton } from '../parts/button.tsx';
import { useTexts } from '../texts/texts.tsx';
import { PlaceButton } from './place-button.tsx';
import type { useComposer } from './use-composer.ts';
import { EMPTY_POLL } from './written.ts';

/** Characters that are left before their number is told. */
const TOLD_FROM = 200;

/** Characters as the API counts them: code points. */
const lengthOf = (text: string): number => text.match(/./gsu)?.length ?? 0;

export function ComposerBar({
  composer,
  maxMedia,
  maxLength,
  onDrafts,
}: {
  readonly composer: ReturnType<typeof useComposer>;
  readonly maxMedia: number;
  /** Null until the API has told it. */
  readonly maxLength: number | undefined;
  readonly onDrafts: () => void;
}) {
  const { posts, compose } = useTexts();
  const { written, change, attachments, publishing, isReady, saveDraft } = composer;
  const [isSaved, setIsSaved] = useState(false);
  const left = maxLength === undefined ? TOLD_FROM : maxLength - lengthOf(written.text);
  return (
    <>
      <div className="compose-bar">
        <MediaButton attachments={attachments} max={maxMedia} />
        <IconButton
          label={posts.addPoll}
          disabled={written.poll !== null}
          onClick={() => change({ poll: EMPTY_POLL })}
        >
          <BarChart3 aria-hidden="true" />
        </IconButton>
        <PlaceButton hasPlace={written.location !== null} onPlace={(location) => change({ location })} />
        <IconButton
          label={posts.markSensitive}
          aria-pressed={written.isSensitive}
          onClick={() => change({ isSensitive: !written.isSensitive })}
        >
          <EyeOff aria-hidden="true" />
        </IconButton>
        <IconButton label={compose.drafts} onClick={onDrafts}>
          <FileText aria-hidden="true" />
        </IconButton>
        {left < TOLD_FROM && (
          <span className={left < 0 ? 'compose-left compose-left-none' : 'compose-left'} role="status">
            {compose.left(left)}
          </span>
        )}
        <div className="compose-acts">
          <Button
            kind="quiet"
            disabled={!isReady || publishing.isActing}
            onClick={() => void saveDraft().then(setIsSaved)}
          >
            {compose.saveDraft}
          </Button>
          <Button kind="main" type="submit" disabled={!isReady || publishing.isActing}>
            {publishing.isActing ? compose.posting : posts.post}
          </Button>
        </div>
      </div>
      <p className="field-hint" role="status">
        {attachments.isSending
          ? compose.waitForFiles
          : attachments.hasStopped
            ? compose.stoppedFiles
            : composer.isUnnamed
              ? compose.unnamedPlace
              : isSaved && !isReady && compose.draftSaved}
      </p>
    </>
  );
}
