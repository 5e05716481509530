import { useDeferredValue, useState } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import { GetBalancesDueDocument, type GetBalancesDueQuery } from '../../generated/graphql.ts';
import { useList } from '../../api/lists.ts';
import { Field } from '../../parts/field.tsx';
import { Page } from '../../parts/frame.tsx';
import { idIn } from '../../parts/ids.tsx';
import { columnsOf, Table } from '../../parts/table.tsx';
import { number } from '../../parts/text.tsx';

type Due = NonNullable<GetBalancesDueQuery['adminGetBalancesDue']>['nodes'][number];

const COLUMNS = columnsOf<Due>([
  {
    header: 'User',
    cell: ({ id, user }) => (
      <Link to="/payouts/$userId" params={{ userId: id }}>
        {user ? `@${user.username}` : id}
      </Link>
    ),
  },
  { header: 'Available coins', cell: ({ availableCoins }) => number(availableCoins) },
  { header: 'Later', cell: ({ pendingCoins }) => number(pendingCoins) },
]);

export function PayoutsPage() {
  const navigate = useNavigate();
  const [least, setLeast] = useState('1');
  const [userId, setUserId] = useState('');
  const minCoins = Math.max(1, Math.floor(Number(useDeferredValue(least))) || 1);
  const { rows, error, more } = useList({
    document: GetBalancesDueDocument,
    variables: { minCoins },
    connectionOf: (data) => data.adminGetBalancesDue,
  });
  const id = idIn(userId);
  return (
    <Page title="Payouts">
      <div className="filters">
        <Field label="Fewest available coins">
          <input type="number" min={1} value={least} onChange={({ target }) => setLeast(target.value)} />
        </Field>
        <form
          className="filters"
          onSubmit={(event) => {
            event.preventDefault();
            if (id) void navigate({ to: '/payouts/$userId', params: { userId: id } });
          }}
        >
          <Field label="Payouts of the user with the id" isWide>
            <input type="search" value={userId} onChange={({ target }) => setUserId(target.value)} />
          </Field>
          <button className="button" disabled={!id}>
            Open
          </button>
        </form>
      </div>
      <Table
        caption="Earnings that can be paid out"
        columns={COLUMNS}
        rows={rows}
        error={error}
        empty="Nobody has that much to be paid out."
        more={more}
      />
    </Page>
  );
}
