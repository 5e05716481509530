import { useApolloClient, useQuery } from '@apollo/client/react';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../api/act.ts';
import { IconButton } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Refusals } from '../parts/field.tsx';
import { More } from '../parts/more.tsx';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { Time } from '../parts/time.tsx';
import { useTexts } from '../texts/texts.tsx';
import { DraftToWriteDocument, type DraftViewFragment, MyDraftsDocument } from './compose.generated.ts';
import { DeleteDraftDocument } from './publish.generated.ts';

export function Drafts({
  onOpen,
  onClose,
}: {
  readonly onOpen: (draft: DraftViewFragment) => void;
  readonly onClose: () => void;
}) {
  const { compose } = useTexts();
  const result = useQuery(MyDraftsDocument, {
    variables: { first: PAGE },
    fetchPolicy: 'cache-and-network',
  });
  const drafts = result.data?.myDrafts;
  const { endCursor, hasNextPage = false } = drafts?.pageInfo ?? {};
  const { act, refusals } = useAct(DeleteDraftDocument);
  const { open, failed } = useOpening(onOpen, result.refetch);
  const remove = (id: string): void =>
    void act({
      variables: { input: { draftId: id } },
      update(cache, { data }) {
        if (data?.deleteDraft?.draftId == null) return;
        cache.evict({ id: cache.identify({ __typename: 'Draft', id }) ?? '' });
      },
    });
  return (
    <Dialog title={compose.drafts} onClose={onClose}>
      <Refusals of={refusals} />
      {failed && <Failure error={failed.error} onRetry={() => open(failed.id)} />}
      <Loading of={result} has={drafts != null}>
        {drafts?.edges.length === 0 && <Empty title={compose.noDrafts} text={compose.noDraftsText} />}
        <ul className="drafts">
          {drafts?.edges.map(({ node: draft }) => {
            const name = draft.text === '' ? compose.untitled : draft.text;
            return (
              <li key={draft.id} className="draft">
                <button type="button" className="draft-open" onClick={() => void open(draft.id)}>
                  <span className="draft-text" dir="auto">
                    {name}
                  </span>
                  <span className="field-hint">
                    <Time at={draft.updatedAt} />
                    {draft.media.length > 0 && ` · ${compose.files(draft.media.length)}`}
                  </span>
                </button>
                <IconButton
                  label={compose.deleteDraft(name.slice(0, NAME_MAX))}
                  onClick={() => remove(draft.id)}
                >
                  <Trash2 aria-hidden="true" />
                </IconButton>
              </li>
            );
          })}
        </ul>
        <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
      </Loading>
    </Dialog>
  );
}

/** Loads a whole draft when it is opened; one that is gone leaves the list. */
function useOpening(onOpen: (draft: DraftViewFragment) => void, onGone: () => unknown) {
  const client = useApolloClient();
  const [failed, setFailed] = useState<{ readonly id: string; readonly error: Error } | null>(null);
  const open = async (id: string): Promise<void> => {
    setFailed(null);
    try {
      const { data } = await client.query({
        query: DraftToWriteDocument,
        variables: { id },
        fetchPolicy: 'network-only',
      });
      if (data?.draft?.__typename === 'Draft') onOpen(data.draft);
      else onGone();
    } catch (error) {
      // The client throws nothing but errors.
      setFailed({ id, error: error as Error });
    }
  };
  return { open, failed };
}

const NAME_MAX = 40;
/** As many as a user can have; their audience and the post that they quote come with the one that is opened. */
const PAGE = 50;
