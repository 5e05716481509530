import { Lock } from 'lucide-react';
import { type SyntheticEvent, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field, TextField } from '../../parts/field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import type { Attachment } from './use-attachments.ts';

export type NewLock = { readonly priceCoins: number; readonly teaser?: string };

const PRICE_MAX = 25_000;
const PRICE_FIRST = 50;
const TEASER_MAX = 500;

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
  const { messages, creator, common } = useTexts();
  const [price, setPrice] = useState(String(PRICE_FIRST));
  const [teaser, setTeaser] = useState('');
  const said = teaser.trim();
  const send = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    onClose();
    await onSend({ priceCoins: Number(price), ...(said !== '' && { teaser: said }) });
  };
  return (
    <Dialog title={messages.contents.LockedContent} onClose={onClose}>
      {hasContent ? (
        <form className="form" onSubmit={(event) => void send(event)}>
          <Field
            label={creator.priceCoins}
            name="priceCoins"
            type="number"
            inputMode="numeric"
            required
            min={1}
            max={PRICE_MAX}
            value={price}
            onChange={({ target }) => setPrice(target.value)}
          />
          <TextField
            label={`${messages.teaser} (${common.optional})`}
            name="teaser"
            rows={2}
            dir="auto"
            maxLength={TEASER_MAX}
            value={teaser}
            onChange={({ target }) => setTeaser(target.value)}
          />
          <Previews {...{ text, attachments }} teaser={said} priceCoins={Number(price)} />
          <div className="dialog-acts">
            <Button type="submit" kind="main">
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

function Previews({
  text,
  attachments,
  teaser,
  priceCoins,
}: {
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly teaser: string;
  readonly priceCoins: number;
}) {
  const { messages } = useTexts();
  return (
    <>
      <section aria-label={messages.lockedPreview} className="message-locked">
        <h3>{messages.lockedPreview}</h3>
        {teaser !== '' && <p dir="auto">{teaser}</p>}
        <p className="message-quiet">
          <Lock aria-hidden="true" size={16} /> {messages.locked(priceCoins, attachments.length)}
        </p>
      </section>
      <section aria-label={messages.unlockedPreview} className="message-locked">
        <h3>{messages.unlockedPreview}</h3>
        {attachments.map(({ key, file }) => (
          <p key={key} dir="auto">
            {file.name}
          </p>
        ))}
        {text !== '' && <p dir="auto">{text}</p>}
      </section>
    </>
  );
}
