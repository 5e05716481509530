import { sentLive, stop } from '#test/support/messaging/live-locations.ts';
import { react, sent } from '#test/support/messaging/message-reactions.ts';
import { block, requestFrom, say, startWith } from '#test/support/messaging/messaging.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import type { Person } from '#test/support/world.ts';
import {
  type AcceptedCall,
  accountCases,
  END,
  notFoundError,
  type RefusalCases,
  type RefusalScene,
  type RefusalShown,
} from './write-refusals.ts';

/** A call in the conversation of the caller with one other person, who has accepted it. */
export type CallBetween = AcceptedCall & { readonly other: Person; readonly conversationId: string };

const SEND_REFUSALS = {
  READ_ONLY: 'This conversation is read-only.',
  REQUEST: 'Accept this conversation before you send messages.',
  REQUESTED: 'Wait until the other user accepts this conversation.',
};

const sendRefusal = (current: keyof typeof SEND_REFUSALS, field: string): RefusalShown => ({
  code: 'INVALID_STATE',
  message: SEND_REFUSALS[current],
  path: [field],
  current,
  allowed: ['OPEN'],
});

/** Puts the conversations of a person among their requests. */
const toRequests = ({ world }: RefusalScene, { id }: Person): Promise<unknown> =>
  runSql(
    world.connectionString,
    `update participants set inbox = 'REQUESTS' where user_id = '${uuidOf(id)}'`,
  );

/**
 * The cases of a conversation that takes no messages of the caller.
 * @param field names the conversation, or the message in it
 */
export const sendCases = (
  field: string,
  accepted: (scene: RefusalScene) => Promise<CallBetween>,
): RefusalCases => ({
  async READ_ONLY(scene) {
    const call = await accepted(scene);
    await block(scene.world, call.other, call.actor);
    return { ...call, error: sendRefusal('READ_ONLY', field) };
  },
  async REQUEST(scene) {
    const call = await accepted(scene);
    await toRequests(scene, call.actor);
    return { ...call, error: sendRefusal('REQUEST', field) };
  },
  async REQUESTED(scene) {
    const call = await accepted(scene);
    for (const text of ['One', 'Two', 'Three']) await say(call.actor, call.conversationId, text);
    await toRequests(scene, call.other);
    return { ...call, error: sendRefusal('REQUESTED', field) };
  },
});

/** Two people with a conversation. */
export async function pair({ person }: RefusalScene) {
  const [actor, other] = [await person(), await person()];
  return { actor, other, conversationId: await startWith(actor, other) };
}

/** A message in a conversation of others. */
async function elsewhere(scene: RefusalScene) {
  const { actor, conversationId } = await pair(scene);
  return { conversationId, messageId: await sent(actor, conversationId) };
}

const LIVE = { latitude: 1, longitude: 2, durationMinutes: 60 };

const messageCases = (textTo: (other: Person) => string): RefusalCases => {
  const accepted = async (scene: RefusalScene): Promise<CallBetween> => {
    const { conversationId, ...people } = await pair(scene);
    const input = { conversationId, text: textTo(people.other) };
    return { ...people, conversationId, mutation: 'sendMessage', input };
  };
  return {
    ...accountCases('MESSAGING', accepted),
    ...sendCases('conversationId', accepted),
    async CONVERSATION_NOT_FOUND(scene) {
      const call = await accepted(scene);
      const { conversationId } = await elsewhere(scene);
      const input = { ...call.input, conversationId };
      return { ...call, input, error: notFoundError('Conversation', 'conversationId') };
    },
    async REPLY_NOT_FOUND(scene) {
      const call = await accepted(scene);
      const { messageId } = await elsewhere(scene);
      const input = { ...call.input, replyToId: messageId };
      return { ...call, input, error: notFoundError('Message', 'replyToId') };
    },
    async STRANGERS({ world, person }) {
      const [actor, other] = [await person(), await person()];
      const conversationId = await requestFrom(actor, other);
      const kind = 'MESSAGING_STRANGERS';
      await restrict(world, actor, { kind, expiresAt: `'${END}'` });
      return {
        actor,
        mutation: 'sendMessage',
        input: { conversationId, text: textTo(other) },
        error: {
          code: 'RESTRICTED',
          message: 'A restriction on the account forbids this.',
          kind,
          expiresAt: END,
        },
      };
    },
    async NOT_ACCEPTED({ person }) {
      const [actor, other] = [await person(), await person()];
      const conversationId = await requestFrom(actor, other);
      return {
        actor,
        mutation: 'sendMessage',
        input: { conversationId, text: textTo(other), liveLocation: LIVE },
        error: sendRefusal('REQUESTED', 'conversationId'),
      };
    },
  };
};

const writeReadMarker: RefusalCases = {
  async CONVERSATION_NOT_FOUND(scene) {
    const { conversationId, messageId } = await elsewhere(scene);
    return {
      actor: await scene.person(),
      mutation: 'markConversationRead',
      input: { conversationId, upToMessageId: messageId },
      error: notFoundError('Conversation', 'conversationId'),
    };
  },
  async MESSAGE_NOT_FOUND(scene) {
    const { messageId } = await elsewhere(scene);
    const { actor, conversationId } = await pair(scene);
    return {
      actor,
      mutation: 'markConversationRead',
      input: { conversationId, upToMessageId: messageId },
      error: notFoundError('Message', 'upToMessageId'),
    };
  },
};

