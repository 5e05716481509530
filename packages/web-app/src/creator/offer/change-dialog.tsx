import { useEffect, useRef, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { useMoney } from '../../money/amounts.tsx';
import { useDateText } from '../../parts/formats.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Refusals } from '../../parts/field.tsx';
import { Skeleton } from '../../parts/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import type { OwnSubscriptionFragment } from '../members/members.generated.ts';
import { type Charge, ChargeStep } from '../members/pay-due.tsx';
import { ChangeTierDocument, type ChangeTierMutation, type OfferedTierFragment } from './offer.generated.ts';

type Preview = NonNullable<ChangeTierMutation['changeSubscriptionTier']>;

/** Says first what the change costs and when it comes. */
export function ChangeDialog({
  to,
  from,
  onClose,
}: {
  readonly to: OfferedTierFragment;
  readonly from: OwnSubscriptionFragment;
  readonly onClose: () => void;
}) {
  const { common, creator } = useTexts();
  const asking = useAct(ChangeTierDocument);
  const changing = useAct(ChangeTierDocument);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [charge, setCharge] = useState<Charge | null>(null);
  const [key] = useState(() => crypto.randomUUID());
  const input = { subscriptionId: from.id, tierId: to.id, version: to.version, idempotencyKey: key };
  const ask = useRef(() =>
    asking.act({ variables: { input: { ...input, preview: true } } }).then(setPreview),
  );
  useEffect(() => {
    void ask.current();
  }, []);

  async function change(): Promise<void> {
    const payload = await changing.act({ variables: { input } });
    if (!payload) return;
    setCharge(payload);
    if (!payload.nextAction && payload.payment?.state !== 'FAILED') onClose();
  }

  return (
    <Dialog title={creator.changeTitle(to.title)} onClose={onClose}>
      <ChargeStep of={charge} onCharged={setCharge} onPaid={onClose}>
        {preview ? <Terms of={preview} /> : asking.refusals.length === 0 && <Skeleton rows={1} />}
        <Refusals of={[...asking.refusals, ...changing.refusals]} />
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="main" disabled={!preview || changing.isActing} onClick={() => void change()}>
            {creator.changeTo}
          </Button>
        </div>
      </ChargeStep>
    </Dialog>
  );
}

function Terms({ of }: { readonly of: Preview }) {
  const { creator, money } = useTexts();
  const say = useMoney();
  const day = useDateText();
  const { dueCoins, dueMoney, effectiveAt } = of;
  const due = dueMoney ? say(dueMoney) : dueCoins ? money.coins(String(dueCoins), dueCoins) : null;
  return (
    <>
      <p>{due === null ? creator.dueNothing : creator.dueNow(due)}</p>
      {effectiveAt !== null && <p>{creator.effective(day(effectiveAt))}</p>}
    </>
  );
}
