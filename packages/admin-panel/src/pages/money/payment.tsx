import { useState } from 'react';
import { useParams } from '@tanstack/react-router';
import {
  type AdminRefundKind,
  GetPurchaseDocument,
  type GetPurchaseQuery,
  RefundPurchaseDocument,
} from '../../generated/graphql.ts';
import { useAct, useAsk, useMay } from '../../api/hooks.ts';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { Choice, Field } from '../../parts/field.tsx';
import { Page } from '../../parts/frame.tsx';
import { UserName } from '../../parts/ids.tsx';
import { minorOf, moneyText, plainText } from '../../parts/money.ts';
import { Facts, Failure, Loading, Moment, number, Tag, words } from '../../parts/text.tsx';
import { cardText, PaymentHistory } from './payment-parts.tsx';

type Node = NonNullable<GetPurchaseQuery['adminGetNode']>;
/** Of the objects behind an id the document reads purchases alone. */
type Purchase = Exclude<Node, Record<PropertyKey, never>>;
const isPurchase = (node: Node): node is Purchase => 'coins' in node;

export function PaymentPage() {
  const { purchaseId } = useParams({ from: '/payments/$purchaseId' });
  const { data, error } = useAsk(GetPurchaseDocument, { id: purchaseId }, { isPolled: true });
  const found = data?.adminGetNode;
  if (!found || !isPurchase(found)) {
    return (
      <Page title="Payment">
        {error ? <Failure error={error} /> : data ? <p>There is no purchase with this id.</p> : <Loading />}
      </Page>
    );
  }
  return (
    <Page title={`Payment of ${moneyText(found.price)}`} actions={<Refund of={found} />}>
      <div className="halves">
        <About of={found} />
        <History of={found} />
      </div>
      {found.payment && <PaymentHistory of={found.payment} currency={found.price.currency} />}
    </Page>
  );
}

const About = ({ of: { payment, ...found } }: { of: Purchase }) => (
  <section className="card">
    <h2>About</h2>
    <Facts
      facts={[
        ['State', <Tag name={found.state} />],
        ['Buyer', <UserName id={found.userId} user={found.user} />],
        ['Coins', `${number(found.coins)} and ${number(found.bonusCoins)} promotional ones`],
        ['Refunded', payment ? moneyText(payment.refundedAmount) : '–'],
        ['Card', payment ? cardText(payment) : '–'],
        ['Declined because of', payment?.declineReason ? words(payment.declineReason) : '–'],
        ['Id at the provider', payment?.providerId ? <code>{payment.providerId}</code> : '–'],
        ['Id', <code>{found.id}</code>],
      ]}
    />
  </section>
);

const History = ({ of: { history } }: { of: Purchase }) => (
  <section className="card">
    <h2>History</h2>
    <ul className="rows">
      {history.map(({ state, changedAt }, index) => (
        <li key={index}>
          <Tag name={state} />
          <span className="small quiet">
            <Moment at={changedAt} />
          </span>
        </li>
      ))}
    </ul>
  </section>
);

const KINDS: readonly AdminRefundKind[] = ['REQUESTED_BY_CUSTOMER', 'DUPLICATE', 'FRAUDULENT'];

function Refund({ of: { id, price, payment } }: { of: Purchase }) {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const [amount, setAmount] = useState('');
  const [kind, setKind] = useState<AdminRefundKind>('REQUESTED_BY_CUSTOMER');
  const act = useAct(RefundPurchaseDocument, (data) => data.adminRefundPurchase);
  const isPaid = payment?.state === 'SUCCEEDED';
  const leftMinor = price.amountMinor - (payment?.refundedAmount.amountMinor ?? 0);
  if (!may('PAYMENTS_REFUND') || !isPaid || (leftMinor <= 0 && !isOpen)) return null;
  const refund = async (reason: string, idempotencyKey: string): Promise<unknown> => {
    const amountMinor = amount.trim() === '' ? null : minorOf(amount, price.currency);
    if (amount.trim() !== '' && amountMinor === null) {
      const example = plainText({ ...price, amountMinor: leftMinor });
      throw new Error(`Write an amount of ${price.currency}, such as ${example}.`);
    }
    return act.mutateAsync({ input: { purchaseId: id, amountMinor, kind, reason, idempotencyKey } });
  };
  const open = (): void => {
    setAmount('');
    setOpen(true);
  };
  return (
    <>
      <button className="button danger" onClick={open}>
        Refund
      </button>
      {isOpen && (
        <ActDialog
          title="Refund this payment"
          about={`Up to ${moneyText({ ...price, amountMinor: leftMinor })} go back to the card; the same part of the coins is taken back.`}
          action="Refund"
          isDanger
          onClose={() => setOpen(false)}
          onAct={refund}
        >
          <Field label={`Amount in ${price.currency}, or empty for all that is left`}>
            <input inputMode="decimal" value={amount} onChange={({ target }) => setAmount(target.value)} />
          </Field>
          <Choice
            label="Kind, for the provider"
            options={KINDS}
            value={kind}
            onChange={(next) => setKind(next || kind)}
          />
        </ActDialog>
      )}
    </>
  );
}
