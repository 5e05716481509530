import { useQuery } from '@apollo/client/react';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { Pin } from 'lucide-react';
import { useFreshness } from '../../api/freshness.ts';
import { PostViews } from '../../feed/post-views.tsx';
import { More } from '../../parts/more.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { PostCard } from '../../posts/post-card.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { BlockedProfile } from './blocked-profile.tsx';
import { ProfileHead } from './profile-head.tsx';
import { ProfileReply } from './profile-reply.tsx';
import { ProfileDocument, type ProfileQuery } from './profile.generated.ts';
import { PROFILE_TABS, type ProfileTab } from './tabs.ts';
import { useKept } from '../../parts/use-kept.ts';
import { Row } from '../../parts/row.tsx';
import '../../styles/people.css';

const PAGE = 20;

export function Profile() {
  const params = useParams({ from: '/inside/u/$username', shouldThrow: false });
  const { username } = useKept(params);
  const search = useSearch({ from: '/inside/u/$username', shouldThrow: false });
  const { tab = 'posts' } = useKept(search);
  const result = useQuery(ProfileDocument, {
    variables: {
      username,
      first: PAGE,
      posts: tab === 'posts',
      replies: tab === 'replies',
      media: tab === 'media',
      reposts: tab === 'reposts',
    },
    ...useFreshness(`profile ${username} ${tab}`),
  });
  // The head stays while another tab of the same person is loaded.
  const previous = result.previousData?.user?.username === username ? result.previousData : undefined;
  const data = result.data ?? previous;
  const user = data?.user;
  const blocked = data?.myBlockedUser;
  return (
    <Screen title={user?.displayName ?? username} hasBack>
      <Loading of={result} has={user != null || blocked != null}>
        {blocked && !user && <BlockedProfile blocked={blocked} username={username} />}
        {user && (
          <>
            <ProfileHead user={user} requestCount={data.me?.followRequestCount ?? 0} />
            <Tabs username={user.username} />
            <Posts user={user} tab={tab} isLoading={result.loading} fetchMore={result.fetchMore} />
          </>
        )}
      </Loading>
    </Screen>
  );
}

function Tabs({ username }: { readonly username: string }) {
  const { people } = useTexts();
  return (
    <nav className="tabs" aria-label={people.tabs}>
      {PROFILE_TABS.map((tab) => (
        <Link
          key={tab}
          to="/u/$username"
          params={{ username }}
          search={tab === 'posts' ? {} : { tab }}
          activeOptions={{ exact: true }}
          className="tab"
          replace
          resetScroll={false}
        >
          {people.tabNames[tab]}
        </Link>
      ))}
    </nav>
  );
}

type User = NonNullable<ProfileQuery['user']>;

function Posts({
  user,
  tab,
  isLoading,
  fetchMore,
}: {
  readonly user: User;
  readonly tab: ProfileTab;
  readonly isLoading: boolean;
  readonly fetchMore: (options: { variables: { after: string | null } }) => Promise<unknown>;
}) {
  const { people } = useTexts();
  const { posts, mediaPosts: media, replies, reposts, pinnedPosts = [] } = user;
  const list = { posts, media, replies, reposts }[tab];
  const pinned = tab === 'posts' ? pinnedPosts : [];
  const pinnedIds = new Set(pinned.map(({ id }) => id));
  const shown = { posts, media, reposts, replies: undefined }[tab]?.edges ?? [];
  const isHidden = user.isPrivate && !user.viewer?.isSelf && !user.viewer?.isFollowing;
  const isEmpty = list?.edges.length === 0 && pinned.length === 0;
  const { endCursor = null, hasNextPage = false } = list?.pageInfo ?? {};
  return (
    <>
      {isEmpty && isHidden && <Empty title={people.isPrivate} text={people.isPrivateText} />}
      {isEmpty && !isHidden && <Empty title={people.nothing[tab]} />}
      <PostViews source="PROFILE">
        <ul className="posts" aria-busy={isLoading && !list}>
          {pinned.map((post) => (
            <Row key={post.id} id={post.id}>
              <p className="post-pinned">
                <Pin aria-hidden="true" size={14} /> {people.pinned}
              </p>
              <PostCard post={post} />
            </Row>
          ))}
          {shown
            .filter(({ node }) => !pinnedIds.has(node.id))
            .map(({ node }) => (
              <Row key={node.id} id={node.id}>
                <PostCard post={node} repostedBy={tab === 'reposts' ? user.displayName : undefined} />
              </Row>
            ))}
          {tab === 'replies' &&
            replies?.edges.map(({ node }) => (
              <li key={node.id}>
                <ProfileReply reply={node} author={user} />
              </li>
            ))}
        </ul>
      </PostViews>
      <More hasMore={hasNextPage} onMore={() => fetchMore({ variables: { after: endCursor } })} />
    </>
  );
}
