import type { Clock } from '#platform/kernel/clock.ts';
import { HOUR_MS } from '#platform/kernel/clock.ts';
import type { EmbeddedDeps, EmbeddedLibrary } from './embedded-library.ts';

/** Interval at which a process deletes expired sign-ins of all users. */
const SWEEP_INTERVAL_MS = HOUR_MS;
const SWEEP_ROWS_MAX = 500;

export async function endSession(
  { library }: EmbeddedDeps,
  { subject, sessionKey }: { subject: string; sessionKey: string },
): Promise<void> {
  const { adapter } = await library.$context;
  await adapter.deleteMany({
    model: 'session',
    where: [
      { field: 'id', value: sessionKey },
      { field: 'userId', value: subject },
    ],
  });
}

export async function deleteExpiredSessions({ library, clock }: EmbeddedDeps, userId: string): Promise<void> {
  const { adapter } = await library.$context;
  await adapter.deleteMany({
    model: 'session',
    where: [
      { field: 'userId', value: userId },
      { field: 'expiresAt', operator: 'lte', value: clock.now() },
    ],
  });
}

/** Abandoned sign-ins are never refreshed: other users' sign-ins delete some of them. */
export function createSessionSweep(library: EmbeddedLibrary, clock: Clock): () => Promise<void> {
  let sweptAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = clock.now();
    if (now.getTime() - sweptAt < SWEEP_INTERVAL_MS) return;
    sweptAt = now.getTime();
    const { adapter } = await library.$context;
    const expired = await adapter.findMany<{ id: string }>({
      model: 'session',
      where: [{ field: 'expiresAt', operator: 'lte', value: now }],
      select: ['id'],
      limit: SWEEP_ROWS_MAX,
    });
    if (expired.length === 0) return;
    await adapter.deleteMany({
      model: 'session',
      where: [{ field: 'id', operator: 'in', value: expired.map(({ id }) => id) }],
    });
  };
}
