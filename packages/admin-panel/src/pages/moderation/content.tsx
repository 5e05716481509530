import { useDeferredValue, useMemo, useState } from 'react';
import {
  type AdminModerationState,
  type CommentRowFragment,
  GetCommentsDocument,
  GetPostsDocument,
  type PostRowFragment,
  RemoveCommentDocument,
  RemovePostDocument,
  RestoreCommentDocument,
  RestorePostDocument,
} from '../../generated/graphql.ts';
import { useAct, useMay } from '../../api/hooks.ts';
import { useList } from '../../api/lists.ts';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { Choice, Field } from '../../parts/field.tsx';
import { Page } from '../../parts/frame.tsx';
import { idIn, UserName } from '../../parts/ids.tsx';
import { columnsOf, Table } from '../../parts/table.tsx';
import { Moment, number, Tag } from '../../parts/text.tsx';
import { Media } from './media.tsx';
import { Messages } from './messages.tsx';

type Content = PostRowFragment | CommentRowFragment;
type Act = { readonly kind: 'remove' | 'restore'; readonly of: Content };
type Filters = { readonly authorId: string | undefined; readonly state: AdminModerationState | '' };

const KINDS = ['POSTS', 'COMMENTS', 'MESSAGES', 'MEDIA'] as const;
const STATES: readonly AdminModerationState[] = ['VISIBLE', 'HELD', 'REMOVED'];

/** Posts and comments in every state, reported messages, which are read by their cases alone, and media items of a user. */
export function ContentPage() {
  const [kind, setKind] = useState<(typeof KINDS)[number]>('POSTS');
  const [state, setState] = useState<AdminModerationState | ''>('');
  const [author, setAuthor] = useState('');
  const filters = useDeferredValue({ authorId: idIn(author), state });
  return (
    <Page title="Content">
      <div className="filters" role="search">
        <Choice label="Kind" options={KINDS} value={kind} onChange={(next) => setKind(next || kind)} />
        {kind !== 'MEDIA' && (
          <Choice label="State" none="Any" options={STATES} value={state} onChange={setState} />
        )}
        <Field label="Id of the author" isWide>
          <input type="search" value={author} onChange={({ target }) => setAuthor(target.value)} />
        </Field>
      </div>
      <List kind={kind} filters={filters} />
    </Page>
  );
}

function List({ kind, filters }: { kind: (typeof KINDS)[number]; filters: Filters }) {
  switch (kind) {
    case 'POSTS':
      return <Posts filters={filters} />;
    case 'COMMENTS':
      return <Comments filters={filters} />;
    case 'MESSAGES':
      return <Messages authorId={filters.authorId} state={filters.state || undefined} />;
    case 'MEDIA':
      return <Media ownerId={filters.authorId} />;
  }
}

const variablesOf = ({ authorId, state }: Filters) => ({ authorId, moderationState: state || undefined });

function Posts({ filters }: { filters: Filters }) {
  const remove = useAct(RemovePostDocument, (data) => data.adminRemovePost);
  const restore = useAct(RestorePostDocument, (data) => data.adminRestorePost);
  const list = useList({
    document: GetPostsDocument,
    variables: variablesOf(filters),
    connectionOf: (data) => data.adminGetPosts,
  });
  return (
    <ContentTable
      name="post"
      list={list}
      onRemove={(postId, reason) => remove.mutateAsync({ input: { postId, reason } })}
      onRestore={(postId, reason) => restore.mutateAsync({ input: { postId, reason } })}
    />
  );
}

function Comments({ filters }: { filters: Filters }) {
  const remove = useAct(RemoveCommentDocument, (data) => data.adminRemoveComment);
  const restore = useAct(RestoreCommentDocument, (data) => data.adminRestoreComment);
  const list = useList({
    document: GetCommentsDocument,
    variables: variablesOf(filters),
    connectionOf: (data) => data.adminGetComments,
  });
  return (
    <ContentTable
      name="comment"
      list={list}
      onRemove={(commentId, reason) => remove.mutateAsync({ input: { commentId, reason } })}
      onRestore={(commentId, reason) => restore.mutateAsync({ input: { commentId, reason } })}
    />
  );
}

type ContentTableProps = {
  name: string;
  list: Pick<ReturnType<typeof useList<unknown, object, Content>>, 'rows' | 'error' | 'more'>;
  onRemove: (id: string, reason: string) => Promise<unknown>;
  onRestore: (id: string, reason: string) => Promise<unknown>;
};

function ContentTable({ name, list: { rows, error, more }, onRemove, onRestore }: ContentTableProps) {
  const isManager = useMay()('CONTENT_MANAGE');
  const [act, setAct] = useState<Act | null>(null);
  const columns = useMemo(() => columnsWith(isManager ? setAct : null), [isManager]);
  const isRemoval = act?.kind === 'remove';
  return (
    <>
      <Table
        caption={`Each ${name}, the newest first`}
        columns={columns}
        rows={rows}
        error={error}
        empty={`There is no such ${name}.`}
        more={more}
      />
      {act && (
        <ActDialog
          title={isRemoval ? `Remove this ${name}` : `Restore this ${name}`}
          about={isRemoval ? 'No user sees it any more, its author included.' : 'Its viewers see it again.'}
          action={isRemoval ? 'Remove' : 'Restore'}
          isDanger={isRemoval}
          onClose={() => setAct(null)}
          onAct={(reason) => (isRemoval ? onRemove : onRestore)(act.of.id, reason)}
        />
      )}
    </>
  );
}

const columnsWith = (onAct: ((act: Act) => void) | null) =>
  columnsOf<Content>([
    { header: 'Author', cell: ({ authorId, author }) => <UserName id={authorId} user={author} /> },
    {
      header: 'Text',
      // Private content is opened by its case, with a note in the audit log.
      cell: ({ text, isPrivate }) =>
        isPrivate ? <span className="quiet">Private</span> : text || '(no text)',
    },
    { header: 'Media', cell: ({ mediaCount }) => number(mediaCount) },
    { header: 'State', cell: ({ moderationState }) => <Tag name={moderationState} /> },
    { header: 'Reason', cell: ({ moderationReason }) => moderationReason ?? '–' },
    { header: 'Open reports', cell: ({ openReportCount }) => number(openReportCount) },
    { header: 'Written', cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      header: 'Acts',
      cell: (content) => {
        if (!onAct) return null;
        return (
          <div className="buttons">
            {content.moderationState !== 'REMOVED' && (
              <button className="button" onClick={() => onAct({ kind: 'remove', of: content })}>
                Remove
              </button>
            )}
            {content.moderationState !== 'VISIBLE' && (
              <button className="button" onClick={() => onAct({ kind: 'restore', of: content })}>
                Restore
              </button>
            )}
          </div>
        );
      },
    },
  ]);
