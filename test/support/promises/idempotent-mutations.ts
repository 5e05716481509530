import assert from 'node:assert/strict';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { commentOf, fanOf, type Scene } from './idempotency-scene.ts';
import { give } from '#test/support/money/ledger.ts';
import { smallPicture, wav } from '#test/support/content/media-files.ts';
import { leave } from '#test/support/messaging/messaging.ts';
import { offer, orderByCard, orderOf } from '#test/support/money/purchases.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { freedKind, takenKind } from '#test/support/trust/verification.ts';
import type { Person } from '#test/support/world.ts';

type Input = Readonly<Record<string, unknown>>;
/** An input for one call; another call without a key must be possible with the next one. */
export type MakeInput = (scene: Scene) => Input | Promise<Input>;

/** A mutation that takes an `idempotencyKey`, with complete inputs. */
export type IdempotentMutation = {
  /** The field of the payload with its selection. */
  readonly payload: string;
  readonly type: string;
  readonly selection: string;
  readonly events: readonly string[];
  /** Statements for other fields of the payload; by default none. */
  readonly besideStatements?: number;
  /** Without optional fields, where possible. */
  readonly required?: MakeInput;
  /** Each optional field, alone where possible. */
  readonly optional: Readonly<Record<string, MakeInput>>;
  /** Optional fields that require each other. */
  readonly together: readonly (readonly string[])[];
  /** Changes an input into another one. */
  readonly change: Input;
  /** Refused as late as possible. */
  readonly refused: MakeInput;
  /** Whether the caller still sees it when the other user has blocked them. */
  readonly isSeenAfterBlock: boolean;
  /** Makes the object of this id invisible to the caller; null where nothing can. */
  readonly remove: ((scene: Scene, id: string) => Promise<unknown>) | null;
};

const text = 'Hello';
const MISSING_MEDIA = { text, mediaIds: ['media_7zzzzzzzzzzzzzzzzzzzzzzzzz'] };
const ERRORS = 'errors { code path }';

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

const messageContent: Readonly<Record<string, MakeInput>> = {
  text: async (scene) => ({ conversationId: await scene.conversation(), text }),
  mediaIds: async (scene) => ({
    conversationId: await scene.conversation(),
    mediaIds: [await scene.picture()],
  }),
  voiceNoteId: async (scene) => ({
    conversationId: await scene.conversation(),
    voiceNoteId: (
      await uploaded(
        scene.caller,
        wav(100, () => 0.1),
      )
    ).id,
  }),
  location: async (scene) => ({
    conversationId: await scene.conversation(),
    location: { latitude: 59.9, longitude: 10.7, name: 'Oslo' },
  }),
  contactId: async (scene) => ({
    conversationId: await scene.conversation(),
    contactId: scene.other.id,
  }),
  postId: async (scene) => ({ conversationId: await scene.conversation(), postId: scene.post }),
  replyToId: async (scene) => ({
    conversationId: await scene.conversation(),
    text,
    replyToId: await messageIn(scene),
  }),
  clientData: async (scene) => ({
    conversationId: await scene.conversation(),
    text,
    clientData: { a: [1] },
  }),
};
const together = (contents: readonly string[]) =>
  contents.map((content) => ['text', content, 'replyToId', 'clientData']);
const messageTogether = together(['mediaIds', 'voiceNoteId', 'location', 'contactId', 'postId']);
/** To somebody new, since quick taps for one user are added up. */
const tipInput = async ({ world, caller, stranger }: Scene): Promise<Input> => {
  await give(world, caller, 10);
  return { target: { userId: (await stranger()).id }, amountCoins: 1 };
};
const pollOfMessage: MakeInput = async (scene) => ({
  conversationId: await scene.conversation(),
  text,
  poll: { options: ['North', 'South'], durationMinutes: 1_440 },
});

const tomorrow = ({ world }: Scene): string => new Date(world.clock.now().getTime() + DAY_MS).toISOString();

const POST = 'id text visibility media { id altText } poll { id } quotedPost { post { id } }';
const deletePost = ({ caller }: Scene, id: string): Promise<unknown> =>
  caller.do(`mutation ($id: ID!) { deletePost(input: { postId: $id }) { ${ERRORS} } }`, { id });

