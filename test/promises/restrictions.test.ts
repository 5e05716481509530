import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildSchemas } from '#api/schema.ts';
import { defaultLimits, restrictionKinds } from '#domains/modules.ts';
import type { RestrictionKind } from '#platform/kernel/restriction-kinds.ts';
import type { Actor } from '#test/support/actor.ts';
import { rootFieldsOf } from '#test/support/transport/broad-operation.ts';
import { minimalOperation } from '#test/support/transport/minimal-operation.ts';
import { fieldsInTurn, PICTURE, refusalOf, send } from '#test/support/transport/probing.ts';
import { openRawSocket } from '#test/support/transport/raw-socket.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { runSql } from '#test/support/test-server.ts';
import { testWorld } from '#test/support/world.ts';

/** Mutations that each restriction forbids. Mutations not listed stay allowed. */
const RESTRICTED_BY: Readonly<Record<string, RestrictionKind>> = {
  acceptConversation: 'MESSAGING',
  startCall: 'CALLING',
  acceptCall: 'CALLING',
  joinCall: 'CALLING',
  connectCall: 'CALLING',
  refreshCallConnection: 'CALLING',
  inviteToCall: 'CALLING',
  updateCallMedia: 'CALLING',
  requestToSpeak: 'CALLING',
  respondToSpeakerRequest: 'CALLING',
  inviteToSpeak: 'CALLING',
  moveToViewers: 'CALLING',
  muteCallMember: 'CALLING',
  removeFromCall: 'CALLING',
  transferHost: 'CALLING',
  addCoHost: 'CALLING',
  removeCoHost: 'CALLING',
  lowerAllHands: 'CALLING',
  addComment: 'COMMENTING',
  addParticipants: 'MESSAGING',
  confirmCoinPurchase: 'PURCHASING',
  createConversationInvite: 'MESSAGING',
  createPost: 'POSTING',
  editMessage: 'MESSAGING',
  followUser: 'FOLLOWING',
  forwardMessage: 'MESSAGING',
  joinConversation: 'MESSAGING',
  pinMessage: 'MESSAGING',
  pinPost: 'POSTING',
  publishDraft: 'POSTING',
  purchaseCoins: 'PURCHASING',
  reactToComment: 'COMMENTING',
  reactToMessage: 'MESSAGING',
  reactToPost: 'COMMENTING',
  removeParticipant: 'MESSAGING',
  repost: 'POSTING',
  scheduleMessage: 'MESSAGING',
  acceptJoinRequest: 'MESSAGING',
  rejectJoinRequest: 'MESSAGING',
  sendMessage: 'MESSAGING',
  sendScheduledMessage: 'MESSAGING',
  sendTip: 'TIPPING',
  createSubscriptionTier: 'MONETISATION',
  updateSubscriptionTier: 'MONETISATION',
  reorderSubscriptionTiers: 'MONETISATION',
  subscribeToTier: 'PURCHASING',
  changeSubscriptionTier: 'PURCHASING',
  resumeSubscription: 'PURCHASING',
  confirmSubscriptionPayment: 'PURCHASING',
  setSubscriptionPaymentMethod: 'PURCHASING',
  acceptSubscriptionPrice: 'PURCHASING',
  setParticipantRole: 'MESSAGING',
  setTyping: 'MESSAGING',
  startConversation: 'MESSAGING',
  unlockMessage: 'PURCHASING',
  updateComment: 'COMMENTING',
  updateConversation: 'MESSAGING',
  updateLiveLocation: 'MESSAGING',
  updateMedia: 'UPLOADS',
  updateMessageLock: 'MONETISATION',
  updatePost: 'POSTING',
  updateScheduledMessage: 'MESSAGING',
  uploadMedia: 'UPLOADS',
  votePoll: 'COMMENTING',
};

const schemas = buildSchemas(defaultLimits);

/** `access.test.ts` compares every access rule with a table written by hand. */
const NEEDS_USER: ReadonlySet<string> = new Set(
  rootFieldsOf(schemas.client).flatMap(({ field }) =>
    field.extensions.access === 'user' ? [field.name] : [],
  ),
);

test('the restrictions table lists exactly the mutations that declare a restriction', () => {
  const declared = rootFieldsOf(schemas.client).flatMap(({ field }) => {
    const { restriction } = field.extensions;
    return restriction ? [[field.name, restriction]] : [];
  });
  assert.deepEqual(Object.fromEntries(declared), RESTRICTED_BY);
  const untried = Object.keys(RESTRICTED_BY).filter((name) => !NEEDS_USER.has(name));
  assert.deepEqual(untried, []);
});

