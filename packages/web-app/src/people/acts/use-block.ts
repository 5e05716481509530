import { useApolloClient } from '@apollo/client/react';
import { useAct } from '../../api/act.ts';
import { BlockUserDocument, UnblockUserDocument } from './person-acts.generated.ts';

/** Lists whose content a block changes: they are asked for again when they are shown. */
const LISTS = [
  'user',
  'myBlockedUser',
  'myBlockedUsers',
  'feed',
  'exploreFeed',
  'suggestedUsers',
  'searchUsers',
  'searchPosts',
  'hashtagPosts',
  'myFollowRequests',
];

/** Blocks a user, or ends the block. */
export function useBlock(userId: string) {
  const { cache } = useApolloClient();
  const blocking = useAct(BlockUserDocument);
  const unblocking = useAct(UnblockUserDocument);
  const variables = { input: { userId } };

  function forget(): void {
    cache.batch({
      update(changed) {
        changed.evict({ id: changed.identify({ __typename: 'User', id: userId }) ?? '' });
        for (const fieldName of LISTS) changed.evict({ id: 'ROOT_QUERY', fieldName });
      },
    });
  }

  return {
    block: async (): Promise<boolean> => {
      const isDone = (await blocking.act({ variables })) !== null;
      if (isDone) forget();
      return isDone;
    },
    unblock: async (): Promise<boolean> => {
      const isDone = (await unblocking.act({ variables })) !== null;
      if (isDone) forget();
      return isDone;
    },
    isActing: blocking.isActing || unblocking.isActing,
    refusals: [...blocking.refusals, ...unblocking.refusals],
  };
}
