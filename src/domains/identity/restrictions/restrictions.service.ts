import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/database.ts';
import type { ActiveRestriction, RestrictionKind } from '#platform/restriction-kinds.ts';
import { findRestriction } from './restrictions.queries.ts';

/** What stops a user from `kind` now. Expiry is read here, at use: no job has to end a restriction. */
export function activeRestriction(
  services: { db: Db; clock: Clock },
  userId: string,
  kind: RestrictionKind,
): Promise<ActiveRestriction | null> {
  return findRestriction(services.db, userId, [kind, 'SUSPENSION'], services.clock.now());
}
