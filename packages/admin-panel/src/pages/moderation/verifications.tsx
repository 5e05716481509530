import { useDeferredValue, useState } from 'react';
import { Link } from '@tanstack/react-router';
import {
  type BadgeKind,
  GetVerificationsDocument,
  type VerificationRowFragment,
  type VerificationState,
} from '../../generated/graphql.ts';
import { useList } from '../../api/lists.ts';
import { Choice, Field } from '../../parts/field.tsx';
import { Page } from '../../parts/frame.tsx';
import { idIn, UserName } from '../../parts/ids.tsx';
import { columnsOf, Table } from '../../parts/table.tsx';
import { Moment, number, Tag, words } from '../../parts/text.tsx';
import { BADGE_KINDS } from './badge-kinds.ts';

const STATES: readonly VerificationState[] = [
  'REQUESTED',
  'IN_REVIEW',
  'MORE_INFO',
  'APPROVED',
  'REJECTED',
  'WITHDRAWN',
];

const COLUMNS = columnsOf<VerificationRowFragment>([
  {
    header: 'Badge',
    cell: ({ id, kind }) => (
      <Link to="/verifications/$requestId" params={{ requestId: id }}>
        {words(kind)}
      </Link>
    ),
  },
  { header: 'User', cell: ({ userId, user }) => <UserName id={userId} user={user} /> },
  { header: 'Name', cell: ({ displayName }) => displayName },
  { header: 'State', cell: ({ state }) => <Tag name={state} /> },
  { header: 'Documents', cell: ({ documents }) => number(documents.length) },
  { header: 'Requested', cell: ({ createdAt }) => <Moment at={createdAt} /> },
]);

export function VerificationsPage() {
  const [state, setState] = useState<VerificationState | ''>('REQUESTED');
  const [kind, setKind] = useState<BadgeKind | ''>('');
  const [userId, setUserId] = useState('');
  const filters = useDeferredValue({ state, kind, userId });
  const { rows, error, more } = useList({
    document: GetVerificationsDocument,
    variables: {
      state: filters.state || undefined,
      kind: filters.kind || undefined,
      userId: idIn(filters.userId),
    },
    connectionOf: (data) => data.adminGetVerificationRequests,
  });
  return (
    <Page title="Verifications">
      <div className="filters" role="search">
        <Choice label="State" none="Any" options={STATES} value={state} onChange={setState} />
        <Choice label="Badge" none="Any" options={BADGE_KINDS} value={kind} onChange={setKind} />
        <Field label="Id of the user" isWide>
          <input type="search" value={userId} onChange={({ target }) => setUserId(target.value)} />
        </Field>
      </div>
      <Table
        caption="Requests to be verified, those that wait longest first"
        columns={COLUMNS}
        rows={rows}
        error={error}
        empty="There is no such request."
        more={more}
      />
    </Page>
  );
}
