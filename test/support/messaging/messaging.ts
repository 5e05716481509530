import { fromGlobalId } from '#platform/kernel/ids.ts';
import type { Actor } from '#test/support/actor.ts';
import { runSql } from '#test/support/test-server.ts';
import type { Person, World } from '#test/support/world.ts';

export const START = `mutation ($input: StartConversationInput!) { startConversation(input: $input) {
  conversation { id kind title participants { nodes { user { username } role } } }
  errors { __typename code path ... on ValidationError { constraint limit } } } }`;

export const SEND = `mutation ($input: SendMessageInput!) { sendMessage(input: $input) {
  message { id seq content { __typename text ... on MediaContent { media { id } } } clientData sender { username } }
  errors { __typename code message path ... on ValidationError { constraint limit } ... on StateError { current allowed } } } }`;

const ACCEPT = `mutation ($id: ID!) { acceptConversation(input: { conversationId: $id }) {
  errors { code message path } } }`;

/**
 * @returns the id of a conversation of `starter` with the others, who have accepted it: the direct one with a single other person,
 * else a group
 */
export async function startWith(starter: Actor, ...others: readonly Person[]): Promise<string> {
  const id = await requestFrom(starter, ...others);
  const [other, ...more] = others;
  if (other && more.length === 0) await accept(other, id);
  else await letIn(id, ...others);
  return id;
}

/** Lets all who are invited into a group, as if they had not been strangers. */
export async function letIn(conversationId: string, ...[person]: readonly Person[]): Promise<void> {
  if (!person) return;
  await runSql(
    person.connectionString,
    `with joined as (
       update participants set status = 'ACTIVE', inbox = 'PRIMARY'
       where conversation_id = '${fromGlobalId('conversation', conversationId)}' and status = 'INVITED'
       returning conversation_id)
     update conversations set members_version = members_version + 1 where id in (select conversation_id from joined)`,
  );
}

export const accept = (actor: Actor, id: string): Promise<unknown> => actor.do(ACCEPT, { id });

/** As `startWith`, for a direct conversation without an answer. */
export async function requestFrom(starter: Actor, ...others: readonly Person[]): Promise<string> {
  const input = { userIds: others.map(({ id }) => id) };
  // Selected by the document.
  const { startConversation } = (await starter.do(START, { input })) as {
    startConversation: { conversation: { id: string } };
  };
  return startConversation.conversation.id;
}

/** @returns the seq of the sent message */
export async function say(actor: Actor, conversationId: string, text: string): Promise<number> {
  // Likewise.
  const { sendMessage } = (await actor.do(SEND, { input: { conversationId, text } })) as {
    sendMessage: { message: { seq: number } };
  };
  return sendMessage.message.seq;
}

export async function block(world: World, blocker: Person, blocked: Person): Promise<void> {
  const pair = [blocker, blocked].map((person) => `'${fromGlobalId('user', person.id)}'`);
  await runSql(world.connectionString, `insert into blocks values (${pair.join(', ')}, now())`);
}

export async function deactivate(world: World, person: Person): Promise<void> {
  const id = fromGlobalId('user', person.id);
  await runSql(world.connectionString, `update users set state = 'DEACTIVATED' where id = '${id}'`);
}

export async function leave(world: World, person: Person, conversationId: string): Promise<void> {
  const userId = fromGlobalId('user', person.id);
  const id = fromGlobalId('conversation', conversationId);
  await runSql(
    world.connectionString,
    `update conversations set members_version = members_version + 1, participant_count = participant_count - 1
       where id = '${id}';
     update participants set left_at = now(), status = 'LEFT', role = 'MEMBER'
       where user_id = '${userId}' and conversation_id = '${id}'`,
  );
}

/** Lets somebody who has left a group join it anew. */
export async function rejoin(world: World, person: Person, conversationId: string): Promise<void> {
  const userId = fromGlobalId('user', person.id);
  const id = fromGlobalId('conversation', conversationId);
  await runSql(
    world.connectionString,
    `with raised as (
       update conversations set members_version = members_version + 1, participant_count = participant_count + 1
       where id = '${id}' returning *)
     update participants p
     set left_at = null, status = 'ACTIVE', joined_version = raised.members_version, joined_seq = raised.last_seq,
       active_on = day_of(raised.updated_at), is_behind = false from raised
     where p.conversation_id = raised.id and p.user_id = '${userId}'`,
  );
}
