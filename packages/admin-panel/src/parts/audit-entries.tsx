import { GetAuditEntriesDocument, type GetAuditEntriesQuery } from '../generated/graphql.ts';
import { useList } from '../api/lists.ts';
import { columnsOf, Table } from './table.tsx';
import { Moment } from './text.tsx';

type Entry = NonNullable<GetAuditEntriesQuery['adminGetAuditEntries']>['nodes'][number];

const COLUMNS = columnsOf<Entry>([
  { header: 'Time', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { header: 'Admin', cell: ({ admin }) => admin?.displayName ?? 'Server' },
  { header: 'Act', cell: ({ action }) => <code>{action}</code> },
  { header: 'Subject', cell: ({ subjectId }) => (subjectId ? <code>{subjectId}</code> : '–') },
  { header: 'Reason', cell: ({ reason }) => reason ?? '–' },
  { header: 'Change', cell: (entry) => <Change entry={entry} /> },
]);

function Change({ entry: { before, after } }: { entry: Entry }) {
  if (before == null && after == null) return '–';
  return (
    <details>
      <summary>Show</summary>
      <pre>{JSON.stringify({ before, after }, null, 2)}</pre>
    </details>
  );
}

export function AuditEntries({
  subjectId,
  adminId,
}: {
  subjectId?: string | undefined;
  adminId?: string | undefined;
}) {
  const { rows, error, more } = useList({
    document: GetAuditEntriesDocument,
    variables: { subjectId, adminId },
    connectionOf: (data) => data.adminGetAuditEntries,
  });
  return (
    <Table
      caption="Audit log"
      columns={COLUMNS}
      rows={rows}
      error={error}
      empty="There is no entry."
      more={more}
    />
  );
}
