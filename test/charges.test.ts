import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { buildSchemas } from '#api/schema.ts';
import { isShared } from '#platform/kernel/rate-limit.ts';
import { defaultLimits } from '#src/modules.ts';
import type { Answer } from '#test/support/actor.ts';
import { rootFieldsOf } from '#test/support/broad-operation.ts';
import { commentOn, publish } from '#test/support/comments.ts';
import { askToJoin, linkOf } from '#test/support/invites.ts';
import { smallPicture } from '#test/support/media-files.ts';
import { minimalOperation } from '#test/support/minimal-operation.ts';
import { pin, react, sent } from '#test/support/message-reactions.ts';
import { requestFrom, startWith } from '#test/support/messaging.ts';
import { follow, setPrivacy } from '#test/support/people.ts';
import { send } from '#test/support/probing.ts';
import { uploaded } from '#test/support/uploaded-media.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const ends: (() => unknown)[] = [];
let world: World;
let people = 0;

async function open(): Promise<void> {
  world = await testWorld({ after: (end) => void ends.push(end as () => unknown) });
}

async function close(): Promise<void> {
  for (const end of ends.splice(0).toReversed()) await end();
}

const person = (): Promise<Person> => world.user(`person${(people += 1)}`);

/** Two people; `post` is one of the other's. */
type Scene = { readonly caller: Person; readonly other: Person; readonly post: string };

async function sceneOf(): Promise<Scene> {
  const [caller, other] = [await person(), await person()];
  return { caller, other, post: await publish(other) };
}

type MakeInput = (scene: Scene) => Promise<object> | object;

const sentIn = async ({ caller, other }: Scene): Promise<string> =>
  sent(caller, await startWith(caller, other));

