import { useMemo, useState } from 'react';
import {
  CancelAnnouncementDocument,
  GetAnnouncementsDocument,
  type GetAnnouncementsQuery,
} from '../generated/graphql.ts';
import { useAct } from '../api/hooks.ts';
import { useList } from '../api/lists.ts';
import { ActDialog } from '../parts/act-dialog.tsx';
import { Page } from '../parts/frame.tsx';
import { columnsOf, Table } from '../parts/table.tsx';
import { Moment, number, Tag } from '../parts/text.tsx';
import { SendAnnouncement } from './send-announcement.tsx';

type Announcement = NonNullable<GetAnnouncementsQuery['adminGetAnnouncements']>['nodes'][number];

export function AnnouncementsPage() {
  const [isSending, setSending] = useState(false);
  const [canceled, setCanceled] = useState<Announcement | null>(null);
  const columns = useMemo(() => columnsWith(setCanceled), []);
  const { rows, error, more } = useList({
    document: GetAnnouncementsDocument,
    variables: {},
    connectionOf: (data) => data.adminGetAnnouncements,
  });
  return (
    <Page
      title="Announcements"
      actions={
        <button className="button primary" onClick={() => setSending(true)}>
          Send an announcement
        </button>
      }
    >
      <Table
        caption="Announcements"
        columns={columns}
        rows={rows}
        error={error}
        empty="Nothing was announced."
        more={more}
      />
      {isSending && <SendAnnouncement onClose={() => setSending(false)} />}
      {canceled && <Cancel announcement={canceled} onClose={() => setCanceled(null)} />}
    </Page>
  );
}

const titleOf = ({ texts }: Announcement): string => texts[0]?.title ?? '';

const columnsWith = (onCancel: (announcement: Announcement) => void) =>
  columnsOf<Announcement>([
    { header: 'Sent', cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { header: 'Title', cell: titleOf },
    { header: 'Text', cell: ({ texts }) => texts[0]?.text ?? '' },
    { header: 'Languages', cell: ({ texts }) => texts.map(({ language }) => language).join(', ') },
    { header: 'For', cell: ({ audience }) => audienceText(audience) },
    { header: 'Has reached', cell: ({ userCount }) => number(userCount) },
    { header: 'State', cell: ({ state }) => <Tag name={state} /> },
    {
      header: 'Acts',
      cell: (announcement) =>
        announcement.state === 'SENDING' ? (
          <button
            className="button"
            aria-label={`Cancel ${titleOf(announcement)}`}
            onClick={() => onCancel(announcement)}
          >
            Cancel
          </button>
        ) : null,
    },
  ]);

function audienceText({ languages, isCreator, activeDays }: Announcement['audience']): string {
  const parts = [
    isCreator == null ? null : isCreator ? 'creators' : 'no creators',
    activeDays == null ? null : `active in ${activeDays} days`,
    languages && `with ${languages.join(', ')}`,
  ];
  return parts.filter(Boolean).join(' · ') || 'everybody';
}

function Cancel({ announcement, onClose }: { announcement: Announcement; onClose: () => void }) {
  const act = useAct(CancelAnnouncementDocument, (data) => data.adminCancelAnnouncement);
  return (
    <ActDialog
      title={`Cancel ${titleOf(announcement)}`}
      about="Nobody else gets it. The users whom it has reached keep it."
      action="Stop sending"
      isDanger
      hasReason={false}
      onClose={onClose}
      onAct={() => act.mutateAsync({ input: { announcementId: announcement.id } })}
    />
  );
}
