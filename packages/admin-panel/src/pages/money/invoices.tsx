import { Link } from '@tanstack/react-router';
import { GetInvoicesDocument, type GetInvoicesQuery } from '../../generated/graphql.ts';
import { useMay } from '../../api/hooks.ts';
import { useList } from '../../api/lists.ts';
import { moneyText } from '../../parts/money.ts';
import { columnsOf, Table } from '../../parts/table.tsx';
import { Moment, number, Tag, words } from '../../parts/text.tsx';
import { priceText } from './prices.ts';

type Invoice = NonNullable<GetInvoicesQuery['adminGetSubscriptionInvoices']>['nodes'][number];

const COLUMNS = columnsOf<Invoice>([
  { header: 'Due', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { header: 'For', cell: ({ reason }) => words(reason) },
  {
    header: 'Amount',
    cell: ({ amount, amountCoins }) => priceText(amount, amountCoins),
  },
  { header: 'State', cell: ({ state }) => <Tag name={state} /> },
  { header: 'Given back', cell: refundedText },
  { header: 'Until', cell: ({ periodEndsAt }) => <Moment at={periodEndsAt} /> },
  { header: 'Payments', cell: ({ attempts }) => <Attempts attempts={attempts} /> },
]);

function refundedText({ amount, refundedAmount, refundedCoins }: Invoice): string {
  if (amount) return refundedAmount?.amountMinor ? moneyText(refundedAmount) : '–';
  return refundedCoins > 0 ? `${number(refundedCoins)} coins` : '–';
}

/** Bills of a subscription with their payments by card. */
export function Invoices({ subscriptionId }: { subscriptionId: string }) {
  const { rows, error, more } = useList({
    document: GetInvoicesDocument,
    variables: { subscriptionId },
    connectionOf: (data) => data.adminGetSubscriptionInvoices,
  });
  return (
    <Table
      caption="Invoices"
      columns={COLUMNS}
      rows={rows}
      error={error}
      empty="Nothing was due yet."
      more={more}
    />
  );
}

function Attempts({ attempts }: { attempts: Invoice['attempts'] }) {
  const may = useMay();
  if (attempts.length === 0) return '–';
  return (
    <ul>
      {attempts.map(({ paymentId, declineReason, createdAt }) => (
        <li key={paymentId}>
          {may('PAYMENTS_READ') ? (
            <Link to="/card-payments/$paymentId" params={{ paymentId }}>
              <Moment at={createdAt} />
            </Link>
          ) : (
            <Moment at={createdAt} />
          )}
          {declineReason && ` ${words(declineReason)}`}
        </li>
      ))}
    </ul>
  );
}
