import { useQuery } from '@apollo/client/react';
import { Link, useParams } from '@tanstack/react-router';
import { useFreshness } from '../../api/freshness.ts';
import { More } from '../../parts/more.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { FollowListsDocument } from './follow-lists.generated.ts';
import { PersonRow } from './person-row.tsx';
import { useKept } from '../../parts/use-kept.ts';
import '../../styles/people.css';

const PAGE = 30;

export const Followers = () => {
  const params = useParams({ from: '/inside/u/$username/followers', shouldThrow: false });
  const { username } = useKept(params);
  return <FollowLists username={username} kind="followers" />;
};

export const Following = () => {
  const params = useParams({ from: '/inside/u/$username/following', shouldThrow: false });
  const { username } = useKept(params);
  return <FollowLists username={username} kind="following" />;
};

export const Mutual = () => {
  const params = useParams({ from: '/inside/u/$username/mutual', shouldThrow: false });
  const { username } = useKept(params);
  return <FollowLists username={username} kind="mutual" />;
};

type Kind = 'followers' | 'following' | 'mutual';

function FollowLists({ username, kind }: { readonly username: string; readonly kind: Kind }) {
  const { people } = useTexts();
  const result = useQuery(FollowListsDocument, {
    variables: {
      username,
      first: PAGE,
      followers: kind === 'followers',
      following: kind === 'following',
      mutual: kind === 'mutual',
    },
    ...useFreshness(`${kind} ${username}`),
  });
  const user = result.data?.user;
  const list = { followers: user?.followers, following: user?.following, mutual: user?.mutualFollowers }[
    kind
  ];
  const { endCursor, hasNextPage = false } = list?.pageInfo ?? {};
  return (
    <Screen title={user?.displayName ?? username} hasBack>
      <nav className="tabs" aria-label={people.lists}>
        <Link to="/u/$username/followers" params={{ username }} className="tab" replace>
          {people.followers}
        </Link>
        <Link to="/u/$username/following" params={{ username }} className="tab" replace>
          {people.followed}
        </Link>
        {user?.viewer && !user.viewer.isSelf && (
          <Link to="/u/$username/mutual" params={{ username }} className="tab" replace>
            {people.mutual}
          </Link>
        )}
      </nav>
      <Loading of={result} has={user != null}>
        {list === null && <Empty title={people.listHidden} />}
        {list?.edges.length === 0 && <Empty title={people.listEmpty} />}
        <ul>
          {list?.edges.map(({ node }) => (
            <li key={node.id}>
              <PersonRow person={node} />
            </li>
          ))}
        </ul>
        <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
      </Loading>
    </Screen>
  );
}
