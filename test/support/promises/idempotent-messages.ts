import { DAY_MS } from '#platform/kernel/clock.ts';
import { fanOf, type Scene } from './idempotency-scene.ts';
import { smallPicture, wav } from '#test/support/content/media-files.ts';
import { leave, startWith } from '#test/support/messaging/messaging.ts';
import { give } from '#test/support/money/ledger.ts';
import { sold } from '#test/support/money/paid-messages.ts';
import { follow } from '#test/support/people/people.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import type { Person } from '#test/support/world.ts';
import {
  ERRORS,
  type IdempotentMutation,
  type MakeInput,
  MISSING_MEDIA,
  text,
} from './idempotent-mutation.ts';

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
const pollOfMessage: MakeInput = async (scene) => ({
  conversationId: await scene.conversation(),
  text,
  poll: { options: ['North', 'South'], durationMinutes: 1_440 },
});

const tomorrow = ({ world }: Scene): string => new Date(world.clock.now().getTime() + DAY_MS).toISOString();

async function messageIn({ caller, conversation }: Scene): Promise<string> {
  const sent = await caller.do(
    `mutation ($id: ID!) { sendMessage(input: { conversationId: $id, text: "Before" }) { message { id } ${ERRORS} } }`,
    { id: await conversation() },
  );
  return sent.sendMessage.message.id;
}

/** Mutations of conversations and messages that take a key. */
export const IDEMPOTENT_MESSAGES: Readonly<Record<string, IdempotentMutation>> = {
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
      lock: async (scene) => ({
        conversationId: await scene.conversation(),
        text,
        lock: { priceCoins: 5, teaser: 'A story', previewMediaIds: [] },
      }),
    },
    together: [...messageTogether, ...together(['poll', 'liveLocation'])],
    change: { text: 'Another' },
    refused: async (scene) => ({ conversationId: await scene.conversation(), ...MISSING_MEDIA }),
    isSeenAfterBlock: true,
    remove: async (scene) => leave(scene.world, scene.caller, await scene.conversation()),
  },
  unlockMessage: {
    payload: 'message',
    type: 'Message',
    selection: 'id seq content { text }',
    events: ['message.unlocked', 'message.updated', 'coins.posted'],
    required: async (scene) => {
      await give(scene.world, scene.caller, 5);
      const messageId = await sold(scene.other, await scene.conversation(), { priceCoins: 5 });
      return { messageId, expectedPriceCoins: 5 };
    },
    optional: {},
    together: [],
    change: { expectedPriceCoins: 6 },
    refused: async (scene) => ({
      messageId: await sold(scene.other, await scene.conversation(), { priceCoins: 5 }),
      expectedPriceCoins: 4,
    }),
    isSeenAfterBlock: true,
    remove: async (scene) => leave(scene.world, scene.caller, await scene.conversation()),
  },
  startCall: {
    payload: 'call',
    type: 'Call',
    selection: 'id kind mode',
    events: ['call.invited'],
    required: async (scene) => ({ ...(await freshTalk(scene)), kind: 'AUDIO' }),
    optional: {
      speaking: async (scene) => ({ ...(await freshTalk(scene)), kind: 'AUDIO', speaking: 'OPEN' }),
      isMuted: async (scene) => ({ ...(await freshTalk(scene)), kind: 'AUDIO', isMuted: true }),
      isVideoOn: async (scene) => ({ ...(await freshTalk(scene)), kind: 'VIDEO', isVideoOn: false }),
    },
    together: [['speaking', 'isMuted', 'isVideoOn']],
    change: { kind: 'VIDEO', isMuted: true },
    refused: () => ({ conversationId: 'conversation_7zzzzzzzzzzzzzzzzzzzzzzzzz', kind: 'AUDIO' }),
    isSeenAfterBlock: true,
    remove: null,
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

/** A direct conversation of the caller, who is in no call, with somebody new who follows them. */
async function freshTalk(scene: Scene): Promise<{ conversationId: string }> {
  const { caller } = scene;
  const { data } = await caller.ask('{ activeCalls { id } }');
  for (const { id } of data.activeCalls) {
    await caller.do(`mutation ($id: ID!) { endCall(input: { callId: $id }) { ${ERRORS} } }`, { id });
  }
  const fan = await scene.stranger();
  await follow(fan, caller);
  return { conversationId: await startWith(caller, fan) };
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
