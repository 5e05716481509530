import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { buildSchema, getNamedType, type GraphQLInputType, isInputObjectType } from 'graphql';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { upload, uploaded } from '#test/support/content/uploaded-media.ts';
import { give, rowsOf } from '#test/support/money/ledger.ts';
import { type Person, testWorld } from '#test/support/world.ts';

type Case = {
  readonly mutation: string;
  /** Names the input of a text, new objects included: each call may be refused. */
  readonly input: (text: string) => Promise<object>;
  readonly payload: string;
  /** Whether HOLD holds the content, as posts and comments, or refuses. */
  readonly holds: boolean;
  readonly hasKey: boolean;
};

/** Mutations that are judged, and have a test of their own below. */
const JUDGED_APART = ['register', 'uploadMedia'];

/** Mutations with texts that are not judged, each with its reason. */
const NOT_SCREENED: Readonly<Record<string, string>> = {
  addMutedWord: 'seen by the caller alone',
  answerVerification: 'read by admins alone',
  appealDecision: 'read by moderators alone',
  appealDecisionByToken: 'read by moderators alone',
  cancelAccountDeletion: 'credentials',
  changePassword: 'credentials',
  requestEmailChange: 'credentials',
  changeEmail: 'a code',
  changeUsername: 'letters and digits, held by rules of its own',
  confirmCoinPurchase: 'an id of a provider',
  confirmPaymentSetup: 'an id of a provider',
  confirmRegistration: 'a code',
  connectCall: 'an offer in SDP',
  createSavedCollection: 'seen by the caller alone',
  editMessage: 'private messages are not judged',
  followHashtag: 'names what exists',
  forwardMessage: 'private messages are not judged',
  joinConversation: 'a code',
  login: 'credentials',
  openViewOnce: 'no text but the key',
  purchaseCoins: 'no text but the key',
  subscribeToTier: 'no text but the key',
  changeSubscriptionTier: 'no text but the key',
  confirmSubscriptionPayment: 'no text but the key',
  reactToMessage: 'an emoji',
  refreshSession: 'a token',
  registerPushDevice: 'a token, and names of an app and a language',
  removeMessageReaction: 'an emoji',
  requestAccountDeletion: 'credentials',
  requestDataExport: 'credentials',
  reportContent: 'read by moderators alone',
  requestPasswordReset: 'an address',
  requestVerification: 'read by admins alone',
  resetPassword: 'credentials',
  saveDraft: 'judged when it is published',
  scheduleMessage: 'private messages are not judged',
  sendMessage: 'private messages are not judged; the teasers of paid ones are: paid-messages.test.ts',
  submitIllegalContentNotice: 'read by moderators alone',
  startCall: 'no text but the key',
  unfollowHashtag: 'names what exists',
  unlockMessage: 'no text but the key',
  unsubscribeFromMail: 'a token',
  updateSavedCollection: 'seen by the caller alone',
  updateScheduledMessage: 'private messages are not judged',
  updateNotificationSettings: 'the name of a time zone',
  verifyEmail: 'a code',
};

const NUDGED = 'You are such an idiot';

