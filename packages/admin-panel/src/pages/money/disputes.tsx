import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { GetDisputesDocument, type GetDisputesQuery } from '../../generated/graphql.ts';
import { useList } from '../../api/lists.ts';
import { Choice } from '../../parts/field.tsx';
import { Page } from '../../parts/frame.tsx';
import { UserName } from '../../parts/ids.tsx';
import { moneyText } from '../../parts/money.ts';
import { columnsOf, Table } from '../../parts/table.tsx';
import { Moment, Tag, words } from '../../parts/text.tsx';

type Dispute = NonNullable<GetDisputesQuery['adminGetDisputes']>['nodes'][number];

const COLUMNS = columnsOf<Dispute>([
  { header: 'Amount', cell: ({ amount }) => moneyText(amount) },
  { header: 'State', cell: ({ state }) => <Tag name={state} /> },
  { header: 'Reason', cell: ({ reason }) => words(reason) },
  { header: 'Answer due', cell: ({ dueAt }) => <Moment at={dueAt} /> },
  {
    header: 'Payment',
    cell: ({ payment }) =>
      payment && (
        <Link to="/card-payments/$paymentId" params={{ paymentId: payment.id }}>
          {words(payment.purpose)}
        </Link>
      ),
  },
  {
    header: 'Payer',
    cell: ({ payment }) => payment && <UserName id={payment.userId} user={payment.user} />,
  },
  { header: 'Heard of', cell: ({ createdAt }) => <Moment at={createdAt} /> },
]);

const STATES = ['OPEN', 'DECIDED'] as const;

export function DisputesPage() {
  const [state, setState] = useState<(typeof STATES)[number] | ''>('OPEN');
  const { rows, error, more } = useList({
    document: GetDisputesDocument,
    variables: { isOpen: state === '' ? undefined : state === 'OPEN' },
    connectionOf: (data) => data.adminGetDisputes,
  });
  return (
    <Page title="Disputes">
      <p className="quiet">
        Evidence is sent at the provider of payments, before an answer is due. The coins of a purchase are
        held while its dispute is open, and taken back when it is lost.
      </p>
      <div className="filters">
        <Choice label="State" none="Any" options={STATES} value={state} onChange={setState} />
      </div>
      <Table
        caption="Disputes"
        columns={COLUMNS}
        rows={rows}
        error={error}
        empty="There is no dispute in this state."
        more={more}
      />
    </Page>
  );
}
