import { useMemo, useState } from 'react';
import { Link, useParams } from '@tanstack/react-router';
import {
  GetEarningsDocument,
  GetPayoutsDocument,
  type GetPayoutsQuery,
  type PayoutMethod,
  RecordPayoutDocument,
  ReversePayoutDocument,
} from '../../generated/graphql.ts';
import { useAct, useAsk, useMay } from '../../api/hooks.ts';
import { useList } from '../../api/lists.ts';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { Choice, Field } from '../../parts/field.tsx';
import { Page } from '../../parts/frame.tsx';
import { minorOf, moneyText } from '../../parts/money.ts';
import { columnsOf, Table } from '../../parts/table.tsx';
import { Facts, Failure, Loading, Moment, number, Tag, words } from '../../parts/text.tsx';

type Payout = NonNullable<GetPayoutsQuery['adminGetPayouts']>['nodes'][number];

/** Earnings and payouts of a user. */
export function PayoutPage() {
  const { userId } = useParams({ from: '/payouts/$userId' });
  const may = useMay();
  const [isRecording, setRecording] = useState(false);
  const [reversed, setReversed] = useState<Payout | null>(null);
  const { rows, error, more } = useList({
    document: GetPayoutsDocument,
    variables: { userId },
    connectionOf: (data) => data.adminGetPayouts,
  });
  const isManager = may('PAYOUTS_MANAGE');
  const columns = useMemo(() => columnsWith(isManager ? setReversed : null), [isManager]);
  return (
    <Page
      title="Payouts of a user"
      actions={
        isManager && (
          <button className="button primary" onClick={() => setRecording(true)}>
            Record a payout
          </button>
        )
      }
    >
      <Earnings userId={userId} />
      <Table
        caption="Payouts"
        columns={columns}
        rows={rows}
        error={error}
        empty="Nothing was paid out to this user."
        more={more}
      />
      {isRecording && <Record userId={userId} onClose={() => setRecording(false)} />}
      {reversed && <Reverse payout={reversed} onClose={() => setReversed(null)} />}
    </Page>
  );
}

const columnsWith = (onReverse: ((payout: Payout) => void) | null) =>
  columnsOf<Payout>([
    { header: 'Recorded', cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { header: 'Coins', cell: ({ amountCoins }) => number(amountCoins) },
    { header: 'Paid', cell: ({ paid }) => (paid ? moneyText(paid) : '–') },
    { header: 'Way', cell: ({ method }) => words(method) },
    { header: 'Reference', cell: ({ reference }) => reference },
    { header: 'State', cell: ({ reversedAt }) => <Tag name={reversedAt ? 'REVERSED' : 'PAID'} /> },
    {
      header: 'Acts',
      cell: (payout) =>
        onReverse && !payout.reversedAt ? (
          <button
            className="button"
            aria-label={`Reverse ${payout.reference}`}
            onClick={() => onReverse(payout)}
          >
            Reverse
          </button>
        ) : null,
    },
  ]);

function Earnings({ userId }: { userId: string }) {
  const may = useMay();
  const { data, error } = useAsk(GetEarningsDocument, { userId }, { isPolled: true });
  const earnings = data?.adminGetEarnings;
  if (!earnings) return error ? <Failure error={error} /> : <Loading />;
  return (
    <section className="card" aria-label="Earnings">
      <Facts
        facts={[
          [
            'User',
            may('USERS_READ') ? (
              <Link to="/users/$userId" params={{ userId }}>
                {userId}
              </Link>
            ) : (
              <code>{userId}</code>
            ),
          ],
          ['Available coins', number(earnings.availableCoins)],
          ['Later', number(earnings.pendingCoins)],
          ['Paid out', number(earnings.paidOutCoins)],
          ['Debt', number(earnings.debtCoins)],
        ]}
      />
    </section>
  );
}

const METHODS: readonly PayoutMethod[] = ['BANK_TRANSFER', 'PAYMENT_SERVICE', 'OTHER'];

function Record({ userId, onClose }: { userId: string; onClose: () => void }) {
  const [coins, setCoins] = useState('');
  const [method, setMethod] = useState<PayoutMethod>('BANK_TRANSFER');
  const [reference, setReference] = useState('');
  const [paid, setPaid] = useState('');
  const [currency, setCurrency] = useState('EUR');
  const act = useAct(RecordPayoutDocument, (data) => data.adminRecordPayout);
  const record = async (_reason: string, idempotencyKey: string): Promise<unknown> => {
    const input = { userId, amountCoins: Number(coins), method, reference, idempotencyKey };
    if (paid.trim() === '') return act.mutateAsync({ input });
    const paidMinor = minorOf(paid, currency);
    if (paidMinor === null) throw new Error(`Write an amount of ${currency} with the digits that it has.`);
    return act.mutateAsync({ input: { ...input, paidMinor, paidCurrency: currency } });
  };
  return (
    <ActDialog
      title="Record a payout"
      about="Books earnings that you have paid outside of the product. Nothing is paid by this."
      action="Record"
      hasReason={false}
      onClose={onClose}
      onAct={record}
    >
      <Field label="Coins">
        <input
          required
          type="number"
          min={1}
          step={1}
          value={coins}
          onChange={({ target }) => setCoins(target.value)}
        />
      </Field>
      <Choice label="Way" options={METHODS} value={method} onChange={(next) => setMethod(next || method)} />
      <Field label="Reference at the bank, which the user sees">
        <input
          required
          maxLength={100}
          value={reference}
          onChange={({ target }) => setReference(target.value)}
        />
      </Field>
      <Field label="Money that was paid, for the books; or empty">
        <input inputMode="decimal" value={paid} onChange={({ target }) => setPaid(target.value)} />
      </Field>
      <Field label="Currency of the money">
        <input
          pattern="[A-Z]{3}"
          title="Three capital letters, such as EUR"
          required={paid !== ''}
          value={currency}
          onChange={({ target }) => setCurrency(target.value.toUpperCase())}
        />
      </Field>
    </ActDialog>
  );
}

function Reverse({ payout, onClose }: { payout: Payout; onClose: () => void }) {
  const act = useAct(ReversePayoutDocument, (data) => data.adminReversePayout);
  return (
    <ActDialog
      title={`Reverse the payout ${payout.reference}`}
      about={`${number(payout.amountCoins)} coins are available again.`}
      action="Reverse"
      isDanger
      onClose={onClose}
      onAct={(reason) => act.mutateAsync({ input: { payoutId: payout.id, reason } })}
    />
  );
}
