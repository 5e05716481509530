import { sql } from 'kysely';
import { rankPostsJob } from '#domains/content/explore/ranking.ts';
import { updatePrivacySettings } from '#domains/graph/privacy/privacy.service.ts';
import { registerDirectly } from '#domains/identity/sessions/registration.service.ts';
import { recordSession } from '#domains/identity/sessions/sessions.service.ts';
import { findUserIdByName } from '#domains/identity/users/users.service.ts';
import { type Clock, DAY_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import { createIds } from '#platform/kernel/ids.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import { handleJob } from '#platform/outbox/worker/worker.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { localContext, localUserContext } from '#platform/request/local-context.ts';
import { listDeeds } from './deeds.ts';
import { PRIVATE_ACCOUNT } from './highlights.ts';
import { enqueueMedia } from './media-jobs.ts';
import { fillMeasures } from './measures.ts';
import { settleNotices } from './notices.ts';
import {
  accountOf,
  type DemoPerson,
  JOINED_DAYS_AGO_MIN,
  JOINED_DAYS_AGO_STEP,
  NEWCOMERS,
  PEOPLE,
} from './people.ts';
import { countUnfinished } from './progress.ts';
import type { Town } from './town.ts';
import { lastVisitMs, viewPosts } from './visits.ts';

const AGAIN_MS = 2 * SECOND_MS;

const arriveUser = defineJob<{ username: string; foundedAtMs: number }>('demo.arrival');

export const arriveUserJob = handleJob(arriveUser, async (services, payload) => {
  const { username, foundedAtMs } = payload;
  const person = PEOPLE.find((known) => known.username === username);
  if (!person) return;
  const foundedAt = new Date(foundedAtMs);
  await signUp(services, person, foundedAt);
  if (await writeDemoPosts(services, { username, foundedAt })) return;
  const runAt = new Date(services.clock.now().getTime() + AGAIN_MS);
  await services.transaction(async (tx) => tx.enqueue(arriveUser, payload, { runAt }));
});

/** Creates an account in the past, and the session in which it was seen last. */
export async function signUp(services: Services, person: DemoPerson, foundedAt: Date): Promise<void> {
  const { username, displayName } = person;
  if ((await findUserIdByName(localContext(services), username)) !== null) return;
  const joinedMs = (JOINED_DAYS_AGO_MIN + PEOPLE.indexOf(person) * JOINED_DAYS_AGO_STEP) * DAY_MS;
  const ctx = localContext(servicesAt(services, foundedAt, joinedMs));
  const { user } = await registerDirectly(ctx, { ...accountOf(person), displayName });
  await recordSession(servicesAt(services, foundedAt, lastVisitMs(username)), {
    userId: user.id,
    sessionKey: `demo-${user.id}`,
    caller: ctx.caller,
    refresh: null,
    deviceName: null,
    platform: 'OTHER',
    appVersion: null,
  });
}

function servicesAt(services: Services, foundedAt: Date, agoMs: number): Services {
  const clock: Clock = { now: () => new Date(foundedAt.getTime() - agoMs) };
  return { ...services, clock, ids: createIds(clock) };
}

/** Advisory lock: one user is created at a time. */
const DEMO_LOCK = 5_120_443_170;

/**
 * Creates the posts of a registered user, and what they have done with users created before. One transaction, so repeating
 * it changes nothing.
 *
 * @returns false while another user is created: whoever waited in the database would meet its time limit on a busy machine
 */
export async function writeDemoPosts(
  services: Services,
  { username, foundedAt }: { username: string; foundedAt: Date },
): Promise<boolean> {
  return services.transaction(async (tx) => {
    const isFree = sql<boolean>`pg_try_advisory_xact_lock(${DEMO_LOCK}::bigint)`.as('isFree');
    const lock = await tx.selectNoFrom(isFree).executeTakeFirstOrThrow();
    if (!lock.isFree) return false;
    const idOf = await idsByUsername(tx);
    const settled = await settledUsernames(tx);
    if (settled.has(username)) return true;
    settled.add(username);
    const town: Town = { services, tx, foundedAt, idOf };
    for (const { people, act } of listDeeds()) {
      if (people.includes(username) && people.every((name) => settled.has(name))) await act(town);
    }
    enqueueMedia(tx, { userId: idOf(username), username, foundedAt });
    return true;
  });
}

async function idsByUsername(tx: Tx): Promise<Town['idOf']> {
  const names = PEOPLE.map(({ username }) => username);
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'username'])
    .where('username', 'in', names)
    .execute();
  const ids = new Map(rows.map(({ id, username }) => [username, id]));
  return (username) => {
    const id = ids.get(username);
    if (id === undefined) throw new Error(`${username} has not signed up.`);
    return id;
  };
}

