import type { Clock } from '#platform/clock.ts';
import { HOUR_MS } from '#platform/clock.ts';
import type { Desk, EmbeddedLibrary } from './embedded-library.ts';

/** How often a process looks for the expired sign-ins of everybody. */
export const SWEEP_INTERVAL_MS = HOUR_MS;
export const SWEEP_ROWS_MAX = 500;

export async function endSession(
  { library }: Desk,
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

export async function dropExpiredSessions({ library, clock }: Desk, userId: string): Promise<void> {
  const { adapter } = await library.$context;
  await adapter.deleteMany({
    model: 'session',
    where: [
      { field: 'userId', value: userId },
      { field: 'expiresAt', operator: 'lte', value: clock.now() },
    ],
  });
}

/** Those who never come back leave their sign-ins: whoever signs in clears some of them away. */
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
