import { useQuery } from '@apollo/client/react';
import { useParams } from '@tanstack/react-router';
import { VolumeX } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../api/act.ts';
import { useFreshness } from '../api/freshness.ts';
import { PostViews } from '../feed/post-views.tsx';
import { IconButton } from '../parts/button.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { Refusals } from '../parts/field.tsx';
import { More } from '../parts/more.tsx';
import { Screen } from '../parts/screen.tsx';
import { Loading } from '../parts/states.tsx';
import { PostCard } from '../posts/post-card.tsx';
import { AddMutedWordDocument } from '../settings/privacy/muted.generated.ts';
import { useTexts } from '../texts/texts.tsx';
import { FollowHashtag } from './follow-hashtag.tsx';
import {
  type HashtagHeadFragment,
  HashtagHeadFragmentDoc,
  HashtagScreenDocument,
} from './hashtag.generated.ts';
import { useKept } from '../parts/use-kept.ts';
import { Row } from '../parts/row.tsx';
import '../styles/explore.css';

const PAGE = 20;

export function HashtagScreen() {
  const { explore } = useTexts();
  const params = useParams({ from: '/inside/tags/$name', shouldThrow: false });
  const { name } = useKept(params);
  const result = useQuery(HashtagScreenDocument, {
    variables: { name, first: PAGE },
    ...useFreshness(`hashtag ${name}`),
  });
  const { hashtag, hashtagPosts } = result.data ?? {};
  const { endCursor, hasNextPage = false } = hashtagPosts?.pageInfo ?? {};
  return (
    <Screen
      title={`#${hashtag?.displayName ?? name}`}
      hasBack
      acts={hashtag && <MuteHashtag hashtag={hashtag} />}
    >
      <Loading of={result} has={hashtagPosts != null}>
        {hashtag && (
          <header className="hashtag-head">
            <p>
              {explore.postCount(hashtag.postCount)} · {explore.followerCount(hashtag.followerCount)}
            </p>
            <FollowHashtag hashtag={hashtag} />
          </header>
        )}
        <PostViews source="HASHTAG">
          <ul className="posts">
            {hashtagPosts?.edges.map(({ node }) => (
              <Row key={node.id} id={node.id}>
                <PostCard post={node} />
              </Row>
            ))}
          </ul>
        </PostViews>
        <More
          hasMore={hasNextPage}
          onMore={() => result.fetchMore({ variables: { after: endCursor, isFirst: false } })}
        />
      </Loading>
    </Screen>
  );
}

function MuteHashtag({ hashtag }: { readonly hashtag: HashtagHeadFragment }) {
  const { name, viewer } = hashtag;
  const isMuted = viewer?.isMuting ?? false;
  const { explore, people } = useTexts();
  const [isAsking, setIsAsking] = useState(false);
  const { act, isActing, refusals } = useAct(AddMutedWordDocument);
  const mute = async (): Promise<void> => {
    const payload = await act({
      variables: { input: { phrase: name, targets: ['HASHTAGS'] } },
      update(cache) {
        for (const fieldName of ['feed', 'exploreFeed', 'myMutedWords']) {
          cache.evict({ id: 'ROOT_QUERY', fieldName });
        }
        cache.writeFragment({
          fragment: HashtagHeadFragmentDoc,
          fragmentName: 'HashtagHead',
          data: { ...hashtag, viewer: viewer && { ...viewer, isMuting: true } },
        });
      },
    });
    if (payload) setIsAsking(false);
  };
  return (
    <>
      <span className="visually-hidden" role="status">
        {isMuted && explore.tagMuted(name)}
      </span>
      <IconButton label={explore.muteTag(name)} disabled={isMuted} onClick={() => setIsAsking(true)}>
        <VolumeX aria-hidden="true" />
      </IconButton>
      {isAsking && (
        <Confirm
          title={explore.muteTagTitle(name)}
          text={explore.muteTagText}
          act={people.mute}
          isActing={isActing}
          onConfirm={() => void mute()}
          onClose={() => setIsAsking(false)}
        >
          <Refusals of={refusals} />
        </Confirm>
      )}
    </>
  );
}
