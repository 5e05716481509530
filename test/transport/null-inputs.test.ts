import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '#test/support/unchanged.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { SEND, startWith } from '#test/support/messaging/messaging.ts';
import { start } from '#test/support/messaging/calls.ts';
import { commentOn } from '#test/support/content/comments.ts';
import { createTier } from '#test/support/money/tiers.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { testWorld } from '#test/support/world.ts';

/** Effect of null on each optional field of the `update…` mutations; a new field needs a row here. */
const EFFECTS: Readonly<Record<string, Readonly<Record<string, 'CLEARS' | 'REFUSED' | 'IS_OMITTED'>>>> = {
  UpdateCallMediaInput: { isMuted: 'REFUSED', isScreenSharing: 'REFUSED', isVideoOn: 'REFUSED' },
  UpdateCommentInput: { retryToken: 'IS_OMITTED' },
  UpdateConversationInput: {
    avatarMediaId: 'CLEARS',
    description: 'CLEARS',
    disappearAfterSeconds: 'CLEARS',
    retryToken: 'IS_OMITTED',
    title: 'CLEARS',
  },
  // A position replaces the former one whole.
  UpdateLiveLocationInput: { accuracyMeters: 'IS_OMITTED', headingDegrees: 'IS_OMITTED' },
  UpdateMediaInput: { altText: 'CLEARS', retryToken: 'IS_OMITTED' },
  UpdateMutedWordInput: { excludesFollowing: 'REFUSED', targets: 'REFUSED', expiresAt: 'CLEARS' },
  UpdateNotificationSettingsInput: {
    digest: 'REFUSED',
    quietCallAudience: 'REFUSED',
    showsPreviews: 'REFUSED',
    timeZone: 'REFUSED',
  },
  UpdatePostInput: {
    commentAudience: 'REFUSED',
    expectedVersion: 'IS_OMITTED',
    isSensitive: 'REFUSED',
    location: 'CLEARS',
    retryToken: 'IS_OMITTED',
    text: 'CLEARS',
    tierLevel: 'CLEARS',
    visibility: 'REFUSED',
  },
  UpdateScheduledMessageInput: { sendAt: 'REFUSED', text: 'REFUSED' },
  UpdatePrivacySettingsInput: {
    callAudience: 'REFUSED',
    commentAudience: 'REFUSED',
    followersAudience: 'REFUSED',
    followingAudience: 'REFUSED',
    isDiscoverable: 'REFUSED',
    isPrivate: 'REFUSED',
    lastSeenAudience: 'REFUSED',
    mentionAudience: 'REFUSED',
    messageAudience: 'REFUSED',
    readReceiptsAudience: 'REFUSED',
    requiresSignIn: 'REFUSED',
    tipAudience: 'REFUSED',
  },
  UpdateSubscriptionTierInput: {
    description: 'CLEARS',
    imageMediaId: 'CLEARS',
    interval: 'REFUSED',
    isShown: 'REFUSED',
    memberLimit: 'CLEARS',
    perks: 'CLEARS',
    price: 'CLEARS',
    priceCoins: 'REFUSED',
    retryToken: 'IS_OMITTED',
    title: 'REFUSED',
    trialDays: 'REFUSED',
  },
  UpdateProfileInput: {
    avatar: 'CLEARS',
    bio: 'CLEARS',
    cover: 'CLEARS',
    displayName: 'REFUSED',
    retryToken: 'IS_OMITTED',
  },
};

