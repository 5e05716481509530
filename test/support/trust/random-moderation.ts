import type { Actor, Untyped } from '#test/support/actor.ts';
import { commentOn } from '#test/support/content/comments.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { recordedMails } from '#test/support/people/recorded-mails.ts';
import { randomOf } from '#test/support/random.ts';
import type { Person, World } from '#test/support/world.ts';
import { decide, reverse } from './decisions.ts';
import { sendNotice } from './notices.ts';
import { casesIn, publishText, report, withdraw } from './reports.ts';

/** Part of every text that somebody writes in such a world, and of every name. */
export const MARK = 'zorblax';

const NOTIFIER = `notifier@${MARK}.example`;
const REASONS = ['SPAM', 'HATE', 'SCAM', 'CHILD_SAFETY', 'TERRORISM', 'OTHER'];
const ACTIONS = [
  ['NO_ACTION'],
  ['NO_ACTION'],
  ['NO_ACTION'],
  ['REMOVE'],
  ['REMOVE', 'WARN'],
  ['WARN', 'RESTRICT_POSTING', 'RESTRICT_FOLLOWING'],
  ['SUSPEND'],
];
const SCOPES = [null, 'DE, FR', 'AT', `the town of ${MARK}`];
const ROUNDS = 5;
const ROUND_HOURS = 11;
const STEPS = 24;

type Cast = {
  readonly world: World;
  readonly below: (bound: number) => number;
  readonly subjects: readonly object[];
  /** Signed in for the round. */
  readonly reporters: readonly Actor[];
  readonly admins: readonly [Actor, Actor];
  /** Decisions and reports of all rounds. */
  readonly decisions: { readonly id: string }[];
  readonly reports: { readonly id: string; readonly reporter: number }[];
};

/** Reports, notices, decisions, reversals and appeals in an order that a seed gives, over some days. */
export async function moderateAtRandom(world: World, seed: number): Promise<void> {
  const below = randomOf(seed);
  const people: Person[] = [];
  for (let index = 0; index < 5; index += 1) people.push(await world.user(`${MARK}${index}`));
  const [ada, ben, ...reporters] = people;
  if (!ada || !ben) throw new Error('nobody is there');
  const subjects: object[] = [{ userId: ada.id }, { userId: ben.id }];
  for (const author of [ada, ben]) {
    for (let index = 0; index < 3; index += 1) {
      const postId = await publishText(author, `${MARK} says ${index}`);
      const commentId = await commentOn(author, postId, { text: `${MARK} adds ${index}` });
      subjects.push({ postId }, { commentId });
    }
  }
  const [decisions, reports]: [Cast['decisions'], Cast['reports']] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const signedIn: Actor[] = [];
    for (const reporter of reporters) signedIn.push(await world.signIn(reporter));
    const admins = [await world.admin(), await world.admin()] as const;
    const cast = { world, below, subjects, reporters: signedIn, admins, decisions, reports };
    for (let step = 0; step < STEPS; step += 1) await act(cast);
    world.clock.advance(`${ROUND_HOURS}h`);
  }
}

const oneOf = <Item>({ below }: Pick<Cast, 'below'>, items: readonly Item[]): Item => {
  const item = items[below(items.length)];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
};

/** One act. What is refused is part of such a world. */
async function act(cast: Cast): Promise<void> {
  const { below, world } = cast;
  world.clock.advance((1 + below(9)) * 1_000);
  const dice = below(20);
  if (dice < 5) return reportSomething(cast);
  if (dice < 10) return noticeSomething(cast);
  if (dice < 14) return decideSomething(cast);
  if (dice === 14) return reverseSomething(cast);
  if (dice === 15) return withdrawSomething(cast);
  return appealAgainst(cast);
}

async function reportSomething(cast: Cast): Promise<void> {
  const reporter = cast.below(cast.reporters.length);
  const reason = oneOf(cast, REASONS);
  const subject = oneOf(cast, cast.subjects);
  const actor = cast.reporters[reporter];
  const filed = actor && (await report(actor, subject, { reason, text: `${MARK} is told of` }));
  if (filed?.report) cast.reports.push({ id: filed.report.id, reporter });
}

async function noticeSomething(cast: Cast): Promise<void> {
  const { world } = cast;
  await sendNotice(world.anonymous(), oneOf(cast, cast.subjects), {
    reason: oneOf(cast, REASONS),
    explanation: `${MARK} breaks the law`,
    name: `Notifier of ${MARK}`,
    email: NOTIFIER,
  });
  await world.runJobs();
}

async function decideSomething(cast: Cast): Promise<void> {
  const actor = oneOf(cast, cast.admins);
  const open: Untyped[] = [];
  for (const queue of ['GENERAL', 'LEGAL', 'CHILD_SAFETY']) open.push(...(await casesIn(actor, { queue })));
  if (open.length === 0) return;
  const found = oneOf(cast, open);
  const actions = oneOf(cast, ACTIONS);
  if (found.subjectKind === 'USER' && actions.includes('REMOVE')) return;
  const { decision } = await decide(actor, found, {
    actions,
    ...(!actions.includes('NO_ACTION') && {
      facts: `${MARK} has done it`,
      explanation: `${MARK} must not`,
      scope: oneOf(cast, SCOPES),
      expiresAt: new Date(cast.world.clock.now().getTime() + 30 * 86_400_000).toISOString(),
    }),
  });
  if (decision) cast.decisions.push({ id: decision.id });
}

async function reverseSomething(cast: Cast): Promise<void> {
  if (cast.decisions.length > 0) await reverse(cast.admins[0], oneOf(cast, cast.decisions).id);
}

async function withdrawSomething(cast: Cast): Promise<void> {
  if (cast.reports.length === 0) return;
  const { id, reporter } = oneOf(cast, cast.reports);
  const actor = cast.reporters[reporter];
  if (actor) await withdraw(actor, id);
}

/** An appeal of a reporter or of the sender of a notice, which an admin decides at once, or leaves. */
async function appealAgainst(cast: Cast): Promise<void> {
  const appealId = cast.below(2) === 0 ? await appealOfReporter(cast) : await appealOfSender(cast);
  if (appealId === undefined || cast.below(3) === 0) return;
  await callMutation(oneOf(cast, cast.admins), {
    name: 'adminDecideAppeal',
    payload: 'errors { code }',
    input: {
      appealId,
      result: oneOf(cast, ['UPHELD', 'OVERTURNED']),
      note: `${MARK} was judged again`,
    },
  });
}

const APPEALED = 'appeal { id } errors { code }';
const text = `${MARK} was guilty`;

async function appealOfReporter({ decisions, reporters }: Cast): Promise<string | undefined> {
  for (const { id: decisionId } of decisions.slice(-8).toReversed()) {
    for (const reporter of reporters) {
      const input = { decisionId, text };
      const { appeal } = await callMutation(reporter, { name: 'appealDecision', payload: APPEALED, input });
      if (appeal) return appeal.id;
    }
  }
  return undefined;
}

async function appealOfSender(cast: Cast): Promise<string | undefined> {
  const mails = await recordedMails(cast.world, NOTIFIER);
  const tokens = mails.flatMap(({ text: mail }) => {
    const [, decisionId, token] = /Decision: (\S+)\s+Token: (\S+)/.exec(mail) ?? [];
    return decisionId === undefined || token === undefined ? [] : [{ decisionId, token }];
  });
  if (tokens.length === 0) return undefined;
  const { appeal } = await callMutation(cast.world.anonymous(), {
    name: 'appealDecisionByToken',
    payload: APPEALED,
    input: { ...oneOf(cast, tokens), text },
  });
  return appeal?.id;
}
