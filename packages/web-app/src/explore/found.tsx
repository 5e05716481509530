import { useQuery } from '@apollo/client/react';
import { PostViews } from '../feed/post-views.tsx';
import { More } from '../parts/more.tsx';
import { Empty, Loading } from '../parts/states.tsx';
import { Row } from '../parts/row.tsx';
import { PersonRow } from '../people/lists/person-row.tsx';
import { PostCard } from '../posts/post-card.tsx';
import { useTexts } from '../texts/texts.tsx';
import { HashtagLink } from './hashtag-link.tsx';
import { FindHashtagsDocument, FindPeopleDocument, FindPostsDocument } from './search.generated.ts';

const PAGE = 20;

type Found = { readonly text: string };

/** Letters that the API needs to look for people. */
const PEOPLE_LETTERS_MIN = 2;

export function FoundPeople({ text }: Found) {
  const { explore } = useTexts();
  if (text.length < PEOPLE_LETTERS_MIN) return <Empty title={explore.begin} text={explore.goOnText} />;
  return <People text={text} />;
}

function People({ text }: Found) {
  const result = useQuery(FindPeopleDocument, { variables: { query: text, first: PAGE } });
  const list = (result.data ?? result.previousData)?.searchUsers;
  const { endCursor, hasNextPage = false } = list?.pageInfo ?? {};
  return (
    <Loading of={result} has={list != null}>
      <Result count={list?.edges.length ?? 0} />
      <ul aria-busy={result.loading}>
        {list?.edges.map(({ node }) => (
          <li key={node.id}>
            <PersonRow person={node} />
          </li>
        ))}
      </ul>
      <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
    </Loading>
  );
}

export function FoundPosts({ text }: Found) {
  const result = useQuery(FindPostsDocument, { variables: { query: text, first: PAGE } });
  const list = (result.data ?? result.previousData)?.searchPosts;
  const { endCursor, hasNextPage = false } = list?.pageInfo ?? {};
  return (
    <Loading of={result} has={list != null}>
      <Result count={list?.edges.length ?? 0} />
      <PostViews source="SEARCH">
        <ul className="posts" aria-busy={result.loading}>
          {list?.edges.map(({ node }) => (
            <Row key={node.id} id={node.id}>
              <PostCard post={node} />
            </Row>
          ))}
        </ul>
      </PostViews>
      <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
    </Loading>
  );
}

export function FoundHashtags({ text }: Found) {
  const prefix = text.replace(/^#/, '');
  const result = useQuery(FindHashtagsDocument, { variables: { prefix, first: PAGE } });
  const list = (result.data ?? result.previousData)?.searchHashtags;
  const { endCursor, hasNextPage = false } = list?.pageInfo ?? {};
  return (
    <Loading of={result} has={list != null}>
      <Result count={list?.edges.length ?? 0} />
      <ul aria-busy={result.loading}>
        {list?.edges.map(({ node }) => (
          <li key={node.id}>
            <HashtagLink of={node} className="person-row found-tag" />
          </li>
        ))}
      </ul>
      <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
    </Loading>
  );
}

function Result({ count }: { readonly count: number }) {
  const { explore } = useTexts();
  return (
    <>
      <p className="visually-hidden" role="status">
        {explore.foundCount(count)}
      </p>
      {count === 0 && <Empty title={explore.notFound} text={explore.notFoundText} />}
    </>
  );
}
