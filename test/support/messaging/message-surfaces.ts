import type { Actor, Answer } from '#test/support/actor.ts';
import { createActor, type Untyped } from '#test/support/actor.ts';
import { manage } from './groups.ts';
import { sentLive } from './live-locations.ts';
import { sentPoll, type SentPoll, vote } from './message-polls.ts';
import { pin, react, sent } from './message-reactions.ts';
import { block, leave, rejoin, SEND, startWith } from './messaging.ts';
import type { Person, World } from '#test/support/world.ts';

/**
 * Callers about what Ada wrote in a group, in which Cleo reacted, voted and answered; Ben is a member. The later member joined after it, the
 * former one left, the invited one has not accepted. Ada has blocked the last member but one, and Cleo the last. An admin has no user.
 */
export const CALLERS = [
  'member',
  'outsider',
  'former',
  'invited',
  'later',
  'blocked',
  'blockedByReactor',
  'anonymous',
  'admin',
] as const;
export type Caller = (typeof CALLERS)[number];
/** Callers who are signed in as a user. */
export type UserCaller = Exclude<Caller, 'anonymous' | 'admin'>;

type Shown = {
  readonly member: unknown;
  readonly later: unknown;
  readonly blocked: unknown;
  /** By default as the member. */
  readonly blockedByReactor?: unknown;
  /** To whoever does not take part: outsiders, former and invited users. */
  readonly stranger: unknown;
  /** To whoever is not signed in as a user. */
  readonly unsigned?: unknown;
};

export const toCallers = ({
  member,
  later,
  blocked,
  blockedByReactor = member,
  stranger,
  unsigned = 'UNAUTHENTICATED',
}: Shown): Readonly<Record<Caller, unknown>> => ({
  member,
  later,
  blocked,
  blockedByReactor,
  outsider: stranger,
  former: stranger,
  invited: stranger,
  anonymous: unsigned,
  admin: unsigned,
});

/** A field or a mutation with what each caller gets of it. */
export type Surface = {
  readonly document: string;
  readonly read: (answer: Answer) => unknown;
  readonly shown: Readonly<Record<Caller, unknown>>;
};

export const codeOf = ({ errors }: Answer): unknown => errors?.[0]?.extensions.code ?? null;

/** Reads the code of a refusal, or `done`. */
export const outcomeOf =
  (field: string) =>
  (answer: Answer): unknown =>
    codeOf(answer) ?? answer.data[field].errors[0]?.code ?? 'done';

/** Reads what a list or an object shows of an answer without errors. */
export const unlessRefused =
  (read: (data: Untyped) => unknown) =>
  (answer: Answer): unknown =>
    codeOf(answer) ?? read(answer.data);

export type SurfaceScene = {
  readonly ada: Person;
  readonly cleo: Person;
  readonly callers: Readonly<Record<Caller, Actor>>;
  readonly asked: SentPoll;
  /** By the names of the variables of documents. */
  readonly values: Readonly<Record<string, string>>;
};

/** The variables that a document takes. */
export const variablesOf = (
  document: string,
  values: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([variable]) => document.includes(`$${variable}:`)));

export async function surfaceScene(world: World): Promise<SurfaceScene> {
  const [ada, cleo] = [await world.user('ada'), await world.user('cleo')];
  const [member, outsider] = [await world.user('member'), await world.user('outsider')];
  const [former, later, invited] = [
    await world.user('former'),
    await world.user('later'),
    await world.user('invited'),
  ];
  const [blocked, wary] = [await world.user('blocked'), await world.user('wary')];
  const group = await startWith(ada, cleo, member, former, later, invited, blocked, wary);
  await leave(world, later, group);
  await leave(world, invited, group);
  const id = await sent(ada, group);
  const asked = await sentPoll(ada, group, { isAnonymous: false });
  await vote(cleo, asked, 0);
  const live = await sentLive(ada, group);
  await rejoin(world, later, group);
  // A user who has left is asked.
  await manage(ada, 'addParticipants', { conversationId: group, userIds: [invited.id] });
  const answer = await replied(cleo, group, asked.messageId);
  await react(cleo, id, '👍');
  await pin(ada, id);
  await leave(world, former, group);
  await world.runJobs();
  await block(world, ada, blocked);
  await block(world, cleo, wary);
  const { token } = await world.admin();
  const admin = createActor(world.url, { token, onEnd: () => undefined });
  const callers: Readonly<Record<Caller, Actor>> = {
    member,
    outsider,
    former,
    invited,
    later,
    blocked,
    blockedByReactor: wary,
    anonymous: world.anonymous(),
    admin,
  };
  const poll = { asked: asked.messageId, poll: asked.id, option: asked.optionIds[0] ?? '' };
  return { ada, cleo, callers, asked, values: { group, id, answer, live, ada: ada.id, ...poll } };
}

/** @returns the id of a reply */
async function replied(sender: Actor, conversationId: string, replyToId: string): Promise<string> {
  const input = { conversationId, replyToId, text: 'Tea, of course' };
  return (await sender.do(SEND, { input })).sendMessage.message.id;
}
