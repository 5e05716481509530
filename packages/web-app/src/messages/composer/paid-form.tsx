import { ImagePlus, Lock } from 'lucide-react';
import { type SyntheticEvent, useRef, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { PriceField } from '../message/price-field.tsx';
import { Attachments } from './attachments.tsx';
import { type Attachment, useAttachments } from './use-attachments.ts';
import { mediaInput, type NewLock } from './use-send.ts';

const PRICE_FIRST = 50;
const TEASER_MAX = 500;
const PREVIEWS_MAX = 3;

/** Sets a price for the message that is written, and shows it as its recipients see it. */
export function PaidForm({
  text,
  attachments,
  hasContent,
  onSend,
  onClose,
}: {
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly hasContent: boolean;
  readonly onSend: (lock: NewLock) => Promise<void>;
  readonly onClose: () => void;
}) {
  const { messages, common } = useTexts();
  const [price, setPrice] = useState(String(PRICE_FIRST));
  const [teaser, setTeaser] = useState('');
  const previews = useAttachments(PREVIEWS_MAX);
  const said = teaser.trim();
  const send = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (!(await previews.saveAltTexts())) return;
    const { mediaIds } = mediaInput('', previews.list);
    onClose();
    await onSend({
      priceCoins: Number(price),
      ...(said !== '' && { teaser: said }),
      ...(mediaIds && { previewMediaIds: mediaIds }),
    });
  };
  return (
    <Dialog title={messages.contents.LockedContent} onClose={onClose}>
      {hasContent ? (
        <form className="form" onSubmit={(event) => void send(event)}>
          <PriceField value={price} onChange={setPrice} />
          <TextField
            label={`${messages.teaser} (${common.optional})`}
            name="teaser"
            rows={2}
            dir="auto"
            maxLength={TEASER_MAX}
            value={teaser}
            onChange={({ target }) => setTeaser(target.value)}
          />
          <Attachments {...previews} />
          <AddPreview isFull={previews.list.length >= PREVIEWS_MAX} onFiles={previews.add} />
          <Previews
            {...{ text, attachments }}
            shown={previews.list}
            teaser={said}
            priceCoins={Number(price)}
          />
          <div className="dialog-acts">
            <Button type="submit" kind="main" disabled={!previews.isReady}>
              {messages.sendPaid}
            </Button>
          </div>
        </form>
      ) : (
        <p>{messages.writeFirst}</p>
      )}
    </Dialog>
  );
}

/** Chooses what is seen of the message before it is paid. */
function AddPreview({
  isFull,
  onFiles,
}: {
  readonly isFull: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}) {
  const { messages } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*,video/*,audio/*"
        multiple
        hidden
        aria-label={messages.addPreview}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <Button disabled={isFull} onClick={() => input.current?.click()}>
        <ImagePlus aria-hidden="true" />
        {messages.addPreview}
      </Button>
    </>
  );
}

function Previews({
  text,
  attachments,
  shown,
  teaser,
  priceCoins,
}: {
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** Files that are seen before it is paid. */
  readonly shown: readonly Attachment[];
  readonly teaser: string;
  readonly priceCoins: number;
}) {
  const { messages } = useTexts();
  return (
    <>
      <section aria-label={messages.lockedPreview} className="message-locked">
        <h3>{messages.lockedPreview}</h3>
        <FileNames of={shown} />
        {teaser !== '' && <p dir="auto">{teaser}</p>}
        <p className="message-quiet">
          <Lock aria-hidden="true" size={16} /> {messages.locked(priceCoins, attachments.length)}
        </p>
      </section>
      <section aria-label={messages.unlockedPreview} className="message-locked">
        <h3>{messages.unlockedPreview}</h3>
        <FileNames of={attachments} />
        {text !== '' && <p dir="auto">{text}</p>}
      </section>
    </>
  );
}

const FileNames = ({ of }: { readonly of: readonly Attachment[] }) =>
  of.map(({ key, file }) => (
    <p key={key} dir="auto">
      {file.name}
    </p>
  ));
