import { useQuery } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import { ArrowUp } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { ComposeEntry } from '../compose/compose-entry.tsx';
import type { FeedReason } from '../generated/schema.ts';
import { Button } from '../parts/button.tsx';
import { More } from '../parts/more.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty, Loading } from '../parts/states.tsx';
import { Row } from '../parts/row.tsx';
import { PostCard } from '../posts/post-card.tsx';
import { useTexts } from '../texts/texts.tsx';
import { HomeFeedDocument, type HomeFeedQuery } from './feed.generated.ts';
import { useNewPosts } from './new-posts.ts';
import { FEED_PAGE } from './page.ts';
import { PostViews } from './post-views.tsx';

const ON_SCREEN = 4;

/** Whether the feed was shown before: on the way back its length decides where the reader is. */
let wasShown = false;

type Edge = NonNullable<HomeFeedQuery['feed']>['edges'][number];

export function Feed() {
  const { posts } = useTexts();
  const result = useQuery(HomeFeedDocument, { variables: { first: FEED_PAGE } });
  const feed = result.data?.feed;
  const { endCursor, hasNextPage = false } = feed?.pageInfo ?? {};
  return (
    <Screen title={posts.feed}>
      <ComposeEntry />
      <NewPosts edges={feed?.edges} />
      <Loading of={result} has={feed != null} rows={5}>
        {feed?.edges.length === 0 && !hasNextPage && <EmptyFeed />}
        {feed && (
          <Posts edges={feed.edges}>
            <More
              hasMore={hasNextPage}
              onMore={() => result.fetchMore({ variables: { after: endCursor } })}
            />
          </Posts>
        )}
      </Loading>
    </Screen>
  );
}

/** Shows those that fill a screen first, and draws the others while they are read. */
function Posts({ edges, children }: { readonly edges: readonly Edge[]; readonly children: ReactNode }) {
  const { posts } = useTexts();
  const [first] = useState(() => (wasShown ? edges.length : ON_SCREEN));
  const count = useDeferredValue(edges.length, first);
  useEffect(() => {
    wasShown = true;
  }, []);
  return (
    <PostViews source="FEED">
      <ul className="posts">
        {edges.slice(0, count).map((edge) => (
          <Row key={edge.node.id} id={edge.node.id}>
            <PostCard post={edge.node} repostedBy={reposterOf(edge)} reason={posts[WHY[edge.reason]]} />
          </Row>
        ))}
      </ul>
      {count === edges.length && children}
    </PostViews>
  );
}

function EmptyFeed() {
  const { posts } = useTexts();
  return (
    <Empty title={posts.emptyFeed} text={posts.emptyFeedText}>
      <Link to="/explore" className="button button-main">
        {posts.findPeople}
      </Link>
    </Empty>
  );
}

/** Tells of new posts without moving what is being read. */
function NewPosts({ edges }: { readonly edges: Edge[] | undefined }) {
  const { posts } = useTexts();
  const { count, take } = useNewPosts(edges);
  const [isTaking, setIsTaking] = useState(false);
  const show = async (): Promise<void> => {
    setIsTaking(true);
    await take()
      .then(() => scrollTo({ top: 0 }))
      // The button stays.
      .catch(() => undefined);
    setIsTaking(false);
  };
  return (
    <div className="new-posts" role="status">
      {count > 0 && (
        <Button kind="main" disabled={isTaking} onClick={() => void show()}>
          <ArrowUp aria-hidden="true" /> {posts.newPosts(count)}
        </Button>
      )}
    </div>
  );
}

const WHY: Readonly<Record<FeedReason, 'whyFollowing' | 'whyOwn' | 'whyRepost'>> = {
  FOLLOWING: 'whyFollowing',
  OWN: 'whyOwn',
  REPOST: 'whyRepost',
};

const reposterOf = ({ reason, repostedBy }: Edge): string | undefined =>
  reason === 'REPOST' ? repostedBy[0]?.displayName : undefined;
