import { useQuery } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import { Hash } from 'lucide-react';
import { More } from '../parts/more.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty, Loading } from '../parts/states.tsx';
import { useTexts } from '../texts/texts.tsx';
import { FollowHashtag } from './follow-hashtag.tsx';
import { FollowedHashtagsDocument } from './followed-hashtags.generated.ts';
import '../styles/explore.css';
import '../styles/people.css';

const PAGE = 30;

/** Hashtags that the reader follows. One that they unfollow stays until they return, so that it can be followed again. */
export function FollowedHashtags() {
  const { explore } = useTexts();
  const result = useQuery(FollowedHashtagsDocument, {
    variables: { first: PAGE },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const list = result.data?.myFollowedHashtags;
  const { endCursor, hasNextPage = false } = list?.pageInfo ?? {};
  return (
    <Screen title={explore.followedTags} hasBack>
      <Loading of={result} has={list != null}>
        {list?.edges.length === 0 && (
          <Empty title={explore.noFollowedTags} text={explore.noFollowedTagsText} />
        )}
        <ul>
          {list?.edges.map(({ node }) => (
            <li key={node.id} className="person-row">
              <Link to="/tags/$name" params={{ name: node.name }} className="person">
                <span className="found-tag-sign">
                  <Hash aria-hidden="true" />
                </span>
                <span className="person-names">
                  <strong dir="auto">{node.displayName}</strong>
                  <span className="username">{explore.postCount(node.postCount)}</span>
                </span>
              </Link>
              <div className="person-acts">
                <FollowHashtag hashtag={node} />
              </div>
            </li>
          ))}
        </ul>
        <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
      </Loading>
    </Screen>
  );
}
