import { ArrowLeft, ArrowRight, RotateCw, Trash2, X } from 'lucide-react';
import { IconButton } from '../parts/button.tsx';
import { Refusals, TextField } from '../parts/field.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { Attachment, Attachments } from './attachments.ts';
import '../styles/attached-media.css';

/** Files of a text that is being written: their order, progress and alternative texts. */
export function AttachedMedia({ attachments }: { readonly attachments: Attachments }) {
  const { items } = attachments;
  if (items.length === 0) return null;
  return (
    <ol className="attached">
      {items.map((item, index) => (
        <li key={item.key} className="attached-item">
          <Attached {...{ item, index, attachments }} />
        </li>
      ))}
    </ol>
  );
}

type AttachedProps = {
  readonly item: Attachment;
  readonly index: number;
  readonly attachments: Attachments;
};

function Attached({ item, index, attachments }: AttachedProps) {
  const { media } = useTexts();
  const number = index + 1;
  return (
    <>
      <div className="attached-preview">
        {item.isVideo ? (
          <video src={item.previewUrl ?? undefined} muted playsInline preload="metadata" aria-hidden="true" />
        ) : (
          item.previewUrl && <img src={item.previewUrl} alt="" />
        )}
      </div>
      <div className="attached-fields">
        {item.state === 'sending' && (
          <progress
            className="attached-progress"
            max={100}
            value={item.percent}
            aria-label={media.sending(number)}
          />
        )}
        {item.state === 'stopped' && (
          <>
            <p className="field-hint" role="status">
              {media.notSent}
            </p>
            <Refusals of={item.refusals} />
          </>
        )}
        {item.state === 'done' && (
          <>
            <TextField
              name="altText"
              label={media.altText}
              rows={2}
              dir="auto"
              maxLength={ALT_TEXT_MAX}
              value={item.altText}
              onChange={({ target }) => attachments.describe(item.key, target.value)}
              refusals={item.refusals}
            />
            <Refusals of={item.refusals} fields={FIELDS} />
          </>
        )}
        <AttachedActs {...{ item, index, attachments }} />
      </div>
    </>
  );
}

const ALT_TEXT_MAX = 1_500;
const FIELDS = ['altText'];

function AttachedActs({ item: attachment, index, attachments }: AttachedProps) {
  const { media } = useTexts();
  const { key, state } = attachment;
  const number = index + 1;
  return (
    <div className="attached-acts">
      {state === 'sending' && (
        <IconButton label={media.cancel(number)} onClick={() => attachments.cancel(key)}>
          <X aria-hidden="true" />
        </IconButton>
      )}
      {state === 'stopped' && (
        <IconButton label={media.sendAgain(number)} onClick={() => attachments.retry(attachment)}>
          <RotateCw aria-hidden="true" />
        </IconButton>
      )}
      {index > 0 && (
        <IconButton label={media.earlier(number)} onClick={() => attachments.move(key, -1)}>
          <ArrowLeft className="towards" aria-hidden="true" />
        </IconButton>
      )}
      {index < attachments.items.length - 1 && (
        <IconButton label={media.later(number)} onClick={() => attachments.move(key, 1)}>
          <ArrowRight className="towards" aria-hidden="true" />
        </IconButton>
      )}
      <IconButton label={media.remove(number)} onClick={() => attachments.remove(key)}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </div>
  );
}