describe('every mutation under every kind of restriction', () => {
  const mutations = fieldsInTurn(schemas.client).filter(
    ({ root, name }) => root === 'Mutation' && NEEDS_USER.has(name),
  );

  for (const kind of Object.keys(restrictionKinds) as RestrictionKind[]) {
    if (kind === 'SUSPENSION') continue;
    test(`the restriction ${kind} forbids exactly the mutations that declare it, with its kind and end`, async (t) => {
      const world = await testWorld(t);
      const ada = await world.user('ada');
      const expiresAt = new Date(world.clock.now().getTime() + 3_600_000).toISOString();
      await restrict(world, ada, { kind, expiresAt: `'${expiresAt}'` });
      for (const { name } of mutations) {
        const errors = await payloadErrors(ada, name);
        const restricted = errors.filter(({ code }) => code === 'RESTRICTED');
        const refusal: PayloadError[] = [{ code: 'RESTRICTED', kind, expiresAt }];
        assert.deepEqual(restricted, RESTRICTED_BY[name] === kind ? refusal : [], name);
      }
    });
  }

  test('a restriction that expired, was lifted or is of another user forbids nothing', async (t) => {
    const world = await testWorld(t);
    const [ada, ben] = [await world.user('ada'), await world.user('ben')];
    for (const kind of Object.keys(restrictionKinds) as RestrictionKind[]) {
      await restrict(world, ada, { kind, expiresAt: "now() - interval '1 second'" });
      await restrict(world, ada, { kind, liftedAt: 'now()' });
    }
    await restrict(world, ben, { kind: 'POSTING' });
    for (const { name } of mutations) {
      const errors = await payloadErrors(ada, name);
      assert.deepEqual(
        errors.filter(({ code }) => code === 'RESTRICTED'),
        [],
        name,
      );
    }
  });

  test('an account that is not ACTIVE is refused every mutation that a restriction could stop', async (t) => {
    const world = await testWorld(t);
    const [ada, ben] = [await world.user('ada'), await world.user('ben')];
    // The account state takes precedence: the owner can change it.
    for (const kind of new Set(Object.values(RESTRICTED_BY))) await restrict(world, ben, { kind });
    for (const state of ['DEACTIVATED', 'PENDING_DELETION']) {
      await runSql(world.connectionString, `update users set state = '${state}'`);
      for (const who of [ada, ben]) {
        for (const name of Object.keys(RESTRICTED_BY)) {
          assert.deepEqual(await payloadErrors(who, name), [{ code: 'INVALID_STATE' }], name);
        }
      }
    }
  });

  test('a restriction ends at its expiry', async (t) => {
    const world = await testWorld(t);
    const ada = await world.user('ada');
    await restrict(world, ada, { kind: 'POSTING', expiresAt: "now() + interval '10 minutes'" });
    assert.equal((await payloadErrors(ada, 'createPost', { text: 'Hello' }))[0]?.code, 'RESTRICTED');
    world.clock.advance('11m');
    assert.deepEqual(await payloadErrors(ada, 'createPost', { text: 'Hello' }), []);
  });

  test('a restriction without an expiry returns null, and of several the longest is returned', async (t) => {
    const world = await testWorld(t);
    const ada = await world.user('ada');
    await restrict(world, ada, { kind: 'POSTING', expiresAt: "now() + interval '1 hour'" });
    await restrict(world, ada, { kind: 'POSTING' });
    assert.deepEqual(await payloadErrors(ada, 'createPost', { text: 'Hello' }), [
      { code: 'RESTRICTED', kind: 'POSTING', expiresAt: null },
    ]);
  });

  test('UPLOADS forbids a new profile image and no other change of the profile', async (t) => {
    const world = await testWorld(t);
    const ada = await world.user('ada');
    await restrict(world, ada, { kind: 'UPLOADS' });
    const document = `mutation ($input: UpdateProfileInput!) {
      updateProfile(input: $input) { user { displayName } errors { code } } }`;
    const refused = await ada.upload(document, { input: { avatar: null } }, { 'input.avatar': PICTURE });
    assert.deepEqual(refused.data, { updateProfile: { user: null, errors: [{ code: 'RESTRICTED' }] } });
    const changed = await ada.do(document, { input: { displayName: 'Ada L.' } });
    assert.deepEqual(changed.updateProfile, { user: { displayName: 'Ada L.' }, errors: [] });
  });

  test('SUSPENSION refuses requests, sockets, refreshes and sign-ins', async (t) => {
    const world = await testWorld(t);
    const ada = await world.user('ada');
    await restrict(world, ada, { kind: 'SUSPENSION' });
    const revoked = { code: 'UNAUTHENTICATED', reason: 'REVOKED' };
    for (const { name } of mutations) {
      const { document, variables, files } = minimalOperation(schemas.client, 'Mutation', name);
      assert.deepEqual(refusalOf(await send(ada, document, variables, files)), revoked, name);
    }
    const connectionParams = { authorization: `Bearer ${ada.token}` };
    assert.equal((await openRawSocket(world.url, { connectionParams })).refusal, 4403);
    const { email, password, refreshToken } = ada;
    const signIns: readonly [name: string, input: object][] = [
      ['login', { email, password }],
      ['refreshSession', { refreshToken }],
    ];
    for (const [name, input] of signIns) {
      const errors = await payloadErrors(world.anonymous(), name, { ...input });
      assert.deepEqual(errors, [{ code: 'RESTRICTED', kind: 'SUSPENSION', expiresAt: null }], name);
    }
  });
});

type PayloadError = { readonly code: string; readonly kind?: string; readonly expiresAt?: string | null };

/** The errors in the payload; errors of the whole request replace them. */
async function payloadErrors(
  actor: Actor,
  name: string,
  input: Readonly<Record<string, unknown>> = {},
): Promise<readonly PayloadError[]> {
  const { document, variables, files } = minimalOperation(schemas.client, 'Mutation', name);
  const given = { input: { ...(variables['input'] as object), ...input } };
  const answer = await send(actor, document, given, files);
  return answer.data?.[name]?.errors ?? [refusalOf(answer)];
}
