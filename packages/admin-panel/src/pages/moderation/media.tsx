import { GetMediaDocument, type MediaRowFragment } from '../../generated/graphql.ts';
import { useList } from '../../api/lists.ts';
import { columnsOf, Table } from '../../parts/table.tsx';
import { Moment, Tag } from '../../parts/text.tsx';
import { MediaFile, mediaText } from './media-parts.tsx';

const COLUMNS = columnsOf<MediaRowFragment>([
  {
    header: 'Media item',
    cell: (item) => (
      <>
        {mediaText(item)} {item.isViewOnce && <span className="tag">Viewed once</span>}
      </>
    ),
  },
  { header: 'Alt text', cell: ({ altText }) => altText ?? '–' },
  {
    header: 'State',
    cell: ({ state, failure }) => (
      <>
        <Tag name={state} /> {failure}
      </>
    ),
  },
  { header: 'By machines', cell: ({ scanState }) => <Tag name={scanState} /> },
  { header: 'Uploaded', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { header: 'File', cell: (item) => <MediaFile of={item} /> },
]);

/** Media items of one user; the API lists them by their owner alone. */
export function Media({ ownerId }: { ownerId: string | undefined }) {
  if (!ownerId) return <p className="card empty">Write the id of a user to see their media items.</p>;
  return <MediaOf ownerId={ownerId} />;
}

function MediaOf({ ownerId }: { ownerId: string }) {
  const { rows, error, more } = useList({
    document: GetMediaDocument,
    variables: { ownerId },
    connectionOf: (data) => data.adminGetMedia,
  });
  return (
    <Table
      caption="Media items, the newest first"
      columns={COLUMNS}
      rows={rows}
      error={error}
      empty="This user has no media items."
      more={more}
    />
  );
}