/** Input of a call that changes something, and nothing when it is repeated. */
const REPEATED: Readonly<Record<string, MakeInput>> = {
  acceptFollowRequest: requestedOf,
  acceptConversation: async ({ caller, other }) => ({ conversationId: await requestFrom(other, caller) }),
  addMutedWord: () => ({ phrase: 'spoiler', targets: ['TEXT'] }),
  addParticipants: async (scene) => ({
    conversationId: await groupOf(scene),
    userIds: [(await person()).id],
  }),
  archiveConversation: talkOf,
  blockUser: ({ other }) => ({ userId: other.id }),
  cancelFollowRequest: async ({ caller, other }) => {
    await setPrivacy(other, { isPrivate: true });
    await follow(caller, other);
    return { userId: other.id };
  },
  changeUsername: ({ caller }) => ({ username: `${caller.username}x` }),
  cancelJoinRequest: async (scene) => ({
    requestId: await askToJoin(scene.caller, ...(await otherGroupOf(scene))),
  }),
  declineConversation: async ({ caller, other }) => ({ conversationId: await requestFrom(other, caller) }),
  followHashtag: hashtagOf,
  deleteMessage: async (scene) => ({
    messageId: await sentIn(scene),
    scope: 'EVERYONE',
  }),
  editMessage: async (scene) => ({ messageId: await sentIn(scene), text: 'Changed' }),
  followUser: ({ other }) => ({ userId: other.id }),
  joinConversation: async (scene) => ({ code: (await linkOf(...(await otherGroupOf(scene)))).code }),
  leaveConversation: async (scene) => ({ conversationId: await groupOf(scene) }),
  markConversationRead: async ({ caller, other }) => {
    const conversationId = await startWith(caller, other);
    return { conversationId, upToMessageId: await sent(caller, conversationId) };
  },
  markConversationUnread: talkOf,
  moveSavedPost: async (scene) => {
    const toCollectionId = await collectionOf(scene);
    await scene.caller.do('mutation ($id: ID!) { savePost(input: { postId: $id }) { errors { code } } }', {
      id: scene.post,
    });
    return { postId: scene.post, toCollectionId };
  },
  muteConversation: talkOf,
  muteUser: ({ other }) => ({ userId: other.id }),
  pinConversation: talkOf,
  pinMessage: async (scene) => ({ messageId: await sentIn(scene) }),
  publishDraft: async ({ caller }) => {
    const { saveDraft } = await caller.do(
      'mutation { saveDraft(input: { text: "Hello" }) { draft { id } errors { code } } }',
    );
    return { draftId: saveDraft.draft.id };
  },
  reactToComment: async ({ caller, post }) => ({ commentId: await commentOn(caller, post), type: 'LOVE' }),
  reactToMessage: async (scene) => ({ messageId: await sentIn(scene), emoji: '👍' }),
  reactToPost: ({ post }) => ({ postId: post, type: 'LOVE' }),
  recordPostViews: ({ post }) => ({ events: [{ postId: post, source: 'FEED' }] }),
  rejectFollowRequest: requestedOf,
  removeCommentReaction: async ({ caller, post }) => {
    const commentId = await commentOn(caller, post);
    await caller.do(
      'mutation ($id: ID!) { reactToComment(input: { commentId: $id, type: LOVE }) { errors { code } } }',
      { id: commentId },
    );
    return { commentId };
  },
  removeFollower: async ({ caller, other }) => {
    await follow(other, caller);
    return { userId: other.id };
  },
  removeMessageReaction: async (scene) => {
    const messageId = await sentIn(scene);
    await react(scene.caller, messageId, '👍');
    return { messageId, emoji: '👍' };
  },
  removeMutedWord: async (scene) => ({ mutedWordId: await mutedWordOf(scene) }),
  removeParticipant: async (scene) => ({ conversationId: await groupOf(scene), userId: scene.other.id }),
  removePostReaction: async ({ caller, post }) => {
    await caller.do(
      'mutation ($id: ID!) { reactToPost(input: { postId: $id, type: LOVE }) { errors { code } } }',
      { id: post },
    );
    return { postId: post };
  },
  repost: ({ post }) => ({ postId: post }),
  savePost: ({ post }) => ({ postId: post }),
  setParticipantRole: async (scene) => ({
    conversationId: await groupOf(scene),
    userId: scene.other.id,
    role: 'ADMIN',
  }),
  respondToJoinRequest: async (scene) => ({
    requestId: await askToJoin(await person(), scene.caller, await groupOf(scene)),
    accept: true,
  }),
  revokeConversationInvite: async (scene) => ({
    inviteId: (await linkOf(scene.caller, await groupOf(scene))).id,
  }),
  startConversation: ({ other }) => ({ userIds: [other.id] }),
  unarchiveConversation: (scene) => afterDoing(scene, 'archiveConversation'),
  unblockUser: async ({ caller, other }) => {
    await caller.do('mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }', {
      id: other.id,
    });
    return { userId: other.id };
  },
  undoRepost: async ({ caller, post }) => {
    await caller.do('mutation ($id: ID!) { repost(input: { postId: $id }) { errors { code } } }', {
      id: post,
    });
    return { postId: post };
  },
  unfollowHashtag: async (scene) => {
    const input = await hashtagOf(scene);
    await scene.caller.do(
      'mutation ($input: FollowHashtagInput!) { followHashtag(input: $input) { errors { code } } }',
      { input },
    );
    return input;
  },
  unfollowUser: async ({ caller, other }) => {
    await follow(caller, other);
    return { userId: other.id };
  },
  unmuteConversation: (scene) => afterDoing(scene, 'muteConversation'),
  unmuteUser: async ({ caller, other }) => {
    await caller.do('mutation ($id: ID!) { muteUser(input: { userId: $id }) { errors { code } } }', {
      id: other.id,
    });
    return { userId: other.id };
  },
  unpinConversation: (scene) => afterDoing(scene, 'pinConversation'),
  unpinMessage: async (scene) => {
    const messageId = await sentIn(scene);
    await pin(scene.caller, messageId);
    return { messageId };
  },
  unsavePost: async ({ caller, post }) => {
    await caller.do('mutation ($id: ID!) { savePost(input: { postId: $id }) { errors { code } } }', {
      id: post,
    });
    return { postId: post };
  },
  updateComment: async ({ caller, post }) => ({
    commentId: await commentOn(caller, post),
    text: 'Other words',
  }),
  updateConversation: async (scene) => ({ conversationId: await groupOf(scene), title: 'Others' }),
  updateMedia: async ({ caller }) => ({
    mediaId: (await uploaded(caller, await smallPicture())).id,
    altText: 'The sea',
  }),
  updateMutedWord: async (scene) => ({ mutedWordId: await mutedWordOf(scene), excludesFollowing: true }),
  updatePost: async ({ caller }) => ({ postId: await publish(caller), text: 'Other words' }),
  updatePrivacySettings: () => ({ messageAudience: 'MUTUALS' }),
  updateProfile: () => ({ bio: 'I paint.' }),
  updateSavedCollection: async (scene) => ({ collectionId: await collectionOf(scene), name: 'Gardens' }),
  votePoll: async ({ caller, other }) => {
    const post = await publish(other, {
      text: 'Where to?',
      poll: { options: ['North', 'South'], ...closing() },
    });
    const { post: read } = await caller.do(
      'query ($id: ID!) { post(id: $id) { poll { id options { id } } } }',
      { id: post },
    );
    return { pollId: read.poll.id, optionIds: [read.poll.options[0].id] };
  },
};