export type CallToMessage = CallBetween & { readonly messageId: string };

/** A message that waits for a moderator is closed for its sender, too. */
export const closed =
  (field: string, accepted: (scene: RefusalScene) => Promise<CallToMessage>) =>
  async (scene: RefusalScene) => {
    const call = await accepted(scene);
    await runSql(
      scene.world.connectionString,
      `update messages set moderation_state = 'HELD' where id = '${uuidOf(call.messageId)}'`,
    );
    const message = 'Choose a message whose content is available.';
    const state = { current: 'CLOSED', allowed: ['OPEN'] };
    return { ...call, error: { code: 'INVALID_STATE', message, path: [field], ...state } };
  };

/** The cases of a message that is not open for the caller. */
const openMessageCases = (accepted: (scene: RefusalScene) => Promise<CallToMessage>): RefusalCases => ({
  ...accountCases('MESSAGING', accepted),
  ...sendCases('messageId', accepted),
  async MESSAGE_NOT_FOUND(scene) {
    const call = await accepted(scene);
    const { messageId } = await elsewhere(scene);
    const input = { ...call.input, messageId };
    return { ...call, input, error: notFoundError('Message', 'messageId') };
  },
  CLOSED: closed('messageId', accepted),
});

const EMOJIS = [
  '👍',
  '🎉',
  '😀',
  '😁',
  '😂',
  '😃',
  '😄',
  '😅',
  '😆',
  '😉',
  '😊',
  '😋',
  '😎',
  '😍',
  '😘',
  '😗',
  '😙',
  '😚',
  '🙂',
  '🤗',
];

async function reaction(scene: RefusalScene): Promise<CallToMessage> {
  const { conversationId, ...people } = await pair(scene);
  const messageId = await sent(people.actor, conversationId);
  const input = { messageId, emoji: '🚀' };
  return { ...people, conversationId, messageId, mutation: 'reactToMessage', input };
}

const writeReaction: RefusalCases = {
  ...openMessageCases(reaction),
  async TOO_MANY_OWN(scene) {
    const call = await reaction(scene);
    for (const emoji of EMOJIS.slice(0, 3)) await react(call.actor, call.messageId, emoji);
    const message = 'Put at most 3 emojis to a message.';
    return { ...call, error: { code: 'LIMIT_REACHED', message, path: ['emoji'] } };
  },
  async TOO_MANY_KINDS(scene) {
    const people = await Promise.all(Array.from({ length: 8 }, scene.person));
    const [actor, ...others] = people;
    if (!actor) throw new Error('nobody');
    const messageId = await sent(actor, await startWith(actor, ...others));
    for (const [place, emoji] of EMOJIS.entries()) {
      await react(others[Math.floor(place / 3)] ?? actor, messageId, emoji);
    }
    return {
      actor,
      mutation: 'reactToMessage',
      input: { messageId, emoji: '🚀' },
      error: {
        code: 'LIMIT_REACHED',
        message: 'Choose an emoji that the message has already.',
        path: ['emoji'],
      },
    };
  },
};

async function move(scene: RefusalScene): Promise<CallToMessage> {
  const { conversationId, ...people } = await pair(scene);
  const messageId = await sentLive(people.actor, conversationId);
  const input = { messageId, latitude: 3, longitude: 4 };
  return { ...people, conversationId, messageId, mutation: 'updateLiveLocation', input };
}

const notActive = (message: string, current: string): RefusalShown => ({
  code: 'INVALID_STATE',
  message,
  path: ['messageId'],
  current,
  allowed: ['ACTIVE'],
});

const writePosition: RefusalCases = {
  ...openMessageCases(move),
  async NOT_LIVE(scene) {
    const call = await move(scene);
    const input = { ...call.input, messageId: await sent(call.actor, call.conversationId) };
    return { ...call, input, error: notActive('Choose a message with a live location.', 'TEXT') };
  },
  async ENDED(scene) {
    const call = await move(scene);
    await stop(call.actor, call.messageId);
    return { ...call, error: notActive('Send a new live location.', 'ENDED') };
  },
};

const writeStop: RefusalCases = {
  async MESSAGE_NOT_FOUND(scene) {
    const { other, messageId } = await move(scene);
    return {
      actor: other,
      mutation: 'stopLiveLocation',
      input: { messageId },
      error: notFoundError('Message', 'messageId'),
    };
  },
};

export const MESSAGING_REFUSALS: Readonly<Record<string, RefusalCases>> = {
  'sending/writeMessage': messageCases(() => 'Hello'),
  'sending/writeMention': messageCases(({ username }) => `Hello @${username}`),
  'receipts/writeReadMarker': writeReadMarker,
  'message-reactions/writeReaction': writeReaction,
  'live-locations/writePosition': writePosition,
  'live-locations/writeStop': writeStop,
};
