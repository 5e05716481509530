import { useDeferredValue, useMemo, useState } from 'react';
import {
  GetHashtagsDocument,
  GetHashtagSettingsDocument,
  type GetHashtagsQuery,
  type HashtagState,
  SetHashtagStateDocument,
  UpdateHashtagSettingsDocument,
} from '../../generated/graphql.ts';
import { useAct, useAsk } from '../../api/hooks.ts';
import { useList } from '../../api/lists.ts';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { Choice, Field } from '../../parts/field.tsx';
import { Page } from '../../parts/frame.tsx';
import { columnsOf, Table } from '../../parts/table.tsx';
import { Failure, Moment, number, Tag } from '../../parts/text.tsx';

type Hashtag = NonNullable<GetHashtagsQuery['adminGetHashtags']>['nodes'][number];
const STATES: readonly HashtagState[] = ['PENDING', 'ALLOWED', 'HIDDEN'];

export function HashtagsPage() {
  const [search, setSearch] = useState('');
  const [state, setState] = useState<HashtagState | ''>('');
  const [isRising, setRising] = useState(false);
  const [chosen, setChosen] = useState<Hashtag | null>(null);
  const columns = useMemo(() => columnsWith(setChosen), []);
  const filters = useDeferredValue({ search: search.trim(), state, isRising });
  const { rows, error, more } = useList({
    document: GetHashtagsDocument,
    variables: {
      search: filters.search || undefined,
      state: filters.state || undefined,
      isRising: filters.isRising || undefined,
    },
    connectionOf: (data) => data.adminGetHashtags,
  });
  return (
    <Page title="Hashtags">
      <Settings />
      <div className="filters" role="search">
        <Field label="Beginning of the name" isWide>
          <input type="search" value={search} onChange={({ target }) => setSearch(target.value)} />
        </Field>
        <Choice label="State" none="Any" options={STATES} value={state} onChange={setState} />
        <label className="check">
          <input type="checkbox" checked={isRising} onChange={({ target }) => setRising(target.checked)} />
          Rising ones alone
        </label>
      </div>
      <Table
        caption="Hashtags"
        columns={columns}
        rows={rows}
        error={error}
        empty="No hashtag fulfils these conditions."
        more={more}
      />
      {chosen && <Review hashtag={chosen} onClose={() => setChosen(null)} />}
    </Page>
  );
}

function Settings() {
  const { data, error } = useAsk(GetHashtagSettingsDocument, {}, { isPolled: true });
  const update = useAct(UpdateHashtagSettingsDocument, (answer) => answer.adminUpdateHashtagSettings);
  const settings = data?.adminGetHashtagSettings;
  return (
    <section className="card" aria-label="Settings of all hashtags">
      <Failure error={error ?? update.error} />
      <label className="check">
        <input
          type="checkbox"
          disabled={!settings || update.isPending}
          checked={settings?.trendsNeedReview ?? false}
          onChange={({ target }) => update.mutate({ input: { trendsNeedReview: target.checked } })}
        />
        Only hashtags that an admin has allowed can be trending
      </label>
    </section>
  );
}

const columnsWith = (onReview: (hashtag: Hashtag) => void) =>
  columnsOf<Hashtag>([
    { header: 'Name', cell: ({ displayName }) => `#${displayName}` },
    { header: 'Posts', cell: ({ postCount }) => number(postCount) },
    { header: 'Followers', cell: ({ followerCount }) => number(followerCount) },
    {
      header: 'State',
      cell: ({ state, isTrending }) => (
        <>
          <Tag name={state} /> {isTrending && <span className="tag">Trending</span>}
        </>
      ),
    },
    { header: 'Reason', cell: ({ stateReason }) => stateReason ?? '–' },
    { header: 'Reviewed', cell: ({ stateChangedAt }) => <Moment at={stateChangedAt} /> },
    {
      header: 'Acts',
      cell: (hashtag) => (
        <button
          className="button"
          aria-label={`Review #${hashtag.displayName}`}
          onClick={() => onReview(hashtag)}
        >
          Review
        </button>
      ),
    },
  ]);

function Review({ hashtag, onClose }: { hashtag: Hashtag; onClose: () => void }) {
  const [state, setState] = useState<HashtagState>(hashtag.state);
  const act = useAct(SetHashtagStateDocument, (data) => data.adminSetHashtagState);
  return (
    <ActDialog
      title={`Review #${hashtag.displayName}`}
      about="Hidden, it is in no list, search or trend, as if it did not exist; posts keep its text."
      action="Set the state"
      onClose={onClose}
      onAct={(reason) => act.mutateAsync({ input: { name: hashtag.name, state, reason } })}
    >
      <Choice label="New state" options={STATES} value={state} onChange={(next) => setState(next || state)} />
    </ActDialog>
  );
}
