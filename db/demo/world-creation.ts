import { sql } from 'kysely';
import { addComment } from '#domains/content/comments/comments.service.ts';
import { rankPostsJob } from '#domains/content/explore/ranking.ts';
import { updatePost } from '#domains/content/posts/editing.service.ts';
import { pinPost } from '#domains/content/posts/pins.service.ts';
import { createPost } from '#domains/content/posts/publishing.service.ts';
import { react } from '#domains/content/reactions/reactions.service.ts';
import { POSTS } from '#domains/content/reactions/subjects.ts';
import { repost } from '#domains/content/reposts/reposts.service.ts';
import { followUser } from '#domains/graph/follows/follows.service.ts';
import { registerDirectly } from '#domains/identity/sessions/registration.service.ts';
import { findUserIdByName, updateProfile } from '#domains/identity/users/users.service.ts';
import { startConversation } from '#domains/messaging/conversations/conversations.service.ts';
import { sendMessage } from '#domains/messaging/messages/messages.service.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import type { UserContext } from '#platform/request/context.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { createIds } from '#platform/kernel/ids.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import { handleJob } from '#platform/outbox/jobs/worker.ts';
import { localContext, localUserContext } from '#platform/request/local-context.ts';
import { enqueuePictures } from './picture-jobs.ts';
import { accountOf, type DemoPerson, NEWCOMERS, PEOPLE, RESIDENTS } from './people.ts';
import { makePlan, type PlannedAnswer, type PlannedPost } from './plan.ts';
import { type DemoConversation, DEMO_CONVERSATIONS } from './conversations.ts';

const arriveUser = defineJob<{ username: string; foundedAtMs: number }>('demo.arrival');

export const arriveUserJob = handleJob(arriveUser, async (services, { username, foundedAtMs }) => {
  const person = PEOPLE.find((known) => known.username === username);
  if (!person) return;
  const foundedAt = new Date(foundedAtMs);
  await signUp(services, person, foundedAt);
  await writeDemoPosts(services, { username, foundedAt });
});

const JOINED_DAYS_AGO_MIN = 50;
const JOINED_DAYS_AGO_STEP = 7;

export async function signUp(services: Services, person: DemoPerson, foundedAt: Date): Promise<void> {
  if ((await findUserIdByName(localContext(services), person.username)) !== null) return;
  const daysAgo = JOINED_DAYS_AGO_MIN + PEOPLE.indexOf(person) * JOINED_DAYS_AGO_STEP;
  const clock = { now: () => new Date(foundedAt.getTime() - daysAgo * DAY_MS) };
  const ctx = localContext({ ...services, clock, ids: createIds(clock) });
  await registerDirectly(ctx, { ...accountOf(person), displayName: person.displayName });
}

/** Advisory lock: one user is created at a time. */
const DEMO_LOCK = 5_120_443_170;

/**
 * Creates the posts of a registered user, and their follows, comments and conversations with users created before. One
 * transaction, so repeating it changes nothing.
 */
