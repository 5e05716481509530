import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { z } from 'zod';
import { startHelper } from '../harness/helper-process.ts';
import type { Helper } from '../harness/helper-process.ts';
import { SENT_AT, wallMs } from './sent-at.ts';
import type { Arrived, SocketsOrder, Subscription } from './live-sockets.ts';
import type { Group } from './live-world.ts';
import { ask, headersOf, PRODUCT_PATH } from '../harness/product-server.ts';
import type { ProductServer } from '../harness/product-server.ts';
import type { Visitor } from '../harness/tokens.ts';

/** The subscription of a client that shows messages. */
const ADDED = `subscription ($id: ID, $after: String) { messageAdded(conversationId: $id, after: $after) {
  eventId cursor message { id seq content { text } createdAt sender { id username displayName avatar { url } } conversation { id } } } }`;

const SEND = `mutation ($id: ID!, $text: String!) {
  sendMessage(input: { conversationId: $id, text: $text }) { message { id } errors { code } } }`;

const ARRIVED_WITHIN_MS = 60_000;
const NOTHING_MORE_MS = 200;
const RELAY_POLL_MS = 5;

export type Sockets = Helper<SocketsOrder, Arrived | null>;

export const startSockets = (): Sockets => startHelper('live/live-sockets.ts');

const cursors = z.object({ eventCursor: z.string() });

/** Subscriptions to these conversations that miss nothing from now on, as a client makes them. */
export async function subscriptionsTo(
  server: Pick<ProductServer, 'port'>,
  groups: readonly Group[],
): Promise<Subscription[]> {
  const visitor = groups[0]!.members[0]!; // There are conversations, and they have members.
  const { eventCursor } = cursors.parse(
    await ask(server, { visitor, asked: { query: '{ eventCursor }', variables: {} } }),
  );
  return groups.map(({ id }) => ({ query: ADDED, variables: { id, after: eventCursor } }));
}

/** Opens sockets of these people, so many each; with null instead of subscriptions to a server without GraphQL. */
export async function openSockets(
  sockets: Sockets,
  given: {
    readonly server: Pick<ProductServer, 'port'>;
    readonly people: readonly Visitor[];
    readonly each: number;
    readonly subscriptions: readonly Subscription[] | null;
    readonly isResumed?: boolean;
    readonly isChecked?: boolean;
    readonly isTimed?: boolean;
  },
): Promise<void> {
  const {
    server,
    people,
    each,
    subscriptions,
    isResumed = false,
    isChecked = false,
    isTimed = false,
  } = given;
  await sockets.order({
    kind: 'open',
    port: server.port,
    path: PRODUCT_PATH,
    headers: people.flatMap((visitor) => Array.from({ length: each }, () => headersOf(visitor))),
    subscriptions,
    isResumed,
    isChecked,
    isTimed,
  });
}

/** Waits until all have arrived, or this time has passed. @returns the arrived ones @throws Error when all have and something was wrong */
export async function arrivedWithin(
  sockets: Sockets,
  { deliveries, withinMs }: { readonly deliveries: number; readonly withinMs: number },
): Promise<Arrived> {
  const arrived = await sockets.order({ kind: 'expect', deliveries, withinMs });
  if (!arrived) throw new Error('The deliveries were not counted.');
  if (arrived.deliveries === deliveries && arrived.problems.length > 0)
    throw new Error(`Something was delivered wrong:\n${arrived.problems.join('\n')}`);
  return arrived;
}

/** @throws Error when not all of them arrive */
export async function untilArrived(sockets: Sockets, deliveries: number): Promise<Arrived> {
  const arrived = await arrivedWithin(sockets, { deliveries, withinMs: ARRIVED_WITHIN_MS });
  if (arrived.deliveries === deliveries) return arrived;
  throw new Error(
    `${arrived.deliveries} of ${deliveries} deliveries have arrived.\n${arrived.problems.join('\n')}`,
  );
}

/** @throws Error when something is delivered that was not expected */
export async function assertNothingMore(sockets: Sockets): Promise<void> {
  const arrived = await sockets.order({ kind: 'expect', deliveries: 1, withinMs: NOTHING_MORE_MS });
  if (arrived?.deliveries !== 0 || arrived.problems.length > 0)
    throw new Error(`Too much was delivered: ${arrived?.text}\n${arrived?.problems.join('\n')}`);
}

const sent = z.object({
  sendMessage: z.object({ message: z.object({ id: z.string() }), errors: z.tuple([]) }),
});
let turns = 0;

/** Sends a message, each of another member than the last one. Its text tells when. */
export async function sendTo(server: Pick<ProductServer, 'port'>, { id, senders }: Group): Promise<void> {
  turns += 1;
  const visitor = senders[turns % senders.length]!; // The index is within the list.
  const variables = {
    id,
    text: `Message ${String(turns).padStart(6, '0')}, ${SENT_AT}${wallMs().toFixed(1)}, as long as most.`,
  };
  sent.parse(await ask(server, { visitor, asked: { query: SEND, variables } }));
}

/** Waits until the events of all transactions are in the log. */
export async function untilRelayed(client: Client): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query('select from outbox limit 1');
    if (rowCount === 0) return;
    await sleep(RELAY_POLL_MS);
  }
}
