import type { Tx } from '#platform/outbox/transaction.ts';
import { decrementMembers, incrementMembers } from './tiers.queries.ts';

/**
 * Takes a place in a tier for a new member, under the lock of its row: of those who come for the last place at once, one gets it.
 * Whether the tier is on offer is for the caller to ask.
 * @returns false when the tier is full
 */
export const takePlace = (tx: Tx, tierId: string): Promise<boolean> => incrementMembers(tx, tierId);

/** Gives back the place of a member who has left: once for each that was taken. */
export const leavePlace = (tx: Tx, tierId: string): Promise<void> => decrementMembers(tx, tierId);