export async function writeDemoPosts(
  services: Services,
  { username, foundedAt }: { username: string; foundedAt: Date },
): Promise<void> {
  await services.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(${DEMO_LOCK}::bigint)`.execute(tx);
    const idOf = await idsByUsername(tx);
    const settled = await settledUsernames(tx);
    if (settled.has(username)) return;
    settled.add(username);
    const town: Town = { services, tx, foundedAt, idOf };
    await introduce(town, username, settled);
    const conversations = DEMO_CONVERSATIONS.filter(({ people }) => people.includes(username));
    for (const conversation of conversations) {
      if (conversation.people.every((name) => settled.has(name))) await hold(town, conversation);
    }
    enqueuePictures(tx, { userId: idOf(username), username, foundedAt });
    if (username === RESIDENTS[0]?.username) enqueueArrivals(tx, foundedAt);
  });
}

type Town = {
  readonly services: Services;
  readonly tx: Tx;
  readonly foundedAt: Date;
  idOf(username: string): string;
};

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

/** The actions of one account before the creation of the world, within one transaction. */
function contextAt({ services, tx, foundedAt, idOf }: Town, username: string, agoMs: number): UserContext {
  const at = new Date(foundedAt.getTime() - agoMs);
  const clock = { now: () => at };
  const transaction: Services['transaction'] = (work) => work(tx);
  const past: Services = { ...services, clock, ids: createIds(clock), db: tx, transaction, write: tx.write };
  return localUserContext(past, idOf(username));
}

async function introduce(town: Town, username: string, settled: ReadonlySet<string>): Promise<void> {
  const { posts, quotes, answers, follows } = makePlan();
  const bio = PEOPLE.find((person) => person.username === username)?.bio ?? '';
  await updateProfile(contextAt(town, username, JOINED_DAYS_AGO_MIN * DAY_MS), { bio });
  for (const planned of posts) if (planned.author === username) await publish(town, planned);
  for (const { author, text, quoted, agoMs } of quotes) {
    if (author !== username && quoted.author !== username) continue;
    if (!settled.has(author) || !settled.has(quoted.author)) continue;
    const quotedPostId = await findPostId(town, quoted);
    await createPost(contextAt(town, author, agoMs), { text, quotedPostId });
  }
  for (const planned of answers) {
    if (planned.author !== username && planned.post.author !== username) continue;
    if (settled.has(planned.author) && settled.has(planned.post.author)) await answer(town, planned);
  }
  for (const { follower, followee, agoMs } of follows) {
    if (follower !== username && followee !== username) continue;
    if (!settled.has(follower) || !settled.has(followee)) continue;
    await followUser(contextAt(town, follower, agoMs), { userId: town.idOf(followee) });
  }
}

const CORRECTED_AFTER_MS = 3 * MINUTE_MS;

async function publish(town: Town, { author, text, firstText, isPinned, agoMs }: PlannedPost): Promise<void> {
  const postId = await createPost(contextAt(town, author, agoMs), { text: firstText });
  const afterwards = contextAt(town, author, agoMs - CORRECTED_AFTER_MS);
  if (text !== firstText) await updatePost(afterwards, { postId, text });
  if (isPinned) await pinPost(afterwards, { postId });
}

async function answer(
  town: Town,
  { author, post, reaction, comment, isReposted, agoMs }: PlannedAnswer,
): Promise<void> {
  const ctx = contextAt(town, author, agoMs);
  const postId = await findPostId(town, post);
  await react(ctx, POSTS, { subjectId: postId, type: reaction });
  if (comment !== null) await addComment(ctx, { postId, text: comment });
  if (isReposted) await repost(ctx, { postId });
}

/** No two planned posts say the same. */
async function findPostId({ tx, idOf }: Town, { author, text }: PlannedPost): Promise<string> {
  const found = tx
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', idOf(author))
    .where('text', '=', text);
  return (await found.executeTakeFirstOrThrow()).id;
}

const LINE_GAP_MS = 4 * MINUTE_MS;

async function hold(town: Town, { people, title, endedHoursAgo, lines }: DemoConversation): Promise<void> {
  const [starter = '', ...others] = people;
  const agoMs = (line: number): number => endedHoursAgo * HOUR_MS + (lines.length - line) * LINE_GAP_MS;
  const conversationId = await startConversation(contextAt(town, starter, agoMs(-1)), {
    userIds: others.map(town.idOf),
    kind: others.length === 1 ? 'DIRECT' : 'GROUP',
    title,
  });
  for (const [line, [speaker, text]] of lines.entries()) {
    await sendMessage(contextAt(town, people[speaker] ?? starter, agoMs(line)), { conversationId, text });
  }
}

const ARRIVAL_STEP_MS = 0.5 * SECOND_MS;

/** One after the other, so that a new installation does not spend its first seconds on the demo world alone. */
function enqueueArrivals(tx: Tx, foundedAt: Date): void {
  for (const [index, { username }] of NEWCOMERS.entries()) {
    const runAt = new Date(foundedAt.getTime() + (index + 4) * ARRIVAL_STEP_MS);
    tx.enqueue(arriveUser, { username, foundedAtMs: foundedAt.getTime() }, { runAt });
  }
  // Else there would be nothing to explore until the next ranking is due.
  for (const arrived of [0, NEWCOMERS.length]) {
    const runAt = new Date(foundedAt.getTime() + (arrived + 8) * ARRIVAL_STEP_MS);
    tx.enqueue(rankPostsJob, {}, { runAt });
  }
}
