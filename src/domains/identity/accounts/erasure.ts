import { HOUR_MS } from '#platform/kernel/clock.ts';
import type { Services } from '#platform/outbox/services.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import { eraseMails } from '#domains/foundation/mails/mails.service.ts';
import { endSessions, evictSessions } from '../sessions/sessions.service.ts';
import { eraseProfile, eraseProviderIdentity, lockAccount } from '../users/account-state.service.ts';
import { accountErased } from './accounts.events.ts';
import { findErasedIdentity, listDueAccounts } from './accounts.queries.ts';
import { stateAfter } from './accounts.state.ts';

type ErasureTarget = { readonly userId: string };

export const eraseAccountJob = defineJob<ErasureTarget>('accounts.erase');
export const eraseIdentityJob = defineJob<ErasureTarget>('accounts.eraseIdentity');
export const finishErasureJob = defineJob<ErasureTarget>('accounts.finishErasure');

const BATCH_ACCOUNTS = 200;

/** One job for each due account; until it has run, the next round enqueues it again. */
export async function startErasures({ db, clock, transaction }: Services): Promise<void> {
  const now = clock.now();
  let after: string | null = null;
  do {
    const userIds: string[] = await listDueAccounts(db, { now, after, limit: BATCH_ACCOUNTS });
    await transaction(async (tx) => {
      for (const userId of userIds) tx.enqueue(eraseAccountJob, { userId }, { key: userId });
    });
    after = userIds.at(-1) ?? null;
  } while (after !== null);
}

/**
 * Longer than anything that began before the erasure can last: a request that still writes, and an access token, which some
 * providers cannot revoke.
 */
const SECOND_PASS_DELAY_MS = 3 * HOUR_MS;

/**
 * Marks the account DELETED and empties its row; each domain erases the rest on the event. A concurrent cancellation
 * either locks the row first or finds the account DELETED.
 */
export async function performErasure(services: Services, { userId }: ErasureTarget): Promise<void> {
  const { clock, ids, transaction } = services;
  const ended = await transaction(async (tx) => {
    const now = clock.now();
    const account = await lockAccount(tx, userId);
    const isDue = account.deletionDueAt !== null && account.deletionDueAt <= now;
    if (!isDue || stateAfter('erase', account.state) === null) return [];
    const sessions = await endSessions(tx, { userId, now });
    if (account.email !== null) await eraseMails(tx, account.email);
    await eraseProfile(tx, userId, { username: erasedUsername(ids.next()), erasedAt: now });
    tx.emit(accountErased, { userId, isFirst: true });
    tx.enqueue(eraseIdentityJob, { userId });
    tx.enqueue(finishErasureJob, { userId }, { runAt: new Date(now.getTime() + SECOND_PASS_DELAY_MS) });
    return sessions;
  });
  evictSessions(services, ended);
}

/**
 * Deletes the identity at the provider, so that the same address can register again. The row keeps the subject for
 * some hours: meanwhile, a leftover token can neither sign in nor register.
 */
export async function deleteAtProvider({ db, ports }: Services, { userId }: ErasureTarget): Promise<void> {
  const erased = await findErasedIdentity(db, userId);
  if (erased?.provider === ports.identity.provider) await ports.identity.deleteSubject(erased.subject);
}

/** Erases once more what was written during the erasure, then removes the provider's subject from the row. */
export async function completeErasure(services: Services, { userId }: ErasureTarget): Promise<void> {
  await deleteAtProvider(services, { userId });
  const { clock, ids, transaction } = services;
  await transaction(async (tx) => {
    await eraseProfile(tx, userId, { username: erasedUsername(ids.next()), erasedAt: clock.now() });
    await eraseProviderIdentity(tx, userId);
    tx.emit(accountErased, { userId, isFirst: false });
  });
}

const RANDOM_DIGITS = 20;

/** Username that replaces the erased one. Derived from a new id, so that nobody can register it beforehand. */
const erasedUsername = (id: string): string => `deleted_${id.replaceAll('-', '').slice(-RANDOM_DIGITS)}`;
