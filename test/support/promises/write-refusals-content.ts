import { commentOn, publish } from '#test/support/content/comments.ts';
import { block } from '#test/support/messaging/messaging.ts';
import { moderateComment, moderatePost } from '#test/support/people/moderate.ts';
import type { Person } from '#test/support/world.ts';
import {
  type AcceptedCall,
  accountCases,
  notFoundError,
  type RefusalCases,
  type RefusalScene,
} from './write-refusals.ts';

const writePost: RefusalCases = accountCases('POSTING', async ({ person }) => ({
  actor: await person(),
  mutation: 'createPost',
  input: { text: 'Hello' },
}));

/** A comment on a post of somebody else. */
async function comment({ person }: RefusalScene, options: { readonly isFollowersOnly?: boolean } = {}) {
  const [author, actor] = [await person(), await person()];
  const postId = await publish(author, {
    text: 'A post',
    ...(options.isFollowersOnly && { commentAudience: 'FOLLOWERS' }),
  });
  return { author, actor, mutation: 'addComment', postId, input: { postId, text: 'Hello' } };
}

/** A reply to a comment by the author of the post. */
async function reply(scene: RefusalScene, options: { readonly isFollowersOnly?: boolean } = {}) {
  const { author, ...call } = await comment(scene, options);
  const parentId = await commentOn(author, call.postId);
  return { ...call, author, parentId, input: { ...call.input, parentId } };
}

const commenting = (accepted: typeof comment | typeof reply): RefusalCases => ({
  ...accountCases('COMMENTING', accepted),
  async POST_NOT_FOUND(scene) {
    const { author, ...call } = await accepted(scene);
    await block(scene.world, author, call.actor);
    return { ...call, error: notFoundError('Post', 'postId') };
  },
  async NOT_ALLOWED(scene) {
    const call = await accepted(scene, { isFollowersOnly: true });
    const message = 'The author does not allow you to comment on this post.';
    return { ...call, error: { code: 'FORBIDDEN', message, path: ['postId'] } };
  },
  async POST_HELD(scene) {
    const { author, ...call } = await accepted(scene);
    await moderatePost(scene.world, call.postId, 'HELD');
    return { ...call, actor: author, error: heldError('postId') };
  },
});

const heldError = (field: string) => ({
  code: 'INVALID_STATE',
  message: 'Wait until moderators have decided about it.',
  path: [field],
  current: 'HELD',
  allowed: ['VISIBLE'],
});

const writeReply: RefusalCases = {
  ...commenting(reply),
  async PARENT_HELD(scene) {
    const { author, ...call } = await reply(scene);
    await moderateComment(scene.world, call.parentId, 'HELD');
    return { ...call, actor: author, error: heldError('parentId') };
  },
  async PARENT_NOT_FOUND(scene) {
    const call = await reply(scene);
    const { parentId } = await reply(scene);
    return {
      ...call,
      input: { ...call.input, parentId },
      error: notFoundError('Comment', 'parentId'),
    };
  },
};

async function postReaction(scene: RefusalScene) {
  const { author, actor, postId } = await comment(scene);
  return { author, actor, mutation: 'reactToPost', input: { postId, type: 'LIKE' } };
}

async function commentReaction(scene: RefusalScene) {
  const { author, actor, parentId } = await reply(scene);
  return { author, actor, mutation: 'reactToComment', input: { commentId: parentId, type: 'LIKE' } };
}

const reacting = (
  accepted: typeof postReaction | typeof commentReaction,
  [noun, field]: readonly [string, string],
): RefusalCases => ({
  ...accountCases('COMMENTING', accepted),
  async NOT_FOUND(scene) {
    const { author, ...call } = await accepted(scene);
    await block(scene.world, author, call.actor);
    return { ...call, error: notFoundError(noun, field) };
  },
});

type Saving = AcceptedCall & { readonly author: Person };

async function save(scene: RefusalScene): Promise<Saving> {
  const { author, actor, postId } = await comment(scene);
  return { author, actor, mutation: 'savePost', input: { postId } };
}

const SAVE = 'mutation ($input: SavePostInput!) { savePost(input: $input) { errors { code } } }';
const COLLECT = `mutation {
  createSavedCollection(input: { name: "Plans" }) { collection { id } errors { code } } }`;

/** @returns its id */
const collect = async (owner: Person): Promise<string> =>
  (await owner.do(COLLECT)).createSavedCollection.collection.id;

/** The cases of a world in which everybody may save one post. */
const saving = (accepted: typeof save): RefusalCases => ({
  async POST_NOT_FOUND(scene) {
    const { author, ...call } = await accepted(scene);
    await block(scene.world, author, call.actor);
    return { ...call, error: notFoundError('Post', 'postId') };
  },
  async LIMIT_REACHED(scene) {
    const call = await accepted(scene);
    await call.actor.do(SAVE, { input: { postId: await publish(call.author) } });
    const message = 'You can keep at most 1 saved posts. Remove one first.';
    return { ...call, error: { code: 'LIMIT_REACHED', message } };
  },
});

const saveInCollection = async (scene: RefusalScene): Promise<Saving> => {
  const call = await save(scene);
  return { ...call, input: { ...call.input, collectionIds: [await collect(call.actor)] } };
};

const writeCollectedPost: RefusalCases = {
  ...saving(saveInCollection),
  async COLLECTION_NOT_FOUND(scene) {
    const call = await save(scene);
    const collectionIds = [await collect(call.actor), await collect(call.author)];
    return {
      ...call,
      input: { ...call.input, collectionIds },
      error: notFoundError('Collection', 'collectionIds'),
    };
  },
};

export const CONTENT_REFUSALS: Readonly<Record<string, RefusalCases>> = {
  'posts/writePost': writePost,
  // Whether a post is held is found out only for an author who may post.
  'posts/writeHeldPost': writePost,
  'comments/writeComment': commenting(comment),
  'comments/writeReply': writeReply,
  'comments/writeHeldComment': commenting(comment),
  'comments/writeHeldReply': writeReply,
  'saved/writeSavedPost': saving(save),
  'saved/writeCollectedPost': writeCollectedPost,
  'reactions/writeReaction.post': reacting(postReaction, ['Post', 'postId']),
  'reactions/writeReaction.comment': reacting(commentReaction, ['Comment', 'commentId']),
};
