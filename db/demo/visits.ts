import { recordPostViews } from '#domains/content/views/views.service.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/kernel/clock.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Services } from '#platform/outbox/services.ts';
import { localUserContext } from '#platform/request/local-context.ts';
import { DEMO_CONVERSATIONS } from './conversations.ts';
import { PEOPLE } from './people.ts';
import { PLAN } from './plan.ts';

/** Ages of the visits before the last one, at which people read what is new since the one before. */
const VISITS_MS = [6 * HOUR_MS, DAY_MS, 2.3 * DAY_MS, 5 * DAY_MS, 11 * DAY_MS, 22 * DAY_MS, 39 * DAY_MS];
/** The last visit was at least this long ago, unless they wrote something later. */
const LAST_VISIT_MIN_MS = 2 * MINUTE_MS;
const LAST_VISIT_STEP_MS = 11 * MINUTE_MS;
const SEEN_SHARE = 0.8;

/** How long before the creation of the world somebody was there for the last time. */
export function lastVisitMs(username: string): number {
  const { posts, mediaPosts, quotes, answers, votes } = PLAN;
  const written = [...posts, ...mediaPosts, ...quotes, ...answers, ...votes].filter(
    ({ author }) => author === username,
  );
  const spoken = DEMO_CONVERSATIONS.filter(({ people }) => people.includes(username));
  const place = PEOPLE.findIndex((person) => person.username === username);
  return Math.min(
    LAST_VISIT_MIN_MS + ((place * 7) % 23) * LAST_VISIT_STEP_MS,
    ...written.map(({ agoMs }) => agoMs),
    ...spoken.map(({ endedHoursAgo }) => endedHoursAgo * HOUR_MS),
  );
}

type SeenPost = { readonly id: string; readonly authorId: string; readonly createdAt: Date };

/** Reports the posts that people have seen at each visit. A report that is repeated does not count. */
export async function viewPosts(services: Services, foundedAt: Date): Promise<void> {
  const names = PEOPLE.map(({ username }) => username);
  const users = await services.db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('username', 'in', names)
    .execute();
  const ids = users.map(({ id }) => id);
  const posts: readonly SeenPost[] = await services.db
    .selectFrom('posts')
    .select(['id', 'author_id as authorId', 'created_at as createdAt'])
    .where('author_id', 'in', ids)
    .execute();
  for (const { id, username } of users) {
    const seen = posts.filter((post) => post.authorId !== id && chance(id, post.id) < SEEN_SHARE);
    const lastMs = lastVisitMs(username);
    let untilMs = foundedAt.getTime() - lastMs;
    for (const agoMs of [...VISITS_MS, Infinity]) {
      const visitedAt = new Date(untilMs);
      const sinceMs = foundedAt.getTime() - lastMs - agoMs;
      const isNew = ({ createdAt }: SeenPost): boolean => +createdAt > sinceMs && +createdAt <= +visitedAt;
      await reportViews(services, { viewerId: id, viewedAt: visitedAt, seen: seen.filter(isNew) });
      untilMs = sinceMs;
    }
  }
}

/** From 0 up to but not 1, the same at each repetition: ids end in random digits. */
const chance = (viewerId: string, postId: string): number =>
  ((Number.parseInt(viewerId.slice(-6), 16) ^ Number.parseInt(postId.slice(-6), 16)) & 0xff) / 0x100;

async function reportViews(
  services: Services,
  { viewerId, viewedAt, seen }: { viewerId: string; viewedAt: Date; seen: readonly SeenPost[] },
): Promise<void> {
  const limit = services.limits.postViewEvents;
  const ctx = localUserContext({ ...services, clock: { now: () => viewedAt } }, viewerId);
  for (let start = 0; start < seen.length; start += limit) {
    const events = seen.slice(start, start + limit).map(({ id }) => {
      return { postId: toGlobalId('post', id), source: 'FEED' as const };
    });
    await recordPostViews(ctx, { events });
  }
}
