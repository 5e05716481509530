import { setTimeout as delay } from 'node:timers/promises';
import type { Services } from '#platform/outbox/services.ts';
import type { JobHandler } from '#platform/outbox/worker/worker.ts';
import { mediaJobs } from './demo/media-jobs.ts';
import { measuresJob } from './demo/measures.ts';
import { accountOf, type DemoAccount, RESIDENTS } from './demo/people.ts';
import { purchaseJob } from './demo/purchases.ts';
import { arriveUserJob, roundOffJob, signUp, writeDemoPosts } from './demo/world-creation.ts';

export { inviteNewcomers } from './demo/world-creation.ts';
export { countPosts, firstPostCount, hasFirstPage, isComplete } from './demo/progress.ts';

export const demoJobs: readonly JobHandler[] = [
  arriveUserJob,
  roundOffJob,
  purchaseJob,
  measuresJob,
  ...mediaJobs,
];

/** Concurrent requests that the identity provider serves on a small machine. */
const SIGN_UPS_AT_ONCE = 4;

const LOCK_POLL_MS = 100;

/**
 * Makes the first people with their posts and conversations; `demoJobs` bring everybody's pictures, and the others once
 * they are invited.
 * Doing it again, also after it was interrupted anywhere, makes only what is missing.
 * @returns what they sign in with; the first one has the liveliest feed
 */
export async function seedDemo(services: Services): Promise<DemoAccount[]> {
  const foundedAt = services.clock.now();
  const waiting = RESIDENTS.values();
  async function signUpNext(): Promise<void> {
    for (const person of waiting) await signUp(services, person, foundedAt);
  }
  await Promise.all(Array.from({ length: SIGN_UPS_AT_ONCE }, signUpNext));
  for (const { username } of RESIDENTS) {
    // A process that was killed may still hold the lock.
    while (!(await writeDemoPosts(services, { username, foundedAt }))) await delay(LOCK_POLL_MS);
  }
  return RESIDENTS.map(accountOf);
}
