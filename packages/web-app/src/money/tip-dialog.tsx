import { useQuery } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useAct } from '../api/act.ts';
import type { Refusal } from '../api/refusals.ts';
import type { CoinTipTargetInput } from '../generated/schema.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field, Refusals } from '../parts/field.tsx';
import { fieldsOf } from '../parts/form.ts';
import { useTexts } from '../texts/texts.tsx';
import { Coins } from './amounts.tsx';
import {
  GiveTipDocument,
  type SentTipFragment,
  TakeTipBackDocument,
  TipStartDocument,
} from './tips/tips.generated.ts';

const AMOUNTS = [10, 50, 100, 500] as const;
const MESSAGE_LENGTH = 200;

/** Gives coins for a post, a comment, a message, or to a user. */
export function TipDialog({
  target,
  name,
  onClose,
}: {
  readonly target: CoinTipTargetInput;
  /** Name of who gets it. */
  readonly name: string;
  readonly onClose: () => void;
}) {
  const { money } = useTexts();
  const [tip, setTip] = useState<SentTipFragment | null>(null);
  return (
    <Dialog title={money.tipFor(name)} onClose={onClose}>
      {tip ? (
        <TipSent of={tip} name={name} onClose={onClose} />
      ) : (
        <TipForm target={target} onSent={setTip} onClose={onClose} />
      )}
    </Dialog>
  );
}

function TipForm({
  target,
  onSent,
  onClose,
}: {
  readonly target: CoinTipTargetInput;
  readonly onSent: (tip: SentTipFragment) => void;
  readonly onClose: () => void;
}) {
  const { common, money } = useTexts();
  const { data } = useQuery(TipStartDocument);
  const { act, isActing, refusals } = useAct(GiveTipDocument);
  const [amount, setAmount] = useState<string>(String(AMOUNTS[1]));
  const key = useRef(crypto.randomUUID());
  async function give(message: string, isAnonymous: boolean): Promise<void> {
    const text = message.trim();
    const input = {
      target,
      amountCoins: Number(amount),
      isAnonymous,
      message: text === '' ? null : text,
      idempotencyKey: key.current,
    };
    const payload = await act({ variables: { input } });
    // A refused tip was not given: another press is another act.
    if (!payload) key.current = crypto.randomUUID();
    else if (payload.tip) onSent(payload.tip);
  }
  return (
    <form
      className="form"
      onSubmit={(event) => {
        const { message = '', isAnonymous } = fieldsOf(event);
        void give(message, isAnonymous === 'on');
      }}
    >
      {data?.myCoinBalance && (
        <p className="row-quiet">
          {money.youHave} <Coins of={data.myCoinBalance.totalCoins} />{' '}
          <Link to="/wallet" className="text-link">
            {money.buy}
          </Link>
        </p>
      )}
      <AmountFields amount={amount} refusals={refusals} onChange={setAmount} />
      <Field
        name="message"
        label={`${money.tipMessage} (${common.optional})`}
        maxLength={MESSAGE_LENGTH}
        autoComplete="off"
        dir="auto"
        refusals={refusals}
      />
      <label className="check">
        <input type="checkbox" name="isAnonymous" />
        {money.anonymous}
      </label>
      <Refusals of={refusals} fields={['amountCoins', 'message']} />
      <div className="dialog-acts">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button kind="main" type="submit" disabled={isActing || Number(amount) < 1}>
          {money.give}
        </Button>
      </div>
    </form>
  );
}

/** Amounts to press, and a field for any other. */
function AmountFields({
  amount,
  refusals,
  onChange,
}: {
  readonly amount: string;
  readonly refusals: readonly Refusal[];
  readonly onChange: (amount: string) => void;
}) {
  const { money } = useTexts();
  return (
    <>
      <div className="amounts" role="group" aria-label={money.amount}>
        {AMOUNTS.map((each) => (
          <Button key={each} aria-pressed={amount === String(each)} onClick={() => onChange(String(each))}>
            <Coins of={each} />
          </Button>
        ))}
      </div>
      <Field
        name="amountCoins"
        type="number"
        inputMode="numeric"
        min={1}
        step={1}
        required
        label={money.amountInCoins}
        value={amount}
        onChange={({ target: { value } }) => onChange(value)}
        refusals={refusals}
      />
    </>
  );
}

/** Says what was given; for some seconds it can be taken back. */
function TipSent({
  of,
  name,
  onClose,
}: {
  readonly of: SentTipFragment;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const { common, money } = useTexts();
  const { act, isActing, refusals } = useAct(TakeTipBackDocument);
  const [isUndone, setIsUndone] = useState(false);
  const seconds = useSecondsUntil(of.undoEndsAt);
  return (
    <>
      <p role="status">{isUndone ? money.tipUndone : money.tipGiven(of.amountCoins, name)}</p>
      <Refusals of={refusals} />
      <div className="dialog-acts">
        {!isUndone && seconds > 0 && (
          <Button
            disabled={isActing}
            onClick={() =>
              void act({ variables: { input: { tipId: of.id } } }).then((payload) =>
                setIsUndone(payload !== null),
              )
            }
          >
            {money.undo} <span aria-hidden="true">({seconds})</span>
          </Button>
        )}
        <Button kind="main" autoFocus onClick={onClose}>
          {common.done}
        </Button>
      </div>
    </>
  );
}

const SECOND_MS = 1_000;

function useSecondsUntil(at: string): number {
  const remaining = (): number => Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / SECOND_MS));
  const [seconds, setSeconds] = useState(remaining);
  const read = useRef(remaining);
  read.current = remaining;
  useEffect(() => {
    const timer = setInterval(() => setSeconds(read.current()), SECOND_MS / 4);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
