import { useQuery } from '@apollo/client/react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useFreshness } from '../api/freshness.ts';
import { PostViews } from '../feed/post-views.tsx';
import type { ExploreReason, SuggestionReason } from '../generated/schema.ts';
import { More } from '../parts/more.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty, Loading } from '../parts/states.tsx';
import { PersonRow } from '../people/lists/person-row.tsx';
import { PostCard } from '../posts/post-card.tsx';
import { useTexts } from '../texts/texts.tsx';
import { ExploreDocument, type ExploreQuery } from './explore.generated.ts';
import { SearchBox } from './search-box.tsx';
import '../styles/explore.css';

const PAGE = 20;

export function Explore() {
  const { explore } = useTexts();
  const navigate = useNavigate();
  const result = useQuery(ExploreDocument, { variables: { first: PAGE }, ...useFreshness('explore') });
  const { exploreFeed, trendingHashtags, suggestedUsers } = result.data ?? {};
  const { endCursor, hasNextPage = false } = exploreFeed?.pageInfo ?? {};
  return (
    <Screen title={explore.title}>
      <SearchBox value="" onSearch={(q) => void navigate({ to: '/search', search: { q } })} />
      <Loading of={result} has={exploreFeed != null} rows={5}>
        <Trends of={trendingHashtags} />
        <Suggestions of={suggestedUsers} />
        <section aria-labelledby="explore-posts">
          <h2 className="section-title" id="explore-posts">
            {explore.posts}
          </h2>
          {exploreFeed?.edges.length === 0 && <Empty title={explore.nothing} text={explore.nothingText} />}
          <PostViews source="FEED">
            <ul className="posts">
              {exploreFeed?.edges.map(({ node, reason }) => (
                <li key={node.id}>
                  <PostCard post={node} reason={explore[WHY_POST[reason]]} />
                </li>
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

function Trends({ of: trends }: { readonly of: ExploreQuery['trendingHashtags'] }) {
  const { explore } = useTexts();
  if (!trends || trends.edges.length === 0) return null;
  return (
    <section className="explore-part" aria-labelledby="explore-trends">
      <h2 className="section-title" id="explore-trends">
        {explore.trends}
      </h2>
      <ul className="trends">
        {trends.edges.map(({ node }) => (
          <li key={node.id}>
            <Link to="/tags/$name" params={{ name: node.name }} className="trend">
              <strong dir="auto">#{node.displayName}</strong>
              <span>{explore.postCount(node.postCount)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Suggestions({ of: suggestions }: { readonly of: ExploreQuery['suggestedUsers'] }) {
  const { explore } = useTexts();
  if (!suggestions || suggestions.edges.length === 0) return null;
  const notes: Readonly<Record<SuggestionReason, (edge: Suggestion) => string>> = {
    FOLLOWED_BY_PEOPLE_YOU_FOLLOW: ({ mutualCount }) => explore.followedBy(mutualCount),
    SHARES_HASHTAGS: ({ sharedHashtagCount }) => explore.sharedTags(sharedHashtagCount),
    POPULAR: () => explore.popular,
  };
  return (
    <section className="explore-part" aria-labelledby="explore-people">
      <h2 className="section-title" id="explore-people">
        {explore.people}
      </h2>
      <ul>
        {suggestions.edges.map((edge) => (
          <li key={edge.node.id}>
            <PersonRow person={edge.node} note={notes[edge.reason](edge)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type Suggestion = NonNullable<ExploreQuery['suggestedUsers']>['edges'][number];