/** Why a mutation with a budget is charged again when it is repeated. */
const CHARGED_AGAIN: Readonly<Record<string, string>> = {
  addComment: 'creates',
  createConversationInvite: 'creates',
  createPost: 'creates',
  createSavedCollection: 'creates',
  forwardMessage: 'creates',
  scheduleMessage: 'creates',
  sendMessage: 'creates',
  saveDraft: 'creates, or moves the time of the draft',
  uploadMedia: 'creates',
  changePassword: 'replaces the password and mails',
  deleteSavedCollection: 'a repetition is refused',
  setTyping: 'delivers an event',
  requestDataExport: 'needs credentials, and starts an export',
  requestAccountDeletion: 'needs credentials; accounts.test.ts',
  cancelAccountDeletion: 'needs credentials; accounts.test.ts',
  requestEmailVerification: 'mails',
  requestPasswordReset: 'mails',
  resetPassword: 'needs a code, which is valid once',
  verifyEmail: 'needs a code, which is valid once',
  register: 'opens a session',
  confirmRegistration: 'needs a code, which is valid once',
};

async function talkOf({ caller, other }: Scene): Promise<{ conversationId: string }> {
  return { conversationId: await startWith(caller, other) };
}

async function afterDoing(scene: Scene, mutation: string): Promise<object> {
  const input = await talkOf(scene);
  await scene.caller.do(
    `mutation ($id: ID!) { ${mutation}(input: { conversationId: $id }) { errors { code } } }`,
    { id: input.conversationId },
  );
  return input;
}

const groupOf = async ({ caller, other }: Scene): Promise<string> => startWith(caller, other, await person());

/** A group of the other without the caller. */
async function otherGroupOf({ other }: Scene): Promise<[Person, string]> {
  return [other, await startWith(other, await person(), await person())];
}

async function hashtagOf({ other }: Scene): Promise<object> {
  await publish(other, { text: 'It is #spring.' });
  await world.runJobs();
  return { name: 'spring' };
}

async function requestedOf({ caller, other }: Scene): Promise<object> {
  await setPrivacy(caller, { isPrivate: true });
  await follow(other, caller);
  return { userId: other.id };
}

async function collectionOf({ caller }: Scene): Promise<string> {
  const { createSavedCollection } = await caller.do(
    'mutation { createSavedCollection(input: { name: "Trees" }) { collection { id } errors { code } } }',
  );
  return createSavedCollection.collection.id;
}

async function mutedWordOf({ caller }: Scene): Promise<string> {
  const { addMutedWord } = await caller.do(
    'mutation { addMutedWord(input: { phrase: "spoiler" }) { mutedWord { id } errors { code } } }',
  );
  return addMutedWord.mutedWord.id;
}

const closing = (): object => ({
  closesAt: new Date(world.clock.now().getTime() + 86_400_000).toISOString(),
});

const schemas = buildSchemas(defaultLimits);
const budgetOf = new Map(
  Object.values(schemas)
    .flatMap((schema) => rootFieldsOf(schema))
    .flatMap(({ root, field }) => {
      // Set by the builder.
      const budget = field.extensions['budget'];
      return budget ? [[field.name, { root, budget, access: field.extensions['access'] }] as const] : [];
    }),
);

const spentBy = (caller: Person, name: string): Promise<number> => spent(name, uuidOf(caller.id));

async function spent(field: string, key: string): Promise<number> {
  const allowance = budgetOf.get(field)?.budget;
  assert.ok(allowance, field);
  return (await world.app.services.budgets.windowOf({ name: `field:${field}`, allowance, key })).spent;
}

async function call(caller: Person, name: string, input: object): Promise<Answer> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  return caller.ask(`mutation ($input: ${type}!) { ${name}(input: $input) { errors { code path } } }`, {
    input,
  });
}