async function casesOf(ada: Person, ben: Person): Promise<readonly Case[]> {
  const done = async (mutation: string, payload: string, input: object): Promise<string> =>
    Object.values<Untyped>((await call(ada, mutation, payload, input)) as object).find((value) => value?.id)
      .id;
  const post = (): Promise<string> => done('createPost', 'post { id }', { text: 'Hello' });
  const postId = await post();
  const comment = (): Promise<string> => done('addComment', 'comment { id }', { postId, text: 'Hello' });
  const conversationId = await done('startConversation', 'conversation { id }', {
    userIds: [ben.id],
    kind: 'GROUP',
  });
  const content = { holds: true, hasKey: false };
  const face = { holds: false, hasKey: false };
  const POST = { ...content, payload: 'post { id }' };
  const COMMENT = { ...content, payload: 'comment { id }' };
  const target = { userId: ben.id };
  const TIER = { ...face, payload: 'tier { id }' };
  const tier = { title: 'Friends', priceCoins: 100 };
  let tierId: Promise<string> | undefined;
  const ownTier = () => (tierId ??= done('createSubscriptionTier', 'tier { id }', tier));
  return [
    { ...POST, mutation: 'createPost', input: async (text) => ({ text }), hasKey: true },
    { ...POST, mutation: 'updatePost', input: async (text) => ({ postId: await post(), text }) },
    {
      ...POST,
      mutation: 'publishDraft',
      input: async (text) => ({ draftId: await done('saveDraft', 'draft { id }', { text }) }),
      hasKey: true,
    },
    { ...COMMENT, mutation: 'addComment', input: async (text) => ({ postId, text }), hasKey: true },
    { ...COMMENT, mutation: 'updateComment', input: async (text) => ({ commentId: await comment(), text }) },
    {
      ...face,
      mutation: 'updateMedia',
      payload: 'media { id }',
      input: async (altText) => ({ mediaId: (await uploaded(ada, await smallPicture())).id, altText }),
    },
    { ...face, mutation: 'updateProfile', payload: 'user { id }', input: async (bio) => ({ bio }) },
    {
      ...face,
      mutation: 'startConversation',
      payload: 'conversation { id }',
      input: async (title) => ({ userIds: [ben.id], kind: 'GROUP', title }),
      hasKey: true,
    },
    {
      ...face,
      mutation: 'updateConversation',
      payload: 'conversation { id }',
      input: async (description) => ({ conversationId, description }),
    },
    {
      ...face,
      mutation: 'sendTip',
      payload: 'tip { id }',
      input: async (message) => ({ target, amountCoins: 10, message, idempotencyKey: randomUUID() }),
      hasKey: true,
    },
    {
      ...TIER,
      mutation: 'createSubscriptionTier',
      input: async (text) => ({ ...tier, perks: [text] }),
      hasKey: true,
    },
    {
      ...TIER,
      mutation: 'updateSubscriptionTier',
      input: async (description) => ({
        tierId: await ownTier(),
        expectedVersion: await versionOf(ada, await ownTier()),
        description,
      }),
    },
  ];
}

const versionOf = async (creator: Person, tierId: string): Promise<number> =>
  (
    await creator.do('query ($id: ID!) { node(id: $id) { ... on SubscriptionTier { version } } }', {
      id: tierId,
    })
  ).node.version;

/** Calls a mutation that may be refused. */
async function call(actor: Actor, name: string, payload: string, input: object): Promise<Untyped> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const { data, errors } = await actor.ask(
    `mutation ($input: ${type}!) { ${name}(input: $input) { ${payload}
      errors { code ... on ValidationError { constraint } ... on ModerationNudgeError { retryToken } } } }`,
    { input },
  );
  assert.equal(errors, undefined, `${name}: ${JSON.stringify(errors)}`);
  return data[name];
}

const SAVE = `mutation ($input: AdminSaveBlocklistInput!) { adminSaveBlocklist(input: $input) { errors { code } } }`;

