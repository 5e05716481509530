import type { Services } from '#platform/outbox/services.ts';
import type { JobHandler } from '#platform/outbox/jobs/worker.ts';
import { pictureJobs } from './demo/picture-jobs.ts';
import { accountOf, type DemoAccount, RESIDENTS } from './demo/people.ts';
import { arriveUserJob, writeDemoPosts, signUp } from './demo/world-creation.ts';

export const demoJobs: readonly JobHandler[] = [arriveUserJob, ...pictureJobs];

/** Concurrent requests that the identity provider serves on a small machine. */
const SIGN_UPS_AT_ONCE = 4;

/**
 * Makes the first people with their posts and conversations; `demoJobs` bring the others, and everybody's pictures.
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
  for (const { username } of RESIDENTS) await writeDemoPosts(services, { username, foundedAt });
  return RESIDENTS.map(accountOf);
}
