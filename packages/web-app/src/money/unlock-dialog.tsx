import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { type Refusal, refusalsOf, refusalsOfFailure } from '../api/refusals.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Refusals } from '../parts/field.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Coins } from './amounts.tsx';
import { TipStartDocument } from './tips/tips.generated.ts';
import { UnlockDocument } from './unlock.generated.ts';

/** Buys a paid message for the price that was seen; a price that has changed is asked about anew. */
export function UnlockDialog({
  messageId,
  priceCoins,
  name,
  onClose,
}: {
  readonly messageId: string;
  readonly priceCoins: number;
  /** Name of who sells it. */
  readonly name: string;
  readonly onClose: () => void;
}) {
  const { common, failures, money } = useTexts();
  const client = useApolloClient();
  const { data } = useQuery(TipStartDocument);
  const [mutate, { loading }] = useMutation(UnlockDocument);
  const [price, setPrice] = useState(priceCoins);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const key = useRef(crypto.randomUUID());
  const balance = data?.myCoinBalance?.totalCoins;

  async function unlock(): Promise<void> {
    const input = { messageId, expectedPriceCoins: price, idempotencyKey: key.current };
    try {
      const payload = (await mutate({ variables: { input } })).data?.unlockMessage;
      if (payload?.errors.length === 0) {
        // The content has another type now, which lists of messages select each in their own way.
        await client.refetchQueries({ include: 'active' });
        onClose();
        return;
      }
      key.current = crypto.randomUUID();
      const changed = payload?.errors.find((error) => error.__typename === 'PriceChangedError');
      if (changed) setPrice(changed.currentPriceCoins);
      else setRefusals(refusalsOf(payload));
    } catch (error) {
      setRefusals(refusalsOfFailure(error, failures.offline));
    }
  }

  return (
    <Dialog title={money.unlockTitle} onClose={onClose}>
      <p role="status">{price === priceCoins ? money.unlockText(name) : money.priceChanged(price)}</p>
      <p className="buy-sum">
        <Coins of={price} />
        {balance !== undefined && (
          <span className="row-quiet">
            {money.youHave} <Coins of={balance} />
          </span>
        )}
      </p>
      {balance !== undefined && balance < price && (
        <Link to="/wallet" className="text-link">
          {money.buy}
        </Link>
      )}
      <Refusals of={refusals} />
      <div className="dialog-acts">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button kind="main" disabled={loading} onClick={() => void unlock()}>
          {money.unlock}
        </Button>
      </div>
    </Dialog>
  );
}