/** Everybody settles with posts, so who has ever posted has settled. */
async function settledUsernames(tx: Tx): Promise<Set<string>> {
  const names = PEOPLE.map(({ username }) => username);
  const rows = await tx
    .selectFrom('users as u')
    .select('u.username')
    .where('u.username', 'in', names)
    .where((where) => where.exists(where.selectFrom('posts as p').whereRef('p.author_id', '=', 'u.id')))
    .execute();
  return new Set(rows.map((row) => row.username));
}

const FIRST_ARRIVAL_MS = 2 * SECOND_MS;
const ARRIVAL_STEP_MS = 0.4 * SECOND_MS;
const LAST_ROUND_MS = 30 * SECOND_MS;

/**
 * Enqueues what comes after the first page. One after the other, so that a new installation does not spend its first minute
 * on the demo world alone. Keys make a repetition replace what still waits.
 */
export async function inviteNewcomers({ transaction, clock }: Services): Promise<void> {
  const now = clock.now();
  const after = (delayMs: number): Date => new Date(now.getTime() + delayMs);
  const foundedAtMs = now.getTime();
  await transaction(async (tx) => {
    for (const [index, { username }] of NEWCOMERS.entries()) {
      const runAt = after(FIRST_ARRIVAL_MS + index * ARRIVAL_STEP_MS);
      tx.enqueue(arriveUser, { username, foundedAtMs }, { runAt, key: `demo.arrival ${username}` });
    }
    tx.enqueue(fillMeasures, { foundedAtMs });
    tx.enqueue(roundOff, { foundedAtMs, isLast: false });
    const last = { runAt: after(LAST_ROUND_MS), key: 'demo.roundOff' };
    tx.enqueue(roundOff, { foundedAtMs, isLast: true }, last);
  });
}

/** Views of people, what the first person was told, and the effects of what they did: once when the first page is there, and once when nothing else is left. */
const roundOff = defineJob<{ foundedAtMs: number; isLast: boolean }>('demo.roundOff');
const findTrends = defineJob<object>('hashtags.findTrends');

export const roundOffJob = handleJob(roundOff, async (services, payload) => {
  const { foundedAtMs, isLast } = payload;
  if (isLast && (await countUnfinished(services.db, roundOff.name)) > 0) {
    const runAt = new Date(services.clock.now().getTime() + AGAIN_MS);
    return services.transaction(async (tx) => tx.enqueue(roundOff, payload, { runAt }));
  }
  await viewPosts(services, new Date(foundedAtMs));
  await settleNotices(services, new Date(foundedAtMs));
  const privateId = isLast ? await findUserIdByName(localContext(services), PRIVATE_ACCOUNT) : null;
  if (privateId !== null) {
    await updatePrivacySettings(localUserContext(services, privateId), { isPrivate: true });
  }
  // Else there would be no trends and nothing to explore until the next ones are due.
  await services.transaction(async (tx) => {
    tx.enqueue(rankPostsJob, {});
    tx.enqueue(findTrends, {});
  });
});