test('every mutation with a budget is in one of the two tables', () => {
  const rows = [...Object.keys(REPEATED), ...Object.keys(CHARGED_AGAIN)].toSorted();
  const mutations = [...budgetOf].filter(([, { root }]) => root === 'Mutation').map(([name]) => name);
  assert.deepEqual(rows, mutations.toSorted());
});

test('a field that only reads has a budget of a minute at most, so that reading writes nothing', () => {
  const reads = [...budgetOf.values()].filter(({ root }) => root !== 'Mutation');
  assert.ok(reads.length > 3);
  assert.deepEqual(
    reads.filter(({ budget }) => isShared(budget)),
    [],
  );
});

describe('the charge of a mutation', () => {
  before(open);
  after(close);

  for (const [name, inputOf] of Object.entries(REPEATED)) {
    test(`${name} is charged when it changes something and not when it is repeated`, async () => {
      const scene = await sceneOf();
      const input = await inputOf(scene);
      const before = await spentBy(scene.caller, name);
      const first = await call(scene.caller, name, input);
      assert.deepEqual([first.errors, first.data[name].errors], [undefined, []]);
      assert.equal((await spentBy(scene.caller, name)) - before, 1);
      for (let turn = 0; turn < 2; turn += 1) await call(scene.caller, name, input);
      assert.equal((await spentBy(scene.caller, name)) - before, 1);
    });
  }

  test('a mutation that is refused is not charged', async () => {
    const { caller } = await sceneOf();
    const refusals: string[] = [];
    for (const [name, { root, access }] of budgetOf) {
      if (root !== 'Mutation' || access !== 'user') continue;
      const { document, variables, files } = minimalOperation(schemas.client, 'Mutation', name);
      const answer = await send(caller, document, variables, files);
      if (answer.errors === undefined && answer.data[name].errors.length === 0) continue;
      refusals.push(name);
      assert.equal(await spentBy(caller, name), 0, name);
    }
    assert.ok(refusals.length > 25, refusals.join(' '));
  });

  test('thirty refused posts leave the budget of the next one as it was', async () => {
    const { caller } = await sceneOf();
    for (let turn = 0; turn < 31; turn += 1) {
      const { data } = await call(caller, 'createPost', { text: '' });
      assert.equal(data.createPost.errors[0].code, 'VALIDATION_FAILED');
    }
    assert.deepEqual((await call(caller, 'createPost', { text: 'Hello' })).data.createPost.errors, []);
    assert.equal(await spentBy(caller, 'createPost'), 1);
  });

  test('repeating one idempotency key at once is charged once', async () => {
    const { caller } = await sceneOf();
    const input = { text: 'Hello', idempotencyKey: 'the same' };
    await Promise.all(Array.from({ length: 10 }, () => call(caller, 'createPost', input)));
    assert.equal(await spentBy(caller, 'createPost'), 1);
  });

  test('concurrent acts do not pass the budget together', async () => {
    const { caller } = await sceneOf();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => call(caller, 'createPost', { text: 'Hello' })),
    );
    const codes = answers.map(({ data }) => data.createPost.errors[0]?.code ?? 'OK').toSorted();
    assert.deepEqual(codes, [...Array<string>(30).fill('OK'), ...Array<string>(10).fill('RATE_LIMITED')]);
  });
});

describe('the holder of a budget', () => {
  before(open);
  after(close);

  const SEARCH = '{ searchUsers(query: "ada", first: 1) { nodes { id } } }';

  test('signed-in callers behind one address have budgets of their own, and refused input is free', async () => {
    const [ada, ben] = [await person(), await person()];
    for (const who of [ada, ben]) await who.ask(SEARCH, {}, { 'x-forwarded-for': '203.0.113.9' });
    await ada.ask('{ searchUsers(query: "ada", after: "nonsense") { nodes { id } } }');
    assert.deepEqual([await spentBy(ada, 'searchUsers'), await spentBy(ben, 'searchUsers')], [1, 1]);
    assert.equal(await spent('searchUsers', '203.0.113.9'), 0);
    await world.anonymous().ask(SEARCH, {}, { 'x-forwarded-for': '203.0.113.9' });
    assert.equal(await spent('searchUsers', '203.0.113.9'), 1);
  });
});
