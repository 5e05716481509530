import { useState } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  type AdminCaseQueue,
  type AdminCaseState,
  type CaseRowFragment,
  ClaimNextCaseDocument,
  GetCasesDocument,
} from '../../generated/graphql.ts';
import { useAct, useMay } from '../../api/hooks.ts';
import { useList } from '../../api/lists.ts';
import { Choice } from '../../parts/field.tsx';
import { Page } from '../../parts/frame.tsx';
import { columnsOf, Table } from '../../parts/table.tsx';
import { Failure, Moment, number, Tag, words } from '../../parts/text.tsx';

const QUEUES: readonly AdminCaseQueue[] = ['GENERAL', 'CHILD_SAFETY', 'LEGAL'];
const STATES: readonly AdminCaseState[] = ['OPEN', 'ASSIGNED', 'ESCALATED', 'CLOSED'];

const COLUMNS = columnsOf<CaseRowFragment>([
  {
    header: 'Subject',
    cell: ({ id, subjectKind, isPrivate }) => (
      <Link to="/cases/$caseId" params={{ caseId: id }}>
        {words(subjectKind)}
        {isPrivate && ' (private)'}
      </Link>
    ),
  },
  { header: 'Of', cell: ({ owner }) => (owner ? `@${owner.username}` : '–') },
  { header: 'State', cell: ({ state }) => <Tag name={state} /> },
  { header: 'Weight', cell: ({ reportedWeight }) => number(reportedWeight) },
  { header: 'Points', cell: ({ ownerStrikePoints }) => number(ownerStrikePoints) },
  { header: 'Opened', cell: ({ openedAt }) => <Moment at={openedAt} /> },
]);

export function CasesPage() {
  const may = useMay();
  const navigate = useNavigate();
  const [queue, setQueue] = useState<AdminCaseQueue>('GENERAL');
  const [state, setState] = useState<AdminCaseState>('OPEN');
  const claim = useAct(ClaimNextCaseDocument, (data) => data.adminClaimNextCase);
  const { rows, error, more } = useList({
    document: GetCasesDocument,
    variables: { queue, state },
    connectionOf: (data) => data.adminGetCases,
  });
  const claimNext = async (): Promise<void> => {
    const { case: claimed } = await claim.mutateAsync({ input: { queue } });
    if (claimed) await navigate({ to: '/cases/$caseId', params: { caseId: claimed.id } });
  };
  return (
    <Page
      title="Cases"
      actions={
        may('CASES_DECIDE') && (
          <button
            className="button primary"
            disabled={claim.isPending}
            // A refusal is shown below.
            onClick={() => void claimNext().catch(() => undefined)}
          >
            Claim the next case
          </button>
        )
      }
    >
      <Failure error={claim.error} />
      {claim.data && !claim.data.case && (
        <p className="notice" role="status">
          Nothing waits in this queue.
        </p>
      )}
      <div className="filters">
        <Choice label="Queue" options={QUEUES} value={queue} onChange={(next) => setQueue(next || queue)} />
        <Choice label="State" options={STATES} value={state} onChange={(next) => setState(next || state)} />
      </div>
      <Table
        caption="Cases, the most urgent first"
        columns={COLUMNS}
        rows={rows}
        error={error}
        empty="There is no case in this state."
        more={more}
      />
    </Page>
  );
}
