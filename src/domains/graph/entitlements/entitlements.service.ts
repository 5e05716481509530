import type { Tx } from '#platform/outbox/transaction.ts';
import { updateEntitlementEnd, upsertEntitlement } from './entitlements.queries.ts';
import type { Entitlement, EntitlementPair } from './entitlements.types.ts';

/** Lets a subscriber see the posts of a creator up to a tier level and a time, in place of what they had. */
export const setEntitlement = (tx: Tx, entitlement: Entitlement): Promise<void> =>
  upsertEntitlement(tx, entitlement);

/** Ends what a subscriber sees of a creator at a time, unless it ends before. Succeeds without a change when there is nothing. */
export const endEntitlement = (tx: Tx, pair: EntitlementPair, at: Date): Promise<void> =>
  updateEntitlementEnd(tx, pair, at);
