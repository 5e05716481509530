import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gql } from '@apollo/client';
import { WebSocket } from 'ws';
import { encodeEventCursor } from '#platform/outbox/events/cursor.ts';
import { type Actor, createActor } from '#test/support/actor.ts';
import { createSocialClient } from '../../client/src/client.ts';

/** Users who write into one group without a pause, with the answers they got. */
export type Crowd = {
  readonly conversationId: string;
  readonly members: readonly Actor[];
  /** Texts of the acknowledged messages. */
  readonly acknowledged: Set<string>;
  /** Codes of all other answers; NONE where the connection broke. */
  readonly refusals: Map<string, number>;
  /** Every member sends so many messages, whatever the answers. */
  write(each: number): Promise<void>;
  /** The members send so many messages in turn, each at its time, whether the former ones are answered or not. */
  writeSteadily(pace: { readonly messages: number; readonly perSecond: number }): Promise<void>;
  /** Texts of the conversation, oldest first. */
  read(): Promise<string[]>;
};

const REGISTER = `mutation ($input: RegisterInput!) { register(input: $input) {
  accessToken user { id } errors { code } } }`;
const FOLLOW = 'mutation ($id: ID!) { followUser(input: { userId: $id }) { errors { code } } }';
const START = `mutation ($input: StartConversationInput!) { startConversation(input: $input) {
  conversation { id } errors { code } } }`;
const SEND = `mutation ($input: SendMessageInput!) { sendMessage(input: $input) {
  message { id } errors { code } } }`;
const READ = `query ($id: ID!, $after: String) { conversationMessages(conversationId: $id, first: 100, after: $after) {
  nodes { content { text } } pageInfo { hasNextPage endCursor } } }`;

/** Pause of a member after each answer: long enough that a fault occurs between their messages. */
const PAUSE_MS = 30;

export async function createCrowd(t: TestContext, url: string, size: number): Promise<Crowd> {
  const newcomers = await Promise.all(
    Array.from({ length: size }, (_, index) => register(t, url, `member${index}`)),
  );
  const [first, ...others] = newcomers;
  assert.ok(first);
  // A group of strangers would wait for each of them.
  await Promise.all(others.map(({ actor }) => actor.do(FOLLOW, { id: first.id })));
  const userIds = others.map(({ id }) => id);
  const { startConversation } = await first.actor.do(START, { input: { userIds, kind: 'GROUP' } });
  const conversationId = startConversation.conversation.id;
  const members = newcomers.map(({ actor }) => actor);
  const acknowledged = new Set<string>();
  const refusals = new Map<string, number>();
  let sent = 0;

  async function send(member: Actor): Promise<void> {
    const text = `message ${(sent += 1)}`;
    const code = await codeOfSending(member, { conversationId, text });
    if (code === null) acknowledged.add(text);
    else refusals.set(code, (refusals.get(code) ?? 0) + 1);
  }

  return {
    conversationId,
    members,
    acknowledged,
    refusals,
    async write(each) {
      await Promise.all(
        members.map(async (member) => {
          for (let count = 0; count < each; count += 1) {
            await send(member);
            await sleep(PAUSE_MS);
          }
        }),
      );
    },
    async writeSteadily({ messages, perSecond }) {
      const startedMs = performance.now();
      const underWay: Promise<void>[] = [];
      for (let message = 0; message < messages; message += 1) {
        await sleep(Math.max(0, startedMs + (1_000 * message) / perSecond - performance.now()));
        underWay.push(send(members[message % members.length] ?? first.actor));
      }
      await Promise.all(underWay);
    },
    read: () => readAll(first.actor, conversationId),
  };
}

/** Follows a conversation from its beginning by the reference client, which reconnects and resumes by itself. */
export function followWithClient(
  t: TestContext,
  options: { url: string; wsUrl?: string; member: Actor; conversationId: string },
): { readonly seqs: number[]; readonly errors: unknown[] } {
  const social = createSocialClient({
    httpUrl: options.url,
    wsUrl: options.wsUrl ?? options.url.replace('http', 'ws'),
    getToken: () => options.member.token,
    webSocket: WebSocket,
  });
  t.after(() => social.close());
  const heard: { seqs: number[]; errors: unknown[] } = { seqs: [], errors: [] };
  const events = social.apollo.subscribe<{ messageAdded: { message: { seq: number } } }>({
    query: MESSAGE_ADDED,
    variables: { id: options.conversationId, after: encodeEventCursor({ position: 0, eventId: null }) },
  });
  events.subscribe({
    next: ({ data, error }) => {
      if (error) heard.errors.push(error);
      if (data) heard.seqs.push(data.messageAdded.message.seq);
    },
    error: (error: unknown) => heard.errors.push(error),
  });
  return heard;
}

const MESSAGE_ADDED = gql`
  subscription ($id: ID!, $after: String) {
    messageAdded(conversationId: $id, after: $after) {
      cursor
      message {
        seq
      }
    }
  }
`;

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** A client that has tried in vain while a server starts on a busy machine waits for up to half a minute before it tries again. */
const WAIT_MAX_MS = 60_000;

export async function until(what: string, isReached: () => boolean | Promise<boolean>): Promise<void> {
  const endsAtMs = performance.now() + WAIT_MAX_MS;
  while (!(await isReached())) {
    assert.ok(performance.now() < endsAtMs, `waited in vain: ${what}`);
    await sleep(20);
  }
}

async function register(
  t: TestContext,
  url: string,
  username: string,
): Promise<{ actor: Actor; id: string }> {
  const actor = createActor(url, {
    token: null,
    onEnd: (end) =>
      t.after(async () => {
        await end();
      }),
  });
  const input = {
    email: `${username}@example.com`,
    password: 'correct horse battery',
    username,
    displayName: username,
    device: { platform: 'WEB' },
  };
  const { register: registered } = await actor.do(REGISTER, { input });
  actor.token = registered.accessToken;
  return { actor, id: registered.user.id };
}

/** @returns null when the message was acknowledged */
async function codeOfSending(member: Actor, input: object): Promise<string | null> {
  try {
    const { data, errors } = await member.ask(SEND, { input });
    if (data?.sendMessage?.message) return null;
    return errors?.[0]?.extensions.code ?? data.sendMessage.errors[0].code;
  } catch {
    // The connection was refused or ended before the answer: the message may be stored or not.
    return 'NONE';
  }
}

async function readAll(member: Actor, id: string): Promise<string[]> {
  const texts: string[] = [];
  for (let after: string | null = null, hasNextPage = true; hasNextPage;) {
    const { conversationMessages: page } = await member.do(READ, { id, after });
    texts.push(...page.nodes.map(({ content }: { content: { text: string } }) => content.text));
    ({ endCursor: after, hasNextPage } = page.pageInfo);
  }
  return texts.toReversed();
}
