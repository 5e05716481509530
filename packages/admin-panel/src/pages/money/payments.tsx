import { useDeferredValue, useState } from 'react';
import { Link } from '@tanstack/react-router';
import {
  GetPaymentsDocument,
  GetPurchasesDocument,
  type PaymentRowFragment,
  type PaymentState,
  type PurchaseRowFragment,
} from '../../generated/graphql.ts';
import { useList } from '../../api/lists.ts';
import { Choice, Field } from '../../parts/field.tsx';
import { Page } from '../../parts/frame.tsx';
import { idIn, UserName } from '../../parts/ids.tsx';
import { moneyText } from '../../parts/money.ts';
import { columnsOf, Table } from '../../parts/table.tsx';
import { midnight, Moment, number, Tag, words } from '../../parts/text.tsx';
import { cardText } from './payment-parts.tsx';

const STATES: readonly PaymentState[] = [
  'SUCCEEDED',
  'PROCESSING',
  'REQUIRES_ACTION',
  'CREATED',
  'FAILED',
  'CANCELED',
  'EXPIRED',
];

const KINDS = ['PURCHASES_OF_COINS', 'ALL_PAYMENTS_BY_CARD'] as const;

const PURCHASE_COLUMNS = columnsOf<PurchaseRowFragment>([
  {
    header: 'Price',
    cell: ({ id, price }) => (
      <Link to="/payments/$purchaseId" params={{ purchaseId: id }}>
        {moneyText(price)}
      </Link>
    ),
  },
  { header: 'Coins', cell: ({ coins, bonusCoins }) => number(coins + bonusCoins) },
  { header: 'Buyer', cell: ({ userId, user }) => <UserName id={userId} user={user} /> },
  { header: 'State', cell: ({ state }) => <Tag name={state} /> },
  { header: 'Begun', cell: ({ createdAt }) => <Moment at={createdAt} /> },
]);

const PAYMENT_COLUMNS = columnsOf<PaymentRowFragment>([
  {
    header: 'Amount',
    cell: ({ id, amount }) => (
      <Link to="/card-payments/$paymentId" params={{ paymentId: id }}>
        {moneyText(amount)}
      </Link>
    ),
  },
  { header: 'For', cell: ({ purpose }) => words(purpose) },
  { header: 'Payer', cell: ({ userId, user }) => <UserName id={userId} user={user} /> },
  { header: 'Card', cell: cardText },
  {
    header: 'Refunded',
    cell: ({ refundedAmount }) => (refundedAmount.amountMinor === 0 ? '–' : moneyText(refundedAmount)),
  },
  { header: 'State', cell: ({ state }) => <Tag name={state} /> },
  { header: 'Begun', cell: ({ createdAt }) => <Moment at={createdAt} /> },
]);

export function PaymentsPage() {
  const [kind, setKind] = useState<(typeof KINDS)[number]>('PURCHASES_OF_COINS');
  const [state, setState] = useState<PaymentState | ''>('');
  const [userId, setUserId] = useState('');
  const [from, setFrom] = useState('');
  const [before, setBefore] = useState('');
  const filters = useDeferredValue({ state, userId, from, before });
  const variables = {
    state: filters.state || undefined,
    userId: idIn(filters.userId),
    createdFrom: midnight(filters.from),
    createdBefore: midnight(filters.before),
  };
  return (
    <Page title="Payments">
      <div className="filters" role="search">
        <Choice label="Kind" options={KINDS} value={kind} onChange={(next) => setKind(next || kind)} />
        <Field label="Id of the user" isWide>
          <input type="search" value={userId} onChange={({ target }) => setUserId(target.value)} />
        </Field>
        <Choice label="State of the payment" none="Any" options={STATES} value={state} onChange={setState} />
        <Field label="Begun from">
          <input type="date" value={from} onChange={({ target }) => setFrom(target.value)} />
        </Field>
        <Field label="Begun before">
          <input type="date" value={before} onChange={({ target }) => setBefore(target.value)} />
        </Field>
      </div>
      {kind === 'PURCHASES_OF_COINS' ? (
        <Purchases variables={variables} />
      ) : (
        <Payments variables={variables} />
      )}
    </Page>
  );
}

type ListProps = {
  variables: {
    readonly state: PaymentState | undefined;
    readonly userId: string | undefined;
    readonly createdFrom: string | undefined;
    readonly createdBefore: string | undefined;
  };
};

function Purchases({ variables }: ListProps) {
  const { rows, error, more } = useList({
    document: GetPurchasesDocument,
    variables,
    connectionOf: (data) => data.adminGetCoinPurchases,
  });
  return (
    <Table
      caption="Purchases of coins"
      columns={PURCHASE_COLUMNS}
      rows={rows}
      error={error}
      empty="No purchase fulfils these conditions."
      more={more}
    />
  );
}

/** Payments of subscriptions, too, which are refunded when an admin ends the subscription. */
function Payments({ variables }: ListProps) {
  const { rows, error, more } = useList({
    document: GetPaymentsDocument,
    variables,
    connectionOf: (data) => data.adminGetPayments,
  });
  return (
    <Table
      caption="Payments by card"
      columns={PAYMENT_COLUMNS}
      rows={rows}
      error={error}
      empty="No payment fulfils these conditions."
      more={more}
    />
  );
}
