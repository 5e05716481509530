import { block } from '#test/support/messaging/messaging.ts';
import { accountCases, notFoundError, type RefusalCases, type RefusalScene } from './write-refusals.ts';

async function follow({ person }: RefusalScene) {
  const [actor, followee] = [await person(), await person()];
  return { actor, followee, mutation: 'followUser', input: { userId: followee.id } };
}

export const PEOPLE_REFUSALS: Readonly<Record<string, RefusalCases>> = {
  'follows/writeFollow': {
    ...accountCases('FOLLOWING', follow),
    async USER_NOT_FOUND(scene) {
      const call = await follow(scene);
      await block(scene.world, call.followee, call.actor);
      return { ...call, error: notFoundError('User', 'userId') };
    },
  },
};
