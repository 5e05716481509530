import { useQuery } from '@apollo/client/react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../parts/button.tsx';
import { Menu } from '../parts/menu.tsx';
import { More } from '../parts/more.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty, Loading } from '../parts/states.tsx';
import { useTexts } from '../texts/texts.tsx';
import { DeleteCollection, RenameCollection } from './collection-dialogs.tsx';
import { SavedItem } from './saved-item.tsx';
import { type CollectionFragment, SavedCollectionDocument } from './saved.generated.ts';
import { useKept } from '../parts/use-kept.ts';
import { Row } from '../parts/row.tsx';
import '../styles/saved.css';

const PAGE = 20;

export function Collection() {
  const { saved } = useTexts();
  const params = useParams({ from: '/inside/saved/$id', shouldThrow: false });
  const { id } = useKept(params);
  const result = useQuery(SavedCollectionDocument, {
    variables: { id, first: PAGE },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const { mySavedCollection: collection, mySavedPosts: list } = result.data ?? {};
  const { endCursor, hasNextPage = false } = list?.pageInfo ?? {};
  return (
    <Screen
      title={collection?.name ?? saved.title}
      hasBack
      acts={collection && <CollectionMenu collection={collection} />}
    >
      <Loading of={result} has={collection != null}>
        {list?.edges.length === 0 && <Empty title={saved.emptyCollection} text={saved.emptyCollectionText} />}
        <ul className="posts">
          {list?.edges.map(({ node }) => (
            <Row key={node.id} id={node.id}>
              <SavedItem item={node} />
            </Row>
          ))}
        </ul>
        <More
          hasMore={hasNextPage}
          onMore={() => result.fetchMore({ variables: { after: endCursor, isFirst: false } })}
        />
      </Loading>
    </Screen>
  );
}

function CollectionMenu({ collection }: { readonly collection: CollectionFragment }) {
  const { saved } = useTexts();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <>
      <Menu
        trigger={
          <IconButton label={saved.acts}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
        items={[
          { name: saved.rename, icon: <Pencil aria-hidden="true" />, onSelect: () => setOpen('rename') },
          {
            name: saved.deleteCollection,
            icon: <Trash2 aria-hidden="true" />,
            isDanger: true,
            onSelect: () => setOpen('delete'),
          },
        ]}
      />
      {open === 'rename' && <RenameCollection collection={collection} onClose={close} />}
      {open === 'delete' && (
        <DeleteCollection
          collection={collection}
          onClose={close}
          onDeleted={() => void navigate({ to: '/saved', replace: true })}
        />
      )}
    </>
  );
}