test('null clears a field or is refused, and an omitted field stays', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const media = await uploaded(ada, await smallPicture(), { altText: 'A dog' });
  const made = await ada.do(
    `mutation ($media: [ID!]) {
      createPost(input: { text: "Hello", mediaIds: $media, location: { name: "Oslo", latitude: 1, longitude: 2 } }) {
        post { id } errors { code } }
      addMutedWord(input: { phrase: "rain", expiresAt: "${new Date(world.clock.now().getTime() + 60_000).toISOString()}" }) {
        mutedWord { id } errors { code } }
      updateProfile(input: { bio: "Counts" }) { errors { code } } }`,
    { media: [media.id] },
  );
  const postId = made.createPost.post.id;
  const commentId = await commentOn(ada, postId, { text: 'First' });
  const conversationId = await startWith(ada, await world.user('ben'), await world.user('cleo'));
  const liveLocation = { latitude: 1, longitude: 2, durationMinutes: 60 };
  const callId = await start(ada, conversationId);
  const { sendMessage } = await ada.do(SEND, { input: { conversationId, liveLocation } });
  const { scheduleMessage } = await ada.do(
    `mutation ($input: ScheduleMessageInput!) { scheduleMessage(input: $input) {
      scheduledMessage { id } errors { code } } }`,
    {
      input: {
        conversationId,
        text: 'Later',
        sendAt: new Date(world.clock.now().getTime() + 60_000).toISOString(),
      },
    },
  );
  const subjects: Readonly<Record<string, object>> = {
    UpdateCallMediaInput: { callId },
    UpdateCommentInput: { commentId, text: 'First' },
    UpdateConversationInput: { conversationId },
    UpdateLiveLocationInput: { messageId: sendMessage.message.id, latitude: 3, longitude: 4 },
    UpdateMediaInput: { mediaId: media.id },
    UpdateMutedWordInput: { mutedWordId: made.addMutedWord.mutedWord.id },
    UpdatePostInput: { postId },
    UpdateSubscriptionTierInput: { tierId: (await createTier(ada)).id, expectedVersion: 1 },
    UpdateScheduledMessageInput: { scheduledMessageId: scheduleMessage.scheduledMessage.id },
  };
  const { __schema } = await ada.do('{ __schema { types { name inputFields { name type { kind } } } } }');
  const optional = Object.fromEntries(
    __schema.types
      .filter(({ name }: { name: string }) => /^Update.+Input$/.test(name))
      .map(
        ({
          name,
          inputFields,
        }: {
          name: string;
          inputFields: { name: string; type: { kind: string } }[];
        }) => [
          name,
          inputFields
            .filter(({ type }) => type.kind !== 'NON_NULL')
            .map((field) => field.name)
            .toSorted(),
        ],
      )
      .filter(([, fields]: [string, string[]]) => fields.length > 0),
  );
  assert.deepEqual(
    optional,
    Object.fromEntries(
      Object.entries(EFFECTS).map(([name, fields]) => [name, Object.keys(fields).toSorted()]),
    ),
  );

  const SHOWN = `query ($media: ID!, $post: ID!) {
    node(id: $media) { ... on Media { altText } } post(id: $post) { text location { name } }
    myMutedWords { nodes { expiresAt } } me { user { bio } } }`;
  const shown = () => ada.do(SHOWN, { media: media.id, post: made.createPost.post.id });
  const before = await shown();
  for (const [type, fields] of Object.entries(EFFECTS)) {
    const mutation = `u${type.slice(1, -'Input'.length)}`;
    const document = `mutation ($input: ${type}!) { ${mutation}(input: $input) {
      errors { code path ... on ValidationError { constraint } } } }`;
    await ada.do(document, { input: { ...subjects[type] } });
    assert.deepEqual(await shown(), before);
    for (const [field, effect] of Object.entries(fields)) {
      if (effect === 'CLEARS') continue;
      const input = { ...subjects[type], [field]: null };
      if (effect === 'IS_OMITTED') await ada.do(document, { input });
      else
        assert.deepEqual(await refused(world, ada, document, { input }), [
          { code: 'VALIDATION_FAILED', path: [field], constraint: 'required' },
        ]);
    }
    assert.deepEqual(await shown(), before);
  }
  for (const [type, fields] of Object.entries(EFFECTS)) {
    const cleared = Object.entries(fields).filter(([, effect]) => effect === 'CLEARS');
    const input = { ...subjects[type], ...Object.fromEntries(cleared.map(([field]) => [field, null])) };
    const mutation = `u${type.slice(1, -'Input'.length)}`;
    await ada.do(`mutation ($input: ${type}!) { ${mutation}(input: $input) { errors { code message } } }`, {
      input,
    });
  }
  assert.deepEqual(await shown(), {
    node: { altText: null },
    post: { text: '', location: null },
    myMutedWords: { nodes: [{ expiresAt: null }] },
    me: { user: { bio: '' } },
  });
});
