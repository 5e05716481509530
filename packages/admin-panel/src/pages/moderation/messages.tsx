import { useMemo } from 'react';
import { Link } from '@tanstack/react-router';
import {
  type AdminModerationState,
  GetReportedMessagesDocument,
  type GetReportedMessagesQuery,
  type MessageRowFragment,
} from '../../generated/graphql.ts';
import { useList } from '../../api/lists.ts';
import { UserName } from '../../parts/ids.tsx';
import { columnsOf, Table } from '../../parts/table.tsx';
import { Moment, number, Tag } from '../../parts/text.tsx';

type Report = NonNullable<GetReportedMessagesQuery['adminGetReports']>['nodes'][number];
type Message = MessageRowFragment & { readonly caseId: string };

const COLUMNS = columnsOf<Message>([
  { header: 'Author', cell: ({ authorId, author }) => <UserName id={authorId} user={author} /> },
  {
    header: 'Text',
    // A look at it is noted, with its reason.
    cell: ({ caseId }) => (
      <Link to="/cases/$caseId" params={{ caseId }}>
        In its case
      </Link>
    ),
  },
  { header: 'Media', cell: ({ mediaCount }) => number(mediaCount) },
  { header: 'State', cell: ({ moderationState }) => <Tag name={moderationState} /> },
  {
    header: 'Reports',
    cell: ({ reportCount, openReportCount }) => `${number(reportCount)} (${number(openReportCount)} open)`,
  },
  { header: 'Written', cell: ({ createdAt }) => <Moment at={createdAt} /> },
]);

/** The messages that reports are about, each once. */
function messagesOf(reports: readonly Report[], state: AdminModerationState | undefined): Message[] {
  const messages = new Map<string, Message>();
  for (const { case: found } of reports) {
    if (found?.message) messages.set(found.message.id, { ...found.message, caseId: found.id });
  }
  return [...messages.values()].filter(({ moderationState }) => !state || moderationState === state);
}

type MessagesProps = { authorId: string | undefined; state: AdminModerationState | undefined };

/** Messages that somebody has reported, without what they say: nobody looks at others. */
export function Messages({ authorId, state }: MessagesProps) {
  const { rows, error, more } = useList({
    document: GetReportedMessagesDocument,
    variables: { authorId },
    connectionOf: (data) => data.adminGetReports,
  });
  const messages = useMemo(() => rows && messagesOf(rows, state), [rows, state]);
  return (
    <Table
      caption="Reported messages, the last report first"
      columns={COLUMNS}
      rows={messages}
      error={error}
      empty="There is no such message among those that were reported."
      more={more}
    />
  );
}
