import { LAST_ID } from '#platform/db/keyset.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { saveCard } from '#test/support/money/saved-cards.ts';
import { giveUpPayment } from '#domains/creator/billing/charging.service.ts';
import { followPayment } from '#domains/creator/subscriptions/card-payments.service.ts';
import { answerAs, subscribeByCard } from '#test/support/money/card-subscriptions.ts';
import assert from 'node:assert/strict';
import { commentOf, type Scene } from './idempotency-scene.ts';
import {
  ERRORS,
  type IdempotentMutation,
  type Input,
  type MakeInput,
  MISSING_MEDIA,
  text,
} from './idempotent-mutation.ts';
import { IDEMPOTENT_MESSAGES } from './idempotent-messages.ts';
import { give } from '#test/support/money/ledger.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { offer, orderByCard, orderOf } from '#test/support/money/purchases.ts';
import { offerTier, subscribed } from '#test/support/money/subscriptions.ts';
import { freedKind, takenKind } from '#test/support/trust/verification.ts';

const postContent: Readonly<Record<string, MakeInput>> = {
  text: () => ({ text }),
  mediaIds: async ({ picture }) => ({ mediaIds: [await picture()] }),
  poll: () => ({ text, poll: { options: ['North', 'South'], durationMinutes: 1_440 } }),
  location: () => ({ text, location: { name: 'Oslo', latitude: 59.9, longitude: 10.7 } }),
  visibility: () => ({ text, visibility: 'FOLLOWERS' }),
  tierLevel: () => ({ text, visibility: 'SUBSCRIBERS', tierLevel: 2 }),
  audienceUserIds: ({ other }) => ({ text, visibility: 'PRIVATE', audienceUserIds: [other.id] }),
  commentAudience: () => ({ text, commentAudience: 'MUTUALS' }),
  isSensitive: () => ({ text, isSensitive: true }),
  quotedPostId: ({ post }) => ({ text, quotedPostId: post }),
};

/** A post for subscribers or for named users. */
const contentTogether = (...more: readonly string[]) =>
  ['tierLevel', 'audienceUserIds'].map((left) => [
    ...Object.keys(postContent).filter((name) => name !== left),
    ...more,
  ]);

const tier = { title: 'Friends', priceCoins: 100 };
/** A creator takes a level once, here at most four; tiers without one take those that follow the highest. */
let lastLevel = 20;

/** To somebody new, since quick taps for one user are added up. */
const tipInput = async ({ world, caller, stranger }: Scene): Promise<Input> => {
  await give(world, caller, 10);
  return { target: { userId: (await stranger()).id }, amountCoins: 1 };
};

const tierInput = async ({ world, caller, stranger }: Scene): Promise<Input> => {
  await saveCard(caller);
  const tierId = await offerTier(world, await stranger(), { priceCoins: 10, priceMinor: 900 });
  return { tierId, version: 1, funding: 'CARD' };
};
const paidSubscription = async (scene: Scene): Promise<string> => {
  const { tierId } = await tierInput(scene);
  return (await subscribeByCard(scene.caller, String(tierId))).subscription.id;
};
/** A subscription whose first payment was declined, and is given up. */
const unpaidInput = async (scene: Scene): Promise<Input> => {
  const { world } = scene;
  await saveCard(scene.caller);
  await answerAs(world, 'pm_card_chargeDeclined');
  const tierId = await offerTier(world, await scene.stranger(), { priceCoins: 10, priceMinor: 900 });
  const { subscription, payment } = await subscribeByCard(scene.caller, tierId);
  await answerAs(world, 'pm_card_visa');
  const paymentId = uuidOf(payment.id);
  await giveUpPayment(world.app.services, { paymentId });
  await followPayment(world.app.services, paymentId);
  return { subscriptionId: subscription.id };
};
/** To a dearer tier of the same creator. */
const changeInput = async ({ world, caller, stranger }: Scene): Promise<Input> => {
  await give(world, caller, 100);
  const creator = await stranger();
  const { id: subscriptionId } = await subscribed(
    caller,
    await offerTier(world, creator, { priceCoins: 10 }),
  );
  return {
    subscriptionId,
    tierId: await offerTier(world, creator, { level: 2, priceCoins: 50 }),
    version: 1,
  };
};
const POST = 'id text visibility media { id altText } poll { id } quotedPost { post { id } }';
const deletePost = ({ caller }: Scene, id: string): Promise<unknown> =>
  caller.do(`mutation ($id: ID!) { deletePost(input: { postId: $id }) { ${ERRORS} } }`, { id });

const picture = new Blob([new Uint8Array(await smallPicture())]);

async function draftOf({ caller }: Scene, input: Input): Promise<string> {
  const saved = await caller.do(
    `mutation ($input: SaveDraftInput!) { saveDraft(input: $input) { draft { id } ${ERRORS} } }`,
    { input },
  );
  return saved.saveDraft.draft.id;
}

