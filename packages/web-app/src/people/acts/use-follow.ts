import { useApolloClient } from '@apollo/client/react';
import { useAct } from '../../api/act.ts';
import type { FollowState } from '../../generated/schema.ts';
import {
  CancelFollowRequestDocument,
  FollowUserDocument,
  type FollowTargetFragment,
  UnfollowUserDocument,
} from './follow.generated.ts';

/** Follows, asks to follow, or ends either; shown at once and taken back where it is refused. */
export function useFollow(user: FollowTargetFragment) {
  const { cache } = useApolloClient();
  const following = useAct(FollowUserDocument);
  const unfollowing = useAct(UnfollowUserDocument);
  const cancelling = useAct(CancelFollowRequestDocument);
  const variables = { input: { userId: user.id } };
  const state = user.viewer?.followState ?? 'NONE';

  /** The home feed is asked for again when it is shown; suggestions stay where they are while they are looked at. */
  const forgetFeed = (): void => void cache.evict({ id: 'ROOT_QUERY', fieldName: 'feed' });

  /** Takes away what a private account shows to followers alone. */
  function forgetPrivate(): void {
    const id = cache.identify({ __typename: 'User', id: user.id }) ?? '';
    for (const fieldName of PRIVATE_LISTS) cache.evict({ id, fieldName });
  }

  async function follow(): Promise<void> {
    const followUser = {
      __typename: 'FollowUserPayload' as const,
      user: expected(user, user.isPrivate ? 'REQUESTED' : 'FOLLOWING'),
      errors: [],
    };
    if (await following.act({ variables, optimisticResponse: { followUser } })) forgetFeed();
  }

  async function end(): Promise<void> {
    const changed = { user: expected(user, 'NONE'), errors: [] };
    if (state === 'REQUESTED') {
      const cancelFollowRequest = { __typename: 'CancelFollowRequestPayload' as const, ...changed };
      await cancelling.act({ variables, optimisticResponse: { cancelFollowRequest } });
      return;
    }
    const unfollowUser = { __typename: 'UnfollowUserPayload' as const, ...changed };
    if (!(await unfollowing.act({ variables, optimisticResponse: { unfollowUser } }))) return;
    forgetFeed();
    if (user.isPrivate) forgetPrivate();
  }

  return {
    state,
    follow,
    end,
    refusals: [...following.refusals, ...unfollowing.refusals, ...cancelling.refusals],
  };
}

const PRIVATE_LISTS = ['posts', 'mediaPosts', 'replies', 'reposts', 'pinnedPosts', 'followers', 'following'];

function expected(user: FollowTargetFragment, followState: FollowState): FollowTargetFragment {
  const { viewer, followerCount } = user;
  const was = viewer?.isFollowing ?? false;
  const isFollowing = followState === 'FOLLOWING';
  return {
    ...user,
    followerCount: Math.max(0, followerCount + Number(isFollowing) - Number(was)),
    viewer: viewer && { ...viewer, followState, isFollowing, canFollow: followState === 'NONE' },
  };
}
