import { type SyntheticEvent, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Refusals } from '../../parts/field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ChangePriceDocument } from './content-acts.generated.ts';
import { PriceField } from './price-field.tsx';

/** Changes what a message costs those who have not bought it. */
export function ChangePrice({
  messageId,
  priceCoins,
  onClose,
}: {
  readonly messageId: string;
  readonly priceCoins: number;
  readonly onClose: () => void;
}) {
  const { common, messages } = useTexts();
  const { act, isActing, refusals } = useAct(ChangePriceDocument);
  const [price, setPrice] = useState(String(priceCoins));
  const save = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (await act({ variables: { input: { messageId, priceCoins: Number(price) } } })) onClose();
  };
  return (
    <Dialog title={messages.changePrice} onClose={onClose}>
      <form className="form" onSubmit={(event) => void save(event)}>
        <p>{messages.changePriceText}</p>
        <PriceField value={price} onChange={setPrice} refusals={refusals} />
        <Refusals of={refusals} fields={FIELDS} />
        <div className="dialog-acts">
          <Button type="submit" kind="main" disabled={isActing}>
            {common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const FIELDS = ['priceCoins'];
