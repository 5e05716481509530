import { useQuery } from '@apollo/client/react';
import { Dialog } from '../parts/dialog.tsx';
import { More } from '../parts/more.tsx';
import { RichText } from '../parts/rich-text.tsx';
import { Loading } from '../parts/states.tsx';
import { Time } from '../parts/time.tsx';
import { useTexts } from '../texts/texts.tsx';
import { PostEditsDocument } from './edit-history.generated.ts';

const PAGE = 20;

/** Texts of a post that edits have replaced. */
export function EditHistory({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { posts } = useTexts();
  const result = useQuery(PostEditsDocument, {
    variables: { id, first: PAGE },
    fetchPolicy: 'cache-and-network',
  });
  const edits = result.data?.post?.editHistory;
  const { endCursor, hasNextPage = false } = edits?.pageInfo ?? {};
  return (
    <Dialog title={posts.history} onClose={onClose}>
      <Loading of={result} has={edits != null}>
        <ol className="revisions">
          {edits?.edges.map(({ cursor, node: { editedAt, text, entities } }) => (
            <li key={cursor}>
              <p className="field-hint">
                {posts.replaced} <Time at={editedAt} />
              </p>
              {text === '' ? <p className="quiet">{posts.noText}</p> : <RichText {...{ text, entities }} />}
            </li>
          ))}
        </ol>
        <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
      </Loading>
    </Dialog>
  );
}
