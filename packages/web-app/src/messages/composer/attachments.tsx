import { FileText, Film, Music, RotateCcw, X } from 'lucide-react';
import { IconButton } from '../../parts/button.tsx';
import { useTexts } from '../../texts/texts.tsx';
import type { Attachment, useAttachments } from './use-attachments.ts';

export function Attachments({
  list,
  remove,
  retry,
  describe,
}: Pick<ReturnType<typeof useAttachments>, 'list' | 'remove' | 'retry' | 'describe'>) {
  const { common, messages, media } = useTexts();
  if (list.length === 0) return null;
  return (
    <ul className="attachments">
      {list.map((attachment, index) => (
        <li key={attachment.key} className="attachment">
          <Thumbnail attachment={attachment} />
          <Described attachment={attachment} onDescribe={(text) => describe(attachment.key, text)} />
          {attachment.refusal !== null ? (
            <>
              <span className="refused" role="alert">
                {attachment.refusal}
              </span>
              <IconButton label={common.retry} onClick={() => retry(attachment)}>
                <RotateCcw aria-hidden="true" />
              </IconButton>
            </>
          ) : (
            attachment.mediaId === null && (
              <progress value={attachment.progress} max={1} aria-label={media.sending(index + 1)} />
            )
          )}
          <IconButton
            label={messages.removeName(attachment.file.name)}
            onClick={() => remove(attachment.key)}
          >
            <X aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

const ALT_TEXT_MAX = 1_500;

/** The name of the file, or the field for what a picture or video shows. */
function Described({
  attachment: { file, kind, altText, altRefusal },
  onDescribe,
}: {
  readonly attachment: Attachment;
  readonly onDescribe: (text: string) => void;
}) {
  const { messages } = useTexts();
  if (kind !== 'IMAGE' && kind !== 'VIDEO') {
    return (
      <span className="attachment-name" dir="auto">
        {file.name}
      </span>
    );
  }
  return (
    <span className="attachment-name">
      <input
        className="input"
        dir="auto"
        autoComplete="off"
        maxLength={ALT_TEXT_MAX}
        aria-label={messages.describe(file.name)}
        placeholder={messages.altText}
        value={altText}
        onChange={({ target }) => onDescribe(target.value)}
      />
      {altRefusal !== null && (
        <span className="refused" role="alert">
          {altRefusal}
        </span>
      )}
    </span>
  );
}

function Thumbnail({ attachment: { kind, previewUrl } }: { readonly attachment: Attachment }) {
  if (previewUrl) return <img className="attachment-picture" src={previewUrl} alt="" />;
  const Icon = kind === 'VIDEO' ? Film : kind === 'AUDIO' ? Music : FileText;
  return (
    <span className="attachment-picture">
      <Icon aria-hidden="true" />
    </span>
  );
}
