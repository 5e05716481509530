import { useQuery } from '@apollo/client/react';
import { More } from '../parts/more.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty, Loading } from '../parts/states.tsx';
import { useTexts } from '../texts/texts.tsx';
import { FollowHashtag } from './follow-hashtag.tsx';
import { FollowedHashtagsDocument } from './followed-hashtags.generated.ts';
import { HashtagLink } from './hashtag-link.tsx';
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
              <HashtagLink of={node} className="person" />
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
