import { useQuery } from '@apollo/client/react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Folder, FolderPlus } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../parts/button.tsx';
import { More } from '../parts/more.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty, Loading } from '../parts/states.tsx';
import { Row } from '../parts/row.tsx';
import { useTexts } from '../texts/texts.tsx';
import { CreateCollection } from './collection-dialogs.tsx';
import { SavedItem } from './saved-item.tsx';
import { type CollectionFragment, SavedDocument } from './saved.generated.ts';
import '../styles/saved.css';

const PAGE = 20;

export function Saved() {
  const { saved } = useTexts();
  const navigate = useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  // Other screens save and take back, so that what is known may be old at once.
  const result = useQuery(SavedDocument, {
    variables: { first: PAGE },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const { mySavedPosts: list, mySavedCollections } = result.data ?? {};
  const collections = mySavedCollections?.edges.map(({ node }) => node) ?? [];
  const { endCursor, hasNextPage = false } = list?.pageInfo ?? {};
  return (
    <Screen
      title={saved.title}
      hasBack
      acts={
        <IconButton label={saved.create} onClick={() => setIsCreating(true)}>
          <FolderPlus aria-hidden="true" />
        </IconButton>
      }
    >
      {isCreating && (
        <CreateCollection
          onClose={() => setIsCreating(false)}
          onCreated={({ id }) => void navigate({ to: '/saved/$id', params: { id } })}
        />
      )}
      <Loading of={result} has={list != null}>
        <CollectionList collections={collections} />
        {list?.edges.length === 0 && <Empty title={saved.empty} text={saved.emptyText} />}
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

function CollectionList({ collections }: { readonly collections: readonly CollectionFragment[] }) {
  const { saved } = useTexts();
  if (collections.length === 0) return null;
  return (
    <nav aria-label={saved.collections}>
      <ul className="collections">
        {collections.map(({ id, name, itemCount }) => (
          <li key={id}>
            <Link to="/saved/$id" params={{ id }} className="collection">
              <Folder aria-hidden="true" />
              <span className="collection-name" dir="auto">
                {name}
              </span>
              <span className="username">{saved.count(itemCount)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
