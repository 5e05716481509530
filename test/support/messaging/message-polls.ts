import type { Actor, Untyped, Variables } from '#test/support/actor.ts';

export const POLL =
  'id voterCount isClosed options { id text voteCount } viewer { votedOptionIds canVote canClose canSeeResults }';
const SEND = `mutation ($input: SendMessageInput!) { sendMessage(input: $input) {
  message { id content { __typename text ... on PollContent { poll { ${POLL} } } } }
  errors { code path ... on ValidationError { constraint } } } }`;
const VOTE = `mutation ($poll: ID!, $options: [ID!]!) { votePoll(input: { pollId: $poll, optionIds: $options }) {
  poll { ${POLL} } errors { code path ... on StateError { current } } } }`;

export type SentPoll = {
  readonly id: string;
  readonly messageId: string;
  readonly optionIds: readonly string[];
};

/** @returns the payload of the one mutation of a document, refused or not */
export async function payloadOf(actor: Actor, document: string, variables: Variables): Promise<Untyped> {
  const { data, errors } = await actor.ask(document, variables);
  if (errors) throw new Error(JSON.stringify(errors));
  return Object.values(data)[0];
}

export const sendPoll = async (
  sender: Actor,
  conversationId: string,
  poll: object = {},
  rest: object = {},
): Promise<Untyped> =>
  payloadOf(sender, SEND, {
    input: { conversationId, text: 'Which?', poll: { options: ['Tea', 'Coffee'], ...poll }, ...rest },
  });

/** Sends a poll with the options Tea and Coffee. */
export async function sentPoll(sender: Actor, conversationId: string, poll: object = {}): Promise<SentPoll> {
  const { message } = await sendPoll(sender, conversationId, poll);
  const { id, options } = message.content.poll;
  return { id, messageId: message.id, optionIds: options.map((option: Untyped) => option.id) };
}

/** @returns the payload of a vote for the options of these places */
export const vote = async (voter: Actor, poll: SentPoll, ...places: readonly number[]): Promise<Untyped> =>
  payloadOf(voter, VOTE, { poll: poll.id, options: places.map((place) => poll.optionIds[place]) });

/** The counts of the options and the number of voters that an actor sees; null when they do not see the poll. */
export async function countsOf(viewer: Actor, { id }: SentPoll): Promise<unknown> {
  const { node } = await viewer.do(
    'query ($id: ID!) { node(id: $id) { ... on Poll { voterCount options { voteCount } } } }',
    { id },
  );
  return node && [node.options.map(({ voteCount }: Untyped) => voteCount), node.voterCount];
}
