import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Services } from '#platform/outbox/services.ts';
import { FIRST_PAGE_KEY } from './media-jobs.ts';
import { MEMBER_POSTS } from './members.ts';
import { RESIDENTS } from './people.ts';
import { PLAN } from './plan.ts';

/** The number of jobs of the demo world that are not done, but for those of the name `except`. */
export async function countUnfinished(db: Db, except = ''): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select name from outbox where kind = 'job'
      union all
      select task_identifier from graphile_worker.jobs where attempts < max_attempts
    ) as unfinished where name like 'demo.%' and name <> ${except}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Whether a picture is not painted, a recording not playable, or a post not handed to those who deliver it. */
const isUnpublished = sql<boolean>`exists (select from outbox)
  or exists (select from media where state = 'PROCESSING')
  or exists (
    select from graphile_worker.jobs where attempts < max_attempts and key like ${`demo.%:${FIRST_PAGE_KEY} %`}
  )`;

/** Whether a post of before `moment` is not in all feeds. */
const isUndelivered = (moment: string) => sql<boolean>`exists (
  select from graphile_worker.jobs
  where task_identifier like 'feed.deliver%' and attempts < max_attempts and created_at <= ${moment}::timestamptz)`;

const STEP_MS = 100;
/** Nobody is kept waiting for pictures longer than this. */
const FIRST_PAGE_TIMEOUT_MS = 20_000;

/** Waits until the first page has its pictures. @returns false when that takes too long */
export async function hasFirstPage({ db }: Services): Promise<boolean> {
  const deadlineMs = performance.now() + FIRST_PAGE_TIMEOUT_MS;
  /** The time of the database at which the condition ends; null when that takes too long. */
  async function endOf(condition: RawBuilder<boolean>): Promise<string | null> {
    while (performance.now() < deadlineMs) {
      const { rows } = await sql<{ isSo: boolean; now: string }>`
        select ${condition} as "isSo", now()::text as now`.execute(db);
      if (rows[0]?.isSo === false) return rows[0].now;
      await sleep(STEP_MS);
    }
    return null;
  }
  const publishedAt = await endOf(isUnpublished);
  return publishedAt !== null && (await endOf(isUndelivered(publishedAt))) !== null;
}

export const isComplete = async ({ db }: Services): Promise<boolean> => (await countUnfinished(db)) === 0;

/** The number of posts that there are. */
export async function countPosts({ db }: Services): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from posts`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The one with many reactions. */
const LIKED_POSTS = 1;

/** The number of posts that are there when the first page is. */
export function firstPostCount(): number {
  const names = new Set(RESIDENTS.map(({ username }) => username));
  const { posts, quotes, mediaPosts } = PLAN;
  return (
    posts.filter(({ author }) => names.has(author)).length +
    MEMBER_POSTS.length +
    LIKED_POSTS +
    quotes.filter(({ author, quoted }) => names.has(author) && names.has(quoted.author)).length +
    mediaPosts.filter(({ isFirst }) => isFirst).length
  );
}
