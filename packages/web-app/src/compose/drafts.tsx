import { useQuery } from '@apollo/client/react';
import { Trash2 } from 'lucide-react';
import { useAct } from '../api/act.ts';
import { IconButton } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Refusals } from '../parts/field.tsx';
import { More } from '../parts/more.tsx';
import { Empty, Loading } from '../parts/states.tsx';
import { Time } from '../parts/time.tsx';
import { useTexts } from '../texts/texts.tsx';
import { type DraftViewFragment, MyDraftsDocument } from './compose.generated.ts';
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
      <Loading of={result} has={drafts != null}>
        {drafts?.edges.length === 0 && <Empty title={compose.noDrafts} text={compose.noDraftsText} />}
        <ul className="drafts">
          {drafts?.edges.map(({ node: draft }) => {
            const name = draft.text === '' ? compose.untitled : draft.text;
            return (
              <li key={draft.id} className="draft">
                <button type="button" className="draft-open" onClick={() => onOpen(draft)}>
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

const NAME_MAX = 40;
/** Drafts with their pictures and audience are large for the API's budget of an operation. */
const PAGE = 10;
