import { useAct } from '../api/act.ts';
import { Button } from '../parts/button.tsx';
import { Refusals } from '../parts/field.tsx';
import { useTexts } from '../texts/texts.tsx';
import {
  FollowHashtagDocument,
  type HashtagHeadFragment,
  UnfollowHashtagDocument,
} from './hashtag.generated.ts';

/** Follows a hashtag or ends it, and shows the expected state at once. */
export function FollowHashtag({ hashtag }: { readonly hashtag: HashtagHeadFragment }) {
  const { explore, people } = useTexts();
  const following = useAct(FollowHashtagDocument);
  const unfollowing = useAct(UnfollowHashtagDocument);
  const { isFollowing = false, isMuting = false } = hashtag.viewer ?? {};
  const variables = { input: { name: hashtag.name } };
  const expected = {
    ...hashtag,
    followerCount: Math.max(0, hashtag.followerCount + (isFollowing ? -1 : 1)),
    viewer: { __typename: 'HashtagViewer' as const, isFollowing: !isFollowing, isMuting },
  };
  const toggle = (): void =>
    void (isFollowing
      ? unfollowing.act({
          variables,
          optimisticResponse: {
            unfollowHashtag: { __typename: 'UnfollowHashtagPayload', hashtag: expected, errors: [] },
          },
        })
      : following.act({
          variables,
          optimisticResponse: {
            followHashtag: { __typename: 'FollowHashtagPayload', hashtag: expected, errors: [] },
          },
        }));
  return (
    <>
      <Button
        kind={isFollowing ? 'plain' : 'main'}
        aria-label={isFollowing ? explore.unfollowTag(hashtag.name) : explore.followTag(hashtag.name)}
        onClick={toggle}
      >
        {isFollowing ? people.following : people.follow}
      </Button>
      <Refusals of={[...following.refusals, ...unfollowing.refusals]} />
    </>
  );
}
