import type { Health } from '#platform/faults/health.ts';

/** Checks of what the process depends on, by name. */
export type ReadinessChecks = Readonly<Record<string, () => Health | Promise<Health>>>;

export type Readiness = {
  readonly missing: readonly string[];
  readonly degraded: readonly string[];
};

const TIMEOUT_MS = 2_000;

/** A check that hangs or throws counts as missing. */
export async function checkReadiness(checks: ReadinessChecks): Promise<Readiness> {
  const states = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ({ name, health: await healthOf(check) })),
  );
  const namesOf = (health: Health): string[] =>
    states.filter((state) => state.health === health).map(({ name }) => name);
  return { missing: namesOf('missing'), degraded: namesOf('degraded') };
}

async function healthOf(check: () => Health | Promise<Health>): Promise<Health> {
  const { promise: late, resolve } = Promise.withResolvers<Health>();
  const timer = setTimeout(() => resolve('missing'), TIMEOUT_MS);
  try {
    return await Promise.race([check(), late]);
  } catch {
    // The owner of the check logs its failure; the load balancer only needs the result.
    return 'missing';
  } finally {
    clearTimeout(timer);
  }
}