test('every public text is judged: allowed, nudged, insisted on, rejected, held, and never again for its key', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, admin] = [await world.user('ada'), await world.user('ben'), await world.admin()];
  await give(world, ada, 1_000);
  const list = { kind: 'WORD', isActive: true, reason: 'Spam.' };
  for (const [action, word] of [
    ['HOLD', 'tulips'],
    ['REJECT', 'roses'],
  ] as const)
    await admin.do(SAVE, { input: { ...list, name: word, action, addEntries: [word] } });

  const repetitions: (() => Promise<void>)[] = [];
  for (const { mutation, input, payload, holds, hasKey } of await casesOf(ada, ben)) {
    const answer = async (given: object) => {
      const { errors, ...result } = await call(ada, mutation, payload, given);
      const [content] = Object.values<Untyped>(result);
      return { errors, id: content?.id ?? null };
    };
    const seen = async (id: string): Promise<boolean> =>
      (await ben.do('query ($id: ID!) { node(id: $id) { id } }', { id })).node !== null;

    const allowed = await answer(await input('Good day'));
    assert.deepEqual(allowed.errors, [], mutation);
    if (holds) assert.equal(await seen(allowed.id), true, mutation);

    const given = await input(NUDGED);
    const key = hasKey ? { idempotencyKey: randomUUID() } : {};
    const nudged = await answer(given);
    assert.deepEqual([nudged.errors[0]?.code, nudged.id], ['MODERATION_NUDGE', null], mutation);
    const { retryToken } = nudged.errors[0];
    const insisted = await answer({ ...given, ...key, retryToken });
    assert.deepEqual(insisted.errors, [], mutation);
    if (holds) assert.equal(await seen(insisted.id), false, mutation);
    if (hasKey) {
      const repeated = { ...given, ...key, retryToken };
      repetitions.push(async () => assert.deepEqual(await answer(repeated), insisted, mutation));
    }

    const rejected = await answer(await input('Roses are red'));
    assert.deepEqual([rejected.errors[0]?.constraint, rejected.id], ['notAllowed', null], mutation);
    const held = await answer(await input('Tulips are in bloom'));
    if (holds) assert.deepEqual([held.errors, await seen(held.id)], [[], false], mutation);
    else assert.deepEqual([held.errors[0]?.constraint, held.id], ['notAllowed', null], mutation);
  }
  // The tokens are over by then, and nobody asks for them.
  world.clock.advance('11m');
  for (const repeat of repetitions) await repeat();
  assert.equal(repetitions.length, 6);
});

test('an alt text is judged before its file is stored, and insisted on with a token', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const picture = await smallPicture();
  const { data } = await upload(ada, picture, { altText: NUDGED });
  assert.deepEqual([data.uploadMedia.media, data.uploadMedia.errors[0].code], [null, 'MODERATION_NUDGE']);
  assert.deepEqual(await rowsOf(world, 'select from media'), []);
  const { retryToken } = data.uploadMedia.errors[0];
  const insisted = await upload(ada, picture, { altText: NUDGED, retryToken });
  assert.deepEqual([insisted.data.uploadMedia.media.altText, insisted.data.uploadMedia.errors], [NUDGED, []]);
  const scans = await rowsOf(world, "select outcome from content_scans where subject_kind = 'MEDIA'");
  assert.deepEqual(scans, [{ outcome: 'HOLD' }]);
});

test('a display name is judged before an account is made', async (t) => {
  const world = await testWorld(t);
  await (
    await world.admin()
  ).do(SAVE, {
    input: {
      kind: 'WORD',
      isActive: true,
      reason: 'Spam.',
      name: 'roses',
      action: 'HOLD',
      addEntries: ['roses'],
    },
  });
  const names = ['Roses for all', NUDGED];
  for (const displayName of names) {
    const input = {
      email: 'eve@example.com',
      password: 'correct horse battery',
      username: 'eve',
      displayName,
    };
    const { errors } = await call(world.anonymous(), 'register', 'user { id }', input);
    assert.deepEqual(errors, [{ code: 'VALIDATION_FAILED', constraint: 'notAllowed' }]);
  }
  assert.deepEqual(await rowsOf(world, 'select from users'), []);
});

test('each mutation of clients that takes a text is judged, or says why not', async (t) => {
  const world = await testWorld(t);
  const judged = (await casesOf(await world.user('ada'), await world.user('ben'))).map(
    ({ mutation }) => mutation,
  );
  const schema = buildSchema(await readFile('schema/client.graphql', 'utf8'), { assumeValid: true });
  const takesText = (type: GraphQLInputType): boolean => {
    const named = getNamedType(type);
    if (!isInputObjectType(named)) return named.name === 'String';
    return Object.values(named.getFields()).some((field) => takesText(field.type));
  };
  const found = Object.values(schema.getMutationType()?.getFields() ?? {})
    .filter(({ args }) => args.some(({ type }) => takesText(type)))
    .map(({ name }) => name);
  assert.deepEqual(found.toSorted(), [...judged, ...JUDGED_APART, ...Object.keys(NOT_SCREENED)].toSorted());
});
