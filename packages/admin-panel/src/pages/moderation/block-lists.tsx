import { useState } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  type BlocklistRowFragment,
  GetBlocklistsDocument,
  SaveBlocklistDocument,
} from '../../generated/graphql.ts';
import { useAct } from '../../api/hooks.ts';
import { useList } from '../../api/lists.ts';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { Page } from '../../parts/frame.tsx';
import { columnsOf, Table } from '../../parts/table.tsx';
import { Moment, number, Tag, words } from '../../parts/text.tsx';
import { BlockListFields, EntriesField, entriesIn, KindField, type Settings } from './block-list-fields.tsx';

const COLUMNS = columnsOf<BlocklistRowFragment>([
  {
    header: 'Name',
    cell: ({ id, name }) => (
      <Link to="/block-lists/$listId" params={{ listId: id }}>
        {name}
      </Link>
    ),
  },
  { header: 'Entries', cell: ({ entryCount }) => number(entryCount) },
  { header: 'Kind', cell: ({ kind }) => words(kind) },
  { header: 'Consequence', cell: ({ action }) => words(action) },
  { header: 'State', cell: ({ isActive }) => <Tag name={isActive ? 'ACTIVE' : 'OFF'} /> },
  { header: 'Changed', cell: ({ changedAt }) => <Moment at={changedAt} /> },
]);

export function BlockListsPage() {
  const [isAdding, setAdding] = useState(false);
  const { rows, error, more } = useList({
    document: GetBlocklistsDocument,
    variables: {},
    connectionOf: (data) => data.adminGetBlocklists,
  });
  return (
    <Page
      title="Block lists"
      actions={
        <button className="button primary" onClick={() => setAdding(true)}>
          Add a list
        </button>
      }
    >
      <Table
        caption="Block lists"
        columns={COLUMNS}
        rows={rows}
        error={error}
        empty="There is no block list."
        more={more}
      />
      {isAdding && <Add onClose={() => setAdding(false)} />}
    </Page>
  );
}

const NEW: Settings = { name: '', action: 'HOLD', isActive: true };

function Add({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [kind, setKind] = useState<BlocklistRowFragment['kind']>('WORD');
  const [settings, setSettings] = useState(NEW);
  const [entries, setEntries] = useState('');
  const act = useAct(SaveBlocklistDocument, (data) => data.adminSaveBlocklist);
  const add = async (reason: string): Promise<void> => {
    const input = { ...settings, kind, addEntries: entriesIn(entries), reason };
    const { blocklist } = await act.mutateAsync({ input });
    if (blocklist) await navigate({ to: '/block-lists/$listId', params: { listId: blocklist.id } });
  };
  return (
    <ActDialog
      title="Add a block list"
      about="It holds for what is written from now on; what is published already stays as it is."
      action="Add"
      onClose={onClose}
      onAct={add}
    >
      <KindField value={kind} onChange={setKind} />
      <BlockListFields settings={settings} onChange={setSettings} />
      <EntriesField value={entries} onChange={setEntries} />
    </ActDialog>
  );
}
