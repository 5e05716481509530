import { useQuery } from '@apollo/client/react';
import { type ReactNode, useRef, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { NextStep } from '../../money/buy-dialog.tsx';
import { CardPicker, cardOf } from '../../money/cards/card-picker.tsx';
import { CardsDocument } from '../../money/cards/cards.generated.ts';
import { Challenge } from '../../money/challenge.tsx';
import type { NextStepFragment, PaymentRowFragment } from '../../money/purchase.generated.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Refusals } from '../../parts/field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { type OwnSubscriptionFragment, PayByDocument, PayDueDocument } from './members.generated.ts';

export type Charge = {
  readonly payment: PaymentRowFragment | null;
  readonly nextAction: NextStepFragment | null;
};

/** Pays what is due of a subscription: in coins at once, by card with what the bank asks. */
export function PayDueDialog({
  of,
  onClose,
}: {
  readonly of: OwnSubscriptionFragment;
  readonly onClose: () => void;
}) {
  const { common, creator } = useTexts();
  const paying = useAct(PayDueDocument);
  const choosing = useAct(PayByDocument);
  const [card, setCard] = useState<string | null>(of.paymentMethod?.id ?? null);
  const [charge, setCharge] = useState<Charge | null>(null);
  const key = useRef(crypto.randomUUID());
  const chosen = cardOf(useQuery(CardsDocument).data?.myPaymentMethods ?? [], card);
  const isByCard = of.funding === 'CARD';

  async function pay(): Promise<void> {
    const subscriptionId = of.id;
    if (isByCard && chosen && chosen.id !== of.paymentMethod?.id) {
      const set = await choosing.act({
        variables: { input: { subscriptionId, paymentMethodId: chosen.id } },
      });
      if (!set) return;
    }
    const payload = await paying.act({
      variables: { input: { subscriptionId, idempotencyKey: key.current } },
    });
    key.current = crypto.randomUUID();
    if (!payload) return;
    setCharge(payload);
    if (!payload.nextAction && payload.payment?.state !== 'FAILED') onClose();
  }

  return (
    <Dialog title={creator.payNow} onClose={onClose}>
      <ChargeStep of={charge} onCharged={setCharge} onPaid={onClose}>
        {isByCard && <CardPicker chosen={card} onChoose={setCard} />}
        <Refusals of={[...choosing.refusals, ...paying.refusals]} />
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="main" disabled={paying.isActing || (isByCard && !chosen)} onClick={() => void pay()}>
            {creator.payNow}
          </Button>
        </div>
      </ChargeStep>
    </Dialog>
  );
}

/** Answers of the bank to a payment: it asks, it declines, or the form is shown to pay. */
export function ChargeStep({
  of,
  onCharged,
  onPaid,
  children,
}: {
  readonly of: Charge | null;
  readonly onCharged: (charge: Charge) => void;
  readonly onPaid: () => void;
  readonly children: ReactNode;
}) {
  const { money } = useTexts();
  const { payment, nextAction } = of ?? {};
  if (payment && nextAction?.kind === 'SANDBOX') {
    return (
      <Challenge
        of={{ paymentId: payment.id }}
        onDone={(payload) => {
          if (payload.payment?.state === 'FAILED') onCharged({ payment: payload.payment, nextAction: null });
          else onPaid();
        }}
      />
    );
  }
  return (
    <>
      {payment?.state === 'FAILED' && (
        <p className="refused" role="alert">
          {money.declines[payment.declineReason ?? 'DECLINED']}
        </p>
      )}
      {nextAction && <NextStep of={nextAction} />}
      {children}
    </>
  );
}
