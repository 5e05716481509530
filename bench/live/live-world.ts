import type { Client } from 'pg';
import { systemClock } from '#platform/kernel/clock.ts';
import { createIds, toGlobalId } from '#platform/kernel/ids.ts';
import type { Bench } from '../harness/database.ts';
import { mintTokens } from '../harness/tokens.ts';
import type { Visitor } from '../harness/tokens.ts';
import { activeNumbers, seedWorld } from '../harness/world.ts';

/** A conversation; its senders, whom nobody has blocked, send in turn. */
export type Group = {
  /** The global id. */
  readonly id: string;
  readonly members: readonly Visitor[];
  readonly senders: readonly Visitor[];
};

export type LiveWorld = {
  /** Subscribed to by all members. */
  readonly watched: Group;
  /** As large, of other people; nobody subscribes to it. */
  readonly silent: Group;
  /** A small group of people whom nobody has blocked: each of them sends. */
  readonly paced: Group;
  /** Several conversations of the same few members of the first group. */
  readonly small: readonly Group[];
};

export type LiveWorldSize = {
  /** Members of a large group. */
  readonly people: number;
  /** Members of a small one. */
  readonly reconnecting: number;
};

export const CONVERSATIONS = 8;
const PACED = 20;

const WORLD = { users: 2_100, posts: 0, followees: 1 };
/** The blocks of `seedWorld` end at other numbers. */
const SENDER_EVERY = 10;

/** Users with profile pictures, signed in, some of whom have blocked each other, and their conversations. */
export async function fillLiveWorld(
  { client, product }: Bench,
  { people, reconnecting }: LiveWorldSize,
): Promise<LiveWorld> {
  await seedWorld(client, WORLD);
  const numbers = activeNumbers(WORLD).slice(0, 2 * people);
  const visitors = await mintTokens(product, numbers);
  const members = visitors.map((visitor, index) => ({
    visitor,
    isSender: numbers[index]! % SENDER_EVERY === 1, // Visitors are in the order of their numbers.
  }));
  const group = async (of: typeof members): Promise<Group> => ({
    id: await insertGroup(
      client,
      of.map(({ visitor }) => visitor.userId),
    ),
    members: of.map(({ visitor }) => visitor),
    senders: of.filter(({ isSender }) => isSender).map(({ visitor }) => visitor),
  });
  const small: Group[] = [];
  for (let index = 0; index < CONVERSATIONS; index += 1)
    small.push(await group(members.slice(0, reconnecting)));
  const paced = await group(members.filter(({ isSender }) => isSender).slice(0, PACED));
  const [watched, silent] = [await group(members.slice(0, people)), await group(members.slice(people))];
  await client.query('vacuum analyze');
  return { watched, silent, paced, small };
}

const ids = createIds(systemClock);

async function insertGroup(client: Client, userIds: readonly string[]): Promise<string> {
  const id = ids.next();
  await client.query(
    `insert into conversations (id, kind, title, participant_count, created_by, created_at, updated_at)
     values ($1, 'GROUP', 'Everybody', $3, $2, now(), now())`,
    [id, userIds[0], userIds.length],
  );
  await client.query(
    `insert into participants (conversation_id, user_id, role, joined_seq, joined_at)
     select $1, user_id, case place when 1 then 'OWNER' else 'MEMBER' end, 0, now()
     from unnest($2::uuid[]) with ordinality member (user_id, place)`,
    [id, userIds],
  );
  return toGlobalId('conversation', id);
}
