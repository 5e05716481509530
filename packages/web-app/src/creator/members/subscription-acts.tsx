import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import { CardName, CardPicker } from '../../money/cards/card-picker.tsx';
import { useDateText } from '../../parts/formats.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm, Dialog } from '../../parts/dialog.tsx';
import { Refusals } from '../../parts/field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import {
  AcceptPriceDocument,
  ComeBackDocument,
  LeaveTierDocument,
  type OwnSubscriptionFragment,
  PayByDocument,
} from './members.generated.ts';
import { PayDueDialog } from './pay-due.tsx';

/** Acts of a subscriber: leave, come back, pay what is due, change the card, and take the new price. */
export function SubscriptionActs({ of }: { readonly of: OwnSubscriptionFragment }) {
  const { creator } = useTexts();
  const resuming = useAct(ComeBackDocument);
  const accepting = useAct(AcceptPriceDocument);
  const [open, setOpen] = useState<'leave' | 'pay' | 'card' | null>(null);
  const close = (): void => setOpen(null);
  if (of.state === 'ENDED') return null;
  const isDue = of.state === 'PAST_DUE' || of.state === 'INCOMPLETE';
  const newVersion =
    of.tier && of.tier.version > of.version && of.nextVersion === null ? of.tier.version : null;
  const input = { subscriptionId: of.id };
  return (
    <>
      <div className="settings-acts">
        {isDue && (
          <Button kind="main" onClick={() => setOpen('pay')}>
            {creator.payNow}
          </Button>
        )}
        {newVersion !== null && (
          <Button
            disabled={accepting.isActing}
            onClick={() => void accepting.act({ variables: { input: { ...input, version: newVersion } } })}
          >
            {creator.acceptTerms}
          </Button>
        )}
        {of.funding === 'CARD' && <Button onClick={() => setOpen('card')}>{creator.changeCard}</Button>}
        {of.endsAtPeriodEnd ? (
          <Button disabled={resuming.isActing} onClick={() => void resuming.act({ variables: { input } })}>
            {creator.resume}
          </Button>
        ) : (
          <Button onClick={() => setOpen('leave')}>{creator.leave}</Button>
        )}
      </div>
      <Refusals of={[...resuming.refusals, ...accepting.refusals]} />
      {open === 'leave' && <Leave of={of} onClose={close} />}
      {open === 'pay' && <PayDueDialog of={of} onClose={close} />}
      {open === 'card' && <ChangeCard of={of} onClose={close} />}
    </>
  );
}

type Opened = { readonly of: OwnSubscriptionFragment; readonly onClose: () => void };

function Leave({ of, onClose }: Opened) {
  const { creator } = useTexts();
  const day = useDateText();
  const { act, isActing, refusals } = useAct(LeaveTierDocument);
  const leave = (): void =>
    void act({ variables: { input: { subscriptionId: of.id } } }).then((payload) => payload && onClose());
  return (
    <Confirm
      title={creator.leaveTitle}
      text={of.state === 'INCOMPLETE' ? creator.leaveUnpaid : creator.leaveText(day(of.periodEndsAt))}
      act={creator.leave}
      isActing={isActing}
      onConfirm={leave}
      onClose={onClose}
    >
      <Refusals of={refusals} />
    </Confirm>
  );
}

function ChangeCard({ of, onClose }: Opened) {
  const { common, creator } = useTexts();
  const { act, isActing, refusals } = useAct(PayByDocument);
  const [card, setCard] = useState<string | null>(of.paymentMethod?.id ?? null);
  const save = (paymentMethodId: string): void =>
    void act({ variables: { input: { subscriptionId: of.id, paymentMethodId } } }).then(
      (payload) => payload && onClose(),
    );
  return (
    <Dialog title={creator.changeCard} onClose={onClose}>
      {of.paymentMethod && <CardName of={of.paymentMethod} />}
      <CardPicker chosen={card} onChoose={setCard} />
      <Refusals of={refusals} />
      <div className="dialog-acts">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button kind="main" disabled={card === null || isActing} onClick={() => card !== null && save(card)}>
          {common.save}
        </Button>
      </div>
    </Dialog>
  );
}
