import { useQuery } from '@apollo/client/react';
import { useParams } from '@tanstack/react-router';
import { PostViews } from '../feed/post-views.tsx';
import { More } from '../parts/more.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty, Loading } from '../parts/states.tsx';
import { useTexts } from '../texts/texts.tsx';
import { PostQuotesDocument } from './quotes.generated.ts';
import { PostCard } from './post-card.tsx';
import { useKept } from '../parts/use-kept.ts';
import { Row } from '../parts/row.tsx';

const PAGE = 20;

export function Quotes() {
  const { posts } = useTexts();
  const params = useParams({ from: '/inside/posts/$id/quotes', shouldThrow: false });
  const { id } = useKept(params);
  const result = useQuery(PostQuotesDocument, { variables: { id, first: PAGE } });
  const quotes = result.data?.postQuotes;
  const { endCursor, hasNextPage = false } = quotes?.pageInfo ?? {};
  return (
    <Screen title={posts.quotesTitle} hasBack>
      <Loading of={result} has={quotes != null}>
        {quotes?.edges.length === 0 && <Empty title={posts.noQuotes} />}
        <PostViews source="FEED">
          <ul className="posts">
            {quotes?.edges.map(({ node }) => (
              <Row key={node.id} id={node.id}>
                <PostCard post={node} />
              </Row>
            ))}
          </ul>
        </PostViews>
        <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
      </Loading>
    </Screen>
  );
}
