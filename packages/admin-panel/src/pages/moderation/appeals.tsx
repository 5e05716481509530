import { useMemo, useState } from 'react';
import { Link } from '@tanstack/react-router';
import {
  type AdminAppealResult,
  type AppealState,
  DecideAppealDocument,
  GetAppealsDocument,
  type GetAppealsQuery,
} from '../../generated/graphql.ts';
import { useAct, useMay, useMe } from '../../api/hooks.ts';
import { useList } from '../../api/lists.ts';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { Choice, Field } from '../../parts/field.tsx';
import { Page } from '../../parts/frame.tsx';
import { columnsOf, Table } from '../../parts/table.tsx';
import { Moment, Tag, words } from '../../parts/text.tsx';

type Appeal = NonNullable<GetAppealsQuery['adminGetAppeals']>['nodes'][number];

const STATES: readonly AppealState[] = ['PENDING', 'UPHELD', 'PARTIAL', 'OVERTURNED', 'WITHDRAWN'];

export function AppealsPage() {
  const me = useMe();
  const may = useMay();
  const [state, setState] = useState<AppealState>('PENDING');
  const [chosen, setChosen] = useState<Appeal | null>(null);
  const { rows, error, more } = useList({
    document: GetAppealsDocument,
    variables: { state },
    connectionOf: (data) => data.adminGetAppeals,
  });
  const seesCases = may('REPORTS_READ');
  const columns = useMemo(
    () => columnsWith({ adminId: me.id, seesCases, onDecide: setChosen }),
    [me.id, seesCases],
  );
  return (
    <Page title="Appeals">
      <div className="filters">
        <Choice label="State" options={STATES} value={state} onChange={(next) => setState(next || state)} />
      </div>
      <Table
        caption="Appeals"
        columns={columns}
        rows={rows}
        error={error}
        empty="There is no appeal in this state."
        more={more}
      />
      {chosen && <Decide appeal={chosen} onClose={() => setChosen(null)} />}
    </Page>
  );
}

type ColumnsOptions = { adminId: string; seesCases: boolean; onDecide: (appeal: Appeal) => void };

const columnsWith = ({ adminId, seesCases, onDecide }: ColumnsOptions) =>
  columnsOf<Appeal>([
    {
      header: 'Decision',
      cell: ({ decision }) => {
        if (!decision) return '–';
        const name = decision.actions.map(words).join(', ');
        if (!seesCases) return name;
        return (
          <Link to="/cases/$caseId" params={{ caseId: decision.caseId }}>
            {name}
          </Link>
        );
      },
    },
    { header: 'By', cell: ({ side }) => words(side) },
    { header: 'Text', cell: ({ text }) => text || '–' },
    { header: 'State', cell: ({ state }) => <Tag name={state} /> },
    { header: 'Answer', cell: ({ note }) => note ?? '–' },
    { header: 'Appealed', cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      header: 'Acts',
      cell: (appeal) => {
        if (appeal.state !== 'PENDING') return null;
        // Nobody judges their own decision.
        if (appeal.decision?.decidedById === adminId) return <span className="quiet">Your decision</span>;
        return (
          <button className="button" onClick={() => onDecide(appeal)}>
            Decide
          </button>
        );
      },
    },
  ]);

const RESULTS: readonly AdminAppealResult[] = ['UPHELD', 'PARTIAL', 'OVERTURNED'];

function Decide({ appeal, onClose }: { appeal: Appeal; onClose: () => void }) {
  const [result, setResult] = useState<AdminAppealResult>('UPHELD');
  const [note, setNote] = useState('');
  const act = useAct(DecideAppealDocument, (data) => data.adminDecideAppeal);
  const results = appeal.side === 'REPORTER' ? RESULTS.filter((one) => one !== 'PARTIAL') : RESULTS;
  return (
    <ActDialog
      title="Decide this appeal"
      about="Upheld, the decision stays; overturned, it is taken back; in part, content stays removed, and restrictions and points go."
      action="Decide"
      hasReason={false}
      onClose={onClose}
      onAct={() => act.mutateAsync({ input: { appealId: appeal.id, result, note } })}
    >
      {appeal.text && <p className="quote">{appeal.text}</p>}
      <p className="small">{appeal.decision?.facts}</p>
      <p className="small">{appeal.decision?.explanation}</p>
      <Choice
        label="Result"
        options={results}
        value={result}
        onChange={(next) => setResult(next || result)}
      />
      <Field label="Answer to the author">
        <textarea required maxLength={2_000} value={note} onChange={({ target }) => setNote(target.value)} />
      </Field>
    </ActDialog>
  );
}
