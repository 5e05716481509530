import { sql } from 'kysely';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { SEND } from './messaging.ts';
import type { World } from '#test/support/world.ts';

const REACT = `mutation ($id: ID!, $emoji: String!) { reactToMessage(input: { messageId: $id, emoji: $emoji }) {
  message { id reactions { emoji count firstAt } viewer { reactions } }
  errors { code message path ... on StateError { current allowed } } } }`;
const REMOVE = REACT.replace('reactToMessage', 'removeMessageReaction');

/** @returns the payload; throws when the operation itself fails */
async function call(actor: Actor, field: string, text: string, variables: Readonly<Record<string, unknown>>) {
  const { data, errors } = await actor.ask(text, variables);
  if (errors) throw new Error(JSON.stringify(errors));
  return data[field];
}

export const react = (actor: Actor, id: string, emoji: string): Promise<Untyped> =>
  call(actor, 'reactToMessage', REACT, { id, emoji });

export const removeReaction = (actor: Actor, id: string, emoji: string): Promise<Untyped> =>
  call(actor, 'removeMessageReaction', REMOVE, { id, emoji });

export const pin = (actor: Actor, id: string, mutation = 'pinMessage'): Promise<Untyped> =>
  call(
    actor,
    mutation,
    `mutation ($id: ID!) { ${mutation}(input: { messageId: $id }) {
      message { id pinnedAt } errors { code message path ... on StateError { current allowed } } } }`,
    { id },
  );

/** @returns the id of a sent message */
export async function sent(sender: Actor, conversationId: string, text = 'Hello'): Promise<string> {
  return (await sender.do(SEND, { input: { conversationId, text } })).sendMessage.message.id;
}

/** The emojis of a message that an actor sees with their counts, such as `👍 2`, and the actor's own. */
export async function reactionsOf(
  actor: Actor,
  id: string,
): Promise<{ all: string[]; own: string[] } | null> {
  const { node } = await actor.do(
    'query ($id: ID!) { node(id: $id) { ... on Message { reactions { emoji count } viewer { reactions } } } }',
    { id },
  );
  return node && { all: countsIn(node), own: node.viewer.reactions };
}

export const countsIn = ({ reactions }: Untyped): string[] =>
  reactions.map(({ emoji, count }: Untyped) => `${emoji} ${count}`);

/** Emojis of messages whose count is not the number of the rows. */
export async function wrongReactionCounts({ app }: World): Promise<readonly unknown[]> {
  const { rows } = await sql`
    select coalesce(k.message_id, r.message_id) as id, k.count, r.counted
    from message_reaction_counts k full join (
      select message_id, emoji, count(*)::integer as counted from message_reactions group by message_id, emoji
    ) r using (message_id, emoji)
    where k.count is distinct from r.counted`.execute(app.services.db);
  return rows;
}