async function messageIn({ caller, conversation }: Scene): Promise<string> {
  const sent = await caller.do(
    `mutation ($id: ID!) { sendMessage(input: { conversationId: $id, text: "Before" }) { message { id } ${ERRORS} } }`,
    { id: await conversation() },
  );
  return sent.sendMessage.message.id;
}

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
  scheduleMessage: {
    payload: 'scheduledMessage',
    type: 'ScheduledMessage',
    selection: 'id sendAt content { __typename text } clientData replyToId',
    events: ['conversation.ownUpdated'],
    optional: Object.fromEntries(
      Object.entries(messageContent).map(([name, inputOf]) => [
        name,
        async (scene: Scene) => ({ ...(await inputOf(scene)), sendAt: tomorrow(scene) }),
      ]),
    ),
    together: messageTogether,
    change: { text: 'Another' },
    refused: async (scene) => ({
      conversationId: await scene.conversation(),
      sendAt: tomorrow(scene),
      ...MISSING_MEDIA,
    }),
    isSeenAfterBlock: true,
    remove: ({ caller }, id) =>
      caller.do(
        `mutation ($id: ID!) { cancelScheduledMessage(input: { scheduledMessageId: $id }) { ${ERRORS} } }`,
        { id },
      ),
  },
  forwardMessage: {
    payload: 'messages',
    type: 'Message',
    selection: 'id seq content { __typename text } forwardedFrom { sender { id } }',
    events: ['message.added'],
    required: async (scene) => ({
      messageId: await messageIn(scene),
      conversationIds: [await scene.conversation()],
    }),
    optional: {},
    together: [],
    change: { conversationIds: ['conversation_7zzzzzzzzzzzzzzzzzzzzzzzzz'] },
    refused: async (scene) => ({
      messageId: await messageIn(scene),
      conversationIds: [await scene.conversation(), 'conversation_7zzzzzzzzzzzzzzzzzzzzzzzzz'],
    }),
    isSeenAfterBlock: true,
    remove: async (scene) => leave(scene.world, scene.caller, await scene.conversation()),
  },
  openViewOnce: {
    payload: 'message',
    type: 'Message',
    selection: 'id seq content { __typename }',
    events: ['message.updated'],
    besideStatements: 2,
    required: async (scene) => ({ messageId: await viewOnceBy(scene.other, scene) }),
    optional: {},
    together: [],
    change: { messageId: 'message_7zzzzzzzzzzzzzzzzzzzzzzzzz' },
    refused: async (scene) => ({ messageId: await viewOnceBy(scene.caller, scene) }),
    isSeenAfterBlock: true,
    remove: async (scene) => leave(scene.world, scene.caller, await scene.conversation()),
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
  sendMessage: {
    payload: 'message',
    type: 'Message',
    selection:
      'id seq content { __typename text ... on MediaContent { media { id } } } clientData replyTo { messageId }',
    events: ['message.added'],
    optional: {
      ...messageContent,
      poll: pollOfMessage,
      liveLocation: async (scene) => ({
        conversationId: await scene.conversation(),
        liveLocation: { latitude: 59.9, longitude: 10.7, durationMinutes: 60 },
      }),
      isViewOnce: async (scene) => ({
        conversationId: await scene.conversation(),
        mediaIds: [
          (
            await uploaded(
              scene.caller,
              wav(100, () => 0.1),
            )
          ).id,
        ],
        isViewOnce: true,
      }),
    },
    together: [...messageTogether, ...together(['poll', 'liveLocation'])],
    change: { text: 'Another' },
    refused: async (scene) => ({ conversationId: await scene.conversation(), ...MISSING_MEDIA }),
    isSeenAfterBlock: true,
    remove: async (scene) => leave(scene.world, scene.caller, await scene.conversation()),
  },
  startConversation: {
    payload: 'conversation',
    type: 'Conversation',
    selection: 'id kind title participants { nodes { user { id } } }',
    events: ['conversation.added'],
    required: async (scene) => ({ userIds: [await fanOf(scene)] }),
    optional: {
      kind: async (scene) => ({ userIds: [await fanOf(scene)], kind: 'GROUP' }),
      retryToken: async (scene) => ({ userIds: [await fanOf(scene)], retryToken: 'of another text' }),
      title: async (scene) => ({ userIds: [await fanOf(scene), await fanOf(scene)], title: 'Us' }),
    },
    together: [['kind', 'title']],
    change: { title: 'Another', kind: 'GROUP' },
    refused: () => ({ userIds: ['user_7zzzzzzzzzzzzzzzzzzzzzzzzz'] }),
    isSeenAfterBlock: true,
    remove: (scene, id) => leave(scene.world, scene.caller, id),
  },
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

/** @returns the id of a message whose picture is opened once */
async function viewOnceBy(sender: Person, scene: Scene): Promise<string> {
  const picture = await uploaded(sender, await smallPicture());
  const { sendMessage } = await sender.do(
    `mutation ($input: SendMessageInput!) { sendMessage(input: $input) { message { id } ${ERRORS} } }`,
    { input: { conversationId: await scene.conversation(), mediaIds: [picture.id], isViewOnce: true } },
  );
  return sendMessage.message.id;
}
