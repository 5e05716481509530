import { useQuery } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useAct } from '../../api/act.ts';
import type { UserSubscriptionFunding } from '../../generated/schema.ts';
import { Coins, useMoney } from '../../money/amounts.tsx';
import { CardPicker, cardOf } from '../../money/cards/card-picker.tsx';
import { CardsDocument } from '../../money/cards/cards.generated.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Refusals } from '../../parts/field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { type Charge, ChargeStep } from '../members/pay-due.tsx';
import { type OfferedTierFragment, SubscribeDocument } from './offer.generated.ts';

/** Subscribes in coins, or by card where the tier has such a price. */
export function SubscribeDialog({
  of,
  name,
  coins,
  onClose,
}: {
  readonly of: OfferedTierFragment;
  readonly name: string;
  /** Coins of the reader. */
  readonly coins: number;
  readonly onClose: () => void;
}) {
  const { common, creator } = useTexts();
  const subscribing = useAct(SubscribeDocument);
  const [funding, setFunding] = useState<UserSubscriptionFunding>(of.price ? 'CARD' : 'COINS');
  const [card, setCard] = useState<string | null>(null);
  const [charge, setCharge] = useState<Charge | null>(null);
  const [isPaid, setIsPaid] = useState(false);
  const chosen = cardOf(useQuery(CardsDocument).data?.myPaymentMethods ?? [], card);
  const key = useRef(crypto.randomUUID());
  const isByCard = funding === 'CARD';

  async function subscribe(): Promise<void> {
    const payload = await subscribing.act({
      variables: {
        input: {
          tierId: of.id,
          version: of.version,
          funding,
          ...(isByCard && chosen && { paymentMethodId: chosen.id }),
          idempotencyKey: key.current,
        },
      },
    });
    key.current = crypto.randomUUID();
    if (!payload) return;
    setCharge(payload);
    // A card that was declined is tried again from the subscription, which waits for it.
    setIsPaid(!payload.nextAction && payload.payment?.state !== 'FAILED');
  }

  if (isPaid) {
    return (
      <Dialog title={of.title} onClose={onClose}>
        <Subscribed name={name} onClose={onClose} />
      </Dialog>
    );
  }
  const hasFailed = charge?.payment?.state === 'FAILED';
  return (
    <Dialog title={of.title} onClose={onClose}>
      <ChargeStep of={charge} onCharged={setCharge} onPaid={() => setIsPaid(true)}>
        {hasFailed ? (
          <p>{creator.waitsForCard}</p>
        ) : (
          <WayToPay {...{ of, coins, funding, card }} onFunding={setFunding} onCard={setCard} />
        )}
        <Refusals of={subscribing.refusals} />
        <div className="dialog-acts">
          <Button onClick={onClose}>{hasFailed ? common.done : common.cancel}</Button>
          {!hasFailed && (
            <Button
              kind="main"
              disabled={subscribing.isActing || (isByCard && !chosen)}
              onClick={() => void subscribe()}
            >
              {creator.subscribe}
            </Button>
          )}
        </div>
      </ChargeStep>
    </Dialog>
  );
}

function Subscribed({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const { common, creator } = useTexts();
  return (
    <>
      <p role="status">{creator.subscribed(name)}</p>
      <div className="dialog-acts">
        <Button kind="main" autoFocus onClick={onClose}>
          {common.done}
        </Button>
      </div>
    </>
  );
}

function WayToPay({
  of,
  coins,
  funding,
  card,
  onFunding,
  onCard,
}: {
  readonly of: OfferedTierFragment;
  readonly coins: number;
  readonly funding: UserSubscriptionFunding;
  readonly card: string | null;
  readonly onFunding: (funding: UserSubscriptionFunding) => void;
  readonly onCard: (id: string) => void;
}) {
  return (
    <>
      {of.price && <Funding of={of} coins={coins} funding={funding} onChange={onFunding} />}
      {funding === 'CARD' ? (
        <CardPicker chosen={card} onChoose={onCard} />
      ) : (
        <CoinsToPay of={of.priceCoins} coins={coins} />
      )}
    </>
  );
}

function Funding({
  of,
  coins,
  funding,
  onChange,
}: {
  readonly of: OfferedTierFragment;
  readonly coins: number;
  readonly funding: UserSubscriptionFunding;
  readonly onChange: (funding: UserSubscriptionFunding) => void;
}) {
  const { creator, money } = useTexts();
  const say = useMoney();
  return (
    <fieldset className="card-choice">
      <legend>{creator.howToPay}</legend>
      <label className="check card-option">
        <input type="radio" name="funding" checked={funding === 'CARD'} onChange={() => onChange('CARD')} />
        {creator.byCard(of.price ? say(of.price) : '')}
      </label>
      <label className="check card-option">
        <input type="radio" name="funding" checked={funding === 'COINS'} onChange={() => onChange('COINS')} />
        <span className="row-texts">
          <Coins of={of.priceCoins} />
          <span className="row-quiet">
            {money.youHave} {money.coins(String(coins), coins)}
          </span>
        </span>
      </label>
    </fieldset>
  );
}

function CoinsToPay({ of, coins }: { readonly of: number; readonly coins: number }) {
  const { money } = useTexts();
  return (
    <p className="buy-sum">
      <Coins of={of} />
      {coins < of && (
        <Link to="/wallet" className="text-link">
          {money.buy}
        </Link>
      )}
    </p>
  );
}
