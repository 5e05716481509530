import { useMemo, useState } from 'react';
import { useParams } from '@tanstack/react-router';
import {
  GetBlocklistDocument,
  GetBlocklistEntriesDocument,
  type GetBlocklistQuery,
  SaveBlocklistDocument,
} from '../../generated/graphql.ts';
import { useAct, useAsk } from '../../api/hooks.ts';
import { useList } from '../../api/lists.ts';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { Page } from '../../parts/frame.tsx';
import { columnsOf, Table } from '../../parts/table.tsx';
import { Facts, Failure, Loading, Moment, number, Tag, words } from '../../parts/text.tsx';
import { BlockListFields, EntriesField, entriesIn } from './block-list-fields.tsx';

type Node = NonNullable<GetBlocklistQuery['adminGetNode']>;
/** Of the objects behind an id the document reads block lists alone. */
type BlockList = Exclude<Node, Record<PropertyKey, never>>;
const isBlockList = (node: Node): node is BlockList => 'entryCount' in node;

/** An act with the list as the admin has seen it, by which the API notices that it has changed. */
type Act =
  | { readonly kind: 'change'; readonly seen: BlockList }
  | { readonly kind: 'add'; readonly seen: BlockList }
  | { readonly kind: 'remove'; readonly seen: BlockList; readonly entry: string };

export function BlockListPage() {
  const { listId } = useParams({ from: '/block-lists/$listId' });
  const { data, error } = useAsk(GetBlocklistDocument, { id: listId }, { isPolled: true });
  const [act, setAct] = useState<Act | null>(null);
  const found = data?.adminGetNode;
  if (!found || !isBlockList(found)) {
    return (
      <Page title="Block list">
        {error ? <Failure error={error} /> : data ? <p>There is no block list with this id.</p> : <Loading />}
      </Page>
    );
  }
  return (
    <Page
      title={`Block list: ${found.name}`}
      actions={
        <div className="buttons">
          <button className="button" onClick={() => setAct({ kind: 'change', seen: found })}>
            Change the list
          </button>
          <button className="button primary" onClick={() => setAct({ kind: 'add', seen: found })}>
            Add entries
          </button>
        </div>
      }
    >
      <section className="card">
        <Facts
          facts={[
            ['State', <Tag name={found.isActive ? 'ACTIVE' : 'OFF'} />],
            ['Kind', words(found.kind)],
            ['Consequence', words(found.action)],
            ['Entries', number(found.entryCount)],
            ['Changed', <Moment at={found.changedAt} />],
          ]}
        />
      </section>
      <Entries of={found} onRemove={setAct} />
      {act && <ActOn act={act} onClose={() => setAct(null)} />}
    </Page>
  );
}

type EntriesProps = { of: BlockList; onRemove: (act: Act) => void };

function Entries({ of: seen, onRemove }: EntriesProps) {
  const columns = useMemo(
    () => columnsWith((entry) => onRemove({ kind: 'remove', seen, entry })),
    [seen, onRemove],
  );
  const { rows, error, more } = useList({
    document: GetBlocklistEntriesDocument,
    variables: { id: seen.id },
    connectionOf: ({ adminGetNode: node }) => (node && 'entries' in node ? node.entries : null),
  });
  return (
    <Table
      caption="Entries, the newest first"
      columns={columns}
      rows={rows}
      error={error}
      empty="The list has no entries."
      more={more}
    />
  );
}

const columnsWith = (onRemove: (entry: string) => void) =>
  columnsOf<{ readonly id: string }>([
    { header: 'Entry', cell: ({ id: entry }) => entry },
    {
      header: 'Acts',
      cell: ({ id: entry }) => (
        <button className="button" aria-label={`Remove ${entry}`} onClick={() => onRemove(entry)}>
          Remove
        </button>
      ),
    },
  ]);

function ActOn({ act, onClose }: { act: Act; onClose: () => void }) {
  const { id: blocklistId, version: expectedVersion, kind, name, action, isActive } = act.seen;
  const [settings, setSettings] = useState({ name, action, isActive });
  const [entries, setEntries] = useState('');
  const save = useAct(SaveBlocklistDocument, (data) => data.adminSaveBlocklist);
  const input = { blocklistId, expectedVersion, kind, name, action, isActive };
  if (act.kind === 'change') {
    return (
      <ActDialog
        title="Change this list"
        action="Save"
        onClose={onClose}
        onAct={(reason) => save.mutateAsync({ input: { ...input, ...settings, reason } })}
      >
        <BlockListFields settings={settings} onChange={setSettings} />
      </ActDialog>
    );
  }
  if (act.kind === 'add') {
    return (
      <ActDialog
        title="Add entries"
        about="Entries that the list has already stay."
        action="Add"
        onClose={onClose}
        onAct={(reason) => save.mutateAsync({ input: { ...input, addEntries: entriesIn(entries), reason } })}
      >
        <EntriesField value={entries} onChange={setEntries} />
      </ActDialog>
    );
  }
  return (
    <ActDialog
      title={`Remove ${act.entry}`}
      action="Remove"
      isDanger
      onClose={onClose}
      onAct={(reason) => save.mutateAsync({ input: { ...input, removeEntries: [act.entry], reason } })}
    />
  );
}
