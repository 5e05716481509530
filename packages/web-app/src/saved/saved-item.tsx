import { useApolloClient, useQuery } from '@apollo/client/react';
import { Folder } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../api/act.ts';
import { Button } from '../parts/button.tsx';
import { Switch } from '../parts/choices.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Refusals } from '../parts/field.tsx';
import { Loading } from '../parts/states.tsx';
import { PostCard } from '../posts/post-card.tsx';
import { useTexts } from '../texts/texts.tsx';
import { MoveSavedPostDocument, RemoveSavedPostDocument } from './collection-acts.generated.ts';
import { CreateCollection } from './collection-dialogs.tsx';
import { CollectionsDocument, type SavedItemFragment } from './saved.generated.ts';

type ItemProps = { readonly item: SavedItemFragment };

export function SavedItem({ item }: ItemProps) {
  const { saved } = useTexts();
  const [isMoving, setIsMoving] = useState(false);
  const { post, collections } = item;
  if (!post) return <GoneItem item={item} />;
  const names = collections.map(({ name }) => name).join(', ');
  return (
    <PostCard post={post}>
      <button type="button" className="saved-in" onClick={() => setIsMoving(true)}>
        <Folder aria-hidden="true" />
        <span dir="auto">{names === '' ? saved.addTo : saved.isIn(names)}</span>
      </button>
      {isMoving && <MoveDialog item={item} onClose={() => setIsMoving(false)} />}
    </PostCard>
  );
}

/** A saved post that is deleted, or not for the reader any more. */
function GoneItem({ item: { id } }: ItemProps) {
  const { saved } = useTexts();
  const { cache } = useApolloClient();
  const { act, isActing, refusals } = useAct(RemoveSavedPostDocument);
  const remove = async (): Promise<void> => {
    if (!(await act({ variables: { input: { savedPostId: id } } }))) return;
    cache.evict({ id: cache.identify({ __typename: 'SavedPost', id }) ?? '' });
  };
  return (
    <div className="saved-gone">
      <p>{saved.gone}</p>
      <Button disabled={isActing} onClick={() => void remove()}>
        {saved.remove}
      </Button>
      <Refusals of={refusals} />
    </div>
  );
}

function MoveDialog({ item, onClose }: ItemProps & { readonly onClose: () => void }) {
  const { saved } = useTexts();
  const result = useQuery(CollectionsDocument);
  const { act, refusals } = useAct(MoveSavedPostDocument);
  const [isCreating, setIsCreating] = useState(false);
  const collections = result.data?.mySavedCollections?.edges.map(({ node }) => node);
  const current = new Set(item.collections.map(({ id }) => id));
  const move = (id: string, isIn: boolean): void =>
    void act({
      variables: {
        input: { savedPostId: item.id, ...(isIn ? { toCollectionId: id } : { fromCollectionId: id }) },
      },
    });
  if (isCreating) {
    return <CreateCollection onClose={() => setIsCreating(false)} onCreated={({ id }) => move(id, true)} />;
  }
  return (
    <Dialog title={saved.collections} onClose={onClose}>
      <Loading of={result} has={collections !== undefined} rows={1}>
        {collections?.length === 0 && <p>{saved.noCollections}</p>}
        <div>
          {collections?.map(({ id, name }) => (
            <Switch key={id} label={name} isOn={current.has(id)} onChange={(isIn) => move(id, isIn)} />
          ))}
        </div>
      </Loading>
      <Refusals of={refusals} />
      <div className="dialog-acts">
        <Button onClick={() => setIsCreating(true)}>{saved.create}</Button>
      </div>
    </Dialog>
  );
}
