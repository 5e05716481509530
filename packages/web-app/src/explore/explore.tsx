import { useQuery } from '@apollo/client/react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Hash } from 'lucide-react';
import { useFreshness } from '../api/freshness.ts';
import { PostViews } from '../feed/post-views.tsx';
import type { ExploreReason } from '../generated/schema.ts';
import { More } from '../parts/more.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty, Loading } from '../parts/states.tsx';
import { Row } from '../parts/row.tsx';
import { PostCard } from '../posts/post-card.tsx';
import { useTexts } from '../texts/texts.tsx';
import { ExploreDocument } from './explore.generated.ts';
import { SearchBox } from './search-box.tsx';
import { Suggestions } from './suggestions.tsx';
import { Trends } from './trends.tsx';
import '../styles/explore.css';

const PAGE = 20;

export function Explore() {
  const { explore } = useTexts();
  const navigate = useNavigate();
  const result = useQuery(ExploreDocument, { variables: { first: PAGE }, ...useFreshness('explore') });
  const { exploreFeed, trendingHashtags, suggestedUsers } = result.data ?? {};
  const { endCursor, hasNextPage = false } = exploreFeed?.pageInfo ?? {};
  return (
    <Screen
      title={explore.title}
      acts={
        <Link
          to="/tags"
          className="icon-button"
          aria-label={explore.followedTags}
          title={explore.followedTags}
        >
          <Hash aria-hidden="true" />
        </Link>
      }
    >
      <SearchBox value="" onSearch={(q) => void navigate({ to: '/search', search: { q } })} />
      <Loading of={result} has={exploreFeed != null} rows={5}>
        <Trends of={trendingHashtags ?? null} />
        <Suggestions of={suggestedUsers ?? null} />
        <section aria-labelledby="explore-posts">
          <h2 className="section-title" id="explore-posts">
            {explore.posts}
          </h2>
          {exploreFeed?.edges.length === 0 && <Empty title={explore.nothing} text={explore.nothingText} />}
          <PostViews source="FEED">
            <ul className="posts">
              {exploreFeed?.edges.map(({ node, reason }) => (
                <Row key={node.id} id={node.id}>
                  <PostCard post={node} reason={explore[WHY_POST[reason]]} />
                </Row>
              ))}
            </ul>
          </PostViews>
          <More
            hasMore={hasNextPage}
            onMore={() => result.fetchMore({ variables: { after: endCursor, isFirst: false } })}
          />
        </section>
      </Loading>
    </Screen>
  );
}

const WHY_POST: Readonly<
  Record<ExploreReason, 'whyTag' | 'whyPopular' | 'whyPopularWithFollowed' | 'whyTrend'>
> = {
  FOLLOWED_HASHTAG: 'whyTag',
  POPULAR: 'whyPopular',
  POPULAR_WITH_FOLLOWED: 'whyPopularWithFollowed',
  TRENDING_HASHTAG: 'whyTrend',
};
