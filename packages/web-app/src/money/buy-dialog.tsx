import { useQuery } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { useAct } from '../api/act.ts';
import { useEvents } from '../api/use-events.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Refusals } from '../parts/field.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Coins, useMoney } from './amounts.tsx';
import { CardPicker, cardOf } from './cards/card-picker.tsx';
import { CardsDocument } from './cards/cards.generated.ts';
import { Challenge } from './challenge.tsx';
import {
  AskPurchaseDocument,
  BuyCoinsDocument,
  type NextStepFragment,
  PayPurchaseDocument,
  PurchaseEventsDocument,
  type PurchaseStateFragment,
} from './purchase.generated.ts';
import type { PackageCardFragment } from './wallet.generated.ts';

type Answer = {
  readonly purchase: PurchaseStateFragment | null;
  readonly nextAction: NextStepFragment | null;
};

/** Buys a package by a saved card: the bank may ask, the card may be declined and another one tried. */
export function BuyDialog({
  of,
  onClose,
}: {
  readonly of: PackageCardFragment;
  readonly onClose: () => void;
}) {
  const { common, money } = useTexts();
  const price = useMoney()(of.price);
  const { answer, pay, ask, isActing, refusals } = usePurchase(of);
  const [card, setCard] = useState<string | null>(null);
  const chosen = cardOf(useQuery(CardsDocument).data?.myPaymentMethods ?? [], card);
  const { purchase, nextAction } = answer;
  const payment = purchase?.payment;
  if (purchase?.state === 'SUCCEEDED') {
    return (
      <Dialog title={money.bought} onClose={onClose}>
        <p role="status">{money.boughtText(purchase.totalCoins)}</p>
        <div className="dialog-acts">
          <Button kind="main" autoFocus onClick={onClose}>
            {common.done}
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={money.buy} onClose={onClose}>
      <p className="buy-sum">
        <Coins of={of.totalCoins} />
        <strong>{price}</strong>
      </p>
      {nextAction?.kind === 'SANDBOX' && payment ? (
        <Challenge of={{ paymentId: payment.id }} onDone={() => void ask()} />
      ) : purchase?.state === 'PROCESSING' ? (
        <p role="status">{money.processing}</p>
      ) : (
        <>
          {purchase?.state === 'FAILED' && (
            <p className="refused" role="alert">
              {money.declines[payment?.declineReason ?? 'DECLINED']}
            </p>
          )}
          {nextAction && <NextStep of={nextAction} />}
          <CardPicker chosen={card} onChoose={setCard} />
          <Refusals of={refusals} />
          <div className="dialog-acts">
            <Button onClick={onClose}>{common.cancel}</Button>
            <Button kind="main" disabled={!chosen || isActing} onClick={() => chosen && void pay(chosen.id)}>
              {money.pay(price)}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

/** A step outside of the app. The form of the provider for real cards is no part of it. */
export function NextStep({ of }: { readonly of: NextStepFragment }) {
  const { money } = useTexts();
  if (of.kind === 'REDIRECT' && of.url !== null) {
    return (
      <a className="button button-main" href={of.url} target="_blank" rel="noopener noreferrer">
        {money.goOn}
      </a>
    );
  }
  return of.kind === 'PROVIDER_SDK' ? <p className="notice">{money.realCards}</p> : null;
}

/** A purchase: begun once, and then paid by as many cards as it takes. */
function usePurchase({ id: packageId, version }: PackageCardFragment) {
  const buying = useAct(BuyCoinsDocument);
  const paying = useAct(PayPurchaseDocument);
  const asking = useAct(AskPurchaseDocument);
  const [answer, setAnswer] = useState<Answer>({ purchase: null, nextAction: null });
  const key = useRef(crypto.randomUUID());
  const { purchase } = answer;
  const set = (payload: Answer | null): void => {
    if (payload) setAnswer({ purchase: payload.purchase, nextAction: payload.nextAction });
  };

  async function pay(paymentMethodId: string): Promise<void> {
    if (purchase) {
      set(await paying.act({ variables: { input: { purchaseId: purchase.id, paymentMethodId } } }));
    } else {
      const input = { packageId, version, paymentMethodId, idempotencyKey: key.current };
      const payload = await buying.act({ variables: { input } });
      // A refused purchase was not begun: another press is another act.
      if (!payload) key.current = crypto.randomUUID();
      set(payload);
    }
  }

  async function ask(): Promise<void> {
    if (purchase) set(await asking.act({ variables: { input: { purchaseId: purchase.id } } }));
  }

  useEvents(PurchaseEventsDocument, ({ purchaseChanged }) => {
    const changed = purchaseChanged.purchase;
    if (changed.id === purchase?.id && changed.state !== 'REQUIRES_ACTION')
      setAnswer({ purchase: changed, nextAction: null });
  });
  const isWaiting = purchase?.state === 'PROCESSING';
  const asked = useRef(ask);
  asked.current = ask;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => void asked.current(), ASK_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return {
    answer,
    pay,
    ask,
    isActing: buying.isActing || paying.isActing || asking.isActing,
    refusals: [...buying.refusals, ...paying.refusals, ...asking.refusals],
  };
}

/** The event is the quick way; asking is for the case that it was lost. */
const ASK_MS = 4_000;
