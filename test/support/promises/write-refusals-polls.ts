import { sentPoll } from '#test/support/messaging/message-polls.ts';
import { block } from '#test/support/messaging/messaging.ts';
import type { Person } from '#test/support/world.ts';
import { accountCases, notFoundError, type RefusalCases, type RefusalScene } from './write-refusals.ts';
import { closed, pair, sendCases } from './write-refusals-messaging.ts';

const PUBLISH = `mutation {
  createPost(input: { text: "Which?", poll: { options: ["Tea", "Coffee"] } }) { post { poll { id options { id } } } } }`;
const CLOSE = 'mutation ($id: ID!) { closePoll(input: { pollId: $id }) { errors { code } } }';

/** A poll in a post, as the input of a vote for all of its options. */
async function published(author: Person) {
  const { poll } = (await author.do(PUBLISH)).createPost.post;
  return {
    pollId: poll.id as string,
    optionIds: poll.options.map(({ id }: { id: string }) => id) as string[],
  };
}

/** A vote in the poll of somebody else's post. */
async function vote({ person }: RefusalScene) {
  const [author, actor] = [await person(), await person()];
  const { pollId, optionIds } = await published(author);
  return { author, actor, mutation: 'votePoll', input: { pollId, optionIds: optionIds.slice(0, 1) } };
}

/** A vote in the poll of a message. */
async function voteInMessage(scene: RefusalScene) {
  const { conversationId, ...people } = await pair(scene);
  const { id: pollId, messageId, optionIds } = await sentPoll(people.actor, conversationId);
  const input = { pollId, optionIds: optionIds.slice(0, 1) };
  return { ...people, conversationId, messageId, mutation: 'votePoll', input };
}

export const POLL_REFUSALS: Readonly<Record<string, RefusalCases>> = {
  'polls/writeVote': {
    ...accountCases('COMMENTING', vote),
    ...sendCases('pollId', voteInMessage),
    CLOSED: closed('pollId', voteInMessage),
    async POLL_NOT_FOUND(scene) {
      const call = await vote(scene);
      await block(scene.world, call.author, call.actor);
      return { ...call, error: notFoundError('Poll', 'pollId') };
    },
    async OPTION_NOT_FOUND(scene) {
      const call = await vote(scene);
      const { optionIds } = await published(call.author);
      const input = { ...call.input, optionIds: optionIds.slice(1) };
      return { ...call, input, error: notFoundError('Option', 'optionIds') };
    },
    async SINGLE_CHOICE(scene) {
      const call = await vote(scene);
      const input = await published(call.author);
      const message = 'Choose one option.';
      const details = { path: ['optionIds'], constraint: 'maxItems', limit: 1 };
      return { ...call, input, error: { code: 'VALIDATION_FAILED', message, ...details } };
    },
    async POLL_CLOSED(scene) {
      const call = await vote(scene);
      await call.author.do(CLOSE, { id: call.input.pollId });
      const message = 'This poll is closed.';
      const state = { path: ['pollId'], current: 'CLOSED', allowed: ['OPEN'] };
      return { ...call, error: { code: 'INVALID_STATE', message, ...state } };
    },
  },
};