/** Written by hand: a mutation with a key but no row, or a field without an input, fails a test. */
export const IDEMPOTENT_MUTATIONS: Readonly<Record<string, IdempotentMutation>> = {
  addComment: {
    payload: 'comment',
    type: 'Comment',
    selection: 'id text parent { id } media { id }',
    events: ['comment.added'],
    optional: {
      parentId: async (scene) => ({ postId: scene.post, parentId: await commentOf(scene), text }),
      text: ({ post }) => ({ postId: post, text }),
      mediaIds: async (scene) => ({ postId: scene.post, mediaIds: [await scene.picture()] }),
      retryToken: ({ post }) => ({ postId: post, text, retryToken: 'of another text' }),
    },
    together: [['parentId', 'text', 'mediaIds']],
    change: { text: 'Another' },
    refused: ({ post }) => ({ postId: post, ...MISSING_MEDIA }),
    isSeenAfterBlock: false,
    remove: ({ caller }, id) =>
      caller.do(`mutation ($id: ID!) { deleteComment(input: { commentId: $id }) { ${ERRORS} } }`, { id }),
  },
  createPost: {
    payload: 'post',
    type: 'Post',
    selection: POST,
    events: ['post.created'],
    optional: {
      ...postContent,
      files: () => ({ files: [picture] }),
      retryToken: () => ({ text, retryToken: 'of another text' }),
      altTexts: () => ({ files: [picture, picture], altTexts: [null, 'The sea'] }),
    },
    together: contentTogether('altTexts'),
    change: { text: 'Another' },
    refused: () => MISSING_MEDIA,
    isSeenAfterBlock: true,
    remove: deletePost,
  },
  requestVerification: {
    payload: 'request',
    type: 'VerificationRequest',
    selection: 'id kind note documents { contentType }',
    events: [],
    required: async ({ caller }) => ({ kind: await freedKind(caller, 'IDENTITY'), note: 'It is me.' }),
    optional: {
      files: async ({ caller }) => ({
        kind: await freedKind(caller, 'IDENTITY'),
        note: 'It is me.',
        files: [picture],
      }),
    },
    together: [],
    change: { note: 'Another' },
    refused: async ({ caller }) => ({ kind: await takenKind(caller), note: 'It is me.' }),
    isSeenAfterBlock: true,
    remove: null,
  },
  createSavedCollection: {
    payload: 'collection',
    type: 'SavedCollection',
    selection: 'id name',
    events: [],
    required: () => ({ name: 'Recipes' }),
    optional: {},
    together: [],
    change: { name: 'Another' },
    refused: () => ({ name: ' ' }),
    isSeenAfterBlock: true,
    remove: ({ caller }, id) =>
      caller.do(`mutation ($id: ID!) { deleteSavedCollection(input: { collectionId: $id }) { ${ERRORS} } }`, {
        id,
      }),
  },
  createSubscriptionTier: {
    payload: 'tier',
    type: 'SubscriptionTier',
    selection: 'id title',
    events: [],
    required: () => tier,
    optional: {
      level: () => ({ ...tier, level: (lastLevel = lastLevel === 100 ? 40 : lastLevel + 20) }),
      description: () => ({ ...tier, description: 'For friends.' }),
      perks: () => ({ ...tier, perks: ['Letters'] }),
      imageMediaId: async ({ picture }) => ({ ...tier, imageMediaId: await picture() }),
      price: () => ({ ...tier, price: { amountMinor: 499, currency: 'EUR' } }),
      interval: () => ({ ...tier, interval: 'YEAR' }),
      trialDays: () => ({ ...tier, trialDays: 7 }),
      memberLimit: () => ({ ...tier, memberLimit: 50 }),
      isShown: () => ({ ...tier, isShown: true }),
      retryToken: () => ({ ...tier, retryToken: 'none' }),
    },
    together: [
      [
        'level',
        'description',
        'perks',
        'imageMediaId',
        'price',
        'interval',
        'trialDays',
        'memberLimit',
        'isShown',
        'retryToken',
      ],
    ],
    change: { title: 'Another' },
    refused: () => ({ ...tier, title: ' ' }),
    isSeenAfterBlock: true,
    remove: null,
  },
  publishDraft: {
    payload: 'post',
    type: 'Post',
    selection: POST,
    events: ['post.created'],
    required: async (scene) => {
      const content = { text, mediaIds: [await scene.picture()], quotedPostId: scene.post };
      return { draftId: await draftOf(scene, content) };
    },
    optional: {
      retryToken: async (scene) => ({
        draftId: await draftOf(scene, { text }),
        retryToken: 'of another text',
      }),
    },
    together: [],
    change: { draftId: 'draft_7zzzzzzzzzzzzzzzzzzzzzzzzz' },
    refused: async (scene) => ({ draftId: await draftOf(scene, { text: '' }) }),
    isSeenAfterBlock: true,
    remove: deletePost,
  },
  saveDraft: {
    payload: 'draft',
    type: 'Draft',
    selection: 'id text visibility media { id } poll { options }',
    events: [],
    required: () => ({}),
    optional: {
      ...postContent,
      draftId: async (scene) => ({ text, draftId: await draftOf(scene, { text: 'Before' }) }),
      expectedVersion: async (scene) => ({
        text,
        draftId: await draftOf(scene, { text: 'Before' }),
        expectedVersion: 1,
      }),
    },
    together: contentTogether('draftId', 'expectedVersion'),
    change: { text: 'Another' },
    refused: () => MISSING_MEDIA,
    isSeenAfterBlock: true,
    remove: ({ caller }, id) =>
      caller.do(`mutation ($id: ID!) { deleteDraft(input: { draftId: $id }) { ${ERRORS} } }`, { id }),
  },
  purchaseCoins: {
    payload: 'purchase',
    type: 'CoinPurchase',
    selection: 'id state totalCoins price { amountMinor } payment { id state cardLast4 }',
    events: ['payment.changed', 'coins.posted', 'purchase.settled', 'purchase.changed'],
    // The payment, and the purchase before and after its coins are credited.
    besideStatements: 2,
    required: ({ world, caller }) => orderOf(world, caller),
    optional: {
      paymentMethodId: ({ world, caller }) => orderByCard(world, caller),
      allowSecond: async ({ world, caller }) => ({ ...(await orderOf(world, caller)), allowSecond: true }),
    },
    together: [],
    change: { version: 2 },
    refused: async ({ world }) => ({ packageId: await offer(world), version: 2 }),
    isSeenAfterBlock: true,
    remove: null,
  },
  subscribeToTier: {
    payload: 'subscription',
    type: 'UserSubscription',
    selection: 'id state priceCoins periodEndsAt endsAtPeriodEnd',
    events: ['payment.changed', 'subscription.started'],
    // The attempt, its payment, and the payment as it is shown.
    besideStatements: 3,
    // By card, as for coins no card is named.
    required: tierInput,
    optional: {
      funding: tierInput,
      paymentMethodId: async (scene) => ({
        ...(await tierInput(scene)),
        paymentMethodId: await saveCard(scene.caller, 'pm_card_mastercard'),
      }),
    },
    together: [],
    change: { version: 2 },
    refused: async (scene) => ({ ...(await tierInput(scene)), version: 2 }),
    isSeenAfterBlock: true,
    remove: null,
  },
  confirmSubscriptionPayment: {
    payload: 'subscription',
    type: 'UserSubscription',
    selection: 'id state priceCoins periodEndsAt endsAtPeriodEnd',
    events: ['payment.changed', 'subscription.started'],
    besideStatements: 3,
    required: unpaidInput,
    optional: {},
    together: [],
    change: { subscriptionId: toGlobalId('subscription', LAST_ID) },
    refused: async (scene) => ({ subscriptionId: await paidSubscription(scene) }),
    isSeenAfterBlock: true,
    remove: null,
  },
  changeSubscriptionTier: {
    payload: 'subscription',
    type: 'UserSubscription',
    selection: 'id state tierId version nextTierId endsAtPeriodEnd',
    events: ['coins.posted', 'subscription.changed'],
    required: changeInput,
    optional: { preview: async (scene) => ({ ...(await changeInput(scene)), preview: false }) },
    together: [],
    change: { version: 2 },
    refused: async (scene) => ({ ...(await changeInput(scene)), version: 2 }),
    isSeenAfterBlock: true,
    remove: null,
  },
  sendTip: {
    payload: 'tip',
    type: 'CoinTip',
    selection: 'id amountCoins message isAnonymous',
    events: ['coins.posted'],
    required: tipInput,
    optional: {
      message: async (scene) => ({ ...(await tipInput(scene)), message: 'For you' }),
      retryToken: async (scene) => ({ ...(await tipInput(scene)), retryToken: 'of another text' }),
      isAnonymous: async (scene) => ({ ...(await tipInput(scene)), isAnonymous: true }),
    },
    together: [['message', 'isAnonymous']],
    change: { amountCoins: 2 },
    refused: async (scene) => ({ ...(await tipInput(scene)), amountCoins: 9_999 }),
    isSeenAfterBlock: true,
    remove: null,
  },
  ...IDEMPOTENT_MESSAGES,
};

/** All inputs to test a mutation with. */
export function inputsOf({ required, optional, together }: IdempotentMutation): MakeInput[] {
  const combined = together.map((names): MakeInput => async (scene) => {
    const inputs = await Promise.all(names.map(async (name) => optional[name]!(scene))); // named by the row itself
    return inputs.reduce((all, input) => ({ ...all, ...input }), {});
  });
  return [...(required ? [required] : []), ...Object.values(optional), ...combined];
}

export function rowOf(name: string): IdempotentMutation {
  const row = IDEMPOTENT_MUTATIONS[name];
  assert.ok(row, `${name} has no row in the table of mutations with a key`);
  return row;
}
