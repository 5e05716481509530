import { useState } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  AdjustCoinsDocument,
  type AdjustmentRowFragment,
  GetPendingAdjustmentsDocument,
} from '../../generated/graphql.ts';
import { useAct, useMay } from '../../api/hooks.ts';
import { useList } from '../../api/lists.ts';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Page } from '../../parts/frame.tsx';
import { idIn, UserName } from '../../parts/ids.tsx';
import { columnsOf, Table } from '../../parts/table.tsx';
import { Moment, number } from '../../parts/text.tsx';
import { UserFinder } from '../../parts/user-finder.tsx';

const COLUMNS = columnsOf<AdjustmentRowFragment>([
  {
    header: 'Coins',
    cell: ({ id, amountCoins }) => (
      <Link to="/coin-adjustments/$adjustmentId" params={{ adjustmentId: id }}>
        {number(amountCoins)}
      </Link>
    ),
  },
  { header: 'User', cell: ({ userId, user }) => <UserName id={userId} user={user} /> },
  { header: 'Reason', cell: ({ reason }) => reason },
  { header: 'Asked for', cell: ({ createdAt }) => <Moment at={createdAt} /> },
]);

/** Adjustments that wait for another admin; the API lists no others, which are opened by their id. */
export function AdjustmentsPage() {
  const isManager = useMay()('COINS_MANAGE');
  const navigate = useNavigate();
  const [id, setId] = useState('');
  const [isAdjusting, setAdjusting] = useState(false);
  const { rows, error, more } = useList({
    document: GetPendingAdjustmentsDocument,
    variables: {},
    connectionOf: (data) => data.adminGetPendingAdjustments,
  });
  const open = (adjustmentId: string): void =>
    void navigate({ to: '/coin-adjustments/$adjustmentId', params: { adjustmentId } });
  const adjustmentId = idIn(id);
  return (
    <Page
      title="Coin adjustments"
      actions={
        isManager && (
          <button className="button primary" onClick={() => setAdjusting(true)}>
            Adjust coins
          </button>
        )
      }
    >
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          if (adjustmentId) open(adjustmentId);
        }}
      >
        <Field label="Id of an adjustment, as in the audit log" isWide>
          <input type="search" value={id} onChange={({ target }) => setId(target.value)} />
        </Field>
        <button className="button" disabled={!adjustmentId}>
          Open
        </button>
      </form>
      <Table
        caption="Adjustments that wait for another admin"
        columns={COLUMNS}
        rows={rows}
        error={error}
        empty="No adjustment waits for another admin."
        more={more}
      />
      {isAdjusting && <Adjust onDone={open} onClose={() => setAdjusting(false)} />}
    </Page>
  );
}

const COINS_MAX = 1_000_000;

function Adjust({ onDone, onClose }: { onDone: (id: string) => void; onClose: () => void }) {
  const [userId, setUserId] = useState<string | null>(null);
  const [coins, setCoins] = useState('');
  const act = useAct(AdjustCoinsDocument, (data) => data.adminAdjustCoins);
  const adjust = async (reason: string, idempotencyKey: string): Promise<void> => {
    if (userId === null) throw new Error('Name a user who is there.');
    const input = { userId, amountCoins: Number(coins), reason, idempotencyKey };
    const { adjustment } = await act.mutateAsync({ input });
    if (adjustment) onDone(adjustment.id);
  };
  return (
    <ActDialog
      title="Adjust coins"
      about="Above zero gives promotional coins, below zero takes coins. Large adjustments wait for another admin."
      action="Adjust"
      onClose={onClose}
      onAct={adjust}
    >
      <UserFinder onFind={setUserId} />
      <Field label="Coins">
        <input
          required
          type="number"
          min={-COINS_MAX}
          max={COINS_MAX}
          step={1}
          value={coins}
          onChange={({ target }) => setCoins(target.value)}
        />
      </Field>
    </ActDialog>
  );
}
