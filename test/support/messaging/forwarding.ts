import assert from 'node:assert/strict';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { SEND } from './messaging.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import type { Person, World } from '#test/support/world.ts';

const MESSAGE = `id seq clientData sender { username } forwardedFrom { sender { username } } replyTo { messageId }
  conversation { id } content { __typename text entities { __typename start }
    ... on MediaContent { media { id } } ... on VoiceNoteContent { audio { id } } ... on LocationContent { latitude name }
    ... on ContactContent { user { username } } ... on SharedPostContent { post { id } } }`;
export const FORWARD = `mutation ($input: ForwardMessageInput!) { forwardMessage(input: $input) {
  messages { ${MESSAGE} } errors { code path ... on ValidationError { constraint limit } ... on StateError { current } } } }`;
const NEWEST = `query ($id: ID!) { conversationMessages(conversationId: $id, first: 1) { nodes { ${MESSAGE} } } }`;
export const DELETE = `mutation ($id: ID!) { deleteMessage(input: { messageId: $id, scope: EVERYONE }) { errors { code } } }`;

/** Five users. */
export async function people(world: World) {
  const names = ['ada', 'ben', 'cleo', 'dora', 'eve'] as const;
  const made = new Map<string, Person>();
  for (const name of names) made.set(name, await world.user(name));
  const person = (name: (typeof names)[number]): Person => made.get(name) ?? assert.fail(name);
  return {
    ada: person('ada'),
    ben: person('ben'),
    cleo: person('cleo'),
    dora: person('dora'),
    eve: person('eve'),
  };
}

/** @returns the id of a sent message */
export async function send(sender: Actor, input: object): Promise<string> {
  return (await sender.do(SEND, { input })).sendMessage.message.id;
}

/** @returns the messages of a forward that succeeds */
export async function forwarded(
  sender: Actor,
  messageId: string,
  conversationIds: readonly (string | undefined)[],
): Promise<Untyped> {
  return (await sender.do(FORWARD, { input: { messageId, conversationIds } })).forwardMessage.messages;
}

/** @returns the payload of a forward that is refused */
export async function refused(
  sender: Actor,
  messageId: string,
  conversationIds: readonly string[],
): Promise<Untyped> {
  return (await sender.ask(FORWARD, { input: { messageId, conversationIds } })).data.forwardMessage;
}

/** The newest message of a conversation. */
export const newest = async (reader: Actor, id: string | undefined): Promise<Untyped> =>
  (await reader.do(NEWEST, { id })).conversationMessages.nodes[0];

/** The number of messages that were made by forwarding. */
export async function countForwards({ app }: World): Promise<number> {
  const rows = await app.services.db
    .selectFrom('messages')
    .select('id')
    .where('forwarded_from_id', 'is not', null)
    .execute();
  return rows.length;
}

/** The reference count of a media item; null when it is deleted. */
export async function attachmentsOf({ app }: World, id: string): Promise<number | null> {
  const row = await app.services.db
    .selectFrom('media')
    .select('attachment_count as count')
    .where('id', '=', uuidOf(id))
    .executeTakeFirst();
  return row?.count ?? null;
}

/** The payload of the newest `message.added`, without its ids and numbers. */
export async function lastAdded({ app }: World): Promise<unknown> {
  await app.relay.drain();
  const { payload } = await app.services.db
    .selectFrom('event_log')
    .select('payload')
    .where('name', '=', 'message.added')
    .orderBy('position', 'desc')
    .executeTakeFirstOrThrow();
  // As events are stored.
  const { messageId, seq, membersVersion, ...told } = payload as Record<string, unknown>;
  assert.ok(messageId && seq && membersVersion !== undefined);
  return told;
}
